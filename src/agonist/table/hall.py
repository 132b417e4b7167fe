"""The hall: the contests that are in memory. One that nobody uses for a while is forgotten, and rebuilt when needed."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from .aside import LONG, to_its_end
from .errors import NotFound
from .live import Live, Written, read_contest, rebuilt
from .schema import contests, entries
from .store import Store

__all__ = ["Hall"]

T = TypeVar("T")

_UNDO = b'{"entry":"undo"'
"""How a stored entry begins that lets the whole contest be played again."""


class Hall:
    """Keeps up to `most` contests, each for `idle` seconds after its last use.

    `sure` says whether every change by another process is heard of; while it is not, each use asks the store.
    """

    def __init__(self, store: Store, *, most: int = 1_000, idle: float = 600) -> None:
        self.store = store
        self.most = most
        self.idle = idle
        self.sure = True
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Live]] = {}
        self._loading = ThreadPoolExecutor(2, "agonist-loads")

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
                    live.used = time.monotonic()
                    yield live
                finally:
                    if live.stale:
                        self.forget(id)
                return

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
        self._live[live.id] = live
        self.make_room()

    def set_behind(self, id: str | None = None) -> None:
        """Another process changed this contest, or may have changed any."""
        for live in self._live.values() if id is None else filter(None, (self._live.get(id),)):
            live.behind = True

    def forget(self, id: str) -> None:
        """Rebuild this contest from the store when it is used next."""
        self._live.pop(id, None)

    def make_room(self) -> None:
        """Forget what was not used for long, and the oldest where there are too many."""
        now = time.monotonic()
        old = [live for live in self._live.values() if now - live.used > self.idle]
        many = list(self._live.values())[: max(0, len(self._live) - self.most)]
        for live in {*old, *many}:
            if not live.lock.locked():
                self.forget(live.id)

    def close(self) -> None:
        self._loading.shutdown()

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
        stored = await self.store.read(lambda connection: read_contest(connection, id))
        if stored is None:
            raise NotFound("There is no such contest here.")
        live = await self._beside(len(stored.entries), rebuilt, stored)
        live.behind = self.store.shared
        self.add(live)
        return live

    async def _beside(self, entries: int, call: Callable[..., T], *arguments: Any) -> T:
        """Play so many entries in a thread, or here if they are few."""
        if entries < LONG:
            return call(*arguments)
        loop = asyncio.get_running_loop()
        return await to_its_end(loop.run_in_executor(self._loading, call, *arguments))

    async def _catch_up(self, live: Live) -> None:
        live.behind = False

        def news(connection: Connection) -> tuple[object, list[Written]]:
            row = connection.execute(select(contests).where(contests.c.id == live.id)).first()
            new = (entries.c.contest_id == live.id) & (entries.c.n >= live.stored)
            since = select(entries.c.entry, entries.c.seat_id).where(new).order_by(entries.c.n)
            return row, [(each.entry, each.seat_id) for each in connection.execute(since)]

        try:
            row, more = await self.store.read(news)
            if row is None:
                raise NotFound("There is no such contest here.")
            live.set_row(row)
            undone = any(entry.startswith(_UNDO) for entry, _ in more)
            await self._beside(len(live.referee.transcript.entries) if undone else len(more), live.take, more)
        except BaseException:
            live.stale = True
            raise
