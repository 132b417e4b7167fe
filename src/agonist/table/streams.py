"""Streams: what a seat is told as it happens, and from where it goes on after a broken connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from .contests import Contests
from .errors import NotFound, StoreUnavailable
from .house import House
from .hub import News
from .model import ContestView, Seat, TableView
from .people import People
from .televisions import Televisions, is_television

QUIET_SECONDS = 15.0
"""After how long a stream says that it is still there."""


class Update(msgspec.Struct, frozen=True):
    """Something new: a view of the contest, of the table, of both, or neither, which only says that the line is open.

    `id` is the position to continue after. A view holds everything since the position before it, so that nothing is
    missed however long a connection was broken. `presence` says that of the table only who is present has changed.
    """

    id: str = ""
    view: ContestView | None = None
    table: TableView | None = None
    presence: bool = False


class Streams:
    """Follows tables and contests for seats."""

    def __init__(self, house: House, people: People, contests: Contests, televisions: Televisions) -> None:
        self.house = house
        self.people = people
        self.contests = contests
        self.televisions = televisions

    async def still(self, who: Seat, token: str) -> Seat | None:
        """Whoever looks as they are now, or None if their token opens nothing here any more."""
        if not is_television(who):
            return await self.people.still(who, token)
        known = await self.televisions.known(token)
        return who if known is not None and known.seat == who else None

    async def follow(
        self,
        who: Seat,
        token: str,
        contest: str = "",
        *,
        seat: str = "",
        after: str = "",
        peer: str = "",
        plans: str = "",
    ) -> AsyncIterator[Update]:
        """Follow the seat's table, and a contest there, from a position on; ends when the token opens it no longer.

        The first change brings the table, and the contest unless nothing is new since `after`. While this
        runs the seat counts as present. An unknown contest is refused before anything is given out, and so is one
        stream too many for the seat, the table or the address `peer`. `plans` is what is being set up there meanwhile.
        """
        topics = [f"t:{who.table}"] + ([f"c:{contest}"] if contest else [])
        house = self.house
        with (
            house.screens.one(who, peer),
            house.hub.listen(*topics, f"p:{who.table}") as news,
            house.presence.of(who.table, who.id, plans),
        ):
            for topic in topics:
                news.tell(topic)
            async for change in self._changes(who, token, contest, seat, after, news):
                yield change

    async def _changes(
        self, who: Seat, token: str, contest: str, seat: str, after: str, news: News
    ) -> AsyncIterator[Update]:
        seen_as = ""
        while not self.house.hub.closing:
            changed = await news.next(QUIET_SECONDS)
            table, view, whole = None, None, f"t:{who.table}" in changed
            try:
                if whole:
                    now = await self.still(who, token)
                    if now is None:
                        return
                    if contest and now.role != who.role:
                        changed.add(f"c:{contest}")
                    who = now
                if whole or f"p:{who.table}" in changed:
                    table = await self.people.table(who)
                if f"c:{contest}" in changed:
                    view = await self.contests.view(who, contest, seat=seat, after=after)
                    if view.seen_as != seen_as if seen_as else _run_otherwise(view.position, after):
                        view = await self.contests.view(who, contest, seat=seat)
                    seen_as = view.seen_as
                    view = view if view.position != after or view.whole else None
            except StoreUnavailable:
                await asyncio.sleep(0.5)
                for topic in changed:
                    news.tell(topic)
                continue
            except NotFound:
                if table:
                    yield Update(after, table=table)
                return
            after = view.position if view else after
            if table or view or not changed:
                yield Update(after, view, table, presence=bool(table) and not (whole or view))


def _run_otherwise(position: str, after: str) -> bool:
    """Whether seats may have changed hands since a position: whoever has got another one has another log to read."""
    return position.rpartition(".")[2] != after.rpartition(".")[2]
