"""Setting up a contest: what is played, the set-up as forms, who plays which seat, invitations."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.response import Redirect

from agonist.kernel import GM, AgonistError, ContestType, SetupRefused, game, games, quick_of
from agonist.kernel.forms import changed
from agonist.table import Invitation, NewContest, Service, TableView, bots_of

from ..api.answers import invited
from ..who import Here, Id
from .answers import Sent, answer_from, sent_from
from .drawing import page
from .errors import sentence
from .sheets import Sheet, placed
from .visit import AnyRequest, Visit, go, settings_of, table_visit

__all__ = ["SETTING_UP", "Draft", "seats_of", "set_up_page"]

INVITE, ME = "invite", "me"


class Draft(msgspec.Struct, kw_only=True):
    """A contest as it was typed so far: everything as plain data, right or not."""

    setup: Any
    options: Any
    title: str = ""
    preset: str = ""
    playing: dict[str, str] = {}
    characters: list[str] = []
    dice: str = "tap"
    follows: str = ""
    opened: frozenset[str] = frozenset()


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


@get("/tables/{table_id:str}/new/{name:str}/{type_name:str}", include_in_schema=False)
async def set_up(request: AnyRequest, service: Here, table_id: Id, name: Id, type_name: Id) -> Response[str]:
    """The set-up of a preset or an empty one, to be changed."""
    visit = await table_visit(request, service, table_id)
    kind = game(name).type(type_name)
    key = request.query_params.get("preset", "")
    draft = Draft(setup=kind.setup_form.start(), options={})
    if preset := kind.presets.get(key):
        draft.setup, draft.options = msgspec.to_builtins(preset.setup), msgspec.to_builtins(preset.options)
        draft.title, draft.preset = preset.title, key
    return await set_up_page(request, service, visit, kind, name, draft)


@post("/tables/{table_id:str}/new/{name:str}/{type_name:str}", include_in_schema=False)
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


@post("/tables/{table_id:str}/new/{name:str}/{type_name:str}/check", include_in_schema=False)
async def check(request: AnyRequest, service: Here, table_id: Id, name: Id, type_name: Id) -> Response[bytes]:
    """What is not right yet, and where."""
    await table_visit(request, service, table_id)
    kind = game(name).type(type_name)
    draft = draft_from(kind, sent_from(await request.form()))
    found = problems_in(kind, draft)
    told = [{"place": place, "text": text} for place, text in found.items()]
    return Response(msgspec.json.encode({"problems": told}), media_type=MediaType.JSON)


def draft_from(kind: ContestType[Any], sent: Sent) -> Draft:
    """What was typed, as data."""
    return Draft(
        setup=answer_from(kind.setup_form, sent, "setup"),
        options=answer_from(kind.options_form, sent, "options"),
        title=_first(sent, "title"),
        preset=_first(sent, "preset"),
        playing={key[5:]: values[-1] for key, values in sent.items() if key.startswith("play.")},
        characters=list(sent.get("characters", ())),
        dice=_first(sent, "dice") or "tap",
        follows=_first(sent, "follows"),
    )


def _first(sent: Sent, key: str) -> str:
    return next(iter(sent.get(key, ())), "")


def problems_in(kind: ContestType[Any], draft: Draft) -> dict[str, str]:
    """What the game would refuse, by the name of the field."""
    try:
        kind.setup_from(draft.setup, draft.options)
    except SetupRefused as error:
        return placed(error)
    return {}


def _edit(kind: ContestType[Any], draft: Draft, act: str) -> None:
    verb, _, path = act.partition(":")
    if path.startswith("setup"):
        draft.setup = changed(kind.setup_form, draft.setup, act, "setup")
    elif path.startswith("options"):
        draft.options = changed(kind.options_form, draft.options, act, "options")
    opened = {path, *(path[:n] for n, letter in enumerate(path) if letter == ".")}
    draft.opened = frozenset(opened | {f"{path}.{n}" for n in range(200)} if verb == "add" else opened)


async def set_up_page(
    request: AnyRequest,
    service: Service,
    visit: Visit,
    kind: ContestType[Any],
    name: str,
    draft: Draft,
    problems: dict[str, str] | None = None,
) -> Response[str]:
    """The whole set-up as it was typed so far, with who plays whom."""
    table = await service.people.table(visit.who)
    seats = seats_of(kind, draft)
    choices = {seat: _choices(kind, table, visit, seat) for seat in seats}
    place = f"/tables/{table.table.id}/new/{name}/{kind.name}"
    shared: dict[str, Any] = {
        "post_to": visit.link(place),
        "rules_of": f"{settings_of(request).base_path}/rules/{name}",
        "problems": problems or {},
        "opened": draft.opened,
    }
    return page(
        request,
        "setup.html",
        visit=visit,
        table=table,
        kind=kind,
        place=place,
        setup=Sheet(form=kind.setup_form, data=draft.setup, name="setup", **shared),
        options=Sheet(form=kind.options_form, data=draft.options, name="options", **shared),
        options_open=any(key.startswith("options") for key in problems or {}),
        seats=seats,
        choices=choices,
        chosen={seat: _chosen(draft, table, seat, seats[seat], choices[seat]) for seat in seats},
        characters=[one for one in await service.characters.all(visit.who) if one.game == name],
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
        found = dict.fromkeys(draft.playing, "")
    return {GM: "Game master"} | {
        seat: called or "Somebody without a name" for seat, called in found.items() if seat != GM
    }


def _choices(kind: ContestType[Any], table: TableView, visit: Visit, seat: str) -> list[tuple[str, str]]:
    bots = [(f"bot:{bot}", f"A bot ({bot})") for bot in bots_of(kind)]
    if seat == GM:
        return [(ME, "You"), *bots]
    others = [(f"seat:{each.id}", each.name) for each in table.seats if each.id != visit.who.id]
    return [(INVITE, "Somebody to be invited"), *others, (ME, "You, on this screen"), *bots]


def _chosen(draft: Draft, table: TableView, seat: str, name: str, choices: list[tuple[str, str]]) -> str:
    known = [value for value, _ in choices]
    if draft.playing.get(seat) in known:
        return draft.playing[seat]
    wanted = (name.casefold(), seat.casefold())
    called = [each.id for each in table.seats if each.role == "player" and each.name.casefold() in wanted]
    return f"seat:{called[0]}" if len(called) == 1 else known[0]


async def _started(
    request: AnyRequest, service: Service, visit: Visit, kind: ContestType[Any], name: str, draft: Draft
) -> Response[Any] | Redirect:
    seats = seats_of(kind, draft)
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
    inviting: dict[str, str] = {}
    for seat, called in seats.items():
        play = draft.playing.get(seat, ME if seat == GM else INVITE)
        if play.startswith("bot:"):
            new.bots[seat] = play[4:]
        elif play.startswith("seat:"):
            new.casting[seat] = play[5:]
        elif play == ME and seat != GM:
            new.casting[seat] = visit.who.id
        elif play == INVITE:
            inviting[seat] = called[:80] or seat
    invitations: list[Invitation] = []
    try:
        for seat, called in inviting.items():
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
