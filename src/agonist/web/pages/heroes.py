"""Who somebody is tonight: a ready hero with one tap, or one of their own words."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from agonist.kernel import AgonistError, Game, Heroes, game, heroes_of
from agonist.kernel.forms import Choice, form_at, steps_to
from agonist.table import Character, NotFound, Service

from ..who import Here, Id
from .answers import fields_of
from .drawing import page
from .errors import sentence
from .visit import AnyRequest, Visit, go, table_visit


class Shown(msgspec.Struct):
    """A ready hero on the page, and whether somebody else has them."""

    key: str
    name: str
    line: str
    beside: list[tuple[str, str]]
    taken: bool


def heroes_for(name: str) -> tuple[Game, Heroes]:
    rules = game(name)
    found = heroes_of(rules)
    if found is None:
        raise NotFound("This game has no ready heroes.", accepted="a character's sheet")
    return rules, found


@get("/tables/{table_id:str}/heroes/{name:str}", include_in_schema=False)
async def heroes_page(request: AnyRequest, service: Here, table_id: Id, name: Id) -> Response[str]:
    """The ready heroes of a game, or what is asked for an own one."""
    visit = await table_visit(request, service, table_id)
    return await _drawn(request, service, visit, name, {}, own=request.query_params.get("own") == "yes")


async def _drawn(
    request: AnyRequest,
    service: Service,
    visit: Visit,
    name: str,
    data: dict[str, str],
    refused: str = "",
    *,
    own: bool,
) -> Response[str]:
    rules, heroes = heroes_for(name)
    there = {each.name: each for each in await service.characters.all(visit.who)}
    stock = [
        Shown(
            each.key,
            each.name,
            each.line,
            heroes.beside(rules.sheet_form, each.sheet),
            _taken(there.get(each.name), visit),
        )
        for each in heroes.stock
    ]
    return page(
        request,
        "hero_own.html" if own else "heroes.html",
        422 if refused else 200,
        visit=visit,
        table=await service.people.table(visit.who),
        game=rules,
        stock=stock,
        asks=[
            (ask, _start(rules, heroes, ask.places(), data), _choices(rules, heroes, ask.choice))
            for ask in heroes.own.asks
        ],
        data=data,
        refused=refused,
    )


def _taken(character: Character | None, visit: Visit) -> bool:
    return character is not None and (visit.who.gm or character.seat != visit.who.id)


def _start(rules: Game, heroes: Heroes, places: list[str], data: dict[str, str]) -> dict[str, str]:
    """What stands in the fields: what was typed, or what an own hero begins with."""
    return {
        place: data.get(place, str(form_at(rules.sheet_form, heroes.own.sheet, steps_to(place))[2]))
        for place in places
    }


def _choices(rules: Game, heroes: Heroes, place: str) -> list[tuple[str, str]]:
    _, there, _ = form_at(rules.sheet_form, heroes.own.sheet, steps_to(place)) if place else ([], None, None)
    return [(each.key, each.label) for each in there.options] if isinstance(there, Choice) else []


@post("/tables/{table_id:str}/heroes/{name:str}", include_in_schema=False)
async def take_hero(request: AnyRequest, service: Here, table_id: Id, name: Id) -> Response[Any] | Redirect:
    """Be somebody: a ready hero, or the own one that was written."""
    visit, data = await table_visit(request, service, table_id), await fields_of(request)
    rules, heroes = heroes_for(name)
    seat = data.get("seat", "") if visit.who.gm else visit.who.id
    ready = next((each for each in heroes.stock if each.key == data.get("hero")), None)
    try:
        if ready is None:
            sheet, called = heroes.written(rules.sheet_form, data), data.get("name", "").strip()
        else:
            sheet, called = ready.sheet, ready.name
        if rules.sheet and "name" in rules.sheet.__struct_fields__:
            sheet = {**sheet, "name": called}
        await service.characters.put(visit.who, called, rules.name, sheet, seat=seat or None)
    except AgonistError as error:
        return await _drawn(request, service, visit, name, data, sentence(error), own=ready is None)
    return go(visit.link(f"/tables/{table_id}"))


HEROES = [heroes_page, take_hero]
