"""Whether the server lives, whether it can work, and what it has counted."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import MediaType, Request, Response, get
from sqlalchemy import text

from agonist.table import StoreUnavailable

from .metrics import CONTENT_TYPE_LATEST
from .who import Here

__all__ = ["HEALTH_ROUTES"]


@get("/health", media_type=MediaType.TEXT, include_in_schema=False)
async def health() -> str:
    """The process answers."""
    return "ok\n"


@get("/ready", include_in_schema=False)
async def ready(service: Here) -> Response[dict[str, Any]]:
    """The database answers too, and the server is not stopping."""
    try:
        async with asyncio.timeout(2):
            await service.house.store.read(lambda connection: connection.execute(text("SELECT 1")))
    except (StoreUnavailable, TimeoutError):
        return Response({"ready": False, "database": False}, status_code=503)
    if service.house.hub.closing:
        return Response({"ready": False, "database": True}, status_code=503)
    return Response({"ready": True, "database": True, "hears_others": service.house.hall.sure})


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For Prometheus."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)


HEALTH_ROUTES: list[Any] = [health, ready, metrics]
