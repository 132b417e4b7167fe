"""What was decided in a contest, in words: who was asked what, and what they answered."""

from __future__ import annotations

from typing import Any, TypeGuard

import msgspec

from agonist.kernel import Answered, Ask, Chanced, Entry, Overridden, Play, Referee, Rewound, corrections
from agonist.kernel.forms import in_words

__all__ = ["Decision", "decisions"]


class Decision(msgspec.Struct, frozen=True):
    """A decision, a typed roll or a correction: whose it was, what was asked, and what was answered."""

    who: str
    asked: str
    answer: str


def decisions(referee: Referee[Any]) -> dict[int, list[Decision]]:
    """All decisions that still count, by the number of their request; found by playing the contest again."""
    seal: Any = referee.dice.seal
    twin: Play[Any] = Play.unplayed(referee.game, referee.transcript, seal.seed if seal else None)
    told: dict[int, list[Decision]] = {}
    for entry in referee.transcript.entries:
        if isinstance(entry, Rewound):
            told = {at: made for at, made in told.items() if at < entry.to}
        elif _by_hand(entry):
            hidden = entry.at == referee.at and not isinstance(entry, Overridden)
            told.setdefault(entry.at, []).append(_hidden(twin, entry) if hidden else _told(twin, entry))
        twin.take(entry)
    return told


def _by_hand(entry: Entry) -> TypeGuard[Answered | Chanced | Overridden]:
    """Whether somebody decided, typed or corrected this; what is taken for granted is nobody's decision."""
    match entry:
        case Answered():
            return not entry.granted
        case Chanced():
            return entry.source == "typed"
    return isinstance(entry, Overridden)


def _hidden(twin: Play[Any], entry: Answered | Chanced | Overridden) -> Decision:
    """A part of the request that is still open: that it was answered is no secret, how is one until all parts are."""
    seat = "" if isinstance(entry, Overridden) else entry.seat
    return Decision(twin.seats.get(seat, ""), "Has answered", "hidden until all have")


def _told(twin: Play[Any], entry: Answered | Chanced | Overridden) -> Decision:
    if isinstance(entry, Overridden):
        label = next((one.label for one in corrections(twin.state) if one.path == entry.path), entry.path)
        return Decision(twin.seats.get(entry.by, ""), f"Correction: {label}", str(entry.value))
    request = twin.questions.course.slots[entry.slot]
    who = twin.seats.get(entry.seat, "")
    if isinstance(request, Ask):
        return Decision(who, request.text or request.what, in_words(request.legal(), entry.value))
    return Decision(who, f"{request.what}, typed in", in_words(request.form(), entry.value))
