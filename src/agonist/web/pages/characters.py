"""Characters of a table: their sheets as forms."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from agonist.kernel import AgonistError, Game, game
from agonist.table import Refused, Service

from ..who import Here, Id
from .answers import sent_from
from .drawing import page
from .setting_up import placed
from .setup_parts import info_of, parts_of
from .setup_reading import read
from .setup_rows import changed
from .setup_words import worded, words_of
from .visit import AnyRequest, Visit, go, table_visit

__all__ = ["CHARACTERS"]


@get("/tables/{table_id:str}/characters", include_in_schema=False)
async def character_page(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """A character's sheet, or an empty one for a game."""
    visit = await table_visit(request, service, table_id)
    name = request.query_params.get("name", "")
    if not name:
        rules = game(request.query_params.get("game", ""))
        return await _drawn(request, service, visit, rules, {}, "", "")
    found = await service.characters.get(visit.who, name)
    if found.sheet is None:
        raise Refused("This sheet is not yours to read.", accepted="a character of your own")
    return await _drawn(request, service, visit, game(found.game), found.sheet, name, found.seat or "")


@post("/tables/{table_id:str}/characters", include_in_schema=False)
async def keep_character(request: AnyRequest, service: Here, table_id: Id) -> Response[Any] | Redirect:
    """Keep a sheet, or add and remove rows of it."""
    visit = await table_visit(request, service, table_id)
    rules = game(request.query_params.get("game", ""))
    sent = sent_from(await request.form())
    name, seat, act = (next(iter(sent.get(key, ())), "") for key in ("name", "seat", "do"))
    kind = _sheet(rules)
    sheet = read(info_of(kind), sent, "sheet")
    if "name" in kind.__struct_fields__:
        sheet["name"] = name
    if act != "save":
        sheet = changed(info_of(kind), sheet, act, "sheet")
        return await _drawn(request, service, visit, rules, sheet, name, seat)
    try:
        await service.characters.put(visit.who, name, rules.name, sheet, seat=seat or None)
    except AgonistError as error:
        problems = {key.replace("setup", "sheet", 1): text for key, text in placed(error).items()}
        return await _drawn(request, service, visit, rules, sheet, name, seat, problems=problems)
    return go(visit.link(f"/tables/{table_id}"))


def _sheet(rules: Game) -> type[Any]:
    if rules.sheet is None:
        raise Refused("This game has no character sheets.", accepted="another game")
    return rules.sheet


async def _drawn(
    request: AnyRequest,
    service: Service,
    visit: Visit,
    rules: Game,
    sheet: Any,
    name: str,
    seat: str,
    *,
    problems: dict[str, str] | None = None,
) -> Response[str]:
    drawn = worded(parts_of(info_of(_sheet(rules)), sheet, "sheet", "Sheet"), words_of(rules.name))
    drawn.parts = [part for part in drawn.parts if part.name != "sheet.name"]
    return page(
        request,
        "character.html",
        visit=visit,
        table=await service.people.table(visit.who),
        game=rules,
        sheet=drawn,
        name=name,
        seat=seat,
        problems=problems or {},
        opened=frozenset(f"sheet.{key}.{n}" for key in sheet for n in range(20)) if problems else frozenset(),
    )


CHARACTERS = [character_page, keep_character]
