"""The hall: the contests that are in memory. One that nobody uses for a while is forgotten, and rebuilt when needed."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection

from .aside import LONG, Aside, Run
from .errors import NotFound
from .live import Live, Written, read_contest, read_row, read_written, rebuilt
from .store import Store
from .visitors import address

T = TypeVar("T")

_UNDO = b'{"entry":"undo"'
"""How a stored entry begins that lets the whole contest be played again."""


OVER_SECONDS = 60.0
"""How long a contest that is over stays after its last use."""

MOST_ENTRIES = 200_000
"""How many entries all contests in memory may have together; a thousand take about a megabyte."""


class Hall:
    """Keeps up to `most` contests, each for `idle` seconds after its last use, and not so long when it is over.

    `sure` says whether every change by another process is heard of; while it is not, each use asks the store.
    """

    def __init__(self, store: Store, aside: Aside, *, most: int = 1_000, idle: float = 600) -> None:
        self.store = store
        self.aside = aside
        self.most = most
        self.idle = idle
        self.sure = True
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Live]] = {}
        self._drops = 0
        """How many tables were dropped so far."""

    def __len__(self) -> int:
        return len(self._live)

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[Live]:
        """The contest, up to date, with nobody else at it."""
        while True:
            live = await self._get(id)
            async with live.lock:
                if self._live.get(id) is not live:
                    continue
                try:
                    if live.behind or not self.sure:
                        await self._catch_up(live)
                    if live.stale:
                        continue
                    live.used = time.monotonic()
                    yield live
                finally:
                    if live.stale:
                        self.forget(id)
                return

    @asynccontextmanager
    async def hold_to_play(
        self, id: str, need: Callable[[Live], int], *, looking: bool = True
    ) -> AsyncIterator[tuple[Live, Run]]:
        """The contest, and what does work that plays it again; `need` says how many entries that are, 0 for none.

        If there are many, a turn to play them aside is waited for first, and only then the contest is held: who is at
        it meanwhile does not wait for others. Of one contest one such piece waits at a time.
        """
        async with self.hold(id) as live:
            size = need(live)
            if size < LONG:
                yield live, _here
                return
        async with (
            live.playing,
            self.aside.turn(size, about=live.info.table, looking=looking),
            self.hold(id) as live,
        ):
            yield live, self.aside.run

    def at_once(self, id: str) -> Live | None:
        """The contest if it is in memory, up to date, with nobody at it: for what is done before anything else is."""
        live = self._live.get(id)
        if live is None or live.behind or not self.sure or live.lock.locked():
            return None
        self._live.move_to_end(id)
        live.used = time.monotonic()
        return live

    def known(self, id: str) -> Live | None:
        """The contest if it is in memory: for what about it never changes."""
        return self._live.get(id)

    def add(self, live: Live) -> None:
        """Keep a contest that was just made and stored."""
        live.address = address()
        self._live[live.id] = live
        self.make_room()

    def set_behind(self, id: str | None = None) -> None:
        """Another process changed this contest, or may have changed any."""
        for live in self._live.values() if id is None else filter(None, (self._live.get(id),)):
            live.behind = True

    def forget(self, id: str) -> None:
        """Rebuild this contest from the store when it is used next."""
        self._live.pop(id, None)

    def forget_all(self) -> None:
        """Rebuild every contest when it is used next; one that somebody is at catches up."""
        self.set_behind()
        for live in list(self._live.values()):
            self._let_go(live)

    def drop(self, table: str) -> list[str]:
        """A table is gone: forget its contests; returns which they were."""
        self._drops += 1
        gone = [live.id for live in self._live.values() if live.info.table == table]
        for each in gone:
            self.forget(each)
        return gone

    def make_room(self) -> None:
        """Forget what was not used for long; where there is too much, the oldest of the address that has the most."""
        now = time.monotonic()
        for live in list(self._live.values()):
            if now - live.used > (self.idle if live.running else min(self.idle, OVER_SECONDS)):
                self._let_go(live)
        while len(self._live) > self.most or sum(map(_size, self._live.values())) > MOST_ENTRIES:
            free = [live for live in self._live.values() if not live.lock.locked()]
            if not free:
                return
            sizes: Counter[str] = Counter()
            for live in free:
                sizes[live.address] += _size(live)
            most = sizes.most_common(1)[0][0]
            self.forget(next(live.id for live in free if live.address == most))

    def _let_go(self, live: Live) -> None:
        if not live.lock.locked():
            self.forget(live.id)

    async def _get(self, id: str) -> Live:
        live = self._live.get(id)
        if live is not None:
            self._live.move_to_end(id)
            return live
        if id not in self._coming:
            self._coming[id] = asyncio.create_task(self._load(id))
            self._coming[id].add_done_callback(lambda _: self._coming.pop(id, None))
        return await asyncio.shield(self._coming[id])

    async def _load(self, id: str) -> Live:
        drops = self._drops
        stored = await self.store.read(lambda connection: read_contest(connection, id))
        if stored is None:
            raise NotFound("There is no such contest here.")
        size = len(stored.entries)
        if size < LONG:
            live = rebuilt(stored)
        else:
            async with self.aside.turn(size, about=stored.row.table_id, loading=True):
                live = await self.aside.run(rebuilt, stored)
        while drops != self._drops:  # it may be one of those that went meanwhile
            drops = self._drops
            if await self.store.read(lambda connection: read_row(connection, id)) is None:
                raise NotFound("There is no such contest here.")
        live.behind = self.store.shared
        self.add(live)
        return live

    async def _catch_up(self, live: Live) -> None:
        live.behind = False

        def news(connection: Connection) -> tuple[object, list[Written]]:
            return read_row(connection, live.id), read_written(connection, live.id, since=live.stored)

        try:
            row, more = await self.store.read(news)
            if row is None:
                raise NotFound("There is no such contest here.")
            live.set_row(row)
            undone = any(entry.startswith(_UNDO) for entry, _ in more)
            live.stale = (len(live.referee.transcript.entries) if undone else len(more)) >= LONG
            if not live.stale:
                live.take(more)
        except BaseException:
            live.stale = True
            raise


async def _here(call: Callable[..., T], *arguments: Any) -> T:
    """Do something at once: it is short."""
    return call(*arguments)


def _size(live: Live) -> int:
    return len(live.referee.transcript.entries)
