"""All that one seat is told of a contest: its view of the state, what is asked, and its part of the log."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, TypeVar

import msgspec

from .events import Line, Log, Staged
from .forms import AnyForm
from .marks import Viewer
from .orders import Orders
from .play import Play
from .questions import Pending
from .requests import GM, Ask, Chance, Draw, Roll
from .views import see

T = TypeVar("T")


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request that the viewing seat may answer, and if it is a window need not; one that is `directed` is waited for.

    `orders` are the standing orders that can be given for it, by key and title; `throws` are the sides of the dice that
    wait, 0 for a card, `needs` is what they have to show, and `decides` what decides where that is not enough.
    """

    id: str
    seat: str
    what: str
    form: AnyForm
    at: int
    rule: str = ""
    text: str = ""
    about: str = ""
    chance: bool = False
    window: bool = False
    directed: bool = False
    throws: tuple[int, ...] = ()
    needs: str = ""
    decides: str = ""
    orders: tuple[tuple[str, str], ...] = ()


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request that somebody else has to answer, or can. What belongs to one request has one number (`at`)."""

    seat: str
    what: str
    at: int = 0
    text: str = ""
    about: str = ""
    chance: bool = False
    window: bool = False
    throws: tuple[int, ...] = ()
    needs: str = ""
    decides: str = ""


class Standing(msgspec.Struct, frozen=True):
    """A standing order of the viewing seat."""

    what: str
    order: str
    title: str


class WrittenLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log as a seat reads it."""

    n: int
    at: int
    text: str
    rule: str
    facts: dict[str, Any]
    undone: bool = False
    dice: tuple[int, ...] = ()
    staged: Staged | None = None

    @classmethod
    def of(cls, line: Line) -> WrittenLine:
        """A line with all that its event says."""
        event = line.event
        return cls(
            line.n,
            line.at,
            event.text(),
            event.cites(),
            event.facts(),
            line.undone,
            event.dice_shown(),
            event.staged(),
        )


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
    orders: list[Standing] = []
    strict: bool = False
    beside: list[Waiting] = []
    """Dice of what is open that wait for nobody's word, and are seen when the others lie too."""


def seat_view(
    play: Play[Any],
    seat: str,
    since: int = 0,
    most: int | None = None,
    shared: dict[Any, Any] | None = None,
) -> SeatView:
    """The contest as a seat may see it, with its lines of the log from number `since` on, the last `most` of them.

    Views of one moment may share what seats see alike of it (`shared`).
    """
    viewer = Viewer(seat, play.state, shared)
    pending, known = play.pending, {} if shared is None else shared
    return SeatView(
        seat=seat,
        seats=play.seats,
        at=play.at,
        state=see(play.state, viewer),
        asked=[
            _once(known, _asked, each, _needs(each, viewer), play.orders)
            for each in pending
            if _may_answer(seat, each)
        ],
        waiting=[_once(known, _waiting, each, _needs(each, viewer)) for each in pending if each.seat != seat],
        lines=seat_lines(play, seat, since, most),
        options=play.transcript.options,
        outcome=None if play.result is None else see(play.result, viewer),
        commitment=play.transcript.commitment,
        seed=play.transcript.seed,
        orders=_standing(play, seat),
        strict=play.transcript.strict,
        beside=[_once(known, _waiting, each, _needs(each, viewer)) for each in _beside(known, play)],
    )


def _standing(play: Play[Any], seat: str) -> list[Standing]:
    usual = play.usual_orders if seat in play.seats else {}
    return [Standing(each.what, each.order, play.orders.title(each)) for each in play.orders.of(seat, usual)]


def _needs(pending: Pending, viewer: Viewer) -> str:
    """What dice have to show, as far as the viewer may know."""
    request = pending.request
    return request.needs(viewer) if isinstance(request, Chance) and request.needs else ""


def _beside(known: dict[Any, Any], play: Play[Any]) -> tuple[Pending, ...]:
    """The dice that wait for nobody's word, which are the same for all seats."""
    if "beside" not in known:
        known["beside"] = play.questions.beside()
    found: tuple[Pending, ...] = known["beside"]
    return found


def _once(known: dict[Any, Any], make: Callable[..., T], pending: Pending, needs: str, *more: Any) -> T:
    """What is told of a request, made once for all who are told the same of it."""
    key = (make, pending.id, needs)
    if key not in known:
        known[key] = make(pending, needs, *more)
    made: T = known[key]
    return made


def seat_lines(
    play: Play[Any], seat: str, since: int = 0, most: int | None = None, before: int | None = None
) -> list[WrittenLine]:
    """The lines of the log that a seat may read, from number `since` to `before`, the last `most` of them."""
    lines, gone = play.lines, play.log.first
    first, end = max(0, since - gone), len(lines) if before is None else min(len(lines), before - gone)
    readable = (lines[n] for n in reversed(range(first, end)) if lines[n].event.seen_by(seat))
    found = [_written(play.log, line) for line in islice(readable, most)]
    found.reverse()
    return found


def _written(log: Log, line: Line) -> WrittenLine:
    """A line as seats read it: made once, until it is undone."""
    known: WrittenLine | None = log.written.get(line.n)
    if known is None or known.undone != line.undone:
        known = log.written[line.n] = WrittenLine.of(line)
    return known


def _may_answer(seat: str, pending: Pending) -> bool:
    return seat in (pending.seat, GM)


def _asked(pending: Pending, needs: str, orders: Orders) -> Asked:
    request = pending.request
    chance = not isinstance(request, Ask)
    known = () if chance else orders.known.get(request.what, ())
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
        window=pending.window,
        directed=isinstance(request, Ask) and request.directed,
        throws=_throws(request),
        needs=needs,
        decides=_decides(request),
        orders=tuple((order.key, order.title) for order in known),
    )


def _waiting(pending: Pending, needs: str) -> Waiting:
    request = pending.request
    text = request.waiting if isinstance(request, Ask) else request.what
    chance = not isinstance(request, Ask)
    return Waiting(
        pending.seat,
        request.what,
        pending.at,
        text,
        request.about,
        chance,
        pending.window,
        _throws(request),
        needs,
        _decides(request),
    )


def _decides(request: Ask | Chance) -> str:
    return request.decides if isinstance(request, Chance) else ""


def _throws(request: Ask | Chance) -> tuple[int, ...]:
    if isinstance(request, Roll):
        return request.sides
    return (0,) * request.count if isinstance(request, Draw) else ()
