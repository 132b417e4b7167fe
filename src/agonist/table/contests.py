"""Contests of a table: starting, listing, seeing, forking, and what a game master can do with them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, insert, or_, select

from agonist.kernel import (
    GM,
    ActRefused,
    AgonistError,
    Asked,
    Pending,
    Referee,
    SeatView,
    TranscriptError,
    UnknownGame,
    WrittenLine,
    seat_lines,
    seat_view,
)
from agonist.odds.counsel import Advice
from agonist.odds.situations import Situation, situation_of

from . import once as receipts
from .adding import Rows, need_room, new_live, rows_of
from .annals import Annals, CoursePoint, Steps
from .aside import LONG
from .bots import bots_of
from .calling import calls
from .changes import do_once, need_gm
from .characters import Characters
from .endings import ending
from .errors import NotFound, Refused
from .house import House, bump
from .limits import bounded_contest, bounded_text
from .live import Live, info_of
from .model import ContestInfo, ContestView, Controls, Page, Seat, Status
from .once import Once
from .records import lines_for, read_record
from .schema import contests
from .stage import Stage
from .starting import NewContest, Starting
from .viewing import Tools, contest_view, lines_after, tools_of
from .visitors import address, while_there

T = TypeVar("T")

_MOST_ADVICE = 40
"""How many wait for advice at one address: a whole club may."""

MOST_LINES = 500
"""How many lines of a log are sent at once."""

_FEW_LINES = 200
"""Up to how many lines are written at once; more are written aside."""

Adviser = Callable[[Seat, Live, SeatView, Asked, Situation], Awaitable[Advice | None]]
"""Gives a seat the odds of the answers to a question of a contest, from what the seat that is asked sees."""


class Beside(NamedTuple):
    """What a page shows beside the view of a contest: the last lines, and the numbers worth a chart."""

    recent: list[WrittenLine]
    steps: Steps


class Contests:
    """The contests of a table."""

    def __init__(self, house: House, stage: Stage, characters: Characters) -> None:
        self.house = house
        self.stage = stage
        self.starting = Starting(house, characters)
        self.adviser: Adviser = self._ask_clerks

    async def start(self, who: Seat, new: NewContest, *, once: Once | None = None) -> ContestInfo:
        """Start a contest at the seat's table. Only a game master may."""
        need_gm(who)
        self.house.rates.take("make", who.id, self.house.limits.makes)
        referee, controls, title = await self.starting.prepared(who, new)
        return await self.add(who, referee, controls, title, once)

    async def add(
        self,
        who: Seat,
        referee: Referee[Any],
        controls: Controls,
        title: str,
        once: Once | None = None,
        *,
        status: Status = "running",
        keep: bool = True,
    ) -> ContestInfo:
        """Store a contest that has begun, or even ended, and keep it in memory if somebody will look at it now."""
        now, limits = time.time(), self.house.limits
        live = new_live(who.table, referee, controls, title, now)
        end: Status = "over" if referee.over else status
        told = await self.house.calls_somebody(who.table)
        rows, finish = await self._played_here_or_aside(live, _written, live, who.id, end, now)

        def work(connection: Connection) -> None:
            need_room(connection, who.table, limits)
            for table, new in rows:
                connection.execute(insert(table), new)
            if finish:
                finish(connection)
            if told and live.running:
                calls(live, begins=True)(connection)
            bump(connection, who.table)
            receipts.keep(connection, once, live.info)

        topic = f"t:{who.table}"
        write = lambda: self.house.store.write(work, (self.house.notice(topic),))  # noqa: E731
        first = await do_once(self.house, once, ContestInfo, write)
        if first is not None:
            return first
        if keep:
            self.house.hall.add(live)
            self.stage.bots.wake(live)
        self.house.tell(topic, seats=False)
        if told:
            self.house.calling()
        return live.info

    async def _played_here_or_aside(self, live: Live, call: Callable[..., T], *arguments: Any) -> T:
        """What takes as long as a contest is that nobody else knows of yet."""
        if live.length() < LONG:
            return call(*arguments)
        size, table = live.length(), live.info.table
        return await self.house.aside.do(call, *arguments, size=size, about=table, looking=False)

    async def fork(
        self, who: Seat, contest: str, at: int | None = None, *, title: str = "", once: Once | None = None
    ) -> ContestInfo:
        """Another contest with this one's beginning, up to request number `at`. Only a game master may.

        This is how a contest goes on that is over: the fork has a seed of its own.
        """
        need_gm(who)
        self.house.rates.take("make", who.id, self.house.limits.makes)
        async with self.house.hall.hold_to_play(contest, Live.length, looking=False) as (live, run):
            live.admit(who)
            twin = await run(live.referee.fork, at)
            bounded_contest(twin.transcript.entries, self.house.limits)
            controls = msgspec.structs.replace(live.controls, forked_from=live.id, paused=False, reason="")
            name = title or f"{live.info.title}, another way"
        return await self.add(
            who, twin, controls, bounded_text(name[: self.house.limits.name], 200, "title"), once
        )

    # Seeing

    async def page(
        self, who: Seat, *, status: Status | None = None, after: str = "", limit: int = 50
    ) -> Page:
        """The contests of the seat's table, the newest first; `after` is the `next` of the page before."""
        shown = contests.c.table_id == who.table
        if status is not None:
            shown &= contests.c.status == status
        if after:
            when, _, name = after.partition("-")
            try:
                created = float(when)
            except ValueError:
                raise Refused(
                    "This is no page of the list.", accepted="the `next` of a page", place="after"
                ) from None
            older = (contests.c.created == created) & (contests.c.id < name)
            shown &= or_(contests.c.created < created, older)
        most = max(1, min(limit, 200))
        newest = select(contests).where(shown).order_by(contests.c.created.desc(), contests.c.id.desc())
        rows = await self.house.store.read(
            lambda connection: connection.execute(newest.limit(most + 1)).all()
        )
        more = f"{rows[most - 1].created!r}-{rows[most - 1].id}" if len(rows) > most else ""
        return Page([info_of(row) for row in rows[:most]], more)

    async def last_scene(self, who: Seat, game_name: str) -> ContestInfo | None:
        """The table's last contest of a game, if the next one can go on in its scene: see `NewContest.follows`."""
        need_gm(who)
        over = (await self.page(who, status="over", limit=50)).contests
        last = next((each for each in over if each.game == game_name), None)
        if last is None:
            return None
        try:
            return last if await self.starting.carried(who, last.id, game_name) else None
        except TranscriptError:
            return None

    async def table_of(self, contest: str) -> str:
        """The id of the table where a contest is played, or ""; only for finding out which seat is meant."""
        known = self.house.hall.known(contest)
        if known is not None:
            return known.info.table
        here = select(contests.c.table_id).where(contests.c.id == contest)
        return await self.house.store.read(lambda connection: connection.execute(here).scalar()) or ""

    async def view(
        self,
        who: Seat,
        contest: str,
        *,
        seat: str = "",
        after: str = "",
        log: bool = True,
        most: int = MOST_LINES,
    ) -> ContestView:
        """A contest as the seat sees it, from one of the seats of the contest that it holds.

        With the `position` of an earlier view as `after`, only the lines of the log since then are in it; never more
        than the last `most`, and without `log` none.
        """
        known, here = self.house.table_at_once(who.table), self.house.hall.at_once(contest)
        if known and here:
            since = self._since(here, who, after, log=log)
            few = min(most, len(here.referee.log) - since) <= _FEW_LINES
            if few and since >= here.referee.log.first:
                return contest_view(here, who, known, seat, since, most)
        table = await self.house.table(who.table)

        def need(live: Live) -> int:
            since = self._since(live, who, after, log=log)
            return live.to_recall(since) + _to_write(live, since, most)

        async with self.house.hall.hold_to_play(contest, need) as (live, run):
            since = self._since(live, who, after, log=log)
            if since < live.referee.log.first:
                await run(live.referee.recall)
            return await run(contest_view, live, who, table, seat, since, most)

    def _since(self, live: Live, who: Seat, after: str, *, log: bool) -> int:
        """From which line on the log is new to who comes to see a contest; bots who are asked hear of that, too."""
        live.admit(who)
        self.stage.bots.wake(live)
        return lines_after(live, after) if log else len(live.referee.log)

    async def log(
        self,
        who: Seat,
        contest: str,
        *,
        seat: str = "",
        since: int = 0,
        before: int | None = None,
        most: int | None = None,
    ) -> tuple[ContestInfo, list[WrittenLine]]:
        """The log as the seat may read it, from line number `since` to `before`, the last `most` lines of that.

        Of a contest that has ended it can be read even if its game, or that version of it, is no longer there.
        """
        try:
            need = lambda live: live.to_recall(since) + _to_write(live, since, most)  # noqa: E731
            async with self.house.hall.hold_to_play(contest, need) as (live, run):
                live.admit(who)
                seen_as, referee = live.seen_as(who, seat), live.referee
                if since < referee.log.first:
                    await run(referee.recall)
                return live.info, await run(seat_lines, referee, seen_as, since, most, before)
        except (TranscriptError, UnknownGame) as problem:
            info, lines = await self._recorded(who, contest, since, problem)
            kept = [line for line in lines if before is None or line.n < before]
            return info, kept[-(most or len(kept)) :]

    async def _recorded(
        self, who: Seat, contest: str, since: int, problem: AgonistError
    ) -> tuple[ContestInfo, list[WrittenLine]]:
        """The story as it was written down at the contest's end; there is none of one that has not ended."""

        def read(connection: Connection) -> tuple[Any, bytes | None]:
            row = connection.execute(select(contests).where(contests.c.id == contest)).first()
            return row, read_record(connection, contest)

        row, record = await self.house.store.read(read)
        if row is None or row.table_id != who.table:
            raise NotFound("There is no such contest here.")
        if record is None:
            raise problem
        casting = msgspec.json.decode(row.controls, type=Controls).casting
        held = tuple(seat for seat, holder in casting.items() if holder == who.id)
        return info_of(row), lines_for(record, (GM, *held) if who.gm else held, since)

    async def beside(self, who: Seat, contest: str, *, seat: str, lines: int) -> Beside:
        """What a page shows beside the view: the last lines that still count, and the numbers to chart."""
        here = self.house.hall.at_once(contest)
        if here and here.annals and max(0, len(here.referee.log) - lines) >= here.referee.log.first:
            return _beside(here, here.annals, who, seat, lines)

        def need(live: Live) -> int:
            live.admit(who)
            return live.to_watch() + live.to_recall(max(0, len(live.referee.log) - lines))

        async with self.house.hall.hold_to_play(contest, need) as (live, run):
            if live.to_recall(max(0, len(live.referee.log) - lines)):
                await run(live.referee.recall)
            return _beside(live, await live.watched(run), who, seat, lines)

    async def tools(self, who: Seat, contest: str) -> Tools:
        """What can be undone to and corrected now, and which bots there are. Only a game master may."""
        need_gm(who)
        async with self.house.hall.hold_to_play(contest, Live.to_list) as (live, run):
            live.admit(who)
            told = (await live.watched(run)).decisions(live.referee.open_now)
            return await run(tools_of, live, told, list(bots_of(live.referee.kind)))

    async def course(self, who: Seat, contest: str, *, seat: str = "") -> list[CoursePoint]:
        """The numbers that the contest's game wants charted, at every moment so far, as the seat may know them."""
        async with self.house.hall.hold_to_play(contest, Live.to_watch) as (live, run):
            live.admit(who)
            return (await live.watched(run)).moments(live.seen_as(who, seat))

    async def advice(self, who: Seat, contest: str, request: str) -> Advice | None:
        """The odds of the answers to a request of this seat's, if the game master shows odds and there are any.

        They come from what the asked seat sees, whoever asks for them, and are worked out once a moment.
        """
        table = await self.house.table(who.table)
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            pending = next((each for each in live.referee.pending if each.id == request), None)
            if pending is None or not (table.info.odds or who.gm):
                return None
            view, asked = _asked_of(live, who, pending)
            shared, key = live.shared(), ("advice", request)
            if key in shared:
                return shared[key]  # type: ignore[no-any-return]
            situation = situation_of(live.referee, pending)
        found = await self.adviser(who, live, view, asked, situation)
        if found is not None:
            shared[key] = found
        return found

    async def asked(self, who: Seat, contest: str, request: str) -> Asked:
        """A request that waits for an answer of this seat, with its form."""
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            pending = next((each for each in live.referee.pending if each.id == request), None)
            if pending is None:
                raise NotFound("Nothing of that id is asked now.", accepted="what you are asked")
            return _asked_of(live, who, pending)[1]

    async def _ask_clerks(
        self, who: Seat, live: Live, view: SeatView, asked: Asked, situation: Situation
    ) -> Advice | None:
        """The advice of a clerk; none where that comes too late, or for a game that only this process knows."""
        if asked.chance:
            return None
        with while_there():
            found: Advice | None = await self.house.clerks.perhaps(
                address(),
                "agonist.odds.counsel:advise",
                live.info.game,
                live.info.type,
                view,
                asked,
                situation,
                wanted=lambda: any(each.id == asked.id for each in live.referee.pending),
                most=_MOST_ADVICE,
                about=who.table,
            )
        return found


