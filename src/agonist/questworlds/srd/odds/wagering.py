"""Wagered sequences solved: a total of both sides' advantage at a time, the smallest first (QS-52 to QS-57).

What is lost leaves the game, and what is transferred stays in it: so a round leads from a total to smaller ones, or,
if all its exchanges were transfers, back to the same. The last is rare (a big success is one face in twenty), so that
going through a total a few times settles it; how far the last pass moved says how large the error can be at most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..kinds.advantage import half, price
from ..rolls.knobs import BOOK, StoryKnobs
from ..rolls.results import Result
from .rolls import FACES, exchanges

Array = np.ndarray[Any, np.dtype[Any]]

MOST_TOTAL = 160
"""More advantage than this on both sides together is not solved."""
GOAL = 1e-12


class Policy(NamedTuple):
    """How a side wagers from its AP and its starting AP, and whether a wager that is cut short stands (QS-56).

    Without a `wager` the best one is looked for, and so is the better way when it is cut short.
    """

    wager: Callable[[int, int], int] | None
    stands: bool = False


class Upshot(NamedTuple):
    """A result of an exchange: its chance, and for a wager what the character and the opposition gain or lose."""

    chance: float
    result: Result
    transfer: bool

    def moves(self, wager: Any) -> tuple[Any, Any]:
        if not self.result.sign:
            return -half(wager), -half(wager)
        cost = price(self.result.degree, wager)
        mine, theirs = (cost if self.transfer else 0 * cost), -cost
        return (mine, theirs) if self.result.victory else (theirs, mine)


def changes(one: int, two: int, knobs: StoryKnobs = BOOK) -> list[Upshot]:
    """QS-54, QS-55: what an exchange can bring; a big success transfers, unless the gap is too wide."""
    found = []
    for (result, big), count in exchanges(one, two, knobs).items():
        ahead = one - two if result.victory else two - one
        found.append(Upshot(count / FACES, result, big and ahead < knobs.transfer_gap))
    return found


class Solved:
    """All situations up to a total: the value to the character, and the wagers that both state."""

    def __init__(
        self,
        ratings: tuple[int, int],
        starting: tuple[int, int],
        policies: tuple[Policy, Policy],
        knobs: StoryKnobs = BOOK,
        *,
        player_first: bool,
    ) -> None:
        self.knobs = knobs
        self.changes = changes(*ratings, knobs)
        self.starting, self.policies, self.player_first = starting, policies, player_first
        self.total = sum(starting)
        size = self.total + 1
        self.most = max(starting[0], self.total)
        self.value: Array = np.zeros((size, size))
        self.second_mine: Array = np.zeros((size, size, self.most + 1))
        self.second_theirs: Array = np.zeros((size, size, self.most + 1))
        self.alone: Array = np.zeros((size, size, self.most + 1))
        self.mine: Array = np.zeros((size, size), dtype=int)
        self.theirs: Array = np.zeros((size, size), dtype=int)
        self.error = 0.0
        for total in range(2, self.total + 1):
            self._solve(total)

    def _solve(self, total: int) -> None:
        own = np.arange(1, total)
        other = total - own
        steady = self._first(own, other, within=False)
        moved = 1.0
        for _ in range(200):
            self._seconds(own, other)
            game = steady + self._first(own, other, within=True)
            value, mine, theirs = self._played(own, other, game)
            moved = float(np.abs(value - self.value[own, other]).max())
            self.value[own, other] = value
            self.mine[own, other], self.theirs[own, other] = mine, theirs
            if moved < GOAL:
                break
        self._seconds(own, other)
        self.error += moved + GOAL

    def _read(self, table: Array, own: Array, other: Array, wager: Array | int | None = None) -> Array:
        """What a situation after an exchange is worth: won, lost, both out (half to each), or as it stands."""
        inside = np.clip(own, 0, self.total), np.clip(other, 0, self.total)
        known = table[inside] if wager is None else table[(*inside, wager)]
        lost = np.where(other <= 0, 0.5, 0.0)
        ended = np.where(own <= 0, lost, 1.0)
        return np.where((own > 0) & (other > 0), known, ended)

    def _seconds(self, own: Array, other: Array) -> None:
        """The second exchange for every stated wager (QS-56)."""
        wagers = np.arange(self.most + 1)[None, :]
        a, b = own[:, None], other[:, None]
        full: Array = np.zeros((len(own), self.most + 1))
        for change in self.changes:
            mine, theirs = change.moves(wagers)
            full += change.chance * self._read(self.value, a + mine, b + theirs)
        self.alone[own, other] = full
        self.second_theirs[own, other] = np.take_along_axis(full, np.minimum(wagers, b), axis=1)
        fallen = np.take_along_axis(full, np.minimum(wagers, a), axis=1)
        policy = self.policies[0]
        if policy.wager is None:
            self.second_mine[own, other] = np.maximum(full, fallen)
        else:
            self.second_mine[own, other] = full if policy.stands else fallen

    def _first(self, own: Array, other: Array, *, within: bool) -> Array:
        """The first exchange for all pairs of wagers; `within` is the part that stays in the total."""
        a, b = own[:, None, None], other[:, None, None]
        mine = np.arange(self.most + 1)[None, :, None]
        theirs = np.arange(int(other.max()) + 1)[None, None, :]
        player = (mine > theirs) | ((mine == theirs) & self.player_first)
        found: Array = np.zeros((len(own), self.most + 1, int(other.max()) + 1))
        for change in self.changes:
            if change.transfer != within:
                continue
            x, y = change.moves(mine)
            ours = self._read(self.second_theirs, a + x, b + y, np.broadcast_to(theirs, found.shape))
            x, y = change.moves(theirs)
            others = self._read(self.second_mine, a + x, b + y, np.broadcast_to(mine, found.shape))
            found += change.chance * np.where(player, ours, others)
        return found

    def _played(self, own: Array, other: Array, game: Array) -> tuple[Array, Array, Array]:
        """QS-53: who has the initiative states first, and the other answers."""
        legal = self._legal(own, other, game.shape)
        rows = np.arange(len(own))
        if self.player_first:
            answers = np.where(legal, game, np.inf).argmin(axis=2)
            worth = np.take_along_axis(game, answers[:, :, None], axis=2)[:, :, 0]
            mine = np.where(legal.any(axis=2), worth, -np.inf).argmax(axis=1)
            return worth[rows, mine], mine, answers[rows, mine]
        answers = np.where(legal, game, -np.inf).argmax(axis=1)
        worth = np.take_along_axis(game, answers[:, None, :], axis=1)[:, 0, :]
        theirs = np.where(legal.any(axis=1), worth, np.inf).argmin(axis=1)
        return worth[rows, theirs], answers[rows, theirs], theirs

    def second_wager(self, own: int, other: int, stated: int) -> int:
        """QS-56: what a player's wager comes to in the second exchange."""
        if stated <= own:
            return stated
        policy = self.policies[0]
        if policy.wager is not None:
            return stated if policy.stands else own
        return stated if self.alone[own, other, stated] >= self.alone[own, other, own] else own

    def _legal(self, own: Array, other: Array, shape: tuple[int, ...]) -> Array:
        legal = np.zeros(shape, dtype=bool)
        for n, (a, b) in enumerate(zip(own.tolist(), other.tolist(), strict=True)):
            top = max(a, self.starting[0])
            ours = _wagers(self.policies[0], a, self.starting[0], top)
            theirs = _wagers(self.policies[1], b, self.starting[1], b)
            legal[n, ours, theirs] = True
        return legal


def _wagers(policy: Policy, ap: int, starting: int, most: int) -> slice:
    if policy.wager is None:
        return slice(1, most + 1)
    wager = max(1, min(most, policy.wager(ap, starting)))
    return slice(wager, wager + 1)
