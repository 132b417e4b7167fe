"""After a round of a chained sequence: go on, or yield (QS-65)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from agonist.kernel import Ask, Choice, Option, Procedure

from ..people.contestants import Contestant
from .leaving import leave, withdraw
from .state import Bout, Sequence


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
    return Ask(
        who.seat,
        "go on",
        Choice((Option("on", "Go on"), Option("yield", "Yield")), "on"),
        "QS-65",
        f"{who.name}, do you go on or yield?" if not who.opposition else f"Does {who.name} go on?",
        f"{who.name} decides whether to go on.",
        who.name,
    )
