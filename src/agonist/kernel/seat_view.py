"""All that one seat is told of a contest: its view of the state, what is asked, and its part of the log."""

from __future__ import annotations

from typing import Any

import msgspec

from .forms import Form
from .pending import Pending
from .referee import Referee
from .requests import GM, Ask
from .views import Viewer, see

__all__ = ["Asked", "SeatView", "Waiting", "WrittenLine", "seat_lines", "seat_view"]


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request that the viewing seat may answer."""

    id: str
    seat: str
    what: str
    form: Form
    at: int
    rule: str = ""
    text: str = ""
    about: str = ""
    chance: bool = False


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request that somebody else has to answer."""

    seat: str
    what: str
    text: str = ""
    about: str = ""


class WrittenLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log as a seat reads it."""

    n: int
    at: int
    text: str
    rule: str
    facts: dict[str, Any]
    undone: bool = False


class SeatView(msgspec.Struct, frozen=True):
    """What a seat may know of a contest now."""

    seat: str
    seats: dict[str, str]
    at: int
    state: dict[str, Any]
    asked: list[Asked]
    waiting: list[Waiting]
    lines: list[WrittenLine]
    options: dict[str, Any]
    outcome: dict[str, Any] | None
    commitment: str
    seed: str


def seat_view(referee: Referee[Any], seat: str, since: int = 0) -> SeatView:
    """The contest as a seat may see it, with its lines of the log from number `since` on."""
    viewer = Viewer(seat, referee.state)
    pending = referee.pending
    return SeatView(
        seat=seat,
        seats=referee.seats,
        at=referee.at,
        state=see(referee.state, viewer),
        asked=[_asked(each) for each in pending if _may_answer(seat, each)],
        waiting=[_waiting(each) for each in pending if each.seat != seat],
        lines=seat_lines(referee, seat, since),
        options=referee.transcript.options,
        outcome=None if referee.result is None else see(referee.result, viewer),
        commitment=referee.transcript.commitment,
        seed=referee.transcript.seed,
    )


def seat_lines(referee: Referee[Any], seat: str, since: int = 0) -> list[WrittenLine]:
    """The lines of the log that a seat may read, from number `since` on."""
    return [
        WrittenLine(line.n, line.at, line.event.text(), line.event.cites(), line.event.facts(), line.undone)
        for line in referee.lines[max(0, since - referee.log.first) :]
        if line.event.seen_by(seat)
    ]


def _may_answer(seat: str, pending: Pending) -> bool:
    return seat in (pending.seat, GM)


def _asked(pending: Pending) -> Asked:
    request = pending.request
    chance = not isinstance(request, Ask)
    return Asked(
        id=pending.id,
        seat=pending.seat,
        what=request.what,
        form=pending.form(),
        at=pending.at,
        rule=request.rule,
        text=request.text if isinstance(request, Ask) else request.what or "What do the dice show?",
        about=request.about,
        chance=chance,
    )


def _waiting(pending: Pending) -> Waiting:
    request = pending.request
    text = request.waiting if isinstance(request, Ask) else request.what
    return Waiting(pending.seat, request.what, text, request.about)
