"""The tools that act, each by one request to the server, which checks it, stores it, and only then tells of it."""

from __future__ import annotations

from typing import Any

from agonist.kernel import GM, game

from .desk import Desk, Refused
from .finding import ready_for, told_of
from .marked import marked
from .telling import bots, told, where

_MOST_POINTS = 30

Arguments = dict[str, Any]


async def answer(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    before = (await desk.view(contest))["position"]
    body = {"request": given["request"], "value": given.get("value"), "reason": given.get("reason", "")}
    await desk.post(f"/contests/{contest}/answers", body)
    return await _happened(desk, contest, before)


async def roll_on(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    seen = await desk.settled(contest)
    before, open_now, machines = seen["position"], seen["view"]["asked"], bots(seen)
    mine = [each for each in open_now if each["seat"] not in machines]
    owed = [each["id"] for each in mine if not each.get("window") and not each.get("chance")]
    if owed:
        raise Refused("Something has to be decided first.", accepted=", ".join(owed), code="assistant.asked")
    dice = [each for each in mine if each.get("chance")]
    if any(_typed(each["form"]) for each in dice):
        raise Refused(
            "Real dice are to be typed in.", accepted="answer with what they show", code="assistant.asked"
        )
    try:
        for each in dice[:1]:
            await desk.post(f"/contests/{contest}/answers", {"request": each["id"], "value": "sealed"})
        for seat in () if dice else dict.fromkeys(each["seat"] for each in mine):
            await desk.post(f"/contests/{contest}/pass", {"seat": seat})
    except Refused as refused:
        if refused.code not in ("act.not-pending", "act.already-answered"):
            raise  # else it has rolled on by itself meanwhile
    return await _happened(desk, contest, before)


def _typed(form: dict[str, Any]) -> bool:
    """Whether dice can only be typed in."""
    return all(each["key"] != "sealed" for each in form.get("options", ()))


async def undo(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    before = (await desk.view(contest))["position"]
    if "to" not in given:
        points = (await desk.get(f"/contests/{contest}/tools"))["points"]
        told = [{"to": each["at"], "then": each["text"]} for each in points[-_MOST_POINTS:]]
        return {"contest": contest, "points": marked(told)}
    await desk.post(f"/contests/{contest}/undo", {"to": given["to"], "reason": given.get("reason", "")})
    return await _happened(desk, contest, before)


async def set_up(desk: Desk, given: Arguments) -> dict[str, Any]:
    words, setup = given.get("words", ""), given.get("setup")
    wanted = ready_for(words, setup)
    if wanted is None:
        return told_of(words)
    host = desk.host or desk
    body: dict[str, Any] = {**wanted, "options": given.get("options"), "title": given.get("title", "")}
    body = {key: each for key, each in body.items() if each not in (None, "")}
    if desk.host:
        seats, kind = _seats(wanted), game(wanted["game"]).type(wanted["type"])
        bot = next(iter(kind.bots), "first choice")
        own = _own_seat(seats, desk.plays)
        body["bots"] = {seat: bot for seat in ([] if own == GM else seats) if seat != own}
        body["casting"] = {} if own == GM else {own: desk.seat}
    body["bots"] = {**body.get("bots", {}), **(given.get("bots") or {})}
    made = await host.post(f"/tables/{host.table}/contests", body)
    seen = await desk.settled(made["id"])
    return {
        **where(seen),
        "seats": marked({each["seat"]: each["name"] for each in seen["seats"]}),
        **told(seen),
    }


def _seats(wanted: dict[str, Any]) -> dict[str, str]:
    kind = game(wanted["game"]).type(wanted["type"])
    data = kind.presets[wanted["preset"]].setup if "preset" in wanted else wanted["setup"]
    return {GM: "Game master"} | kind.seats(kind.setup_from(data).setup)


def _own_seat(seats: dict[str, str], plays: str) -> str:
    """The seat of a contest that a player here has: the one that is called so, or the first that a player has."""
    if plays in seats:
        return plays
    players = [seat for seat in seats if seat != GM]
    return next(
        (seat for seat in players if seats[seat].casefold() == plays.casefold()), (players or [GM])[0]
    )


async def _happened(desk: Desk, contest: str, before: str) -> dict[str, Any]:
    seen = await desk.settled(contest, after=before)
    return {**where(seen), **told(seen)}
