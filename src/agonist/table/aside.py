"""Aside: work that grows with the length of a contest, done in threads beside the event loop, so that nobody waits.

Threads share the processor's time with the loop, so there are few: one piece of heavy work at a time, which then rests
as long as it took, and beside it one light piece, which therefore never waits behind a heavy one. What somebody looks
at comes first; else whoever has had the least time lately, by address. Nobody waits for a turn with a contest in
hand: see `Hall.hold_to_play`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from typing import Any, Protocol, TypeVar

from agonist.odds.turns import Busy, Turns

from .errors import TooFast
from .visitors import address, while_there

T = TypeVar("T")

LONG = 40
"""From how many entries on a contest is played again aside: these take some four milliseconds."""

HEAVY = 1_000
"""From how many entries on that is heavy: these take a tenth of a second."""

MOST_WAITING = 40
"""How many pieces of one address may wait."""

_LOADING, _LOOKING, _CHANGING = 0, 1, 2
"""What comes first: a contest that somebody wants to see is loaded, then shown; all else comes after that."""


class Run(Protocol):
    """Does a piece of work where there is room for it."""

    def __call__(self, call: Callable[..., T], *arguments: Any) -> Awaitable[T]: ...


async def to_its_end(work: asyncio.Future[T]) -> T:
    """Wait for what a thread does, even if nobody wants it any more: the lock under which it works must stay held."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait({work})
        raise


class Aside:
    """The threads, and who waits for them."""

    def __init__(self) -> None:
        self.turns = Turns(2, heavy=1, most=MOST_WAITING, rest=1.0)
        self._threads = ThreadPoolExecutor(2, "agonist-aside")
        self._endings = Turns(3, each=1)
        self._at_once = ThreadPoolExecutor(3, "agonist-at-once")

    async def do(
        self,
        call: Callable[..., T],
        *arguments: Any,
        size: int = HEAVY,
        about: str = "",
        looking: bool = True,
    ) -> T:
        """Do a piece of work as large as a contest of `size` entries, about a table."""
        async with self.turn(size, about=about, looking=looking):
            return await self.run(call, *arguments)

    @asynccontextmanager
    async def turn(
        self, size: int, *, about: str = "", looking: bool = True, loading: bool = False
    ) -> AsyncIterator[None]:
        """Room to `run` something in; `TooFast` if too much of the same address waits already."""
        rank = _LOADING if loading else _LOOKING if looking else _CHANGING
        turn = self.turns.turn(address(), rank=rank, heavy=size >= HEAVY, about=about)
        async with AsyncExitStack() as held:
            try:
                with nullcontext() if loading else while_there():
                    await held.enter_async_context(turn)
            except Busy:
                raise TooFast(1) from None
            yield

    async def run(self, call: Callable[..., T], *arguments: Any) -> T:
        """Do something in a thread; only in one's turn."""
        return await to_its_end(asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments))

    async def at_once(self, call: Callable[..., T], *arguments: Any) -> T:
        """Do something that cannot wait, as a contest is in hand: at most for more of the same address."""
        async with self._endings.turn(address()):
            loop = asyncio.get_running_loop()
            return await to_its_end(loop.run_in_executor(self._at_once, call, *arguments))

    def close(self) -> None:
        self._threads.shutdown()
        self._at_once.shutdown()
