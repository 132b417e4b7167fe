"""Files that browsers may keep: pages, and scripts that import one another, name their content in the address."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from litestar import Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

STATIC = Path(__file__).resolve().parent / "static"

_KEPT = CacheControlHeader(max_age=86_400, public=True)
_IMPORTED = re.compile(r'^(import\b.* from "\./)([\w-]+\.js)"', re.MULTILINE)


@cache
def version_of(name: str) -> str:
    """Names the content of a static file; of a script, with all that it imports."""
    path = STATIC / name
    if not path.is_file():
        return "0"
    content = _script(path.name) if path.parent == STATIC / "js" else path.read_bytes()
    return hashlib.sha256(content).hexdigest()[:10]


@cache
def _script(name: str) -> bytes:
    """A script as it is served: no browser takes what it imports from a house that is gone."""

    def named(found: re.Match[str]) -> str:
        return f'{found[1]}{found[2]}?v={version_of(f"js/{found[2]}")}"'

    return _IMPORTED.sub(named, (STATIC / "js" / name).read_text("utf-8")).encode()


@get("/static/js/{name:str}", include_in_schema=False, cache_control=_KEPT)
async def script(name: FromPath[str]) -> Response[bytes]:
    """A script of our own."""
    if version_of(f"js/{name}") == "0":
        raise NotFoundException
    return Response(_script(name), media_type="text/javascript; charset=utf-8")


def static_routes() -> tuple[object, Router]:
    """Scripts, and everything else as it lies there."""
    files = create_static_files_router(
        path="/static", directories=[STATIC], cache_control=_KEPT, include_in_schema=False, name="static"
    )
    return script, files
