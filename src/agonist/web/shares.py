"""Shares of the event loop: an address has two requests in work at once while others ask for something too.

What is in work goes on step by step, and each step waits for those of all others: a hundred requests of one visitor
would make everybody else's take a hundred times as long. More of the same address wait until one is answered, or waits
itself for what is done elsewhere: for odds, or a turn beside the loop.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable

AT_ONCE = 2
"""How many requests of one address are in work at once."""

HELD_SECONDS = 2.0
"""What takes longer waits for a database that does not answer, say, and keeps nobody from the loop."""

ALONE_SECONDS = 600.0
"""After how long without anybody else an address has all of the loop."""


class Shares:
    """How many requests each address has in work, and which of them wait."""

    def __init__(self) -> None:
        self._in_work: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._latest, self._company = "", -ALONE_SECONDS

    async def take(self, address: str) -> Callable[[], None]:
        """Wait until one more request of this address may be in work; returns what is called when it no longer is."""
        loop = asyncio.get_running_loop()
        company = self._has_company(address, loop.time())
        if company and self._in_work[address] >= AT_ONCE:
            await self._turn(address)
        else:
            self._in_work[address] += 1
        return _Held(loop, lambda: self._leave(address)).let_go

    def _has_company(self, address: str, now: float) -> bool:
        """Whether anybody else has asked for something lately."""
        if address != self._latest:
            self._latest, self._company = address, now if self._latest else self._company
        return now - self._company < ALONE_SECONDS

    async def _turn(self, address: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(address)  # it was given in the moment in which nobody wanted it any more
            raise

    def _leave(self, address: str) -> None:
        self._in_work[address] -= 1
        queue = self._waiting.get(address, deque())
        while queue:
            turn = queue.popleft()
            if not turn.done():
                self._in_work[address] += 1
                turn.set_result(None)
                break
        if not queue:
            self._waiting.pop(address, None)
        if not self._in_work[address]:
            del self._in_work[address]


class _Held:
    """A place that is let go of once: when it is said, or after a while."""

    def __init__(self, loop: asyncio.AbstractEventLoop, then: Callable[[], None]) -> None:
        self._then: Callable[[], None] | None = then
        self._timer = loop.call_later(HELD_SECONDS, self.let_go)

    def let_go(self) -> None:
        if self._then is not None:
            self._timer.cancel()
            then, self._then = self._then, None
            then()