def _written(
    live: Live, by: str, end: Status, now: float
) -> tuple[Rows, Callable[[Connection], None] | None]:
    """What the store takes of a new contest, and the work that ends it there if it is not running."""
    rows = rows_of(live, by, now)
    return rows, None if end == "running" else ending(live, end, now)


def _to_write(live: Live, since: int, most: int | None) -> int:
    """How long it takes to write the lines of a log from one on, as entries; a few are written at once."""
    lines = min(most or len(live.referee.log), len(live.referee.log) - since)
    return lines if lines > _FEW_LINES else 0


def _beside(live: Live, annals: Annals, who: Seat, seat: str, lines: int) -> Beside:
    live.admit(who)
    seen_as, since = live.seen_as(who, seat), max(0, len(live.referee.log) - lines)
    recent = [line for line in seat_lines(live.referee, seen_as, since) if not line.undone]
    return Beside(recent, annals.steps(seen_as))


def _asked_of(live: Live, who: Seat, pending: Pending) -> tuple[SeatView, Asked]:
    """What the asked seat sees and is asked, for who holds it."""
    if pending.seat not in live.held_by(who) and not who.gm:
        raise ActRefused(
            f"This was asked of {live.called(pending.seat)}.",
            code="act.not-yours",
            accepted="what you are asked",
        )
    view = seat_view(live.referee, pending.seat, len(live.referee.log))
    return view, next(each for each in view.asked if each.id == pending.id)
