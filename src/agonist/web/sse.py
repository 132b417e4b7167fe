"""Server-sent events: how a stream is written. A client that comes back names the last id that it got."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from litestar import Request
from litestar.response import Stream

KEEP_ALIVE = b": still here\n\n"


def event(kind: str, data: bytes, id: str = "") -> bytes:
    """One event. Data that has line breaks, of whatever kind, is sent line by line, as the format wants it."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    head = f"event: {kind}\n" + (f"id: {id}\n" if id else "")
    return head.encode() + b"data: " + data.replace(b"\n", b"\ndata: ") + b"\n\n"


def event_stream(events: AsyncIterator[bytes]) -> Stream:
    """The response that sends events as they come."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(events, media_type="text/event-stream", headers=headers)


def last_event_id(request: Request[Any, Any, Any]) -> str:
    """Where a client that lost its connection goes on, or "" for a new one."""
    return request.headers.get("last-event-id", "") or request.query_params.get("after", "")
