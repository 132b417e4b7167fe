"""Whether the server lives, whether it can work, and what it has counted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from importlib.metadata import version
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.response import Stream
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from agonist.table import Readiness
from agonist.table.backup import last_backup

from .sse import event, event_stream
from .who import Here, peer_of

TICKS, TICK_SECONDS = 3, 0.3
"""How many events the stream for `agonist doctor` has, and how long it waits before each but the first."""


class Condition(Readiness, frozen=True, kw_only=True):
    """How a server is, as `agonist doctor` reads it from outside.

    `you` is the address that this request came from, `room` how many bytes the disk has left, where that is known,
    `backup` how many seconds ago the last good backup was written, None without one.
    """

    version: str
    you: str
    room: int | None
    backup: float | None


@get("/health", media_type=MediaType.TEXT, include_in_schema=False)
async def health() -> str:
    """The process answers."""
    return "ok\n"


@get("/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, Any], service: Here) -> Response[Condition]:
    """The database answers too, and the server is not stopping; and how it is otherwise."""
    found = await service.ready()
    last = last_backup(request.app.state.settings.backups)
    condition = Condition(
        ready=found.ready,
        database=found.database,
        hears_others=found.hears_others,
        version=version("agonist"),
        you=peer_of(request),
        room=service.house.store.database.free(),
        backup=None if last is None else round(time.time() - last, 1),
    )
    return Response(condition, status_code=200 if found.ready else 503)


@get("/health/stream", include_in_schema=False)
async def ticking() -> Stream:
    """A short stream, by which one can see from outside whether a proxy lets streams through at once."""

    async def ticks() -> AsyncIterator[bytes]:
        for n in range(TICKS):
            if n:
                await asyncio.sleep(TICK_SECONDS)
            yield event("tick", str(n).encode())

    return event_stream(ticks())


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For Prometheus."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)


HEALTH_ROUTES: list[Any] = [health, ready, ticking, metrics]
