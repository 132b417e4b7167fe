"""The table page of a contest, its live stream, and answering."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing, suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.response import Redirect, Stream

from agonist.kernel import ONLOOKER, ActRefused, AgonistError, TranscriptError, UnknownGame, WrittenLine
from agonist.odds.foretold import foretold
from agonist.table import ContestView, NotFound, Service, TableView, TooMany

from ..problems import problem_of
from ..sse import KEEP_ALIVE, event, event_stream, last_event_id
from ..who import Here, Id, peer_of, token_of
from . import boards, outcomes  # noqa: F401  what templates use
from .advising import advice_for, becomes_of, foretold_deeds
from .answers import answer_to, number_in, sent_from
from .doors import shared_door
from .drawing import draw, fragment, own_file, page
from .errors import error_page, sentence, told_in_page
from .large import asking_page
from .showing import (
    MOVED,
    PARTS,
    Shown,
    contest_context,
    in_place,
    lines_part,
    page_parts,
    shown_part,
    stage_event,
)
from .showing import story as story_of
from .visit import AnyRequest, Visit, contest_visit, go, is_overlay, seen

_STORY = 60
"""How many lines of the story a page begins with, and how many more it gets at a time."""

_WHOLE = 300
"""How many it has at most where there is no script to get more with."""

_MOST_AT_ONCE = 40
"""How many questions one tap answers at the most."""

_ASKS = 4
"""How often a page asks again what is at stake, where nobody could tell in time."""
_RECENT = 24
"""How many of the last lines a board may draw dice and cards from."""


async def shown_of(service: Service, visit: Visit, view: ContestView, table: TableView) -> Shown:
    """What the parts of the page are drawn from."""
    beside = await service.contests.beside(visit.who, view.contest.id, seat=view.seen_as, lines=_RECENT)
    shown = Shown(visit.links, view, table, beside.steps, beside.recent)
    if view.contest.status == "over" and shown.gm:
        shown.sheets = await service.characters.new_from(visit.who, view.contest.id)
    elif view.contest.status == "over" and view.holds:
        shown.kept = await service.characters.kept_for(visit.who, view.contest.id)
    return shown


@get("/contests/{contest_id:str}", include_in_schema=False, as_it_is=True)
async def contest_page(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """The table while a contest is played there, and after; its story where its rules are no longer here."""
    return await _contest_page(
        request, service, await contest_visit(request, service, contest_id), contest_id
    )


async def _contest_page(
    request: AnyRequest, service: Service, visit: Visit, contest_id: str, refused: str = "", status: int = 200
) -> Response[Any] | Redirect:
    """The page, for routes that answer as it is."""
    try:
        whole = request.query_params.get("story") == "whole"
        view = await seen(service, visit, contest_id, most=_WHOLE if whole else _STORY + 1)
    except (TranscriptError, UnknownGame) as problem:
        return await _story_instead(request, service, visit, contest_id, problem)
    table = await service.people.table(visit.who)
    context = contest_context(visit, view, table) | {"tv": visit.seat == ONLOOKER}
    if is_overlay(request):
        context |= {"overlay": True, "theme": "lamplight"}
    elif context["tv"]:
        context |= {"door": await shared_door(request, service, visit), "theme": "lamplight"}
    _shorten(context, _WHOLE - 1 if whole else _STORY)
    shown = await shown_of(service, visit, view, table)
    stream = visit.link(f"/contests/{contest_id}/stream", after=view.position)
    context |= {"stream": stream, "refused": refused, "now": datetime.now(UTC).isoformat()}
    parts = lambda: {"parts": page_parts(shown)}  # noqa: E731
    asked = len(view.view.asked)
    return await asking_page(request, service, "contest/page.html", asked, status, parts, **context)


async def _story_instead(
    request: AnyRequest, service: Service, visit: Visit, contest: str, problem: AgonistError
) -> Response[str] | Redirect:
    """The story of a contest that can be played no more; if it has none yet, why, and how to be rid of it."""
    try:
        await service.contests.log(visit.who, contest, seat=visit.seat, most=1)
    except (TranscriptError, UnknownGame):
        running = {each.id for each in (await service.people.table(visit.who)).running}
        end = visit.link(f"/contests/{contest}/end") if visit.who.gm and contest in running else ""
        return page(request, "contest/unreadable.html", 422, visit=visit, problem=problem, end=end)
    return go(visit.link(f"/contests/{contest}/story.html"))


@get("/contests/{contest_id:str}/stream", include_in_schema=False)
async def stream(request: AnyRequest, service: Here, contest_id: Id) -> Stream:
    """The parts of the page as they change, as server-sent events."""
    visit = await contest_visit(request, service, contest_id)
    service.house.screens.need_room(visit.who, peer_of(request))
    return event_stream(_changes(request, service, visit, contest_id))


async def _changes(request: AnyRequest, service: Here, visit: Visit, contest: str) -> AsyncIterator[bytes]:
    token, after, sent = visit.token or token_of(request), last_event_id(request), dict[str, str]()
    follow = service.streams.follow(
        visit.who, token, contest, seat=visit.seat, after=after, peer=peer_of(request)
    )
    metrics = request.app.state.metrics
    metrics.streams.inc()
    table, shown = await service.people.table(visit.who), None
    try:
        yield b"retry: 1000\n\n"
        async with aclosing(follow) as changes:  # type: ignore[type-var]
            async for change in changes:
                if change.view is None and change.table is None:
                    yield KEEP_ALIVE
                    continue
                if change.table is not None:
                    table, visit.who = change.table, change.table.you
                try:
                    if change.presence and shown is not None:
                        shown.table = table
                        told = _new_parts(shown, ("presence",), sent)
                    else:
                        view = change.view or await service.contests.view(
                            visit.who, contest, seat=visit.seat, log=False
                        )
                        shown = await shown_of(service, visit, view, table)
                        told = _told(shown, sent, story=change.view is not None)
                except NotFound:
                    break
                if told:
                    yield b"".join(told)
        if await _gone(service, visit, contest, token):
            yield event("gone", b"gone")
    finally:
        metrics.streams.dec()


async def _gone(service: Service, visit: Visit, contest: str, token: str) -> bool:
    """Whether the seat that was shown is no longer this screen's."""
    try:
        await service.contests.view(visit.who, contest, seat=visit.seat, log=False)
        return await service.streams.still(visit.who, token) is None
    except NotFound:
        return True


