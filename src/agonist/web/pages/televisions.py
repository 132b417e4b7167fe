"""Televisions: a screen shows a code, a phone takes it to its table, and it shows what is played there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect, Stream

from agonist.kernel import AgonistError
from agonist.table import ContestInfo, NotFound, Seat, Service, TableView, Television

from ..api.answers import qr_svg
from ..reachable import place_for_others
from ..sse import KEEP_ALIVE, event, event_stream
from ..who import TELEVISION, Here, Id, peer_of
from .answers import fields_of
from .calling import planned
from .doors import shared_door
from .drawing import draw, frame_of, page
from .errors import sentence
from .visit import (
    AnyRequest,
    Visit,
    go,
    known_seats,
    settings_of,
    table_visit,
    television_of,
    television_visit,
)

_DAY = 24 * 3600
_LOOK = 15.0
"""After how many seconds a screen that waits says that it is still there, and sees whether its code is over."""


@get("/tv", include_in_schema=False)
async def screen(request: AnyRequest, service: Here) -> Response[str] | Redirect:
    """A code to type on a phone; once that is done what is played at the table, or who is there."""
    known = await television_of(request, service)
    if known is None or not known.table:
        return await _code(request, service)
    visit = television_visit(request, service, known)
    view = await service.people.table(visit.who)
    if (playing := _playing(view)) is not None:
        return go(visit.link(f"/contests/{playing.id}", seat=""))
    return page(request, "tv/lobby.html", **await _lobby(request, service, visit, view))


async def _code(request: AnyRequest, service: Service) -> Response[str]:
    secret = request.cookies.get(TELEVISION, "")
    made = await service.televisions.switch_on(secret, peer_of(request))
    place = place_for_others(request) or str(request.base_url).rstrip("/") + settings_of(request).base_path
    link = f"{place}/tv/{made.code}"
    qr = qr_svg(link) if place_for_others(request) else ""
    address = place.partition("//")[2]
    shown = page(request, "tv/code.html", code=made.code, address=address, qr=qr, theme="lamplight")
    if made.secret:
        shown.set_cookie(_cookie(request, made.secret))
    return shown


def _cookie(request: AnyRequest, secret: str) -> Cookie:
    return Cookie(
        key=TELEVISION,
        value=secret,
        path=settings_of(request).base_path or "/",
        max_age=_DAY,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _playing(view: TableView) -> ContestInfo | None:
    """What the room watches: the last contest that runs. A game master's *What if* is not for the room."""
    return next((each for each in reversed(view.running) if not each.forked_from), None)


async def _lobby(request: AnyRequest, service: Service, visit: Visit, view: TableView) -> dict[str, Any]:
    people = [seat for seat in view.seats if seat.role != "spectator"]
    kept = await service.characters.all(visit.who)
    last = (await service.contests.page(visit.who, limit=1)).contests
    return {
        "view": view,
        "people": sorted(people, key=lambda seat: (seat.role != "gm", not seat.present)),
        "heroes": {seat.id: [each.name for each in kept if each.seat == seat.id] for seat in people},
        "planned": planned(view.planned),
        "door": await shared_door(request, service, visit),
        "last": next((each for each in last if each.status != "running"), None),
        "theme": "lamplight",
    }


@get("/tv/news", include_in_schema=False)
async def news(request: AnyRequest, service: Here) -> Stream:
    """Tells a screen when it is taken to a table or let go, and its lobby who comes and what begins."""
    known = await television_of(request, service)
    if known is None:
        raise NotFound("This screen is not switched on.", accepted="the page /tv")
    if not known.table:
        return event_stream(_waits(service, known))
    visit = television_visit(request, service, known)
    service.house.screens.need_room(visit.who, peer_of(request))
    return event_stream(_changes(request, service, visit))


async def _waits(service: Service, known: Television) -> AsyncIterator[bytes]:
    yield b"retry: 2000\n\n"
    with service.house.hub.listen(f"v:{known.id}") as changed:
        while not service.house.hub.closing:
            if await changed.next(_LOOK) or await service.televisions.known_id(known.id) is None:
                yield event("go", b"go")
                return
            yield KEEP_ALIVE


async def _changes(request: AnyRequest, service: Service, visit: Visit) -> AsyncIterator[bytes]:
    yield b"retry: 2000\n\n"
    sent, follow = b"", service.streams.follow(visit.who, visit.token, peer=peer_of(request))
    async with aclosing(follow) as changes:  # type: ignore[type-var]
        async for change in changes:
            if change.table is None:
                yield KEEP_ALIVE
                continue
            if _playing(change.table) is not None:
                yield event("go", b"go")
                return
            whole = frame_of(request) | await _lobby(request, service, visit, change.table)
            drawn = draw("tv/who.html", **whole).encode()
            if drawn != sent:
                sent = drawn
                yield event("lobby", drawn)
    yield event("go", b"go")


@get("/tv/{code:str}", include_in_schema=False)
async def found(request: AnyRequest, service: Here, code: Id) -> Response[str]:
    """On a phone that has scanned a screen: to which table?"""
    return await _ask(request, service, code)


async def _ask(request: AnyRequest, service: Service, code: str, refused: str = "") -> Response[str]:
    tables, status = await _tables(request, service), 422 if refused else 200
    if not refused:
        try:
            await service.televisions.waiting(code, peer=peer_of(request))
        except NotFound as error:
            refused, status = sentence(error), 404
    return page(request, "tv/take.html", status, code=code, tables=tables, refused=refused)


async def _tables(request: AnyRequest, service: Service) -> list[tuple[Seat, TableView]]:
    """The tables that this phone may bring a screen to."""
    seats = {
        seat.table: seat for seat in sorted(await known_seats(request, service), key=lambda seat: seat.gm)
    }
    views = [(seat, await service.people.table(seat)) for seat in seats.values()]
    return [(seat, view) for seat, view in views if seat.gm or view.table.screens == "all"]


@post("/tv/{code:str}", include_in_schema=False)
async def taken(request: AnyRequest, service: Here, code: Id) -> Response[str] | Redirect:
    """This screen, to that table."""
    visit = await table_visit(request, service, (await fields_of(request)).get("table", ""))
    return await _take(request, service, visit, code)


async def _take(request: AnyRequest, service: Service, visit: Visit, code: str) -> Response[str] | Redirect:
    try:
        await service.televisions.take(visit.who, code, peer=peer_of(request))
    except AgonistError as error:
        return await _ask(request, service, code, sentence(error))
    return go(visit.link(f"/tables/{visit.who.table}"))


@post("/tables/{table_id:str}/screens", include_in_schema=False)
async def screens(request: AnyRequest, service: Here, table_id: Id) -> Response[str] | Redirect:
    """Take the screen that shows a code here, let one go, or say who may bring one."""
    visit, data = await table_visit(request, service, table_id), await fields_of(request)
    if "leave" in data:
        await service.televisions.leave(visit.who, data["leave"])
    elif "who" in data:
        await service.televisions.allow(visit.who, all_=data["who"] == "all")
    else:
        return await _take(request, service, visit, data.get("code", ""))
    return go(visit.link(f"/tables/{table_id}"))


TELEVISIONS = [screen, news, found, taken, screens]
