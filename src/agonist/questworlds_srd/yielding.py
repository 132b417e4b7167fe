"""After a round of a chained sequence: go on, or yield (QS-65)."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import Ask, Choice, Contest, Option, Procedure

from .leaving import leave, withdraw
from .sequence_state import Bout, SequenceState

Sequence = Contest[Any]


def go_on(contest: Sequence, bout: Bout, *, must: bool = False) -> Procedure[bool]:
    """QS-65: both are asked at once, and it is opened together. True if somebody yields.

    Unless they `must` say so, that they go on is taken for granted: one can yield at the next round's start too.
    """
    state: SequenceState = contest.state
    people = state.find(bout.one), state.find(bout.two)
    asks = tuple(
        Ask(
            who.seat,
            "go on",
            Choice((Option("on", "Go on"), Option("yield", "Yield")), "on"),
            "QS-65",
            f"{who.name}, do you go on or yield?",
            f"{who.name} decides whether to go on.",
            who.name,
        )
        for who in people
    )
    answers = yield asks if must else tuple(msgspec.structs.replace(each, assume="on") for each in asks)
    gone = [who for who, answer in zip(people, answers, strict=True) if answer == "yield"]
    if len(gone) == 2:
        yield from withdraw(contest, bout)
    elif gone:
        yield from leave(contest, gone[0], people[1] if gone[0] is people[0] else people[0])
    return bool(gone)