def _told(shown: Shown, sent: dict[str, str], *, story: bool) -> list[bytes]:
    """The events for a view: what goes on stage, what moved, the new lines of the story, what is asked now."""
    lines, tale = shown.view.view.lines, list[bytes]()
    staged = list[bytes]()
    if story and shown.view.whole:
        context = story_of(shown.links, shown.view, lines) | {"visit": shown.links, "fresh": True}
        _shorten(context)
        tale.append(event("tale", draw("contest/tale.html", **context).encode()))
    elif story and lines:
        staged = stage_event(shown, lines)
        tale.append(lines_part(shown, lines, fresh=True).event)
    rest = [name for name in PARTS if name not in MOVED]
    told = [*staged, *_new_parts(shown, MOVED, sent), *tale, *_new_parts(shown, rest, sent)]
    if told and story:
        told.append(event("position", b"", shown.view.position))
    return told


def _new_parts(shown: Shown, names: Iterable[str], sent: dict[str, str]) -> list[bytes]:
    """The parts that this connection has not got yet, as events."""
    parts = {name: shown_part(name, shown) for name in names}
    new = [each.event for name, each in parts.items() if sent.get(name) != each.key]
    sent |= {name: each.key for name, each in parts.items()}
    return new


def _shorten(context: dict[str, Any], most: int = _STORY) -> None:
    """Keep the last lines of a long story; what came before is sent when somebody asks for it."""
    lines: list[WrittenLine] = context["lines"]
    context["lines"] = lines[-most:]
    context["earlier"] = lines[-most].n if len(lines) > most else 0


