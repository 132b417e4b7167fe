"""Whether the server lives, whether it can work, and what it has counted."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get

from agonist.table import Readiness

from .metrics import CONTENT_TYPE_LATEST
from .who import Here

__all__ = ["HEALTH_ROUTES"]


@get("/health", media_type=MediaType.TEXT, include_in_schema=False)
async def health() -> str:
    """The process answers."""
    return "ok\n"


@get("/ready", include_in_schema=False)
async def ready(service: Here) -> Response[Readiness]:
    """The database answers too, and the server is not stopping."""
    found = await service.ready()
    return Response(found, status_code=200 if found.ready else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For Prometheus."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)


HEALTH_ROUTES: list[Any] = [health, ready, metrics]
