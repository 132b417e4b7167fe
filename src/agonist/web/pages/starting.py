"""The start page: playing at once, opening a table, joining one, and the light."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect

from agonist.kernel import AgonistError
from agonist.table import Seat, Service

from ..who import Here, allow_table
from .answers import fields_of
from .drawing import THEMES, page
from .errors import sentence
from .presets import ready_games, solo
from .visit import AnyRequest, go, joined, known_seats, settings_of

_ROLES = {"gm": "game master", "player": "player", "spectator": "spectator"}
_ROOM = re.compile(r"[A-Za-z0-9]{6}")
"""The code of a room; the token of a seat is longer."""
_YEAR = 365 * 24 * 3600


@get("/", include_in_schema=False)
async def start(request: AnyRequest, service: Here) -> Response[str]:
    """What this is, and every way in."""
    return await _start_page(request, service)


@post("/play", include_in_schema=False)
async def play(request: AnyRequest, service: Here) -> Redirect:
    """A table of one's own with a ready contest against bots."""
    data = await fields_of(request)
    allow_table(request, service, data.get("word", ""))
    solo(data.get("preset", ""), "")  # refuses what is not there before anything is made
    made = await service.people.create_table("My table", "You")
    new, mine = solo(data.get("preset", ""), made.seat.id)
    contest = await service.contests.start(made.seat, new)
    return await joined(request, service, made.token, f"/contests/{contest.id}?seat={mine}")


@post("/tables", include_in_schema=False)
async def open_table(request: AnyRequest, service: Here) -> Redirect:
    """A new table; who opens it is its game master."""
    data = await fields_of(request)
    allow_table(request, service, data.get("word", ""))
    made = await service.people.create_table(data.get("name", ""), data.get("gm_name", "") or "Game master")
    await service.doors.open(made.seat)
    return await joined(request, service, made.token)


@post("/join", include_in_schema=False)
async def join(request: AnyRequest, service: Here) -> Redirect | Response[str]:
    """Take a seat by a link or the code in it."""
    data = await fields_of(request)
    code = data.get("code", "").partition("?")[0].partition("#")[0].strip().rstrip("/").rpartition("/")[2]
    if _ROOM.fullmatch(code):
        return go(settings_of(request).path(f"/in?{urlencode({'code': code})}"))
    try:
        return await joined(request, service, code)
    except AgonistError as error:
        return await _start_page(request, service, refused=sentence(error), status=422)


@post("/theme", include_in_schema=False)
async def theme(request: AnyRequest) -> Redirect:
    """Lamplight or daylight, on this screen."""
    data = await fields_of(request)
    wanted = data.get("theme", "")
    chosen = wanted if wanted in THEMES else "lamplight"
    base = settings_of(request).base_path
    back = data.get("back", "")
    ours = back.startswith(f"{base}/") and not back.startswith(("//", "/\\"))
    target = go(back if ours else f"{base}/")
    target.set_cookie(Cookie(key="theme", value=chosen, path=base or "/", max_age=_YEAR, samesite="lax"))
    return target


async def _start_page(
    request: AnyRequest, service: Service, *, refused: str = "", status: int = 200
) -> Response[str]:
    offered = ready_games()
    quick = next((ready for game in offered for ready in game.presets if ready.solo), None)
    open_to = settings_of(request).open_to
    known = await _tables(service, await known_seats(request, service))
    return page(
        request,
        "start.html",
        status,
        games=offered,
        quick=quick,
        known=known,
        refused=refused,
        open_to=open_to,
    )


async def _tables(service: Service, seats: tuple[Seat, ...]) -> list[dict[str, Any]]:
    shown = []
    for seat in seats[-12:][::-1]:
        view = await service.people.table(seat)
        twice = sum(each.table == seat.table for each in seats) > 1
        shown.append(
            {
                "table": seat.table,
                "id": seat.id,
                "name": seat.name,
                "table_name": view.table.name,
                "role_word": _ROLES[seat.role],
                "running": len(view.running),
                "twice": twice,
            }
        )
    return shown


START = [start, play, open_table, join, theme]
