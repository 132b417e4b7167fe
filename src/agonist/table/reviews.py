"""Reviews of a table's contests: made by clerks once a contest is over, told as they come, and kept with it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from agonist.kernel import GM, ONLOOKER
from agonist.review import Review, joined
from agonist.review.club import ClubMember, club_of
from agonist.review.shown import shown_to

from .exchange import Exchange
from .house import House
from .live_curves import LiveCurves
from .making import Makers, Reviewed
from .model import Controls, Seat
from .schema import contests, reviews

_TOLD = 10
"""As how many entries of a contest a review that is read counts."""


class Club(msgspec.Struct, frozen=True):
    """All contests of a table that were reviewed for whoever asks; `waiting` are over, and not reviewed yet."""

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
        found = None if kept is None else _whole(kept) if GM in seats else _shown(seats, kept)
        if found is not None:
            return found
        known = self.makers.begin(
            contest,
            who.table,
            lambda: self.exchange.whole(who, contest),
            lambda review: self._keep(contest, review),
            knowledge="" if GM in seats else ONLOOKER,
        )
        return known if GM in seats else _roughly(known)

    async def _keep(self, contest: str, found: Review | None) -> None:
        if found is None:
            return

        def work(connection: Connection) -> None:
            if connection.execute(select(contests.c.id).where(contests.c.id == contest)).first():
                data = msgspec.json.encode(joined(_read(connection, contest), found))
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
            return found, len(connection.execute(select(contests.c.id).where(over)).all())

        kept, every = await self.house.store.read(read)
        members, known = await self.house.aside.do(_club, who, kept, size=_TOLD * len(kept), about=who.table)
        return Club(members, known, every - known)


def _club(who: Seat, kept: list[tuple[bytes, bytes]]) -> tuple[tuple[ClubMember, ...], int]:
    """The people of all that was reviewed for somebody, and in how many contests that was."""
    told = [_told(who, *each) for each in kept]
    shown = [each.review for each in told if each is not None and each.review is not None]
    return club_of(shown), sum(each is not None for each in told)


def _told(who: Seat, review: bytes, controls: bytes) -> Reviewed | None:
    """A review as somebody of the table may read it, if that part of it is there."""
    found = _decode(review)
    if who.gm:
        return _whole(found)
    casting = msgspec.json.decode(controls, type=Controls).casting
    return _shown(tuple(seat for seat, by in casting.items() if by == who.id), found)


def _whole(kept: Review) -> Reviewed | None:
    """The game master's part of a review, if that is there."""
    return None if kept.knowledge else Reviewed("ready", review=msgspec.structs.replace(kept, outside=None))


def _shown(seats: tuple[str, ...], kept: Review) -> Reviewed | None:
    """What others are shown, if it is known."""
    found = shown_to(seats, kept)
    if found is not None:
        return Reviewed("ready", review=found)
    if kept.lookers == "none":
        return Reviewed("none", why="Something is hidden here, and the game does not say what it might be.")
    return None


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
