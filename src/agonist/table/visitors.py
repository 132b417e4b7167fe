"""Visitors: from which address something is asked, and whether whoever asked is still there.

Both go along with the work that a request leads to, wherever that is done. What begins in the background because of it,
as bots and reviews do, is on the same address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from agonist.kernel import AgonistError


class Left(AgonistError):
    """Whoever asked has hung up: nobody waits for the answer."""

    default_code = "request.left"


class Visitor:
    """Whoever sent a request."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.rests: Callable[[], None] = lambda: None
        """Called when what is asked for waits for something that is done elsewhere than on the event loop."""
        self._gone = False
        self._waits: set[asyncio.Task[object]] = set()

    def leave(self) -> None:
        """The connection is lost: what waits for this visitor alone is called off."""
        self._gone = True
        for task in self._waits:
            task.cancel()

    @property
    def gone(self) -> bool:
        return self._gone

    @contextmanager
    def waits(self) -> Iterator[None]:
        """What is done inside is for this visitor alone; `Left` when they leave."""
        task = asyncio.current_task()
        assert task is not None
        self._need_them()
        self.rests()
        self._waits.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if self.gone:
                task.uncancel()
            self._need_them()
            raise
        finally:
            self._waits.discard(task)

    def _need_them(self) -> None:
        if self.gone:
            raise Left("Whoever asked is gone.")


_visitor: ContextVar[Visitor | None] = ContextVar("visitor", default=None)


@contextmanager
def visited_by(visitor: Visitor) -> Iterator[None]:
    """All that is done inside is asked for by this visitor."""
    before = _visitor.set(visitor)
    try:
        yield
    finally:
        _visitor.reset(before)


def address() -> str:
    """The address on which this is done; "" for a program in the same process."""
    visitor = _visitor.get()
    return "" if visitor is None else visitor.address


@contextmanager
def while_there() -> Iterator[None]:
    """What is done inside is for whoever asks alone, and is called off when they leave."""
    visitor = _visitor.get()
    if visitor is None:
        yield
        return
    with visitor.waits():
        yield


@lru_cache(maxsize=10_000)
def network_of(host: str) -> str:
    """An address as it counts: of IPv6 the network of 64 bits, all of which one household has."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    mapped = found.ipv4_mapped
    return str(mapped) if mapped else str(IPv6Address(int(found) >> 64 << 64)) + "/64"
