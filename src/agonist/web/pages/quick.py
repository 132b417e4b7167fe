"""A contest in a minute: those who are here, each with a character, against so many of a kind."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from agonist.kernel import AgonistError, Game, Quick, game, quick_of
from agonist.table import Character, NewContest, NotFound, Service, TableView

from ..who import Here, Id
from .answers import fields_of
from .casting import Playing
from .drawing import page
from .errors import sentence
from .setting_up import Draft, seats_of, set_up_page
from .visit import AnyRequest, Visit, go, table_visit

_MOST = 12


class Hero(msgspec.Struct):
    """Somebody at the table, and whom they play: a character of the table's, or a new one."""

    seat: str
    player: str
    name: str
    kept: bool = False
    plays: bool = True


def quick_for(name: str) -> tuple[Game, Quick]:
    rules = game(name)
    found = quick_of(rules)
    if found is None:
        raise NotFound("This game has no quick contest.", accepted="its set-up")
    return rules, found


async def _heroes(service: Service, visit: Visit, table: TableView, rules: Game) -> list[Hero]:
    """The players of the table; whoever has a character of this game plays it."""
    theirs: dict[str, Character] = {
        one.seat: one
        for one in await service.characters.all(visit.who)
        if one.seat and one.game == rules.name
    }
    players = [each for each in table.seats if each.role == "player"]
    return [
        Hero(each.id, each.name, theirs[each.id].name if each.id in theirs else each.name, each.id in theirs)
        for each in players[:_MOST]
    ]


@get("/tables/{table_id:str}/quick/{name:str}", include_in_schema=False)
async def quick_page(request: AnyRequest, service: Here, table_id: Id, name: Id) -> Response[str]:
    """Who is here, and against whom."""
    visit = await table_visit(request, service, table_id)
    return await _drawn(request, service, visit, name, {})


async def _drawn(
    request: AnyRequest, service: Service, visit: Visit, name: str, data: dict[str, str], refused: str = ""
) -> Response[str]:
    rules, quick = quick_for(name)
    table = await service.people.table(visit.who)
    heroes = await _heroes(service, visit, table, rules)
    status = 422 if refused else 200
    return page(
        request, "quick.html", status, visit=visit, table=table, game=rules, quick=quick, heroes=heroes,
        data=data, refused=refused,
    )  # fmt: skip


@post("/tables/{table_id:str}/quick/{name:str}", include_in_schema=False)
async def quick_start(request: AnyRequest, service: Here, table_id: Id, name: Id) -> Response[Any] | Redirect:
    """Begin at once, or look at the whole set-up first."""
    visit, data = await table_visit(request, service, table_id), await fields_of(request)
    rules, quick = quick_for(name)
    table = await service.people.table(visit.who)
    heroes = [
        each
        for each in await _heroes(service, visit, table, rules)
        if data.get(f"plays.{each.seat}") == "yes"
    ]
    for each in heroes:
        if not each.kept:
            each.name = data.get(f"name.{each.seat}", "").strip() or each.player
    try:
        kind, draft = _draft(rules, quick, heroes, data)
        if data.get("do") == "details":
            return await set_up_page(request, service, visit, rules.type(kind), name, draft)
        contest = await service.contests.start(visit.who, _new(rules, kind, draft, heroes))
    except AgonistError as error:
        return await _drawn(request, service, visit, name, data, sentence(error))
    return go(visit.link(f"/contests/{contest.id}"))


def _draft(rules: Game, quick: Quick, heroes: list[Hero], data: dict[str, str]) -> tuple[str, Draft]:
    count = data.get("count", "")
    many = min(_MOST, max(1, int(count))) if count.isdecimal() and len(count) < 3 else 1
    fresh = [each.name for each in heroes if not each.kept]
    foes = [(data.get("stock", ""), data.get("foe", "").strip()[:60], many)]
    kind = quick.pair if quick.pair and len(heroes) == many == 1 else quick.type
    setup = quick.setup(fresh, foes, data.get("about", "").strip()[:200])
    draft = Draft(setup=setup, options={}, title=data.get("about", "").strip()[:80])
    draft.characters = [each.name for each in heroes if each.kept]
    by_name = {each.name: each for each in heroes}
    seats = seats_of(rules.type(kind), draft)
    draft.playing = Playing(
        {seat: f"seat:{by_name[who].seat}" for seat, who in seats.items() if who in by_name}
    )
    return kind, draft


def _new(rules: Game, kind: str, draft: Draft, heroes: list[Hero]) -> NewContest:
    casting = {seat: who.removeprefix("seat:") for seat, who in draft.playing.chosen.items()}
    title = draft.title or f"{', '.join(each.name for each in heroes)[:60]}: {rules.type(kind).title}"
    return NewContest(
        game=rules.name,
        type=kind,
        setup=draft.setup,
        title=title[:80],
        casting=casting,
        characters=draft.characters,
    )


QUICK = [quick_page, quick_start]
