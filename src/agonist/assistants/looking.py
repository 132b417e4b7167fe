"""The tools that look: at the table, the contest, the questions, the rules, and how it went."""

from __future__ import annotations

import time
from typing import Any

import anyio
import msgspec

from agonist.kernel import DiceRecord, verify_dice

from .desk import Desk, Refused
from .finding import found_rules
from .marked import marked
from .telling import ids, line, lines, musts, question, waits_for, weighed, where

_FEW_LINES = 30
_REVIEWED = 25.0
"""For how many seconds a review is waited for; who asks again later finds it further on."""

Arguments = dict[str, Any]


async def table(desk: Desk, _: Arguments) -> dict[str, Any]:
    seen = await desk.get(f"/tables/{desk.table}")
    played = (await desk.get(f"/tables/{desk.table}/contests", limit=20))["contests"]
    you = seen["you"]
    return {
        "you": marked({"seat": you["id"], "name": you["name"], "role": you["role"]}),
        "table": marked(seen["table"]["name"]),
        "seats": marked(
            [{k: each[k] for k in ("name", "role", "contestants", "present")} for each in seen["seats"]]
        ),
        "contests": marked(
            [{k: each[k] for k in ("id", "title", "game", "type", "status", "summary")} for each in played]
        ),
    }


async def look(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    seen = await desk.view(contest, seat=given.get("seat", ""))
    return {
        **where(seen),
        "seats": marked([{k: each[k] for k in ("seat", "name", "bot")} for each in seen["seats"]]),
        "state": marked(seen["view"]["state"]),
        "latest": marked(lines(seen)[-_FEW_LINES:]),
        "sealed": seen["view"]["commitment"],
    }


async def asked(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    while True:
        seen = await desk.settled(contest)
        try:
            return await _asked_now(desk, contest, seen, given)
        except Refused:
            if (await desk.view(contest))["position"] == seen["position"]:
                raise  # else somebody went on meanwhile, and something else is asked


async def _asked_now(desk: Desk, contest: str, seen: dict[str, Any], given: Arguments) -> dict[str, Any]:
    wanted = [each for each in seen["view"]["asked"] if given.get("request", each["id"]) == each["id"]]
    if "request" in given and not wanted:
        raise Refused("That is not asked.", accepted=ids(seen), place="request", code="assistant.not-asked")
    chances, found = given.get("chances", True), []
    for each in wanted:
        whole = await desk.get(f"/contests/{contest}/requests/{each['id']}")
        found.append(question(each, whole) | await _chances(desk, contest, each, wanted=chances))
    return {**where(seen), "asked": found, "waits_for": waits_for(seen)}


async def _chances(desk: Desk, contest: str, each: dict[str, Any], *, wanted: bool) -> dict[str, Any]:
    if not wanted or each.get("chance") or each.get("window"):
        return {}
    found = (await desk.get(f"/contests/{contest}/odds/{each['id']}"))["odds"]
    return {} if found is None else {"chances": weighed(found)}


async def advise(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    seen = await desk.settled(contest)
    request = given.get("request") or next(iter(musts(seen)), "")
    found = (await desk.get(f"/contests/{contest}/odds/{request}"))["odds"] if request else None
    coming = (await desk.get(f"/contests/{contest}/foresight"))["foresight"]
    if found is None and coming is None:
        return {**where(seen), "advice": "Nothing is known about the chances here, or they are not shown."}
    told = {} if found is None else {"request": request, "advice": weighed(found)}
    return {**where(seen), **told, **({} if coming is None else {"what_may_come": marked(coming)})}


async def rule(_: Desk, given: Arguments) -> dict[str, Any]:
    return {"rules": found_rules(given["words"])}


async def story(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    seen = await desk.view(contest)
    before = given.get("before")
    lines = await desk.get(f"/contests/{contest}/log", **({} if before is None else {"before": before}))
    return {**where(seen), "lines": marked([line(each) for each in lines])}


async def review(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    until = time.monotonic() + _REVIEWED
    while True:
        found = await desk.get(f"/contests/{contest}/review")
        if found["status"] != "working" or time.monotonic() > until:
            break
        await anyio.sleep(0.2)
    review = found.get("review")
    if review is None:
        return {"contest": contest, "status": found["status"], "why": marked(found.get("why", ""))}
    judged = [each for each in review["moments"] if each.get("judged")]
    return {
        "contest": contest,
        "status": found["status"],
        **marked(
            {
                k: review[k]
                for k in ("summary", "aim", "method", "against", "turning", "error", "notes")
                if k in review
            }
        ),
        "people": marked(review["people"]),
        "decisions": marked(judged),
    }


async def verify(desk: Desk, given: Arguments) -> dict[str, Any]:
    contest = await desk.contest(given.get("contest", ""))
    seen = await desk.view(contest)
    promised = desk.sealed[contest]
    if seen["contest"]["status"] == "running":
        later = "The seed is shown when the contest is over; then every roll can be checked against this."
        return {"contest": contest, "sealed": promised, "verified": False, "why": later}
    record = DiceRecord.from_json(msgspec.json.encode(await desk.get(f"/contests/{contest}/dice")))
    if record.commitment != promised:
        raise Refused("The seed is not the one that was sealed before the first roll.", code="verify.failed")
    proved = verify_dice(record)
    rolls = [
        {"number": each.number, "what": each.what, "shows": each.value, "made": each.source}
        for each in record.rolls
    ]
    return {
        "contest": contest,
        "sealed": promised,
        "verified": True,
        "proved": proved,
        "rolls": marked(rolls),
    }
