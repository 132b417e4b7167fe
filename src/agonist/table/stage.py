"""The stage: the one way in which contests change. An act is applied, stored, and only then seen by anybody."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, update

from agonist.kernel import GM, ActRefused, Answer, AnswerRefused, Ask, Entry, Pending
from agonist.odds.best import BEST

from . import once as receipts
from .bots import Bots, Thought, bot_answer, due, thought_about
from .endings import end_unreadable, ending
from .errors import NotAllowed, NotFound, Refused, StoreConflict
from .house import House, bump
from .limits import Limits
from .live import Live, entry_rows
from .model import Acted, Controls, Seat
from .once import Once
from .schema import contests, snapshots
from .writer import Job

__all__ = ["Stage", "answer_as_bot"]

SNAPSHOT_EVERY = 64
"""After how many entries a new snapshot is kept."""

_TRIES = 4


class Stage:
    """Where contests are changed, by people and by bots."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.bots = Bots(self._bot_plays, house.tasks)

    async def act(
        self,
        who: Seat,
        contest: str,
        do: Callable[[Live], list[Entry]],
        once: Once | None,
        *,
        aside: bool = False,
    ) -> Acted:
        """Let something happen in a contest; with `aside` beside the loop, as it takes as long as the contest is."""

        async def whole(live: Live) -> Acted:
            before = live.referee.over
            _need_room(live, self.house.limits)
            new = await live.aside(self.house.aside, do, live) if aside else do(live)
            return await self._store(live, who.id, new, once, ended=live.referee.over and not before)

        return await self._in_turn(who, contest, once, whole)

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

        async def whole(live: Live) -> Acted:
            controls = msgspec.structs.replace(live.controls)
            change(live, controls)
            return await self._store_controls(live, controls, once, end=end)

        return await self._in_turn(who, contest, once, whole, paused_too=True)

    async def _in_turn(
        self,
        who: Seat,
        contest: str,
        once: Once | None,
        do: Callable[[Live], Awaitable[Acted]],
        *,
        paused_too: bool = False,
    ) -> Acted:
        """Do something with nobody else at the contest; again if another process was quicker."""
        self.house.rates.take("act", who.id, self.house.limits.acts)
        for _ in range(_TRIES):
            async with self.house.hall.hold(contest) as live:
                live.admit(who)
                if once is not None and (first := await self._done_before(once)):
                    return first
                _need_going(live, who, paused_too=paused_too)
                with _stored_or_stale(live):
                    return await do(live)
        raise StoreConflict("Others were quicker every time.", accepted="the same again")

    async def _store(
        self, live: Live, by: str | None, new: list[Entry], once: Once | None, *, ended: bool
    ) -> Acted:
        """Commit new entries with what follows from them, then tell everybody."""
        now, first = time.time(), live.stored
        rows = entry_rows(live.id, first, new, by, now)
        live.stored = first + len(new)
        live.doings.note(first, new[0], by)
        later: list[Callable[[Connection], Any]] = []
        if ended:
            later.append(await live.aside(self.house.aside, ending, live, "over", now))
        elif live.stored - live.snapped >= SNAPSHOT_EVERY and not live.referee.undos:
            later.append(_snapshot(live))
        done = Acted(live.id, live.position(), live.stored, live.info.status)
        if once is not None:
            later.append(lambda connection: receipts.keep(connection, once, done))
        work = (lambda connection: [each(connection) for each in later]) if later else None
        topics = [f"c:{live.id}"] + ([f"t:{live.info.table}"] if ended else [])
        await self.house.store.writer.done(
            Job(rows=rows, work=work, notices=tuple(map(self.house.notice, topics)))
        )
        self._tell(live, topics)
        return done

    async def _store_controls(self, live: Live, controls: Controls, once: Once | None, *, end: bool) -> Acted:
        old = live.revision
        live.controls, live.revision = controls, old + 1
        finish = await live.aside(self.house.aside, ending, live, "ended", time.time()) if end else None
        done = Acted(live.id, live.position(), live.stored, live.info.status)
        here = (contests.c.id == live.id) & (contests.c.revision == old) & (contests.c.status == "running")
        row = {"controls": msgspec.json.encode(controls), "revision": old + 1}

        def work(connection: Connection) -> None:
            if connection.execute(update(contests).where(here).values(**row)).rowcount != 1:
                raise StoreConflict("It was changed meanwhile.")
            if finish:
                finish(connection)
            bump(connection, live.info.table)
            receipts.keep(connection, once, done)

        topics = [f"c:{live.id}", f"t:{live.info.table}"]
        await self.house.store.write(work, tuple(map(self.house.notice, topics)))
        self._tell(live, topics)
        return done

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

    async def _done_before(self, once: Once) -> Acted | None:
        return await self.house.store.read(lambda connection: receipts.find(connection, once, Acted))

    def _tell(self, live: Live, topics: list[str]) -> None:
        for topic in topics:
            self.house.tell(topic, seats=False)
        self.bots.wake(live)

    async def _bot_plays(self, contest: str) -> float | None:
        async with self.house.hall.hold(contest) as live:
            asked = due(live, await self._attended(live))
            if asked is None or isinstance(asked, float) or live.stored >= self.house.limits.entries:
                return asked if isinstance(asked, float) else None
            pending, bot = asked
            if bot != BEST or not isinstance(pending.request, Ask):
                return await self._bot_answers(live, pending, bot, bot_answer(live, pending, bot))
            thought = thought_about(live, pending)
        answer = await self.best(thought, contest)
        async with self.house.hall.hold(contest) as live:
            asked = due(live)
            if isinstance(asked, tuple) and (asked[0].id, asked[1]) == (thought.request, BEST):
                await self._bot_answers(live, asked[0], BEST, answer)
            return 0.0

    async def _bot_answers(self, live: Live, pending: Pending, bot: str, answer: Answer) -> float:
        if pending.window and isinstance(pending.request, Ask) and answer == pending.request.assumed():
            live.left_alone.add(pending.id)
            return 0.0
        with _stored_or_stale(live):
            new = live.referee.answer(pending.id, answer, reason=f"bot: {bot}")
            await self._store(live, None, new, None, ended=live.referee.over)
        return 0.0

    async def best(self, thought: Thought, contest: str) -> Answer:
        """What a clerk finds best; the usual answer where that takes too long, or only this process knows the game."""
        asker, function = f"bot of {contest}", "agonist.odds.best:best_answer"
        return await self.house.clerks.perhaps(asker, function, *thought[1:], otherwise=thought.usual)

    async def _attended(self, live: Live) -> set[str]:
        """The seats of a contest at which a person is looking now."""
        present = self.house.presence.at(live.info.table)
        seats = (await self.house.table(live.info.table)).seats
        gms = {GM} if any(seats[each].gm for each in present if each in seats) else set()
        return gms | {seat for seat, holder in live.controls.casting.items() if holder in present}


@contextmanager
def _stored_or_stale(live: Live) -> Iterator[None]:
    """What is in memory but not in the store counts for nothing: the contest is then rebuilt from the store.

    A refusal that changed nothing leaves it as it is. A race that was lost is no error: one may try again.
    """
    try:
        yield
    except StoreConflict:
        live.stale = True
    except (ActRefused, AnswerRefused, Refused, NotFound, NotAllowed):
        live.stale = len(live.referee.transcript.entries) != live.stored
        raise
    except BaseException:
        live.stale = True
        raise


def answer_as_bot(live: Live, pending: Pending, bot: str, thought: tuple[Answer, ...] = ()) -> list[Entry]:
    """Answer a request as a bot would, with what it has thought of before if it has; the transcript says so."""
    answer = thought[0] if thought else bot_answer(live, pending, bot)
    return live.referee.answer(pending.id, answer, reason=f"bot: {bot}")


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
