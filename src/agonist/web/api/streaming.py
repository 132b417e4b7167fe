"""Streams of the API: changes of a table and a contest as server-sent events with JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import msgspec
from litestar import Request

from agonist.table import ContestView, Update

from ..sse import KEEP_ALIVE, event

_encode = msgspec.json.Encoder().encode


_last: tuple[ContestView | None, bytes] = (None, b"")


def _view_event(view: ContestView, id: str) -> bytes:
    """A view as an event: written once for all who see the same, who are told of it one after the other."""
    global _last  # noqa: PLW0603
    if _last[0] is not view:
        _last = (view, event("view", _encode(view), id))
    return _last[1]


async def written(request: Request[Any, Any, Any], changes: AsyncIterator[Update]) -> AsyncIterator[bytes]:
    """Changes as events: `view` for the contest, `table` for the table, a comment when nothing happens for long."""
    metrics = request.app.state.metrics
    metrics.streams.inc()
    try:
        async with aclosing(changes) as following:  # type: ignore[type-var]
            yield b"retry: 1000\n\n"
            async for change in following:
                told = b"" if change.table is None else event("table", _encode(change.table))
                if change.view is not None:
                    told += _view_event(change.view, change.id)
                yield told or KEEP_ALIVE
    finally:
        metrics.streams.dec()
