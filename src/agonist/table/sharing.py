"""Pages of finished contests that a game master makes public, with a link of their own, and takes back."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from agonist.kernel import ONLOOKER, AgonistError, Play, Transcript, game, seat_lines, seat_view
from agonist.review import Review

from .changes import count_write, need_gm
from .errors import NotFound, Refused
from .exchange import Exchange
from .house import House
from .model import ContestInfo, Seat
from .reviews import Reviews
from .schema import shares
from .tokens import new_token, well_formed

__all__ = ["PublicPage", "Sharing"]

_log = logging.getLogger("agonist.reviews")


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
        self._under_way: set[str] = set()

    async def link(self, who: Seat, contest: str) -> str:
        """The link of a contest's public page, or "" if it has none. Only a game master may know."""
        need_gm(who)
        await self._over(who, contest)
        here = select(shares.c.link).where(shares.c.contest_id == contest)
        return await self.house.store.read(lambda connection: connection.execute(here).scalar()) or ""

    async def share(self, who: Seat, contest: str) -> str:
        """Make a contest that is over public; the same link if it is already. Only a game master may."""
        known = await self.link(who, contest)
        if known and (known in self._under_way or not (await self.page(known)).working):
            return known
        count_write(self.house, who)
        info, transcript = await self._over(who, contest)
        page = await self.house.aside.do(who.table, public_page, info, transcript)
        link = known or new_token()
        row = {"contest_id": contest, "link": link, "page": msgspec.json.encode(page), "created": time.time()}

        def work(connection: Connection) -> None:
            connection.execute(delete(shares).where(shares.c.contest_id == contest))
            connection.execute(insert(shares), row)

        await self.house.store.write(work)
        self._under_way.add(link)
        task = asyncio.create_task(self._review(link, page, transcript), name=f"share {contest}")
        self.house.tasks.add(task)
        task.add_done_callback(self.house.tasks.discard)
        task.add_done_callback(lambda _: self._under_way.discard(link))
        return link

    async def take_back(self, who: Seat, contest: str) -> None:
        """From now on there is nothing behind the link. Only a game master may."""
        need_gm(who)
        await self._over(who, contest)
        await self.house.store.write(
            lambda connection: connection.execute(delete(shares).where(shares.c.contest_id == contest))
        )

    async def page(self, link: str) -> PublicPage:
        """The page behind a link, for anybody who has it."""
        found: bytes | None = None
        if well_formed(link):
            here = select(shares.c.page).where(shares.c.link == link)
            found = await self.house.store.read(lambda connection: connection.execute(here).scalar())
        if found is None:
            raise NotFound("There is nothing here, or it was taken back.", accepted="a link that still holds")
        return msgspec.json.decode(found, type=PublicPage)

    async def _over(self, who: Seat, contest: str) -> tuple[ContestInfo, Transcript]:
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            info = live.info
        if info.status != "over":
            raise Refused(
                "Only a contest that is over can be shared.", code="act.not-over", accepted="its end"
            )
        return info, await self.exchange.whole(who, contest)

    async def _review(self, link: str, page: PublicPage, transcript: Transcript) -> None:
        found: Review | None = None
        try:
            async for known in self.reviews.made(transcript, ONLOOKER):
                found = known.review
        except AgonistError:
            found = None
        except RuntimeError:
            _log.exception("The review of a public page could not be made.")
        done = msgspec.structs.replace(page, review=found, working=False)
        row = {"page": msgspec.json.encode(done)}
        await self.house.store.write(
            lambda connection: connection.execute(update(shares).where(shares.c.link == link).values(**row))
        )


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
