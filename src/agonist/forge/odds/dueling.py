"""A duel as a whole: a gauntlet of destruction of one against one (FG-23, FG-30 to FG-32, FG-42, FG-45).

Every harm marks a box or ends the duel, so the chance moves through the states in the order of boxes marked. Only
an exchange without harm leaves the boxes as they are and hands the turn over; such a pair of states is solved in
closed form.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any, NamedTuple

from agonist.odds.answer import Odds
from agonist.odds.refusal import refuse

from .pools import Pool, effort, parse_pool


class Body(NamedTuple):
    """What is marked: injury boxes 1, 2, 3 as bits, and how many misfortune boxes of 1, 2 and 3."""

    injuries: int = 0
    ones: int = 0
    twos: int = 0
    threes: int = 0

    @property
    def severity(self) -> int:
        """FG-23: the highest marked injury box."""
        return self.injuries.bit_length()

    @property
    def trouble(self) -> int:
        """FG-23: the highest marked misfortune box, which counts as a trait."""
        return 3 if self.threes else 2 if self.twos else 1 if self.ones else 0

    @property
    def marked(self) -> int:
        return self.injuries.bit_count() + self.ones + self.twos + self.threes

    def injured(self, rating: int) -> Body | None:
        """FG-30, FG-32: the lowest empty box takes it; None if no box can, which ends the story without Favor."""
        for box in range(rating, 4):
            if not self.injuries >> (box - 1) & 1:
                return self._replace(injuries=self.injuries | 1 << (box - 1))
        return None

    def unlucky(self, rating: int) -> Body | None:
        """FG-30, FG-31: the lowest empty box takes it; else the highest is marked and the rest is an injury."""
        empty = {1: self.ones < 3, 2: self.twos < 2, 3: self.threes < 1}
        for box in range(rating, 4):
            if empty[box]:
                return self._filled(box)
        highest = max((box for box, free in empty.items() if free), default=0)
        return (self._filled(highest) if highest else self).injured(rating - highest)

    def _filled(self, box: int) -> Body:
        field = ("ones", "twos", "threes")[box - 1]
        return self._replace(**{field: getattr(self, field) + 1})


def duel(*, first: str, second: str, misfortunes: bool = False) -> Odds:
    """The chances of a duel to the end, from the view of the one who begins.

    Both attack and defend with their pools, spend no Favor, and use no traits or assets. With `misfortunes` each adds
    the dice of the other's worst misfortune to every roll.
    """
    pools = parse_pool(first), parse_pool(second)
    if any(pool.fortune for pool in pools):
        refuse("Fortune in a duel is not solved exactly.", "pools such as 4@5")
    course = Duel(pools[0], pools[1], misfortunes=misfortunes)
    ended = course.run()
    win, lose = sum(ended[0].values()), sum(ended[1].values())
    numbers = {"win": win, "tie": 0.0, "lose": lose, "outcomes": _outcomes(ended), "mean": course.exchanges}
    notes = (
        "The mean is the expected number of exchanges.",
        "Nobody spends Favor or uses a trait or an asset, and XP earned on the way does not change a training.",
    )
    return Odds(
        f"Duel of {pools[0]} against {pools[1]}",
        numbers,
        method="solved",
        error=abs(1.0 - win - lose) + 1e-13,
        proven=False,
        notes=notes,
        rules=("FG-23", "FG-30", "FG-31", "FG-32", "FG-42"),
    )


def _outcomes(ended: tuple[dict[int, float], dict[int, float]]) -> dict[str, float]:
    """By the severity of what the winner carries away."""
    names = ("unhurt", "lightly-injured", "injured", "gravely-injured")
    won = {f"wins-{names[severity]}": ended[0].get(severity, 0.0) for severity in range(4)}
    lost = {f"loses-to-{names[severity]}": ended[1].get(severity, 0.0) for severity in range(3, -1, -1)}
    return won | lost


class Duel:
    """The course of a duel between two pools, from unmarked boxes or given ones."""

    def __init__(self, first: Pool, second: Pool, *, misfortunes: bool = False) -> None:
        self.pools = (first, second)
        self.misfortunes = misfortunes
        self.exchanges = 0.0
        self._margins = cache(self._count_margins)

    def run(
        self, bodies: tuple[Body, Body] = (Body(), Body()), acts: int = 0
    ) -> tuple[dict[int, float], dict[int, float]]:
        """For each winner, the chance by the severity of the winner's injuries."""
        levels: Levels = defaultdict(dict)
        levels[bodies[0].marked + bodies[1].marked][bodies] = [float(acts == 0), float(acts == 1)]
        ended: tuple[dict[int, float], dict[int, float]] = ({}, {})
        while levels:
            for here, arrived in levels.pop(min(levels)).items():
                self._pass(here, arrived, levels, ended)
        return ended

    def _pass(self, here: tuple[Body, Body], arrived: list[float], levels: Levels, ended: Any) -> None:
        """From one state on: how often each acts in it, passing the turn to and fro, and what that leads to."""
        sharp = here[0].severity, here[1].severity
        more = (here[0].trouble, here[1].trouble) if self.misfortunes else (0, 0)
        idle_first, of_first = self._margins(0, sharp[0], sharp[1], more[1], more[0])
        idle_second, of_second = self._margins(1, sharp[1], sharp[0], more[0], more[1])
        first = (arrived[0] + idle_second * arrived[1]) / (1 - idle_first * idle_second)
        second = arrived[1] + idle_first * first
        self.exchanges += first + second
        marked = here[0].marked + here[1].marked
        for actor, visits, margins in ((0, first, of_first), (1, second, of_second)):
            for margin, chance in margins:
                hurt = 1 - actor if margin > 0 else actor
                then = _harmed(here[hurt], margin)
                if then is None:
                    carried = sharp[1 - hurt]
                    ended[1 - hurt][carried] = ended[1 - hurt].get(carried, 0.0) + visits * chance
                    continue
                after = (then, here[1]) if hurt == 0 else (here[0], then)
                level = levels[marked + then.marked - here[hurt].marked]
                waiting = level.get(after)
                if waiting is None:
                    waiting = level[after] = [0.0, 0.0]
                waiting[1 - actor] += visits * chance

    def _count_margins(
        self, actor: int, own: int, other: int, more: int, less: int
    ) -> tuple[float, tuple[tuple[int, float], ...]]:
        """The chance of no harm, and the attacker's margins that bring some."""
        attack = self.pools[actor].with_dice(more)
        defence = self.pools[1 - actor].with_dice(less)
        ours = effort(attack).at_least_always(max(attack.minimum, other))
        theirs = effort(defence).at_least_always(max(defence.minimum, own))
        margins = {margin: float(chance) for margin, chance in ours.minus(theirs).items()}
        return margins.pop(0, 0.0), tuple(margins.items())


Levels = defaultdict[int, dict[tuple[Body, Body], list[float]]]
"""Chances that have arrived at each state, by how many boxes are marked in it and who acts."""


@cache
def _harmed(body: Body, margin: int) -> Body | None:
    """FG-42: an injury for who failed to defend, a misfortune for who failed to attack."""
    return body.injured(margin) if margin > 0 else body.unlucky(-margin)
