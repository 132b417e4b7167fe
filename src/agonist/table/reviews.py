"""Reviews of a table's contests: made by clerks once a contest is over, told as they come, and kept with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import nullcontext
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select

from agonist.kernel import GM, AgonistError, Transcript
from agonist.review import Piece, Review, made_of
from agonist.review.club import ClubMember, club_of
from agonist.review.shown import shown_to

from .errors import StoreUnavailable
from .exchange import Exchange
from .house import House
from .live_curves import LiveCurve, LiveCurves
from .model import Seat
from .schema import contests, reviews

__all__ = ["Club", "Reviewed", "Reviews"]

_log = logging.getLogger("agonist.reviews")

_AT_ONCE = 2
"""How many pieces of reviews are worked on at once, of all tables together."""
_WORK = "agonist.review.working:do"


class Reviewed(msgspec.Struct, frozen=True):
    """A contest's review, or how far it is: `done` of `of` pieces of the work that is known of so far.

    While the contest runs, `curve` is what the seat that asks can know of everybody's chances.
    """

    status: Literal["running", "working", "ready", "none"]
    done: int = 0
    of: int = 0
    why: str = ""
    review: Review | None = None
    curve: LiveCurve | None = None


class Club(msgspec.Struct, frozen=True):
    """All reviewed contests of a table together; `waiting` are over, and not reviewed yet."""

    members: tuple[ClubMember, ...]
    contests: int
    waiting: int


class Reviews:
    """Reviews contests, each once. `scale` is how much is played where values are estimated."""

    scale = 1.0

    def __init__(self, house: House, exchange: Exchange) -> None:
        self.house = house
        self.exchange = exchange
        self.curves = LiveCurves(house)
        self._under_way: dict[str, Reviewed] = {}
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def of(self, who: Seat, contest: str, *, seat: str = "") -> Reviewed:
        """The review of a contest of the seat's table, as a seat of it may read it; the first who asks has it made."""
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            status = live.info.status
            seats = (live.seen_as(who, seat),) if seat else live.held_by(who)
        if status == "running":
            return Reviewed("running", curve=await self.curves.of(who, contest, seat=seat))
        if status != "over":
            return Reviewed("none", why="It ended before anybody had won.")
        kept = await self.house.store.read(lambda connection: _read(connection, contest))
        if kept is not None:
            return Reviewed("ready", review=kept if GM in seats else shown_to(seats, kept))
        if contest not in self._under_way:
            transcript = await self.exchange.whole(who, contest)
            self._under_way[contest] = Reviewed("working", 0, 1)
            self._spawn(contest, transcript)
        return self._under_way[contest]

    def _spawn(self, contest: str, transcript: Transcript) -> None:
        task = asyncio.create_task(self._make(contest, transcript), name=f"review {contest}")
        self.house.tasks.add(task)
        task.add_done_callback(self.house.tasks.discard)

    async def _make(self, contest: str, transcript: Transcript) -> None:
        try:
            async for known in self.made(transcript):
                if known.review is None:
                    self._under_way[contest] = known
                else:
                    await self._keep(contest, known.review)
            self._under_way.pop(contest, None)
        except StoreUnavailable:
            self._under_way.pop(contest, None)
        except AgonistError as problem:
            self._under_way[contest] = Reviewed("none", why=problem.message)
        except RuntimeError:
            _log.exception("A review could not be made.", extra={"contest": contest})
            self._under_way[contest] = Reviewed("none", why="It could not be made.")

    async def made(self, transcript: Transcript, knowledge: str = "") -> AsyncIterator[Reviewed]:
        """A review as it is made: how far it is, again and again, and at last the review."""
        data, waves = transcript.to_json(), made_of(knowledge, self.scale)
        answers: list[Any] | None = None
        while True:
            try:
                wave = waves.send(answers) if answers is not None else next(waves)
            except StopIteration as done:
                yield Reviewed("ready", review=done.value)
                return
            answers = [None] * len(wave)
            tasks = [
                asyncio.create_task(self._piece(data, n, each, knowledge, alone=len(wave) == 1))
                for n, each in enumerate(wave)
            ]
            try:
                for finished, each in enumerate(asyncio.as_completed(tasks)):
                    n, answer = await each
                    answers[n] = answer
                    yield Reviewed("working", finished + 1, len(wave))
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _piece(
        self, data: bytes, n: int, piece: Piece, knowledge: str, *, alone: bool
    ) -> tuple[int, Any]:
        """One piece; what is but one is short, and does not wait behind the many of others."""
        async with nullcontext() if alone else self._room:
            return n, await self.house.reviewers.ask(f"piece {id(piece)}", _WORK, data, piece, knowledge)

    async def _keep(self, contest: str, found: Review) -> None:
        data = msgspec.json.encode(found)

        def work(connection: Connection) -> None:
            if connection.execute(select(contests.c.id).where(contests.c.id == contest)).first():
                connection.execute(delete(reviews).where(reviews.c.contest_id == contest))
                connection.execute(insert(reviews), {"contest_id": contest, "review": data})

        await self.house.store.write(work)

    async def club(self, who: Seat) -> Club:
        """Who was lucky and who plays well, over all contests of the table that were reviewed."""

        def read(connection: Connection) -> tuple[list[bytes], int]:
            over = (contests.c.table_id == who.table) & (contests.c.status == "over")
            kept = select(reviews.c.review).join(contests, contests.c.id == reviews.c.contest_id).where(over)
            found = list(connection.execute(kept.order_by(contests.c.created)).scalars())
            every = len(connection.execute(select(contests.c.id).where(over)).all())
            return found, every - len(found)

        kept, waiting = await self.house.store.read(read)
        members = await self.house.aside.do(who.table, _club, kept)
        return Club(members, len(kept), waiting)


def _club(kept: list[bytes]) -> tuple[ClubMember, ...]:
    return club_of(_decode(each) for each in kept)


_decode = msgspec.json.Decoder(Review).decode


def _read(connection: Connection, contest: str) -> Review | None:
    found: bytes | None = connection.execute(
        select(reviews.c.review).where(reviews.c.contest_id == contest)
    ).scalar()
    return None if found is None else _decode(found)
