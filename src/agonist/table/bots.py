"""Bots: policies that sit at a table and answer through the same door as people do.

They also let dice fall that no person has to throw: their own, and those of seats that nobody plays. These go along
with people's. And they keep the time: what was let fall and is kept, or closes by itself, goes on when nobody is waited
for any more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from agonist.kernel import (
    GM,
    AgonistError,
    Answer,
    Ask,
    Chanced,
    ContestType,
    Pending,
    Policy,
    Seen,
    defaults,
    random_policy,
)
from agonist.odds.best import BEST
from agonist.odds.situations import Situation, situation_of
from agonist.odds.turns import Turns

from .errors import StoreUnavailable
from .live import Live
from .patience import kept_dice, waited_for
from .visitors import address

_MOVES = 2
"""How many bots move at once."""

AGAIN = 1.0
"""After how many seconds it is tried again what could not be stored."""

_log = logging.getLogger("agonist.bots")


def bots_of(kind: ContestType[Any]) -> dict[str, Policy]:
    """The bots that can play a contest type: the game's own, and three that can play anything."""
    anything = {BEST: defaults, "first choice": defaults, "any choice": random_policy(Random())}
    return {**kind.bots, **anything}


class GoOn(NamedTuple):
    """What is due where nobody is waited for any more at a request: kept dice fall, windows close."""

    at: int


class Thought(NamedTuple):
    """A question that the bot `best` thinks about elsewhere, and what it would answer without."""

    request: str
    table: str
    situation: Situation
    about: str
    usual: Answer


def thought_about(live: Live, pending: Pending) -> Thought:
    """What `best` thinks about before it answers."""
    assert isinstance(pending.request, Ask)
    own = next(iter(live.referee.kind.bots), "first choice")
    situation = situation_of(live.referee, pending)
    return Thought(
        pending.id, live.info.table, situation, pending.request.about, bot_answer(live, pending, own)
    )


def bot_answer(live: Live, pending: Pending, bot: str) -> Answer:
    """What a bot answers, from what its seat sees; what is offered first if it has nothing legal to say."""
    request = pending.request
    if not isinstance(request, Ask):
        return "sealed"
    policy = bots_of(live.referee.kind).get(bot, defaults)
    try:
        return request.legal().check(policy(Seen(pending.seat, live.referee.state), request))
    except Exception:  # noqa: BLE001  a bot of a game is not our code, and a table does not stop for it
        _log.exception("The bot %r of %s cannot answer %r", bot, live.referee.kind.name, request.what)
        return request.legal().fallback()


def due(live: Live) -> tuple[Pending, str] | GoOn | float | None:
    """What a bot answers or rolls next, or that it goes on, or how many seconds people are waited for first.

    None where the contest waits for people.
    """
    if not live.running or live.controls.paused:
        return None
    live.look()
    bots, pending = live.controls.bots, live.referee.pending
    for each in pending:
        bot = bots.get(each.seat)
        if bot and isinstance(each.request, Ask) and each.id not in live.left_alone:
            return each, bot
    found = [_due_of(live, [each for each in pending if each.at == at]) for at in live.referee.open_now]
    left = [each for each in found if isinstance(each, float)]
    return next((each for each in found if isinstance(each, tuple)), min(left, default=None))


def _due_of(live: Live, pending: list[Pending]) -> tuple[Pending, str] | GoOn | float | None:
    """The same of one of the requests that are open."""
    dice = [each for each in pending if not isinstance(each.request, Ask)]
    if any(isinstance(each.request, Ask) and not each.window for each in pending) or not pending:
        return None
    at = pending[0].at
    kept = kept_dice(live, at)
    ours = [each for each in dice if each.id not in kept and _needs_nobody(live, each)]
    if len(ours) + len(kept) < len(dice):
        return None
    left = max(waited_for(live, live.heeds, at).values(), default=0.0)
    if left:
        return left if isfinite(left) else None
    if kept or not dice:
        return GoOn(at)
    return ours[0], live.controls.bots.get(ours[0].seat, "")


def _needs_nobody(live: Live, dice: Pending) -> bool:
    """Whether dice are thrown by no person: a bot's, or those of nobody once others of the same request have fallen."""
    if dice.seat in live.controls.bots:
        return dice.dice in ("tap", "either")
    if dice.seat == GM or dice.seat in live.controls.casting or dice.dice != "tap":
        return False
    last = live.referee.transcript.entries[-1]
    return isinstance(last, Chanced) and last.at == dice.at


class Bots:
    """Lets bots answer, one contest at a time in the background.

    `play` answers once; it returns after how many seconds there may be more to do, or None.
    """

    def __init__(
        self, play: Callable[[str], Awaitable[float | None]], tasks: set[asyncio.Task[None]]
    ) -> None:
        self._play = play
        self._tasks = tasks
        self._playing: dict[str, asyncio.Event] = {}
        self._at: dict[str, tuple[str, asyncio.Task[None]]] = {}
        """At which table each contest is that is played."""
        self._moves = Turns(_MOVES)

    def move(self) -> AbstractAsyncContextManager[None]:
        """A bot's turn to move: a few at once of all tables, so that people do not wait for many."""
        return self._moves.turn(address())

    def stop(self, table: str) -> None:
        """A table is gone, and its contests with it."""
        for contest, (home, task) in list(self._at.items()):
            if home == table:
                task.cancel()
                self._rest(contest)

    def wake(self, live: Live) -> None:
        """Something has happened in a contest: see whether a bot is asked now."""
        if live.id in self._playing:
            self._playing[live.id].set()
        elif live.shared().get("for people"):
            return
        elif due(live) is None:
            live.shared()["for people"] = True
        else:
            self._playing[live.id] = asyncio.Event()
            task = asyncio.create_task(self._go_on(live.id))
            self._at[live.id] = (live.info.table, task)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _go_on(self, contest: str) -> None:
        news = self._playing[contest]
        try:
            while True:
                news.clear()
                try:
                    wait = await self._play(contest)
                except StoreUnavailable:
                    wait = AGAIN
                if wait is None and not news.is_set():
                    return
                if wait:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await news.wait()
        except AgonistError as problem:
            _log.warning("Bots stop: %s", problem.code)
        finally:
            self._rest(contest)

    def _rest(self, contest: str) -> None:
        self._playing.pop(contest, None)
        self._at.pop(contest, None)
