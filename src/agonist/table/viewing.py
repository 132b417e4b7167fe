"""What a seat of the table sees of a contest: made from the kernel's view of one seat, and nothing else."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import msgspec

from agonist.kernel import (
    GM,
    ONLOOKER,
    Correction,
    SeatView,
    WrittenLine,
    corrections,
    seat_lines,
    seat_view,
)

from .annals import Decision
from .errors import Refused
from .house import TableData
from .live import Live
from .model import Asks, ContestSeat, ContestView, KeptDice, Role, Seat, TakeBack
from .patience import kept_dice
from .slips import asks_back, take_back_of
from .told import told_to


class Point(msgspec.Struct, frozen=True):
    """Somewhere that the game master can go back to: what was decided there, and the line of the log that followed.

    There are several decisions where several seats were asked at once, and none where nothing is answered yet.
    """

    at: int
    line: int
    text: str
    decisions: list[Decision]


class Tools(msgspec.Struct, frozen=True):
    """What a game master can do with a contest now, besides answering."""

    points: list[Point]
    corrections: list[Correction]
    bots: list[str]


def contest_view(
    live: Live, who: Seat, table: TableData, seat: str, since: int, most: int | None = None
) -> ContestView:
    """The contest as `who` sees it from one of its seats, with the log from a line on, the last `most` lines of it."""
    seen_as = live.seen_as(who, seat)
    public = seen_as == ONLOOKER
    role: Role = "spectator" if public else who.role
    held = () if public else live.held_by(who)
    odds = table.info.odds or (who.gm and not public)
    told = _told(live, "" if seat == ONLOOKER else who.id, seen_as, table) if live.running else []
    names = {seat.id: seat.name for seat in table.seats.values()}
    back = (
        ("" if public else take_back_of(live, held, who)),
        (asks_back(live, names) if seen_as == GM else ()),
    )
    shared, same = live.shared(), ("view", seen_as, role, held, since, most, odds, live.info, back, *told)
    found: ContestView | None = shared.get(same)
    if found is None:
        found = _contest_view(live, seen_as, role, held, since, most, odds=odds, told=told, back=back)
        if since:
            shared[same] = found
    return found


def _contest_view(
    live: Live,
    seen_as: str,
    role: Role,
    held: tuple[str, ...],
    since: int,
    most: int | None,
    *,
    odds: bool,
    told: list[str],
    back: tuple[TakeBack, tuple[Asks, ...]],
) -> ContestView:
    """The view of all who see the same of what is new: made once a moment."""
    shared = live.shared()
    view = seat_view(live.referee, seen_as, since, most, shared)
    if live.info.status == "ended":
        view = _with_seed(live, view)
    pending = live.referee.pending if live.running else ()
    by = {each.id: each for each in pending}
    kept = [KeptDice(each, by[each].seat, one.waits_for) for each, one in kept_dice(live).items()]
    asked = {each.seat for each in pending if not each.window and each.id not in live.controls.kept}
    return ContestView(
        contest=live.info,
        role=role,
        seen_as=seen_as,
        holds=held,
        asked_of=tuple(each for each in held if each in asked),
        seats=shared.get("seats") or shared.setdefault("seats", seats_of(live)),
        paused=live.controls.paused,
        reason=live.controls.reason,
        view=view,
        position=live.position(),
        odds=odds,
        whole=since == 0,
        told=told,
        kept=tuple(kept),
        patience=live.heeds.patience,
        since=live.asked_since() if live.running else None,
        take_back=back[0],
        asks_back=back[1],
    )


def _told(live: Live, who: str, seen_as: str, table: TableData) -> list[str]:
    names = {seat.id: seat.name for seat in table.seats.values()}
    return told_to(who, seen_as, live.referee, live.controls, live.doings, names)


def seats_of(live: Live) -> list[ContestSeat]:
    """The seats of a contest and who holds them."""
    controls, modes = live.controls, live.referee.dice.modes
    return [
        ContestSeat(
            seat, name, controls.casting.get(seat), controls.bots.get(seat), modes.get(seat, "sealed")
        )
        for seat, name in live.referee.seats.items()
    ]


def lines_after(live: Live, position: str) -> int:
    """From which line on the log is new to who has seen it up to a position.

    All of it after an unknown or empty position, and after one before an undo, which strikes earlier lines.
    """
    parts = position.split(".") if position else []
    if len(parts) != 4 or not all(part.isdecimal() and len(part) < 10 for part in parts):
        return 0
    stored, lines, undos, _ = map(int, parts)
    if undos != live.referee.undos or stored > live.stored or lines > len(live.referee.log):
        return 0
    return lines


_MOST_POINTS = 200
"""How many points the tools list, the last ones; further back, the story tells where one can go."""


def tools_of(live: Live, told: dict[int, list[Decision]], bots: list[str]) -> Tools:
    """The game master's tools, as they are now, from what is `told` of the decisions so far."""
    if not live.running:
        return Tools([], [], [])
    after = _lines_after(live, live.referee.points()[-_MOST_POINTS:])
    return Tools(
        points=[
            Point(at, line.n if line else -1, line.text if line else "", told.get(at, []))
            for at, line in after.items()
        ],
        corrections=corrections(live.referee.state),
        bots=bots,
    )


def _lines_after(live: Live, points: list[int]) -> dict[int, WrittenLine | None]:
    """The line of the log that followed each point: its own, or that of the next request which has one."""
    firsts: dict[int, WrittenLine] = {}
    for line in seat_lines(live.referee, GM):
        if not line.undone:
            firsts.setdefault(line.at, line)
    told = sorted(firsts)
    after = {point: bisect_left(told, point) for point in points}
    return {point: firsts[told[n]] if n < len(told) else None for point, n in after.items()}


def sealed_seed(live: Live) -> str:
    """The seed, once it may be known."""
    if live.running:
        raise Refused("The seed is shown when the contest is over.", code="act.not-over", accepted="its end")
    seal: Any = live.referee.dice.seal
    return live.referee.transcript.seed or str(seal.seed.hex())


def _with_seed(live: Live, view: SeatView) -> SeatView:
    return msgspec.structs.replace(view, asked=[], waiting=[], seed=sealed_seed(live))
