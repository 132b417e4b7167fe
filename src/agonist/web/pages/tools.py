"""The game master's tools: taking back, correcting, seats, bots, dice, pausing, odds, ending, a rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from agonist.kernel import GM, AgonistError
from agonist.table import ContestSeat, NewContest, Seat, Service

from ..who import Here, Id
from .answers import answer_from, fields_of, number_in, sent_from
from .contests import done, refused
from .correcting import grouped, row_of
from .drawing import page
from .errors import sentence
from .visit import AnyRequest, Visit, contest_visit, go


@get("/contests/{contest_id:str}/tools", include_in_schema=False)
async def tools_page(request: AnyRequest, service: Here, contest_id: Id) -> Response[str]:
    """Everything a game master can do with a contest besides answering."""
    visit = await contest_visit(request, service, contest_id)
    return await _tools(request, service, visit, contest_id)


async def _tools(
    request: AnyRequest, service: Service, visit: Visit, contest: str, told: str = ""
) -> Response[str]:
    tools = await service.contests.tools(visit.who, contest)
    view = await service.contests.view(visit.who, contest, seat=GM, log=False)
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


@post("/contests/{contest_id:str}/undo", include_in_schema=False, as_it_is=True)
async def undo(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Take the contest back to before the decision that a line came from."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    wanted = number_in(data.get("to", ""))
    try:
        to = wanted if isinstance(wanted, int) else -1
        await service.acts.undo(visit.who, contest_id, to, reason=data.get("reason", ""))
    except AgonistError as error:
        return await refused(request, service, visit, contest_id, error)
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/correct", include_in_schema=False)
async def correct(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Correct a value, with a reason that everybody reads."""
    visit = await contest_visit(request, service, contest_id)
    sent = sent_from(await request.form())
    path, reason = (next(iter(sent.get(key, ())), "") for key in ("path", "reason"))
    try:
        await service.acts.override(
            visit.who, contest_id, path, lambda form: answer_from(form, sent), reason=reason
        )
    except AgonistError as error:
        return await _tools(request, service, visit, contest_id, sentence(error))
    return done(request, visit, contest_id)


