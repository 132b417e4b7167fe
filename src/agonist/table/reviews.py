"""Reviews of a table's contests: made by clerks once a contest is over, told as they come, and kept with it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from agonist.kernel import GM
from agonist.review import Review
from agonist.review.club import ClubMember, club_of
from agonist.review.shown import shown_to

from .exchange import Exchange
from .house import House
from .live_curves import LiveCurves
from .making import Makers, Reviewed
from .model import Controls, Seat
from .schema import contests, reviews

__all__ = ["Club", "Reviewed", "Reviews"]

_TOLD = 10
"""As how many entries of a contest a review that is read counts."""


class Club(msgspec.Struct, frozen=True):
    """All reviewed contests of a table together; `waiting` are over, and not reviewed yet."""

    members: tuple[ClubMember, ...]
    contests: int
    waiting: int


class Reviews:
    """Reviews contests, each once."""

    def __init__(self, house: House, exchange: Exchange) -> None:
        self.house = house
        self.exchange = exchange
        self.curves = LiveCurves(house)
        self.makers = Makers(house)

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
        if kept is not None and (GM in seats or kept.lookers):
            whole = msgspec.structs.replace(kept, outside=None)
            return Reviewed("ready", review=whole) if GM in seats else _shown(seats, kept)
        known = self.makers.begin(
            contest,
            who.table,
            lambda: self.exchange.whole(who, contest),
            lambda review: self._keep(contest, review),
        )
        return known if GM in seats else _roughly(known)

    async def _keep(self, contest: str, found: Review | None) -> None:
        if found is None:
            return
        data = msgspec.json.encode(found)

        def work(connection: Connection) -> None:
            if connection.execute(select(contests.c.id).where(contests.c.id == contest)).first():
                connection.execute(delete(reviews).where(reviews.c.contest_id == contest))
                connection.execute(insert(reviews), {"contest_id": contest, "review": data})

        await self.house.store.write(work)

    async def club(self, who: Seat) -> Club:
        """Who was lucky and who plays well, over all contests of the table that were reviewed, as far as the seat may
        know."""

        def read(connection: Connection) -> tuple[list[tuple[bytes, bytes]], int]:
            over = (contests.c.table_id == who.table) & (contests.c.status == "over")
            both = select(reviews.c.review, contests.c.controls)
            kept = both.join(contests, contests.c.id == reviews.c.contest_id).where(over)
            found = [
                (row.review, row.controls) for row in connection.execute(kept.order_by(contests.c.created))
            ]
            every = len(connection.execute(select(contests.c.id).where(over)).all())
            return found, every - len(found)

        kept, waiting = await self.house.store.read(read)
        members = await self.house.aside.do(_club, who, kept, size=_TOLD * len(kept), about=who.table)
        return Club(members, len(kept), waiting)


def _club(who: Seat, kept: list[tuple[bytes, bytes]]) -> tuple[ClubMember, ...]:
    return club_of(found for found in (_told(who, *each) for each in kept) if found is not None)


def _told(who: Seat, review: bytes, controls: bytes) -> Review | None:
    """A review as somebody of the table may read it."""
    found = _decode(review)
    casting = msgspec.json.decode(controls, type=Controls).casting
    return found if who.gm else shown_to([seat for seat, by in casting.items() if by == who.id], found)


def _shown(seats: tuple[str, ...], kept: Review) -> Reviewed:
    found = shown_to(seats, kept)
    if found is None:
        return Reviewed("none", why="Something is hidden here, and the game does not say what it might be.")
    return Reviewed("ready", review=found)


def _roughly(known: Reviewed) -> Reviewed:
    """How far a review is, in tenths: how many pieces it takes depends on what is hidden too."""
    if known.status != "working":
        return known
    return msgspec.structs.replace(known, done=10 * known.done // max(1, known.of), of=10)


_decode = msgspec.json.Decoder(Review).decode


def _read(connection: Connection, contest: str) -> Review | None:
    found: bytes | None = connection.execute(
        select(reviews.c.review).where(reviews.c.contest_id == contest)
    ).scalar()
    return None if found is None else _decode(found)
