"""The page of a table: who sits there, invitations, what is played, characters, the archive."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.response import Redirect, Stream
from markupsafe import Markup

from agonist.kernel import games, heroes_of
from agonist.table import Service, TableView

from ..api.answers import invited
from ..sse import KEEP_ALIVE, event, event_stream
from ..who import Here, Id, peer_of, token_of
from .answers import fields_of, number_in
from .calling import called_to, planned
from .doors import shared_door
from .drawing import draw, environment, fragment, frame_of, page
from .visit import AnyRequest, Visit, go, table_visit


def _safe_svg(svg: str) -> Markup:
    return Markup(svg)  # noqa: S704  made by us from a link, without any text in it


environment().filters["safe_svg"] = _safe_svg


@get("/tables/{table_id:str}", include_in_schema=False)
async def table_page(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """A table between and during contests."""
    visit = await table_visit(request, service, table_id)
    return await _table_page(request, service, visit)


async def _table_page(
    request: AnyRequest, service: Service, visit: Visit, invitations: list[Any] | None = None
) -> Response[str]:
    view = await service.people.table(visit.who)
    after = request.query_params.get("after", "")
    listed = await service.contests.page(visit.who, after=after, limit=30)
    return page(
        request,
        "table.html",
        visit=visit,
        view=view,
        invitations=invitations or [],
        characters=await service.characters.all(visit.who),
        call=called_to(view, visit.who),
        names={seat.id: seat.name for seat in view.seats},
        finished=[one for one in listed.contests if one.status != "running"],
        more=listed.next,
        last=next(
            (each for each in listed.contests if each.status != "running" and each.game in _titles()), None
        ),
        games=[each for each in games() if each.sheet is not None],
        ready=[each.name for each in games() if heroes_of(each)],
        titles=_titles(),
        door=await shared_door(request, service, visit),
        screens=await service.televisions.at(visit.who),
        tv_address=f"{request.url.netloc}{visit.base}/tv",
    )


def _titles() -> dict[str, str]:
    return {each.name: each.title for each in games()}


@get("/tables/{table_id:str}/stream", include_in_schema=False)
async def table_stream(request: AnyRequest, service: Here, table_id: Id) -> Stream:
    """Who comes and goes, and which contests begin and end."""
    visit = await table_visit(request, service, table_id)
    service.house.screens.need_room(visit.who, peer_of(request))
    return event_stream(_changes(request, service, visit))


async def _changes(request: AnyRequest, service: Service, visit: Visit) -> AsyncIterator[bytes]:
    sent: dict[str, bytes] = {}
    yield b"retry: 1000\n\n"
    plans = request.query_params.get("plans", "") if visit.who.gm else ""
    plans = plans if planned(plans) else ""
    follow = service.streams.follow(visit.who, token_of(request), peer=peer_of(request), plans=plans)
    async with aclosing(follow) as changes:  # type: ignore[type-var]
        async for change in changes:
            if change.table is None:
                yield KEEP_ALIVE
                continue
            visit.who = change.table.you
            names = ("people",) if change.presence else ("people", "contests", "call")
            for name, data in _parts(request, visit, change.table, names).items():
                if sent.get(name) != data:
                    sent[name] = data
                    yield event(name, data)


def _parts(request: AnyRequest, visit: Visit, view: TableView, names: tuple[str, ...]) -> dict[str, bytes]:
    call = called_to(view, visit.who)
    context = frame_of(request) | {"visit": visit, "view": view, "titles": _titles(), "call": call}
    return {name: draw(f"table_{name}.html", **context).encode() for name in names}


@post("/tables/{table_id:str}/seats", include_in_schema=False)
async def add_seat(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """A new seat, and its invitation at once."""
    visit, data = await table_visit(request, service, table_id), await fields_of(request)
    role: Any = data.get("role", "player")
    made = await service.people.add_seat(visit.who, data.get("name", ""), role)
    return await _shown(request, service, visit, made)


@post("/tables/{table_id:str}/seats/{seat_id:str}/invite", include_in_schema=False)
async def invite(request: AnyRequest, service: Here, table_id: Id, seat_id: Id) -> Response[str]:
    """A new invitation for a seat; the one before is void."""
    visit = await table_visit(request, service, table_id)
    return await _shown(request, service, visit, await service.invitations.invite(visit.who, seat_id))


async def _shown(request: AnyRequest, service: Service, visit: Visit, made: Any) -> Response[str]:
    one = invited(request, made)
    if request.headers.get("hx-request") == "true":
        return fragment(request, "table_invitation.html", one=one)
    return await _table_page(request, service, visit, [one])


@post("/tables/{table_id:str}/seats/{seat_id:str}/revoke", include_in_schema=False)
async def revoke(request: AnyRequest, service: Here, table_id: Id, seat_id: Id) -> Redirect:
    """Take a seat back: its link is void, and every screen that held it lets go."""
    visit = await table_visit(request, service, table_id)
    await service.invitations.revoke(visit.who, seat_id, everything=True)
    return go(visit.link(f"/tables/{table_id}"))


@post("/tables/{table_id:str}/change", include_in_schema=False)
async def change(request: AnyRequest, service: Here, table_id: Id) -> Redirect:
    """Its name, whether players see odds, and how long people are waited for."""
    visit, data = await table_visit(request, service, table_id), await fields_of(request)
    patience = number_in(data.get("patience", ""))
    await service.people.change_table(
        visit.who,
        name=data.get("name"),
        odds=data.get("odds") == "yes",
        patience=patience if isinstance(patience, int) else None,
        heeds_gm=data.get("heeds_gm"),
    )
    return go(visit.link(f"/tables/{table_id}"))


@get("/tables/{table_id:str}/export.json", include_in_schema=False)
async def export(request: AnyRequest, service: Here, table_id: Id) -> Response[bytes]:
    """Everything that may leave the table, as JSON."""
    visit = await table_visit(request, service, table_id)
    return Response(msgspec.json.encode(await service.exchange.export(visit.who)), media_type=MediaType.JSON)


TABLES = [table_page, table_stream, add_seat, invite, revoke, change, export]
