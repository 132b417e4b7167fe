"""Pages and documents that can be large: drawn, written and compressed beside the loop, so that nobody waits."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

from litestar import MediaType, Response

from agonist.table import Service
from agonist.table.aside import LONG

from .drawing import draw, frame_of
from .visit import AnyRequest

_LEVEL = 5
_SMALL = 1_000
"""What has fewer bytes is not compressed."""
_FEW = 4
"""So many rows are drawn on the spot."""
_A_ROW = 20
"""How long it takes to draw a row of a form, as entries of a contest are counted."""
_FEW_ASKED = 8
"""So many questions are drawn on the spot; among forty people one can have forty answers, each with a form."""
_A_QUESTION = 20


async def large_page(
    request: AnyRequest, service: Service, template: str, rows: int, status: int = 200, /, **context: Any
) -> Response[bytes]:
    """A whole page with a form of so many rows."""
    return await _drawn(request, service, template, 0 if rows <= _FEW else _A_ROW * rows, status, context)


async def long_page(
    request: AnyRequest, service: Service, template: str, length: int, /, **context: Any
) -> Response[bytes]:
    """A page, or a part of one, that tells so many moments or lines of a contest."""
    return await _drawn(request, service, template, 0 if length < LONG else length, 200, context)


async def asking_page(
    request: AnyRequest,
    service: Service,
    template: str,
    questions: int,
    status: int = 200,
    parts: Callable[[], dict[str, Any]] = dict,
    /,
    **context: Any,
) -> Response[bytes]:
    """A page, or a part of one, that asks so many questions; `parts` are drawn with it."""
    size = 0 if questions <= _FEW_ASKED else _A_QUESTION * questions
    return await _drawn(request, service, template, size, status, context, parts)


async def _drawn(
    request: AnyRequest,
    service: Service,
    template: str,
    size: int,
    status: int,
    context: dict[str, Any],
    parts: Callable[[], dict[str, Any]] = dict,
) -> Response[bytes]:
    whole = frame_of(request) | context
    write = lambda: draw(template, **whole, **parts()).encode()  # noqa: E731
    return await large_answer(
        request, service, write, size, MediaType.HTML, status, {"vary": "HX-Request, Accept-Encoding"}
    )


async def large_answer(
    request: AnyRequest,
    service: Service,
    write: Callable[[], bytes],
    size: int,
    kind: str,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response[bytes]:
    """What takes as long to `write` as a contest of `size` entries takes to play; for routes that answer as it is."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    given = {"vary": "Accept-Encoding"} | (headers or {})
    body, packed = (
        await service.house.aside.do(_packed, write, packs, size=size) if size else _packed(write, packs)
    )
    if packed:
        given["content-encoding"] = "gzip"
    return Response(body, status_code=status, media_type=kind, headers=given)


def _packed(write: Callable[[], bytes], packs: bool) -> tuple[bytes, bool]:
    body = write()
    if not packs or len(body) < _SMALL:
        return body, False
    return gzip.compress(body, _LEVEL, mtime=0), True
