"""The door of a table: coming in by the room's code, and opening and closing it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from agonist.kernel import AgonistError
from agonist.table import Door, NotFound, Service

from ..api.answers import qr_svg
from ..reachable import place_for_others
from ..who import Here, Id, peer_of, screen_header, token_of
from .answers import fields_of
from .drawing import page
from .errors import sentence
from .visit import AnyRequest, Visit, go, settings_of, table_visit


class Shared(msgspec.Struct, frozen=True):
    """A door as it is shown: its code, the address and link for others, and that as a picture; "" if there is none."""

    code: str
    knock: bool
    address: str = ""
    link: str = ""
    qr: str = ""


async def shared_door(request: AnyRequest, service: Service, visit: Visit) -> Shared | None:
    """The door of a table, for who is at it."""
    door: Door | None = await service.doors.of(visit.who)
    if door is None:
        return None
    place = place_for_others(request)
    if not place:
        return Shared(door.code, door.knock)
    link = f"{place}/in/{door.code}"
    return Shared(door.code, door.knock, f"{place.partition('//')[2]}/in", link, qr_svg(link))


@get("/in", include_in_schema=False)
async def at_the_door(request: AnyRequest, service: Here) -> Response[Any] | Redirect:
    """Where a code is typed, or the room behind the one that was."""
    code = request.query_params.get("code", "")
    return await _entry(request, service, code) if code else page(request, "enter.html", table=None, code="")


@get("/in/{code:str}", include_in_schema=False)
async def entry(request: AnyRequest, service: Here, code: Id) -> Response[Any]:
    """Who are you?"""
    return await _entry(request, service, code)


async def _entry(
    request: AnyRequest, service: Service, code: str, name: str = "", refused: str = ""
) -> Response[Any]:
    try:
        table = await service.doors.behind(code, peer=peer_of(request))
    except NotFound as error:
        return page(request, "enter.html", 404, table=None, code=code, refused=sentence(error))
    status = 422 if refused else 200
    return page(request, "enter.html", status, table=table, code=code, name=name, refused=refused)


@post("/in/{code:str}", include_in_schema=False)
async def enter(request: AnyRequest, service: Here, code: Id) -> Response[Any] | Redirect:
    """Come in under a name."""
    name = (await fields_of(request)).get("name", "")
    try:
        made = await service.doors.enter(code, name, device=token_of(request), peer=peer_of(request))
    except NotFound:
        return await _entry(request, service, code)
    except AgonistError as error:
        return await _entry(request, service, code, name, sentence(error))
    settings = settings_of(request)
    head = {"set-cookie": screen_header(request, settings, made.token)}
    place = settings.path(f"/tables/{made.table.id}?as={made.seat.id}")
    return Redirect(place, status_code=303, headers=head)


@post("/tables/{table_id:str}/door", include_in_schema=False)
async def door(request: AnyRequest, service: Here, table_id: Id) -> Redirect:
    """Open it, open it to those who are let in or to a whole room, or close it."""
    visit, act = await table_visit(request, service, table_id), (await fields_of(request)).get("do", "")
    if act == "close":
        await service.doors.close(visit.who)
    elif act == "welcome":
        await service.doors.welcome(visit.who)
    else:
        await service.doors.open(visit.who, knock=act == "knock")
    return go(visit.link(f"/tables/{table_id}"))


@post("/tables/{table_id:str}/seats/{seat_id:str}/let-in", include_in_schema=False)
async def let_in(request: AnyRequest, service: Here, table_id: Id, seat_id: Id) -> Redirect:
    """Who knocked may play."""
    visit = await table_visit(request, service, table_id)
    await service.people.change_seat(visit.who, seat_id, role="player")
    return go(visit.link(f"/tables/{table_id}"))


DOORS = [at_the_door, entry, enter, door, let_in]
