"""Calling: what the addresses of a table are told of its contests. It goes into the outbox with the act itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from agonist.kernel import ONLOOKER, seat_view

from .live import Live
from .schema import hooks, outbox

TURN = "turn.asked"


def open_questions(live: Live) -> dict[str, dict[str, str]]:
    """What people have to decide now, by the request's id, in the words that everybody may read."""
    if not live.running or live.controls.paused:
        return {}
    referee = live.referee
    people = [each for each in referee.pending if not each.window and each.seat not in live.controls.bots]
    if not people:
        return {}
    said = {(each.seat, each.what): each for each in seat_view(referee, ONLOOKER, len(referee.log)).waiting}
    found = {}
    for each in people:
        waiting = said.get((each.seat, each.request.what))
        if waiting is not None and not waiting.chance:
            found[each.id] = {"seat": referee.seats[each.seat], "asked": waiting.text or waiting.what}
    return found


def calls(live: Live, *, begins: bool = False) -> Callable[[Connection], None]:
    """Work that puts into the outbox what is new: a contest that begins, that is over, or a question."""
    now, info = time.time(), live.info
    about = {"contest": info.id, "title": info.title, "game": info.game}
    messages: dict[str, tuple[str, dict[str, str]]] = {}
    if begins:
        messages[f"begun {info.id}"] = ("contest.begun", about)
    if not live.running:
        messages[f"over {info.id}"] = ("contest.over", about | {"summary": info.summary[:1_000]})
    for request, question in open_questions(live).items():
        messages[f"turn {info.id} {request}"] = (TURN, about | {"request": request} | question)

    def work(connection: Connection) -> None:
        if not live.running:
            asked = outbox.c.what.startswith("turn ")
            connection.execute(delete(outbox).where(outbox.c.contest_id == info.id, asked))
        here = select(hooks.c.id, hooks.c.after).where(hooks.c.table_id == info.table, hooks.c.gave_up == "")
        for hook in connection.execute(here).all():
            held = select(outbox.c.what).where(outbox.c.hook_id == hook.id, outbox.c.contest_id == info.id)
            known = {each.what for each in connection.execute(held)}
            rows = [
                _row(hook, what, kind, data, now)
                for what, (kind, data) in messages.items()
                if what not in known
            ]
            if rows:
                connection.execute(insert(outbox), rows)

    return work


def _row(hook: Any, what: str, kind: str, data: dict[str, str], now: float) -> dict[str, Any]:
    waits = hook.after if kind == TURN else 0
    encoded = msgspec.json.encode({"type": kind, **data})
    return {
        "hook_id": hook.id,
        "what": what,
        "contest_id": data["contest"],
        "data": encoded,
        "due": now + waits,
        "created": now,
    }