@post("/contests/{contest_id:str}/seats", include_in_schema=False)
async def change_seats(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
    """Who plays the seats of the contest, and how their dice are made."""
    visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
    try:
        for seat in (await service.contests.view(visit.who, contest_id, log=False)).seats:
            holder, dice = (data.get(f"{key}.{seat.seat}") for key in ("holder", "dice"))
            await _change_seat(service, visit.who, contest_id, seat, holder, dice)
    except AgonistError as error:
        return await _tools(request, service, visit, contest_id, sentence(error))
    return go(visit.link(f"/contests/{contest_id}/tools"))


async def _change_seat(
    service: Service, who: Seat, contest: str, now: ContestSeat, holder: str | None, dice: str | None
) -> None:
    """Change what is said and new; ``bot:NAME`` and ``seat:ID`` are holders, nothing is nobody."""
    if dice and dice != now.dice:
        await service.acts.set_dice(who, contest, now.seat, dice)  # type: ignore[arg-type]
    if holder is None:
        return
    bot = holder.removeprefix("bot:") if holder.startswith("bot:") else None
    if bot != now.bot:
        await service.acts.set_bot(who, contest, now.seat, bot)
    held = holder.removeprefix("seat:") if holder.startswith("seat:") else None
    if now.seat != GM and bot is None and held != now.holder:
        await service.acts.cast(who, contest, now.seat, held)


Sent = dict[str, str]
Does = Callable[[Service, Seat, str, Sent], Awaitable[object]]


def _act(place: str, does: Does) -> Any:
    """A button of the tools: what it does, and then back to the contest."""

    @post(f"/contests/{{contest_id:str}}/{place}", include_in_schema=False, as_it_is=True)
    async def act(request: AnyRequest, service: Here, contest_id: Id) -> Response[Any] | Redirect:
        visit, data = await contest_visit(request, service, contest_id), await fields_of(request)
        try:
            await does(service, visit.who, contest_id, data)
        except AgonistError as error:
            return await refused(request, service, visit, contest_id, error)
        return done(request, visit, contest_id)

    return act


async def _pause(service: Service, who: Seat, contest: str, data: Sent) -> None:
    """Stop the contest for a while, or let it go on."""
    await service.acts.pause(who, contest, data.get("paused") == "yes")


async def _show_odds(service: Service, who: Seat, _: str, data: Sent) -> None:
    """Whether players see the odds of their answers."""
    await service.people.change_table(who, odds=data.get("odds") == "yes")


async def _bot_answer(service: Service, who: Seat, contest: str, data: Sent) -> None:
    """Let a bot decide one thing."""
    await service.acts.bot_answers(who, contest, data.get("request", ""))


async def _order(service: Service, who: Seat, contest: str, data: Sent) -> None:
    """Answer a kind of question once for the contest, or be asked again."""
    await service.acts.order(who, contest, data.get("seat", ""), data.get("what", ""), data.get("order", ""))


async def _wait(service: Service, who: Seat, contest: str, _: Sent) -> None:
    """Hold the dice until one has spoken."""
    await service.acts.wait(who, contest)


async def _let_pass(service: Service, who: Seat, contest: str, data: Sent) -> None:
    """Say nothing to what one could say."""
    await service.acts.let_pass(who, contest, data.get("seat", ""))


async def _take_back(service: Service, who: Seat, contest: str, _: Sent) -> None:
    """Take back one's own last answer."""
    await service.slips.take_back(who, contest)


async def _ask_back(service: Service, who: Seat, contest: str, _: Sent) -> None:
    """Ask the game master for it."""
    await service.slips.ask(who, contest)


async def _decide_back(service: Service, who: Seat, contest: str, data: Sent) -> None:
    """Yes or no to who asks."""
    await service.slips.decide(who, contest, data.get("holder", ""), data.get("yes") == "yes")


async def _end(service: Service, who: Seat, contest: str, data: Sent) -> None:
    """End it before the rules do."""
    await service.acts.end(who, contest, reason=data.get("reason", ""))


async def _keep(service: Service, who: Seat, contest: str, data: Sent) -> None:
    """Take a character as the contest left it into the table's characters."""
    seats = (await service.contests.view(who, contest, log=False)).seats
    name = data.get("name", "")
    seat = next((each.holder for each in seats if each.plays(name) and each.holder), None)
    await service.characters.keep(who, contest, name, seat=seat)


@post("/contests/{contest_id:str}/rematch", include_in_schema=False)
async def rematch(request: AnyRequest, service: Here, contest_id: Id) -> Redirect:
    """The same contest again, with the same people and bots, and new dice."""
    visit = await contest_visit(request, service, contest_id)
    view = await service.contests.view(visit.who, contest_id, log=False)
    old = await service.exchange.transcript(visit.who, contest_id)
    again = NewContest(
        game=old.game,
        type=old.type,
        setup=old.setup,
        options=old.options,
        title=view.contest.title,
        casting={each.seat: each.holder for each in view.seats if each.holder},
        bots={each.seat: each.bot for each in view.seats if each.bot},
        dice={each.seat: each.dice for each in view.seats if each.dice != "tap"},
    )
    new = await service.contests.start(visit.who, again)
    return go(visit.link(f"/contests/{new.id}"))


TOOLS = [
    tools_page,
    undo,
    correct,
    change_seats,
    rematch,
    _act("pause", _pause),
    _act("odds", _show_odds),
    _act("bot-answer", _bot_answer),
    _act("order", _order),
    _act("wait", _wait),
    _act("pass", _let_pass),
    _act("take-back", _take_back),
    _act("take-back/ask", _ask_back),
    _act("take-back/decide", _decide_back),
    _act("end", _end),
    _act("keep", _keep),
]
