"""The game master's tools: taking back, correcting, seats, bots, dice, pausing, odds, ending, a rematch."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from agonist.kernel import GM, ActRefused, AgonistError
from agonist.table import NewContest, NotFound, Service

from ..who import Here, Id
from .answers import answer_from, fields_of, sent_from
from .contests import done, refused
from .correcting import grouped, row_of
from .drawing import page
from .errors import sentence
from .visit import AnyRequest, Visit, contest_visit, go

__all__ = ["TOOLS"]


@get("/contests/{contest_id:str}/tools", include_in_schema=False)
async def tools_page(request: AnyRequest, service: Here, contest_id: Id) -> Response[str]:
    """Everything a game master can do with a contest besides answering."""
    visit = await contest_visit(request, service, contest_id)
    return await _tools(request, service, visit, contest_id)


async def _tools(
    request: AnyRequest, service: Service, visit: Visit, contest: str, told: str = ""
) -> Response[str]:
    tools = await service.contests.tools(visit.who, contest)
    view = await service.contests.view(visit.who, contest, seat=GM)
    table = await service.people.table(visit.who)
    path = request.query_params.get("path", "")
    chosen = next((row_of(one, view.view.state) for one in tools.corrections if one.path == path), None)
    return page(
        request,
        "contest/tools.html",
        422 if told else 200,
        visit=visit,
        contest=view.contest,
        seats=view.seats,
        paused=view.paused,
        table=table,
        people=table.seats,
        tools=tools,
        groups=grouped(tools.corrections, view.view.state),
        chosen=chosen,
        told=told,
    )


@post("/contests/{contest_id:str}/undo", include_in_schema=False)
async def undo(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Take the contest back to before the decision that a line came from."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    wanted = data.get("to", "")
    try:
        points = [point.at for point in (await service.contests.tools(visit.who, contest_id)).points]
        before = [at for at in points if wanted.isdecimal() and at <= int(wanted)]
        if not before:
            raise ActRefused("Nothing was decided before this.", accepted="a later line of the story")
        await service.acts.undo(visit.who, contest_id, before[-1], reason=data.get("reason", ""))
    except AgonistError as error:
        return refused(request, error)
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/correct", include_in_schema=False)
async def correct(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Correct a value, with a reason that everybody reads."""
    visit = await contest_visit(request, service, contest_id)
    sent = sent_from(await request.form())
    path, reason = (next(iter(sent.get(key, ())), "") for key in ("path", "reason"))
    try:
        known = (await service.contests.tools(visit.who, contest_id)).corrections
        one = next((each for each in known if each.path == path), None)
        if one is None:
            raise NotFound("That cannot be corrected now.", accepted="one of the values listed")
        await service.acts.override(visit.who, contest_id, path, answer_from(one.form, sent), reason=reason)
    except AgonistError as error:
        return await _tools(request, service, visit, contest_id, sentence(error))
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/seat", include_in_schema=False)
async def change_seat(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Who plays a seat of the contest, and how its dice are made."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    seat, holder, dice = data.get("of", ""), data.get("holder", ""), data.get("dice", "")
    try:
        view = await service.contests.view(visit.who, contest_id)
        now = next((each for each in view.seats if each.seat == seat), None)
        if now is None:
            raise NotFound("There is no such seat in this contest.")
        if dice and dice != now.dice:
            await service.acts.set_dice(visit.who, contest_id, seat, dice)  # type: ignore[arg-type]
        bot = holder.removeprefix("bot:") if holder.startswith("bot:") else None
        if bot != now.bot:
            await service.acts.set_bot(visit.who, contest_id, seat, bot)
        held = holder.removeprefix("seat:") if holder.startswith("seat:") else None
        if seat != GM and bot is None and held != now.holder:
            await service.acts.cast(visit.who, contest_id, seat, held)
    except AgonistError as error:
        return await _tools(request, service, visit, contest_id, sentence(error))
    return go(visit.link(f"/contests/{contest_id}/tools"))


@post("/contests/{contest_id:str}/pause", include_in_schema=False)
async def pause(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Stop the contest for a while, or let it go on."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    await service.acts.pause(visit.who, contest_id, data.get("paused") == "yes")
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/odds", include_in_schema=False)
async def show_odds(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Whether players see the odds of their answers."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    await service.people.change_table(visit.who, odds=data.get("odds") == "yes")
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/bot-answer", include_in_schema=False)
async def bot_answer(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Let a bot decide one thing."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    bots = (await service.contests.tools(visit.who, contest_id)).bots
    await service.acts.bot_answers(visit.who, contest_id, data.get("request", ""), bots[0])
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/end", include_in_schema=False)
async def end(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """End it before the rules do."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    await service.acts.end(visit.who, contest_id, reason=data.get("reason", ""))
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/rematch", include_in_schema=False)
async def rematch(request: AnyRequest, service: Here, contest_id: Id) -> Redirect:
    """The same contest again, with the same people and bots, and new dice."""
    visit = await contest_visit(request, service, contest_id)
    view = await service.contests.view(visit.who, contest_id)
    old = await service.exchange.transcript(visit.who, contest_id)
    again = NewContest(
        game=old.game,
        type=old.type,
        setup=old.setup,
        options=old.options,
        title=view.contest.title,
        casting={each.seat: each.holder for each in view.seats if each.holder},
        bots={each.seat: each.bot for each in view.seats if each.bot},
        dice={each.seat: each.dice for each in view.seats if each.dice != "sealed"},
    )
    new = await service.contests.start(visit.who, again)
    return go(visit.link(f"/contests/{new.id}"))


@post("/contests/{contest_id:str}/keep", include_in_schema=False)
async def keep(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Take a character as the contest left it into the table's characters."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    view = await service.contests.view(visit.who, contest_id)
    name = data.get("name", "")
    seat = next((each.holder for each in view.seats if name in each.name and each.holder), None)
    await service.characters.keep(visit.who, contest_id, name, seat=seat)
    return done(request, visit, contest_id)


TOOLS = [
    tools_page,
    undo,
    correct,
    change_seat,
    pause,
    show_odds,
    bot_answer,
    end,
    rematch,
    keep,
]
