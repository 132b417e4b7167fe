"""Setting up a contest: what is played, the set-up as forms, who plays which seat, invitations."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.response import Redirect

from agonist.kernel import GM, AgonistError, ContestType, SetupRefused, game, games
from agonist.table import Invitation, NewContest, Service, TableView, bots_of

from ..api.answers import invited
from ..who import Here, Id
from .answers import Sent, sent_from
from .drawing import environment, page
from .errors import sentence
from .setup_parts import info_of, lists_in, one_of, parts_of, unfold
from .setup_reading import read
from .setup_rows import changed
from .setup_words import worded, words_of
from .visit import AnyRequest, Visit, go, table_visit

__all__ = ["SETTING_UP", "Draft"]

environment().filters |= {
    "one_of": one_of,
    "with_article": lambda text: f"{'an' if text[:1] in 'aeiou' else 'a'} {text}",
    "in_a_sentence": lambda text: (
        text if text[:2].isalpha() and text[:2].isupper() else text[:1].lower() + text[1:]
    ),
    "same_place": lambda one, two: re.sub(r"\d+", "0", one) == re.sub(r"\d+", "0", two),
}

INVITE, ME = "invite", "me"


class Draft(msgspec.Struct, kw_only=True):
    """A contest as it was typed so far: everything as plain data, right or not."""

    setup: Any
    options: Any
    title: str = ""
    preset: str = ""
    playing: dict[str, str] = {}
    characters: list[str] = []
    dice: str = "sealed"
    follows: str = ""
    opened: frozenset[str] = frozenset()


@get("/tables/{table_id:str}/new", include_in_schema=False)
async def choose(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """Which game, which kind of contest, from what."""
    visit = await table_visit(request, service, table_id)
    table = await service.people.table(visit.who)
    latest = [*table.running, *(await service.contests.page(visit.who, limit=1)).contests]
    usual = latest[0].game if latest else ""
    return page(request, "new.html", visit=visit, table=table, games=games(), usual=usual)


@get("/tables/{table_id:str}/new/{name:str}/{type_name:str}", include_in_schema=False)
async def set_up(request: AnyRequest, service: Here, table_id: Id, name: Id, type_name: Id) -> Response[str]:
    """The set-up of a preset or an empty one, to be changed."""
    visit = await table_visit(request, service, table_id)
    kind = game(name).type(type_name)
    key = request.query_params.get("preset", "")
    preset = kind.presets.get(key) or next(iter(kind.presets.values()), None)
    draft = Draft(setup={}, options={})
    if preset is not None:
        draft.setup, draft.options = msgspec.to_builtins(preset.setup), msgspec.to_builtins(preset.options)
        draft.title, draft.preset = (preset.title, key) if key else ("", "")
        if not key:
            draft.setup = _emptied(kind)
    return await _drawn(request, service, visit, kind, name, draft)


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
        return await _drawn(request, service, visit, kind, name, draft)
    try:
        return await _started(request, service, visit, kind, name, draft)
    except SetupRefused as error:
        return await _drawn(request, service, visit, kind, name, draft, placed(error))
    except AgonistError as error:
        return await _drawn(request, service, visit, kind, name, draft, {"setup": sentence(error)})


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
        setup=read(info_of(kind.setup_type), sent, "setup"),
        options=read(info_of(kind.options_type), sent, "options"),
        title=_first(sent, "title"),
        preset=_first(sent, "preset"),
        playing={key[5:]: values[-1] for key, values in sent.items() if key.startswith("play.")},
        characters=list(sent.get("characters", ())),
        dice=_first(sent, "dice") or "sealed",
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


def placed(error: AgonistError) -> dict[str, str]:
    """A refusal at the field that it is about."""
    place = re.sub(r"\[(\d+)\]", r".\1", error.place).replace("set-up", "setup", 1)
    if place and place.partition(".")[0] not in ("setup", "options"):
        place = f"setup.{place}"
    return {place or "setup": sentence(error)}


def _edit(kind: ContestType[Any], draft: Draft, act: str) -> None:
    verb, _, path = act.partition(":")
    root = path.partition(".")[0].partition(":")[0]
    if root not in ("setup", "options"):
        return
    whole = getattr(draft, root)
    info = info_of(kind.setup_type if root == "setup" else kind.options_type)
    setattr(draft, root, changed(info, whole, act, root))
    opened = {path, *(path[:n] for n, letter in enumerate(path) if letter == ".")}
    draft.opened = frozenset(opened | {f"{path}.{n}" for n in range(200)} if verb == "add" else opened)


def _emptied(kind: ContestType[Any]) -> Any:
    """A set-up to begin with from nothing: whatever the game's types have as defaults."""
    try:
        return msgspec.to_builtins(kind.setup_type())
    except TypeError:
        return {}


async def _drawn(
    request: AnyRequest,
    service: Service,
    visit: Visit,
    kind: ContestType[Any],
    name: str,
    draft: Draft,
    problems: dict[str, str] | None = None,
) -> Response[str]:
    table = await service.people.table(visit.who)
    seats = seats_of(kind, draft)
    words = words_of(name)
    setup = worded(parts_of(info_of(kind.setup_type), draft.setup, "setup", "Set-up"), words)
    opened = draft.opened | {place for problem in problems or {} for place in unfold(setup, problem)}
    choices = {seat: _choices(kind, table, visit, seat) for seat in seats}
    return page(
        request,
        "setup.html",
        visit=visit,
        table=table,
        kind=kind,
        place=f"/tables/{table.table.id}/new/{name}/{kind.name}",
        setup=setup,
        game=name,
        options=worded(parts_of(info_of(kind.options_type), draft.options, "options", "Options"), words),
        lists=lists_in(setup),
        options_open=any(key.startswith("options") for key in problems or {}),
        seats=seats,
        choices=choices,
        chosen={seat: _chosen(draft, table, seat, seats[seat], choices[seat]) for seat in seats},
        characters=[one for one in await service.characters.all(visit.who) if one.game == name],
        enlisted=draft.characters,
        problems=problems or {},
        opened=opened,
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
    kind.setup_from(draft.setup, draft.options)
    seats = seats_of(kind, draft)
    new = NewContest(
        game=name,
        type=kind.name,
        setup=draft.setup,
        options=draft.options,
        title=draft.title or kind.title,
        characters=draft.characters,
        follows=draft.follows,
        dice={} if draft.dice == "sealed" else dict.fromkeys(seats, draft.dice),
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
