"""Turns: a few places that many want, and whose turn it is next.

Who asks is known by an address. Of those who wait a lower rank comes first; within a rank whoever has had the least
time lately, so that whoever asks for much waits for themselves and for nobody else. Heavy work has only some of the
places: what is light never waits behind it; and it may have to rest after each piece, so that it never takes all of a
processor.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from agonist.kernel import AgonistError

_HALF_LIFE = 30.0
"""After how many seconds half of the time that an address has had is forgotten."""

_MOST_KEPT = 10_000
"""Of how many addresses it is known what they have had."""


class Busy(AgonistError):
    """Too many questions of the same asker wait."""

    default_code = "limit.busy"


class TooLarge(AgonistError):
    """A question takes longer, or more memory, than there is for it here."""

    default_code = "odds.too-large"


class CalledOff(AgonistError):
    """What this was about is gone: a table that was deleted, a contest that has ended."""

    default_code = "table.not-found"


class _Wait:
    """Somebody who waits, or is at it: for whom, about what, and the future that says when it is their turn."""

    __slots__ = ("about", "address", "heavy", "turn")

    def __init__(self, address: str, about: str, *, heavy: bool) -> None:
        self.address, self.about, self.heavy = address, about, heavy
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Turns:
    """So many `places`, of which `heavy` for heavy work and `each` for one address; `most` of an address may wait.

    Heavy work rests `rest` times as long as its last piece took.
    """

    def __init__(
        self,
        places: int,
        *,
        heavy: int | None = None,
        each: int | None = None,
        most: int = 2**31,
        rest: float = 0.0,
    ) -> None:
        self.places, self.heavy = places, places if heavy is None else heavy
        self.each, self.most = places if each is None else each, most
        self.rest, self._resting = rest, 0
        self._waiting: dict[tuple[int, bool, str], deque[_Wait]] = {}
        self._counts: Counter[str] = Counter()
        self._at_it: Counter[tuple[str, bool]] = Counter()
        self._had: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    def waiting(self, address: str) -> int:
        """How many of an address wait."""
        return self._counts[address]

    @asynccontextmanager
    async def turn(
        self, address: str, *, rank: int = 0, heavy: bool = False, about: str = "", most: int | None = None
    ) -> AsyncIterator[None]:
        """A place while inside, when it is one's turn; `Busy` if too many of the same address wait already.

        What is `about` something is called off with it, as long as it waits.
        """
        wait = _Wait(address, about, heavy=heavy)
        if not self._may_go(wait):
            await self._wait(wait, (rank, heavy, address), self.most if most is None else most)
        else:
            self._at_it[address, heavy] += 1
        begun = asyncio.get_running_loop().time()
        try:
            yield
        finally:
            took = asyncio.get_running_loop().time() - begun
            self._note(address, took)
            if heavy and self.rest:
                self._resting += 1
                asyncio.get_running_loop().call_later(self.rest * took, self._has_rested)
            self._leave(wait)

    def lately(self, address: str) -> float:
        """How many seconds an address has had; what was long ago counts little."""
        had, when = self._had.get(address, (0.0, 0.0))
        return float(had * 0.5 ** ((asyncio.get_running_loop().time() - when) / _HALF_LIFE))

    def call_off(self, about: str) -> None:
        """What it is about is gone: nobody waits for it any more."""
        for wait in [each for queue in self._waiting.values() for each in queue if each.about == about]:
            if not wait.turn.done():
                wait.turn.set_exception(
                    CalledOff("What this was about is gone.", accepted="what is still there")
                )

    async def _wait(self, wait: _Wait, key: tuple[int, bool, str], most: int) -> None:
        if self._counts[wait.address] >= most:
            raise Busy("You have asked much at once.", accepted="the same again in a moment")
        self._counts[wait.address] += 1
        self._waiting.setdefault(key, deque()).append(wait)
        try:
            await wait.turn
        except BaseException:
            if wait.turn.done() and not wait.turn.cancelled() and wait.turn.exception() is None:
                self._leave(wait)  # it was given a place in the moment in which it did not want one any more
            else:
                self._forget(wait, key)
            raise
        finally:
            self._counts[wait.address] -= 1
            if not self._counts[wait.address]:
                del self._counts[wait.address]

    def _forget(self, wait: _Wait, key: tuple[int, bool, str]) -> None:
        queue = self._waiting.get(key, deque())
        if wait in queue:
            queue.remove(wait)
            if not queue:
                del self._waiting[key]

    def _leave(self, wait: _Wait) -> None:
        key = (wait.address, wait.heavy)
        self._at_it[key] -= 1
        if not self._at_it[key]:
            del self._at_it[key]
        self._give()

    def _has_rested(self) -> None:
        """Heavy work goes on. It is the timer that says so and no clock: a loop may call a little too early by its own,
        and nobody would call again."""
        self._resting -= 1
        self._give()

    def _give(self) -> None:
        """Give free places to those whose turn it is."""
        while self._waiting:
            ready = [key for key, queue in self._waiting.items() if self._may_go(queue[0])]
            if not ready:
                return
            key = min(ready, key=lambda key: (key[0], self.lately(key[2])))
            wait = self._waiting[key][0]
            self._forget(wait, key)
            if not wait.turn.done():
                self._at_it[wait.address, wait.heavy] += 1
                wait.turn.set_result(None)

    def _may_go(self, wait: _Wait) -> bool:
        """Whether there is a place, for this kind of work and this address."""
        if sum(self._at_it.values()) >= self.places or self._at_it[wait.address, wait.heavy] >= self.each:
            return False
        if wait.heavy and self._resting:
            return False
        return not wait.heavy or sum(n for (_, heavy), n in self._at_it.items() if heavy) < self.heavy

    def _note(self, address: str, seconds: float) -> None:
        self._had[address] = (self.lately(address) + seconds, asyncio.get_running_loop().time())
        if len(self._had) > _MOST_KEPT:
            self._had = {name: had for name, had in self._had.items() if self.lately(name) > 0.001}
