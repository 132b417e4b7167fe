"""A duel as a whole: a gauntlet of destruction of one against one (FG-23, FG-30 to FG-32, FG-42, FG-45).

Every harm marks a box or ends the duel, so the chance moves through the states in the order of boxes marked. Only
an exchange without harm leaves the boxes as they are and hands the turn over; such a pair of states is solved in
closed form.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any, NamedTuple

from ..answer import Odds
from .pools import Pool, effort, parse_pool

__all__ = ["Body", "Duel", "duel"]


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
    course = Duel(pools[0], pools[1], misfortunes=misfortunes)
    ended = course.run()
    win, lose = sum(ended[0].values()), sum(ended[1].values())
    numbers = {"win": win, "tie": 0.0, "lose": lose, "outcomes": _outcomes(ended), "mean": course.exchanges}
    notes = (
        "The mean is the expected number of exchanges. XP earned on the way does not change a training.",
    )
    return Odds(
        f"Duel of {pools[0]} against {pools[1]}",
        numbers,
        method="solved",
        error=abs(1.0 - win - lose) + 1e-13,
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
        levels: defaultdict[int, dict[tuple[Body, Body], list[float]]] = defaultdict(dict)
        levels[bodies[0].marked + bodies[1].marked][bodies] = [float(acts == 0), float(acts == 1)]
        ended: tuple[dict[int, float], dict[int, float]] = ({}, {})
        while levels:
            for here, arrived in levels.pop(min(levels)).items():
                for actor, visits in enumerate(self._visits(here, arrived)):
                    if visits:
                        self.exchanges += visits
                        self._move(here, actor, visits, levels, ended)
        return ended

    def _visits(self, here: tuple[Body, Body], arrived: list[float]) -> tuple[float, float]:
        """How often each acts in this state, passing the turn to and fro without harm."""
        idle = [dict(self.margins(here, actor)).get(0, 0.0) for actor in (0, 1)]
        first = (arrived[0] + idle[1] * arrived[1]) / (1 - idle[0] * idle[1])
        return first, arrived[1] + idle[0] * first

    def _move(self, here: tuple[Body, Body], actor: int, visits: float, levels: Any, ended: Any) -> None:
        for margin, chance in self.margins(here, actor):
            if not margin:
                continue
            hurt = 1 - actor if margin > 0 else actor
            then = here[hurt].injured(margin) if margin > 0 else here[hurt].unlucky(-margin)
            mass = visits * chance
            if then is None:
                severity = here[1 - hurt].severity
                ended[1 - hurt][severity] = ended[1 - hurt].get(severity, 0.0) + mass
                continue
            after = (then, here[1]) if hurt == 0 else (here[0], then)
            waiting = levels[after[0].marked + after[1].marked].setdefault(after, [0.0, 0.0])
            waiting[1 - actor] += mass

    def margins(self, here: tuple[Body, Body], actor: int) -> tuple[tuple[int, float], ...]:
        """The attacker's margins when this one acts."""
        own, other = here[actor], here[1 - actor]
        more = (other.trouble, own.trouble) if self.misfortunes else (0, 0)
        found: tuple[tuple[int, float], ...] = self._margins(actor, own.severity, other.severity, *more)
        return found

    def _count_margins(
        self, actor: int, own: int, other: int, more: int, less: int
    ) -> tuple[tuple[int, float], ...]:
        attack = self.pools[actor].with_dice(more)
        defence = self.pools[1 - actor].with_dice(less)
        ours = effort(attack).at_least_always(max(attack.minimum, other))
        theirs = effort(defence).at_least_always(max(defence.minimum, own))
        return tuple((margin, float(chance)) for margin, chance in ours.minus(theirs).items())
