"""Aside: work that grows with the length of a contest, done beside the event loop so that no other table waits for it.

One piece is done at a time, in a thread. Of what waits, the table that has had the least time lately comes first, so
that whoever asks for much waits for themselves.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from .errors import TooFast

__all__ = ["LONG", "MOST_WAITING", "Aside", "to_its_end"]

T = TypeVar("T")

LONG = 40
"""From how many entries on a contest is played again aside: these take some four milliseconds."""

MOST_WAITING = 8
"""How many pieces of one table may wait."""

_HALF_LIFE = 10.0
"""After how many seconds half of the time that a table has had is forgotten."""


async def to_its_end(work: asyncio.Future[T]) -> T:
    """Wait for what a thread does, even if nobody wants it any more: the lock under which it works must stay held."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait({work})
        raise


class Aside:
    """One thread, and who waits for it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "agonist-aside")
        self._free = True
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._counts: Counter[str] = Counter()
        self._had: dict[str, tuple[float, float]] = {}

    async def do(self, table: str, call: Callable[..., T], *arguments: Any) -> T:
        """Do a piece of work for a table; `TooFast` if too much of the same table waits already."""
        if self._counts[table] >= MOST_WAITING:
            raise TooFast(1)
        self._counts[table] += 1
        try:
            await self._turn(table)
            return await self._done(table, call, arguments)
        finally:
            self._counts[table] -= 1
            if not self._counts[table]:
                del self._counts[table]

    def close(self) -> None:
        self._thread.shutdown()

    async def _turn(self, table: str) -> None:
        if self._free:
            self._free = False
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    async def _done(self, table: str, call: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        begun = time.monotonic()
        work = asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)
        try:
            return await to_its_end(work)
        finally:
            self._note(table, time.monotonic() - begun)
            self._next()

    def _next(self) -> None:
        """Let the next one work: the first of those whose table has had the least."""
        self._waiting = [(table, turn) for table, turn in self._waiting if not turn.done()]
        if not self._waiting:
            self._free = True
            return
        n = min(range(len(self._waiting)), key=lambda n: self._lately(self._waiting[n][0]))
        self._waiting.pop(n)[1].set_result(None)

    def _lately(self, table: str) -> float:
        had, when = self._had.get(table, (0.0, 0.0))
        return float(had * 0.5 ** ((time.monotonic() - when) / _HALF_LIFE))

    def _note(self, table: str, seconds: float) -> None:
        self._had[table] = (self._lately(table) + seconds, time.monotonic())
        if len(self._had) > 1_000:
            self._had = {name: had for name, had in self._had.items() if self._lately(name) > 0.001}
