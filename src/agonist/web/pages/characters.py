"""Characters of a table: their sheets as forms."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from agonist.kernel import AgonistError, Game, game
from agonist.kernel.forms import changed
from agonist.table import Refused, Service
from agonist.table.limits import rows_of

from ..who import Here, Id
from .answers import answer_from, sent_from
from .large import large_page
from .sheets import Sheet, placed
from .visit import AnyRequest, Visit, go, settings_of, table_visit


@get("/tables/{table_id:str}/characters", include_in_schema=False, as_it_is=True)
async def character_page(request: AnyRequest, service: Here, table_id: Id) -> Response[bytes]:
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


@post("/tables/{table_id:str}/characters", include_in_schema=False, as_it_is=True)
async def keep_character(request: AnyRequest, service: Here, table_id: Id) -> Response[Any] | Redirect:
    """Keep a sheet, or add and remove rows of it."""
    visit = await table_visit(request, service, table_id)
    rules = game(request.query_params.get("game", ""))
    sent = sent_from(await request.form())
    name, seat, act = (next(iter(sent.get(key, ())), "") for key in ("name", "seat", "do"))
    seat = seat if visit.who.gm else visit.who.id
    sheet = answer_from(rules.sheet_form, sent, "sheet")
    if rules.sheet and "name" in rules.sheet.__struct_fields__:
        sheet["name"] = name
    if act != "save":
        sheet = changed(rules.sheet_form, sheet, act, "sheet")
        return await _drawn(request, service, visit, rules, sheet, name, seat)
    try:
        await service.characters.put(visit.who, name, rules.name, sheet, seat=seat or None)
    except AgonistError as error:
        return await _drawn(
            request, service, visit, rules, sheet, name, seat, problems=placed(error, "sheet")
        )
    return go(visit.link(f"/tables/{table_id}"))


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
) -> Response[bytes]:
    place = visit.link(f"/tables/{visit.who.table}/characters", game=rules.name)
    return await large_page(
        request,
        service,
        "character.html",
        rows_of(sheet),
        visit=visit,
        table=await service.people.table(visit.who),
        game=rules,
        place=place,
        sheet=Sheet(
            form=rules.sheet_form,
            data=sheet,
            name="sheet",
            post_to=place,
            rules_of=f"{settings_of(request).base_path}/rules/{rules.name}",
            problems=problems or {},
        ),
        name=name,
        seat=seat,
        problems=problems or {},
    )


CHARACTERS = [character_page, keep_character]
