"""Setting up a contest: what is played, the set-up as forms, who plays which seat, invitations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.response import Redirect

from agonist.kernel import GM, AgonistError, ContestType, SetupRefused, converted, game, games, quick_of
from agonist.kernel.forms import Fields, Form, Many, changed, form_at, steps_to
from agonist.table import Character, Invitation, NewContest, Service
from agonist.table.limits import rows_of

from ..api.answers import invited
from ..who import Here, Id
from .answers import Sent, answer_from, sent_from
from .casting import Playing, cast, invited_by, parts_of, people_of
from .drawing import draw, frame_of, page
from .errors import sentence
from .large import large_answer, large_page
from .sheets import Sheet, placed
from .visit import AnyRequest, Visit, go, settings_of, table_visit


class Draft(msgspec.Struct, kw_only=True):
    """A contest as it was typed so far: everything as plain data, right or not."""

    setup: Any
    options: Any
    title: str = ""
    preset: str = ""
    playing: Playing = Playing()
    characters: list[str] = []
    dice: str = "tap"
    follows: str = ""
    opened: frozenset[str] = frozenset()


_MANY = 100
"""From how many pairs of who is played and who could play it on the list of them is drawn beside the loop."""


@get("/tables/{table_id:str}/new", include_in_schema=False)
async def choose(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """Which game, which kind of contest, from what."""
    visit = await table_visit(request, service, table_id)
    table = await service.people.table(visit.who)
    latest = [*table.running, *(await service.contests.page(visit.who, limit=1)).contests]
    usual = latest[0].game if latest else ""
    return page(
        request,
        "new.html",
        visit=visit,
        table=table,
        games=games(),
        quick=[each.name for each in games() if quick_of(each)],
        usual=usual,
    )


@get("/tables/{table_id:str}/new/{name:str}/{type_name:str}", include_in_schema=False, as_it_is=True)
async def set_up(
    request: AnyRequest, service: Here, table_id: Id, name: Id, type_name: Id
) -> Response[bytes]:
    """The set-up of a preset or of an earlier contest, with the same people, or an empty one, to be changed."""
    visit = await table_visit(request, service, table_id)
    kind = game(name).type(type_name)
    if like := request.query_params.get("like", ""):
        return await set_up_page(request, service, visit, kind, name, await _like(service, visit, like))
    key = request.query_params.get("preset", "")
    draft = Draft(setup=kind.setup_form.start(), options={})
    if preset := kind.presets.get(key):
        draft.setup, draft.options = msgspec.to_builtins(preset.setup), msgspec.to_builtins(preset.options)
        draft.title, draft.preset = preset.title, key
    return await set_up_page(request, service, visit, kind, name, draft)


async def _like(service: Service, visit: Visit, contest: str) -> Draft:
    """An earlier contest as it was set up: those who played play, characters of the table as they are now."""
    view = await service.contests.view(visit.who, contest, log=False)
    old = await service.exchange.transcript(visit.who, contest)
    names = {each.name for each in view.seats}
    kept = [each.name for each in await _characters(service, visit, old.game) if each.name in names]
    draft = Draft(setup=old.setup, options=old.options, title=view.contest.title, characters=kept)
    held = {each.seat: f"seat:{each.holder}" for each in view.seats if each.holder}
    bots = {each.seat: f"bot:{each.bot}" for each in view.seats if each.bot}
    draft.playing = Playing(held | bots)
    return draft


@post("/tables/{table_id:str}/new/{name:str}/{type_name:str}", include_in_schema=False, as_it_is=True)
async def change_or_start(
    request: AnyRequest, service: Here, table_id: Id, name: Id, type_name: Id
) -> Response[Any] | Redirect:
    """Add, remove or move a row; or start. What was typed comes back in every case."""
    visit = await table_visit(request, service, table_id)
    kind = game(name).type(type_name)
    sent = sent_from(await request.form())
    draft, act = draft_from(kind, sent), next(iter(sent.get("do", ())), "")
    if act != "start":
        _edit(kind, draft, act)
        return await set_up_page(request, service, visit, kind, name, draft)
    try:
        return await _started(request, service, visit, kind, name, draft)
    except SetupRefused as error:
        return await set_up_page(request, service, visit, kind, name, draft, placed(error))
    except AgonistError as error:
        return await set_up_page(request, service, visit, kind, name, draft, {"setup": sentence(error)})


@post("/tables/{table_id:str}/new/{name:str}/{type_name:str}/check", include_in_schema=False, as_it_is=True)
async def check(request: AnyRequest, service: Here, table_id: Id, name: Id, type_name: Id) -> Response[bytes]:
    """What is not right yet, and where; and who plays whom by now."""
    visit = await table_visit(request, service, table_id)
    kind = game(name).type(type_name)
    draft = draft_from(kind, sent_from(await request.form()))
    enlisted = _enlisted(draft, await _characters(service, visit, name))
    told = [{"place": place, "text": text} for place, text in problems_in(kind, draft, enlisted).items()]
    table = await service.people.table(visit.who)
    parts = parts_of(kind, seats_of(kind, draft), enlisted, draft.playing, table, visit.who)
    shown = frame_of(request) | {"parts": parts, "people": people_of(table, visit.who)}

    def write() -> bytes:
        return msgspec.json.encode({"problems": told, "players": draw("setup_players.html", **shown)})

    size = len(parts) * len(table.seats)
    return await large_answer(request, service, write, size if size > _MANY else 0, MediaType.JSON)


async def _characters(service: Service, visit: Visit, name: str) -> list[Character]:
    return [one for one in await service.characters.all(visit.who) if one.game == name]


def _enlisted(draft: Draft, characters: list[Character]) -> list[Character]:
    return [one for one in characters if one.name in draft.characters]


def draft_from(kind: ContestType[Any], sent: Sent) -> Draft:
    """What was typed, as data."""
    characters, setup = list(sent.get("characters", ())), answer_from(kind.setup_form, sent, "setup")
    return Draft(
        setup=_taken_instead(kind.setup_form, setup) if characters else setup,
        options=answer_from(kind.options_form, sent, "options"),
        title=_first(sent, "title"),
        preset=_first(sent, "preset"),
        playing=Playing.sent(sent),
        characters=characters,
        dice=_first(sent, "dice") or "tap",
        follows=_first(sent, "follows"),
    )


def _taken_instead(form: Form, data: Any) -> Any:
    """A set-up without the rows that nobody has filled in: characters of the table come in their place."""
    if not (isinstance(form, Fields) and isinstance(data, dict)):
        return data
    lists = {each.key: each.form.of for each in form.fields if isinstance(each.form, Many)}
    return {
        key: [row for row in rows if not _empty(lists[key], row)]
        if key in lists and isinstance(rows, list)
        else rows
        for key, rows in data.items()
    }


def _empty(form: Form, row: Any) -> bool:
    """Whether a row is as an empty page has it."""
    if not (isinstance(form, Fields) and isinstance(row, dict)):
        return False
    fresh = Sheet(form=form, data=None)
    start = form.start()
    return all(fresh.value(each, row) == fresh.value(each, start) for each in form.fields)


def _first(sent: Sent, key: str) -> str:
    return next(iter(sent.get(key, ())), "")


def problems_in(kind: ContestType[Any], draft: Draft, enlisted: Sequence[Character] = ()) -> dict[str, str]:
    """What the game would refuse, by the name of the field, when the table's characters are in."""
    setup = draft.setup
    try:
        for one in enlisted:
            setup = converted(setup, kind.setup_type, kind.setup_form, "set-up")
            setup = kind.enlist(setup, one.name, one.sheet, f"of-{one.name}")
        kind.setup_from(setup, draft.options)
    except SetupRefused as error:
        return placed(error)
    return {}


