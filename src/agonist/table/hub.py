"""The hub: wakes whoever in this process waits for news of a table or a contest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class News:
    """What one listener has not looked at yet: names of tables and contests that changed."""

    def __init__(self) -> None:
        self._changed: set[str] = set()
        self._waits: asyncio.Future[None] | None = None

    def tell(self, topic: str) -> None:
        self._changed.add(topic)
        self._wake()

    async def next(self, patience: float) -> set[str]:
        """The topics that changed since this was last asked; waits for one, and returns none if none comes."""
        if not self._changed:
            loop = asyncio.get_running_loop()
            self._waits = loop.create_future()
            enough = loop.call_later(patience, self._wake)
            try:
                await self._waits
            finally:
                enough.cancel()
                self._waits = None
        changed, self._changed = self._changed, set()
        return changed

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)


class Hub:
    """Who waits for what, in the order in which they came. `CLOSING` is told to everybody when the server stops."""

    CLOSING = "closing"

    def __init__(self) -> None:
        self._listeners: dict[str, dict[News, None]] = {}
        self.closing = False

    @contextmanager
    def listen(self, *topics: str) -> Iterator[News]:
        """Hear of these topics while inside."""
        news = News()
        for topic in topics:
            self._listeners.setdefault(topic, {})[news] = None
        try:
            yield news
        finally:
            for topic in topics:
                others = self._listeners[topic]
                others.pop(news, None)
                if not others:
                    del self._listeners[topic]

    def tell(self, topic: str) -> None:
        """Something about this topic has changed."""
        for news in self._listeners.get(topic, ()):
            news.tell(topic)

    def tell_all(self) -> None:
        """Anything may have changed."""
        for topic in tuple(self._listeners):
            self.tell(topic)

    def close(self) -> None:
        """Let all listeners go."""
        self.closing = True
        for listeners in tuple(self._listeners.values()):
            for news in listeners:
                news.tell(self.CLOSING)
