"""An event loop in which a seed decides everything: its clock is simulated, and threads are replaced by turns.

Nothing here waits: when nobody can go on, the clock jumps to the next moment at which somebody can. What would be done
in a thread is done here, after a time that the seed decides, in the order that so many threads would keep.
"""

from __future__ import annotations

import asyncio
import secrets
import selectors
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

T = TypeVar("T")

MIDNIGHT = 1_700_000_000.0
"""What time it is when a loop begins."""


MOST_STEPS = 20_000
"""How many steps may be made in one moment."""


class Stuck(AssertionError):
    """Nothing can happen any more, although somebody waits."""


class _Clockwork(selectors.BaseSelector):
    """No file is ever ready; to wait is to let the clock go on."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._keys: dict[Any, selectors.SelectorKey] = {}
        self._still = 0

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        self._keys[fileobj] = selectors.SelectorKey(fileobj, number, events, data)
        return self._keys[fileobj]

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck("Everybody waits for somebody else.")
        self._still = 0 if timeout > 0 else self._still + 1
        if self._still > MOST_STEPS:
            raise Stuck("Somebody goes round in circles.")
        if timeout > 0:
            self._loop.now += timeout
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._keys


class SimulatedLoop(asyncio.SelectorEventLoop):
    """`takes` says how many seconds a piece of work in a thread takes."""

    def __init__(self, seed: int) -> None:
        self.now = 1_000.0
        self.random = Random(seed)
        self.takes: Callable[[Callable[..., Any]], float] = lambda _: self.random.uniform(0.0005, 0.01)
        self._busy: dict[Any, list[float]] = {}
        super().__init__(_Clockwork(self))

    def time(self) -> float:
        return self.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Done later, in the thread of this executor that is free first, also if nobody waits for it any more."""
        future: asyncio.Future[T] = self.create_future()
        threads = self._busy.setdefault(executor, [0.0] * getattr(executor, "_max_workers", 4))
        first = min(range(len(threads)), key=threads.__getitem__)
        threads[first] = max(self.now, threads[first]) + self.takes(func)

        def done() -> None:
            try:
                result = func(*args)
            except BaseException as problem:  # noqa: BLE001  as a thread does, it gives everything to who waits
                if not future.done():
                    future.set_exception(problem)
                return
            if not future.done():
                future.set_result(result)

        self.call_at(threads[first], done)
        return future


@contextmanager
def simulated(seed: int) -> Iterator[SimulatedLoop]:
    """A loop whose clock everybody reads, and whose seed everything secret is drawn from."""
    loop, draw = SimulatedLoop(seed), Random(f"secrets {seed}")
    with (
        patch.object(time, "time", lambda: MIDNIGHT + loop.now),
        patch.object(time, "monotonic", lambda: loop.now),
        patch.object(secrets, "choice", draw.choice),
        patch.object(secrets, "token_bytes", lambda n=32: draw.randbytes(n)),
        patch.object(secrets, "token_urlsafe", lambda n=32: _urlsafe(draw.randbytes(n))),
    ):
        try:
            yield loop
        finally:
            _close(loop)


def _urlsafe(data: bytes) -> str:
    import base64

    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _close(loop: SimulatedLoop) -> None:
    while left := asyncio.all_tasks(loop):
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