def _edit(kind: ContestType[Any], draft: Draft, act: str) -> None:
    verb, _, path = act.partition(":")
    if path.startswith("setup"):
        draft.setup = changed(kind.setup_form, draft.setup, act, "setup")
    elif path.startswith("options"):
        draft.options = changed(kind.options_form, draft.options, act, "options")
    here = f"{path}.{_last_row(kind, draft, path)}" if verb == "add" else path.rpartition(":")[2]
    if verb == "remove":
        here = here.rpartition(".")[0]
    draft.opened = frozenset({here, *(here[:n] for n, letter in enumerate(here) if letter == ".")})


def _last_row(kind: ContestType[Any], draft: Draft, path: str) -> int:
    """The number of the last row of a list, which was added just now."""
    root, _, rest = path.partition(".")
    form, data = (kind.options_form, draft.options) if root == "options" else (kind.setup_form, draft.setup)
    _, _, rows = form_at(form, data, steps_to(rest))
    return len(rows) - 1 if isinstance(rows, list | tuple | dict) else 0


async def set_up_page(
    request: AnyRequest,
    service: Service,
    visit: Visit,
    kind: ContestType[Any],
    name: str,
    draft: Draft,
    problems: dict[str, str] | None = None,
) -> Response[bytes]:
    """The whole set-up as it was typed so far, with who plays whom."""
    table = await service.people.table(visit.who)
    characters = await _characters(service, visit, name)
    seats, enlisted = seats_of(kind, draft), _enlisted(draft, characters)
    place = f"/tables/{table.table.id}/new/{name}/{kind.name}"
    shared: dict[str, Any] = {
        "post_to": visit.link(place),
        "rules_of": f"{settings_of(request).base_path}/rules/{name}",
        "problems": problems or {},
        "opened": draft.opened,
    }
    return await large_page(
        request,
        service,
        "setup.html",
        rows_of(draft.setup),
        visit=visit,
        table=table,
        kind=kind,
        place=place,
        plans=f"{name}/{kind.name}",
        setup=Sheet(form=kind.setup_form, data=draft.setup, name="setup", **shared),
        options=Sheet(form=kind.options_form, data=draft.options, name="options", **shared),
        options_open=any(key.startswith("options") for key in problems or {}),
        parts=parts_of(kind, seats, enlisted, draft.playing, table, visit.who),
        people=people_of(table, visit.who),
        characters=characters,
        enlisted=draft.characters,
        problems=problems or {},
        title=draft.title,
        preset=draft.preset,
        dice=draft.dice,
        scene=await service.contests.last_scene(visit.who, name) if visit.who.gm else None,
        follows=draft.follows,
    )


