"""Pages of finished contests that a game master makes public, with a link of their own, and takes back."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from agonist.kernel import ONLOOKER, Play, Transcript, game, seat_lines, seat_view
from agonist.review import Review

from .changes import count_write, need_gm
from .errors import NotFound, Refused, StoreConflict
from .exchange import Exchange
from .house import House
from .model import ContestInfo, Seat
from .reviews import Reviews
from .schema import shares
from .tokens import new_token, well_formed


class PublicPage(msgspec.Struct, frozen=True):
    """What a stranger may know of a contest: what everybody at the table could see, and nothing else.

    `working` says that its review is still being made; it is made from the same knowledge.
    """

    title: str
    game: str
    type: str
    day: str
    summary: str
    winners: tuple[str, ...]
    lines: tuple[str, ...]
    review: Review | None = None
    working: bool = True


class Sharing:
    """Makes pages public and takes them back."""

    def __init__(self, house: House, exchange: Exchange, reviews: Reviews) -> None:
        self.house = house
        self.exchange = exchange
        self.reviews = reviews

    async def link(self, who: Seat, contest: str) -> str:
        """The link of a contest's public page, or "" if it has none. Only a game master may know."""
        need_gm(who)
        await self._over(who, contest)
        here = select(shares.c.link).where(shares.c.contest_id == contest)
        return await self.house.store.read(lambda connection: connection.execute(here).scalar()) or ""

    async def share(self, who: Seat, contest: str) -> str:
        """Make a contest that is over public; the same link if it is already. Only a game master may."""
        link = await self.link(who, contest) or await self._made_public(who, contest)
        if (await self.page(link)).working:
            self.reviews.makers.begin(
                contest,
                who.table,
                lambda: self.exchange.whole(who, contest),
                lambda review: self._reviewed(contest, review),
                knowledge=ONLOOKER,
                lookers=False,
            )
        return link

    async def _made_public(self, who: Seat, contest: str) -> str:
        """A new link; if several want one at once, all get the same."""
        count_write(self.house, who)
        info, transcript = await self._over(who, contest), await self.exchange.whole(who, contest)
        page = await self.house.aside.do(
            public_page, info, transcript, size=len(transcript.entries), about=who.table, looking=False
        )
        here = select(shares.c.link).where(shares.c.contest_id == contest)
        row = {"contest_id": contest, "page": msgspec.json.encode(page), "created": time.time()}

        def work(connection: Connection) -> str:
            known: str | None = connection.execute(here).scalar()
            if known is None:
                known = new_token()
                connection.execute(insert(shares), row | {"link": known})
            return known

        try:
            return await self.house.store.write(work)
        except StoreConflict:  # another process was quicker
            return await self.house.store.write(work)

    async def take_back(self, who: Seat, contest: str) -> None:
        """From now on there is nothing behind the link. Only a game master may."""
        if not await self.link(who, contest):
            return
        count_write(self.house, who)
        await self.house.store.write(
            lambda connection: connection.execute(delete(shares).where(shares.c.contest_id == contest))
        )
        self.reviews.makers.leave(contest, ONLOOKER)

    async def page(self, link: str) -> PublicPage:
        """The page behind a link, for anybody who has it."""
        found: bytes | None = None
        if well_formed(link):
            here = select(shares.c.page).where(shares.c.link == link)
            found = await self.house.store.read(lambda connection: connection.execute(here).scalar())
        if found is None:
            raise NotFound("There is nothing here, or it was taken back.", accepted="a link that still holds")
        return msgspec.json.decode(found, type=PublicPage)

    async def _over(self, who: Seat, contest: str) -> ContestInfo:
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            info = live.info
        if info.status != "over":
            raise Refused(
                "Only a contest that is over can be shared.", code="act.not-over", accepted="its end"
            )
        return info

    async def _reviewed(self, contest: str, found: Review | None) -> None:
        """Put the review, or that there is none, into the page, if there still is one."""
        here = shares.c.contest_id == contest

        def work(connection: Connection) -> None:
            data = connection.execute(select(shares.c.page).where(here)).scalar()
            if data is not None:
                page = msgspec.json.decode(data, type=PublicPage)
                done = msgspec.structs.replace(page, review=found, working=False)
                connection.execute(update(shares).where(here).values(page=msgspec.json.encode(done)))

        await self.house.store.write(work)


def public_page(info: ContestInfo, transcript: Transcript) -> PublicPage:
    """What everybody could see of a contest, told to its end."""
    play: Play[Any] = Play.replay(game(transcript.game), transcript)
    outcome = seat_view(play, ONLOOKER, since=len(play.log)).outcome or {}
    told = (line for line in seat_lines(play, ONLOOKER) if line.rule and not line.undone and not line.dice)
    lines = [line.text for line in told]
    return PublicPage(
        title=info.title,
        game=play.game.title,
        type=play.kind.title,
        day=f"{info.created:%-d %B %Y}",
        summary=str(outcome.get("summary", "")),
        winners=tuple(map(str, outcome.get("winners", ()))),
        lines=tuple(lines),
    )
