"""Leaving, withdrawing, and coming back (QS-37, QS-46, QS-65, QS-71)."""

from __future__ import annotations

from agonist.kernel import Event, Procedure
from agonist.tabletop import Told

from ..people.contestants import Contestant
from .state import Bout, Fall, Sequence


class Leaves(Told, frozen=True):
    rule = "QS-37"
    says = "{name} leaves {other} the field."
    name: str
    other: str


class Withdraw(Event, frozen=True):
    rule = "QS-71"
    names: tuple[str, str]

    def text(self) -> str:
        return f"{self.names[0]} and {self.names[1]} let go of each other."


def leave(contest: Sequence, who: Contestant, other: Contestant) -> Procedure[None]:
    """QS-37: no roll, always open; the prize is given up, and the opponent may shoot."""
    state = contest.state
    contest.report(Leaves, who.name, other.name, under="QS-65" if state.kind == "chained" else "")
    state.falls.append(Fall([who.name], other.name, left=True))
    yield from ()


def withdraw(contest: Sequence, bout: Bout) -> Procedure[None]:
    """QS-65, QS-71: both at once. Two-sided it is broken off; in a group that pair ends and both are free."""
    state = contest.state
    contest.report(Withdraw, (bout.one, bout.two))
    state.bouts.remove(bout)
    state.numbers_lapse()
    if not state.group:
        state.broken = "both"
    yield from ()