def seats_of(kind: ContestType[Any], draft: Draft) -> dict[str, str]:
    """The seats that the set-up has as far as it can be understood, the game master's first."""
    try:
        setup = msgspec.convert(draft.setup, kind.setup_type)
        found = kind.seats(setup)
    except Exception:  # noqa: BLE001  a set-up that is being typed may be anything
        found = {seat: draft.playing.names.get(seat, "") for seat in draft.playing.chosen}
    return {GM: "Game master"} | {
        seat: called.strip(", ") or "Somebody without a name"
        for seat, called in found.items()
        if seat != GM and not seat.startswith("own:")
    }


async def _started(
    request: AnyRequest, service: Service, visit: Visit, kind: ContestType[Any], name: str, draft: Draft
) -> Response[Any] | Redirect:
    table = await service.people.table(visit.who)
    enlisted = _enlisted(draft, await _characters(service, visit, name))
    parts = parts_of(kind, seats_of(kind, draft), enlisted, draft.playing, table, visit.who)
    new = NewContest(
        game=name,
        type=kind.name,
        setup=draft.setup,
        options=draft.options,
        title=draft.title or kind.title,
        characters=draft.characters,
        follows=draft.follows,
        usual_dice=draft.dice,
    )
    cast(new, parts, visit.who)
    invitations: list[Invitation] = []
    try:
        for seat, called in invited_by(parts).items():
            invitations.append(await service.people.add_seat(visit.who, called))
            new.casting[seat] = invitations[-1].seat.id
        contest = await service.contests.start(visit.who, new)
    except AgonistError:
        for made in invitations:
            await service.people.remove_seat(visit.who, made.seat.id)
        raise
    target = visit.link(f"/contests/{contest.id}")
    if not invitations:
        return go(target)
    shown = [invited(request, made) for made in invitations]
    return page(request, "invitations.html", visit=visit, contest=contest, invitations=shown)


SETTING_UP = [choose, set_up, change_or_start, check]
