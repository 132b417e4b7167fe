"""Gauntlets of destruction by the thousand: all at once, exchange by exchange, in arrays.

It plays what the real rules play for teams without traits, Favor and assets whose members each attack the first
opponent who still stands, and defend alone (FG-23, FG-30 to FG-32, FG-41 to FG-45, XP by FG-1 and FG-12); its results
are tested against those rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .dueling import Body
from .pools import Pool

__all__ = ["simulate_gauntlet"]

Ints = NDArray[np.int64]

_OUT = 0
"""The state of somebody who can no longer act; all others are bodies, counted from 1."""
_MOST_HARM = 16


def simulate_gauntlet(
    first: Sequence[Pool], second: Sequence[Pool], contests: int, seed: int, xp: int = 0
) -> dict[str, int]:
    """How many of the contests each team wins, the first beginning."""
    return _Gauntlets((first, second), contests, seed, xp).run()


class _Gauntlets:
    def __init__(
        self, teams: tuple[Sequence[Pool], Sequence[Pool]], contests: int, seed: int, xp: int
    ) -> None:
        self.random = np.random.default_rng(seed)
        self.sizes = len(teams[0]), len(teams[1])
        everybody = [*teams[0], *teams[1]]
        self.dice = np.array([pool.dice for pool in everybody])
        count = len(everybody)
        self.training = np.tile(np.array([pool.training for pool in everybody]), (contests, 1))
        self.xp = np.full((contests, count), xp)
        self.body = np.ones((contests, count), dtype=np.int64)
        self.injured, self.unlucky, self.severity = _tables()
        self.wins = [0, 0]

    def run(self) -> dict[str, int]:
        active = 0
        while len(self.body):
            for member in range(self.sizes[active]):
                self._attack(active, member)
                self._leave_finished()
            active = 1 - active
        return {"first": self.wins[0], "second": self.wins[1]}

    def _team(self, team: int) -> slice:
        return slice(0, self.sizes[0]) if team == 0 else slice(self.sizes[0], None)

    def _attack(self, active: int, member: int) -> None:
        """FG-45: a member attacks the first opponent who stands; FG-42: what comes of it."""
        actor = member + self._team(active).start
        rows = np.flatnonzero(self.body[:, actor] != _OUT)
        if not len(rows):
            return
        other = self._team(1 - active)
        target = (self.body[rows, other] != _OUT).argmax(axis=1) + other.start
        attack = self._effort(rows, np.full(len(rows), actor), self.body[rows, target])
        defence = self._effort(rows, target, self.body[rows, actor])
        margin = attack - defence
        won = margin > 0
        loser = np.where(won, target, actor)
        self._mark(rows, loser)
        hurt, rating = self.body[rows, loser], np.minimum(np.abs(margin), _MOST_HARM)
        self.body[rows, loser] = np.where(won, self.injured[hurt, rating], self.unlucky[hurt, rating])

    def _effort(self, rows: Ints, who: Ints, opponent: Ints) -> Ints:
        """FG-10, FG-23: hits, at least the severity of the opponent's injury."""
        hits = self.random.binomial(self.dice[who], (7 - self.training[rows, who]) / 6)
        return np.maximum(hits, self.severity[opponent])

    def _mark(self, rows: Ints, loser: Ints) -> None:
        """FG-12, FG-1: who fails marks XP, which may improve the training."""
        xp = self.xp[rows, loser] + 1
        self.xp[rows, loser] = xp
        learned = 6 - (xp >= 10) - (xp >= 30) - (xp >= 60)
        self.training[rows, loser] = np.minimum(self.training[rows, loser], learned)

    def _leave_finished(self) -> None:
        """FG-41: a team of which nobody can act has lost."""
        stands = [(self.body[:, self._team(team)] != _OUT).any(axis=1) for team in (0, 1)]
        going = stands[0] & stands[1]
        if going.all():
            return
        self.wins[0] += int((stands[0] & ~stands[1]).sum())
        self.wins[1] += int((stands[1] & ~stands[0]).sum())
        self.body, self.xp, self.training = self.body[going], self.xp[going], self.training[going]


@lru_cache(maxsize=1)
def _tables() -> tuple[Ints, Ints, Ints]:
    """What harm of each rating makes of each state, and its severity. A rating of 0 changes nothing."""
    bodies = [
        Body(injuries, ones, twos, threes)
        for injuries in range(8)
        for ones in range(4)
        for twos in range(3)
        for threes in range(2)
    ]
    number = {body: place for place, body in enumerate(bodies, 1)}
    injured = np.zeros((len(bodies) + 1, _MOST_HARM + 1), dtype=np.int64)
    unlucky = np.zeros_like(injured)
    severity = np.zeros(len(bodies) + 1, dtype=np.int64)
    for body, place in number.items():
        severity[place] = body.severity
        injured[place, 0] = unlucky[place, 0] = place
        for rating in range(1, _MOST_HARM + 1):
            hurt, fallen = body.injured(rating), body.unlucky(rating)
            injured[place, rating] = _OUT if hurt is None else number[hurt]
            unlucky[place, rating] = _OUT if fallen is None else number[fallen]
    return injured, unlucky, severity
