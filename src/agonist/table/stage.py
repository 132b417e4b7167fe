"""The stage: the one way in which contests change. An act is applied, stored, and only then seen by anybody."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, update

from agonist.kernel import ActRefused, AgonistError, AnswerRefused, Entry

from . import once as receipts
from . import pool
from .aside import Run
from .bot_moves import BotMoves
from .bots import Bots
from .calling import calls
from .endings import end_unreadable, ending
from .errors import NotAllowed, NotFound, Refused, StoreConflict
from .house import House, bump
from .limits import Limits
from .live import Live, entry_rows, players_of
from .model import Acted, Controls, Kept, Seat
from .once import Once
from .patience import attended, heeded, kept_dice
from .schema import contests, snapshots
from .writer import Job

SNAPSHOT_EVERY = 64
"""After how many entries a new snapshot is kept."""

_TRIES = 4


class Stage:
    """Where contests are changed, by people and by bots."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.moves = BotMoves(self)
        self.bots = Bots(self.moves.play, house.tasks)
        house.dropping.append(self.bots.stop)

    async def act(
        self,
        who: Seat,
        contest: str,
        do: Callable[[Live], list[Entry] | dict[str, Kept]],
        once: Once | None,
        *,
        aside: bool = False,
    ) -> Acted:
        """Let something happen in a contest; with `aside` beside the loop, as it takes as long as the contest is.

        What is done may also be that dice are kept, as others may still speak.
        """

        async def whole(live: Live, run: Run) -> Acted:
            _need_room(live, self.house.limits)
            await self.heed(live)
            new = await run(do, live)
            if not isinstance(new, dict):
                return await self.store(live, who.id, new, once)
            kept = msgspec.structs.replace(live.controls, kept=kept_dice(live) | new)
            return await self._store_controls(live, kept, once, None)

        return await self._in_turn(who, contest, once, whole, aside=aside)

    async def run(
        self,
        who: Seat,
        contest: str,
        change: Callable[[Live, Controls], None],
        once: Once | None,
        *,
        end: bool = False,
    ) -> Acted:
        """Change how a contest is run, if nobody else changed that meanwhile."""

        async def whole(live: Live, run: Run) -> Acted:
            controls = msgspec.structs.replace(live.controls)
            change(live, controls)
            return await self._store_controls(live, controls, once, run if end else None)

        return await self._in_turn(who, contest, once, whole, aside=end, paused_too=True)

    async def _in_turn(
        self,
        who: Seat,
        contest: str,
        once: Once | None,
        do: Callable[[Live, Run], Awaitable[Acted]],
        *,
        aside: bool,
        paused_too: bool = False,
    ) -> Acted:
        """Do something with nobody else at the contest; again if another process was quicker."""
        self.house.rates.take("act", who.id, self.house.limits.acts)
        need = Live.length if aside else _nothing
        for _ in range(_TRIES):
            async with self.house.hall.hold_to_play(contest, need, looking=False) as (live, run):
                live.admit(who)
                if once is not None and (first := await self._done_before(once)):
                    return first
                _need_going(live, who, paused_too=paused_too)
                with self.all_or_nothing(live):
                    return await do(live, run)
        raise StoreConflict("Others were quicker every time.", accepted="the same again")

    async def _done_before(self, once: Once) -> Acted | None:
        return await self.house.store.read(lambda connection: receipts.find(connection, once, Acted))

    async def store(
        self,
        live: Live,
        by: str | None,
        new: list[Entry],
        once: Once | None = None,
        *,
        caught_up: int | None = None,
    ) -> Acted:
        """Commit new entries with what follows from them, then tell everybody."""
        now, first, left = time.time(), live.stored, live.pool()
        rows = entry_rows(live.id, first, new, by, now)
        live.stored = first + len(new)
        live.doings.note(first, new[0], by)
        spent = live.pooled - left if caught_up is None else 0
        later: list[Callable[[Connection], Any]] = []
        if spent:
            later.append(pool.moved(live, spent, left))
        elif caught_up is not None:
            later.append(pool.caught_up(live, caught_up))
        ended = live.referee.over
        if ended:
            later.append(await live.aside(self.house.aside, ending, live, "over", now))
        elif live.stored - live.snapped >= SNAPSHOT_EVERY and not live.referee.undos:
            later.append(_snapshot(live))
        done = Acted(live.id, live.position(), live.stored, live.info.status)
        if once is not None:
            later.append(lambda connection: receipts.keep(connection, once, done))
        told = await self.house.calls_somebody(live.info.table)
        if told:
            later.append(calls(live))
        work = (lambda connection: [each(connection) for each in later]) if later else None
        await self._commit(live, work, rows, table=ended)
        if told:
            self.house.calling()
        live.pooled = left
        if spent:
            self.house.begin(self._level_pool(live))
        return done

    async def _store_controls(
        self, live: Live, controls: Controls, once: Once | None, end: Run | None
    ) -> Acted:
        old = live.revision
        live.controls, live.revision = controls, old + 1
        live.info = msgspec.structs.replace(live.info, players=players_of(controls))
        finish = await end(ending, live, "ended", time.time()) if end else None
        waits, told = bool(kept_dice(live)), await self.house.calls_somebody(live.info.table)
        done = Acted(live.id, live.position(), live.stored, live.info.status, waits)
        here = (contests.c.id == live.id) & (contests.c.revision == old) & (contests.c.status == "running")
        row = {"controls": msgspec.json.encode(controls), "revision": old + 1}

        def work(connection: Connection) -> None:
            if connection.execute(update(contests).where(here).values(**row)).rowcount != 1:
                raise StoreConflict("It was changed meanwhile.")
            if finish:
                finish(connection)
            if told:
                calls(live)(connection)
            bump(connection, live.info.table)
            receipts.keep(connection, once, done)

        await self._commit(live, work, [], table=True)
        if told:
            self.house.calling()
        return done

    async def _commit(
        self, live: Live, work: Callable[[Connection], Any] | None, rows: list[Any], *, table: bool
    ) -> None:
        """Store what happened in a contest, then tell who follows it, or its table too; bots hear of it as well."""
        topics = [f"c:{live.id}", f"t:{live.info.table}"][: 1 + table]
        await self.house.store.writer.done(
            Job(rows=rows, work=work, notices=tuple(map(self.house.notice, topics)))
        )
        for topic in topics:
            self.house.tell(topic, seats=False)
        self.bots.wake(live)

    async def end_unreadable(self, who: Seat, contest: str, reason: str) -> Acted:
        """End a contest that cannot be rebuilt from the store: its rules are gone, or what is stored is damaged."""
        topics = [f"c:{contest}", f"t:{who.table}"]
        ended = await self.house.store.write(
            lambda connection: end_unreadable(connection, contest, who.table, reason, time.time()),
            tuple(map(self.house.notice, topics)),
        )
        if not ended:
            raise NotFound("There is no such contest running here.")
        for topic in topics:
            self.house.tell(topic)
        return Acted(contest, "", 0, "ended")

    async def heed(self, live: Live) -> None:
        """See who is there, and wait for them from now on."""
        table = await self.house.table(live.info.table)
        looking = attended(self.house.presence.at(live.info.table), table.seats, live.controls)
        live.heed(heeded(looking, live.controls, table.info))

    @contextmanager
    def all_or_nothing(self, live: Live) -> Iterator[None]:
        """What is in memory but not in the store counts for nothing: the contest is then rebuilt from the store.

        A refusal that changed nothing leaves it as it is. A race that was lost is no error: one may try again. Who
        would have spent what is spent sees afterwards what is left.
        """
        try:
            yield
        except StoreConflict:
            live.stale = True
        except pool.PoolSpent:
            live.stale = True
            self.house.begin(self._catch_up(live.id))
            raise
        except (ActRefused, AnswerRefused, Refused, NotFound, NotAllowed):
            live.stale = len(live.referee.transcript.entries) != live.stored
            raise
        except BaseException:
            live.stale = True
            raise

    async def _level_pool(self, live: Live) -> None:
        """What was spent in a contest is gone from all others that run at the table."""
        for other in await self.house.store.read(lambda connection: pool.others_running(connection, live)):
            await self._catch_up(other)

    async def _catch_up(self, contest: str) -> None:
        """Correct what a contest has left of what the table shares, if others have spent of it."""
        with suppress(AgonistError):
            async with self.house.hall.hold(contest) as live:
                owed = await self.house.store.read(lambda connection: pool.behind(connection, contest))
                if owed and live.running:
                    left = max(0, live.pool() - owed)
                    with self.all_or_nothing(live):
                        new = live.referee.override(live.referee.kind.pool, left, reason=pool.REASON)
                        await self.store(live, None, new, caught_up=owed)


def _nothing(_: Live) -> int:
    """How much an ordinary act plays again."""
    return 0


def _need_going(live: Live, who: Seat, *, paused_too: bool = False) -> None:
    if not live.running:
        raise ActRefused("The contest is over.", code="act.over", accepted="a fork of it")
    if live.controls.paused and not who.gm and not paused_too:
        raise ActRefused("The contest is paused.", code="act.paused", accepted="the same when it goes on")


def _need_room(live: Live, limits: Limits) -> None:
    """A contest that has become too long can only be ended, or forked from an earlier point."""
    if live.stored >= limits.entries:
        raise Refused(
            f"The contest has come to {live.stored} entries.",
            accepted=f"up to {limits.entries}: end it, or fork it from an earlier point",
        )


def _snapshot(live: Live) -> Callable[[Connection], None]:
    made = live.referee.snapshot()
    live.snapped = live.stored
    data = None if made is None else msgspec.json.encode(made)

    def work(connection: Connection) -> None:
        if data is None:
            return
        here = snapshots.c.contest_id == live.id
        if connection.execute(update(snapshots).where(here).values(snapshot=data)).rowcount == 0:
            connection.execute(snapshots.insert(), {"contest_id": live.id, "snapshot": data})

    return work
