"""A table on other people's ground: over a stream's picture, and in the frame of another site that the owner lists."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from litestar import Response, get
from litestar.response import Redirect

from agonist.table import NotFound

from ..who import Here, Id
from .drawing import page
from .visit import AnyRequest, go, known_seats, settings_of, table_visit

_OPEN = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
"""What the program of another site may read: nothing of a table."""


@get("/tables/{table_id:str}/overlay", include_in_schema=False)
async def overlay(request: AnyRequest, service: Here, table_id: Id) -> Response[str] | Redirect:
    """Whatever is played at the table, over a picture; nothing at all while nothing is."""
    visit = await table_visit(request, service, table_id)
    running = (await service.people.table(visit.who)).running
    if running:
        return go(visit.link(f"/contests/{running[-1].id}", seat="", overlay="yes"))
    return page(request, "overlay_waits.html", visit=visit)


@get("/embed/owlbear.json", include_in_schema=False)
async def owlbear(request: AnyRequest) -> Response[dict[str, Any]]:
    """What an extension of Owlbear Rodeo says of itself; its action is a page of ours in a frame of theirs."""
    _need_frames(request)
    here = settings_of(request)
    manifest = {
        "name": "Agonist",
        "version": version("agonist"),
        "manifest_version": 1,
        "author": "Agonist",
        "description": "The referee for the decisive scene of a tabletop role-playing game.",
        "action": {
            "title": "Agonist",
            "icon": here.path("/embed/icon.svg"),
            "popover": here.path("/embed/action"),
            "height": 640,
            "width": 400,
        },
    }
    return Response(manifest, headers=_OPEN)


@get("/embed/icon.svg", include_in_schema=False)
async def icon(request: AnyRequest) -> Response[bytes]:
    """The mark, for other sites to show."""
    _need_frames(request)
    return Response(_icon(), media_type="image/svg+xml", headers=_OPEN)


def _icon() -> bytes:
    from pathlib import Path

    return (Path(__file__).parent.parent / "static" / "icon.svg").read_bytes()


@get("/embed/action", include_in_schema=False)
async def action(request: AnyRequest, service: Here) -> Response[str]:
    """The tables that this screen has a seat at, in a frame; and where to come in."""
    _need_frames(request)
    seats = await known_seats(request, service)
    tables = [(seat, await service.people.table(seat)) for seat in seats]
    return page(request, "embedded.html", tables=tables)


def _need_frames(request: AnyRequest) -> None:
    if not settings_of(request).frames:
        raise NotFound(
            "This server is not shown in other sites.", accepted="frames in agonist.toml, for its owner"
        )


ELSEWHERE = [overlay, owlbear, icon, action]