@get("/contests/{contest_id:str}/in-place", include_in_schema=False, as_it_is=True)
async def questions_of_others(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """What a game master can decide in the place of others, once somebody unfolds it."""
    visit = await contest_visit(request, service, contest_id)
    view = await seen(service, visit, contest_id, most=1)
    shown = await shown_of(service, visit, view, await service.people.table(visit.who))
    context, asked = in_place(shown), len(view.view.asked)
    return await asking_page(request, service, "contest/in_place.html", asked, **context)


@get("/contests/{contest_id:str}/lines", include_in_schema=False)
async def earlier_lines(request: AnyRequest, service: Here, contest_id: Id) -> Response[str]:
    """More of a long story: the lines before a number."""
    visit = await contest_visit(request, service, contest_id)
    view = await seen(service, visit, contest_id, most=1)
    asked = number_in(request.query_params.get("before", ""))
    _, lines = await service.contests.log(
        visit.who,
        contest_id,
        seat=view.seen_as,
        before=asked if isinstance(asked, int) else 0,
        most=_STORY + 1,
    )
    context = story_of(visit.links, view, lines) | {"visit": visit.links}
    _shorten(context)
    return fragment(request, "contest/more_lines.html", **context | {"out_of_band": True})


@get("/contests/{contest_id:str}/alive", include_in_schema=False, media_type=MediaType.TEXT)
async def alive(request: AnyRequest, service: Here, contest_id: Id) -> str:
    """Whether this screen still has a seat there, and if it has, why it may get no stream."""
    try:
        visit = await contest_visit(request, service, contest_id)
        service.house.screens.need_room(visit.who, peer_of(request))
    except NotFound:
        return "no"
    except TooMany as full:
        return sentence(full)
    return "yes"


@post("/contests/{contest_id:str}/answer", include_in_schema=False, as_it_is=True)
async def answer(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Answer what is asked; what is refused says so where it was chosen."""
    visit = await contest_visit(request, service, contest_id)
    sent = sent_from(await request.form())
    named = next(iter(sent.get("request", ())), "")
    try:
        await service.acts.answer(visit.who, contest_id, named, lambda form: answer_to(form, sent))
        for other in " ".join(sent.get("also", ())).split()[:_MOST_AT_ONCE]:
            with suppress(ActRefused):  # what the first answer led to may have changed what is asked
                await service.acts.answer(visit.who, contest_id, other, lambda form: answer_to(form, sent))
    except AgonistError as error:
        return await refused(request, service, visit, contest_id, error)
    return done(request, visit, contest_id)


def done(request: AnyRequest, visit: Visit, contest: str) -> Response[Any] | Redirect:
    """An act is stored: the stream shows what came of it, or the page itself where there is no script."""
    if request.headers.get("hx-request") == "true":
        return Response("", status_code=200, media_type=MediaType.TEXT)
    return go(visit.link(f"/contests/{contest}"))


async def refused(
    request: AnyRequest, service: Service, visit: Visit, contest: str, error: AgonistError
) -> Response[Any] | Redirect:
    """An act was refused: a sentence for the place where it was made, or the page with it where there is no script."""
    if request.headers.get("hx-request") == "true":
        return told_in_page(sentence(error))
    status = problem_of(error, request.method).status
    if status in (409, 422):
        return await _contest_page(request, service, visit, contest, sentence(error), status)
    return error_page(request, error)


@get("/contests/{contest_id:str}/advice", include_in_schema=False)
async def advice(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """The odds of the answers to a question, for who is asked and may see them."""
    visit = await contest_visit(request, service, contest_id)
    view = await service.contests.view(visit.who, contest_id, seat=visit.seat, log=False)
    found = await advice_for(service, visit.who, view, request.query_params.get("request", ""))
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON)


@post("/contests/{contest_id:str}/deeds", include_in_schema=False, status_code=200)
async def deeds(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """What may come of the deeds that a question opens with, their details as they stand on the page."""
    visit = await contest_visit(request, service, contest_id)
    view = await service.contests.view(visit.who, contest_id, seat=visit.seat, log=False)
    found = await foretold_deeds(service, visit.who, view, sent_from(await request.form()))
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON)


@get("/contests/{contest_id:str}/stake", include_in_schema=False)
async def stake(request: AnyRequest, service: Here, contest_id: Id) -> Response[str]:
    """What is at stake in the dice that wait, for who looks at them."""
    visit = await contest_visit(request, service, contest_id)
    found = await service.foresight.of(visit.who, contest_id, seat=visit.seat)
    view = await service.contests.view(visit.who, contest_id, seat=visit.seat, log=False)
    told = foretold(found.foresight, becomes_of(view)) if found else None
    asked = len(request.query_params.get("asked", ""))
    later = "" if found or asked >= _ASKS else f"/contests/{contest_id}/stake"
    again = visit.link(later, asked="." * (asked + 1)) if later else ""
    return fragment(request, "contest/stake.html", told=told, odds=bool(found and found.odds), again=again)


@get("/contests/{contest_id:str}/comes", include_in_schema=False)
async def comes(request: AnyRequest, service: Here, contest_id: Id) -> Response[str]:
    """What dice that lie come to if nobody changes anything, or by an answer of the seat that could."""
    visit = await contest_visit(request, service, contest_id)
    named, answer = (request.query_params.get(name, "") for name in ("request", "a"))
    found = await service.foresight.of(
        visit.who, contest_id, seat=visit.seat, request=named, answer=answer or None
    )
    ends = found.foresight.ends if found else ()
    view = await service.contests.view(visit.who, contest_id, seat=visit.seat, log=False)
    shown = await shown_of(service, visit, view, await service.people.table(visit.who))
    told = foretold(found.foresight) if found else None
    seen = {"end": ends[0] if len(ends) == 1 else None, "sides": shown.sides, "told": told}
    return fragment(
        request, "contest/comes.html", **seen, odds=bool(found and found.odds), answer=bool(named)
    )


@get("/boards/{file:str}", include_in_schema=False)
async def board_style(file: Id) -> Response[str]:
    """The style that a game brings along for its board."""
    text = own_file(file.removesuffix(".css"), "board.css")
    headers = {"cache-control": "no-cache"}
    return Response(text or "", status_code=200 if text else 404, media_type=MediaType.CSS, headers=headers)


CONTESTS = [
    contest_page,
    stream,
    questions_of_others,
    earlier_lines,
    alive,
    answer,
    advice,
    deeds,
    stake,
    comes,
    board_style,
]
