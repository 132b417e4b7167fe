"""Leaving, withdrawing, yielding, and coming back (QS-37, QS-46, QS-65, QS-71)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from agonist.kernel import Ask, Event, Procedure
from agonist.tabletop import Told

from ..people.contestants import Contestant
from ..questions import question
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


def go_on(contest: Sequence, bout: Bout) -> Procedure[Callable[[], Procedure[None]] | None]:
    """QS-65: both players are asked at once, and it is opened together. What comes of it if somebody yields.

    A player against the game master's opposition yields instead of stating a tactic, and `goes_on` asks the game
    master at the same time.
    """
    state = contest.state
    people = state.find(bout.one), state.find(bout.two)
    answers = yield tuple(_ask(who) for who in people)
    gone = [who for who, answer in zip(people, answers, strict=True) if answer == "yield"]
    if len(gone) == 2:
        return partial(withdraw, contest, bout)
    if gone:
        return partial(leave, contest, gone[0], people[1] if gone[0] is people[0] else people[0])
    return None


def goes_on(who: Contestant) -> Ask:
    """QS-65: what the game master may say for the opposition while the player decides; nobody sees it before."""
    return msgspec.structs.replace(_ask(who), assume="on", directed=True)


def _ask(who: Contestant) -> Ask:
    return question("opposition goes on" if who.opposition else "go on", who)
