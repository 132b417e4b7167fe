"""Bots: policies that sit at a table and answer through the same door as people do.

They also let dice fall that no person has to throw: their own, and those of seats that nobody plays. These go along
with people's; where there are none, who can still speak up gets some seconds for it first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
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

from .live import Live

__all__ = ["Bots", "Thought", "bot_answer", "bots_of", "due", "thought_about"]

GRACE = 4.0
"""How many seconds a bot's dice give to people who can still speak up."""

_log = logging.getLogger("agonist.bots")


def bots_of(kind: ContestType[Any]) -> dict[str, Policy]:
    """The bots that can play a contest type: the game's own, and three that can play anything."""
    anything = {BEST: defaults, "first choice": defaults, "any choice": random_policy(Random())}
    return {**kind.bots, **anything}


class Thought(NamedTuple):
    """A question that the bot `best` thinks about elsewhere, and what it would answer without."""

    request: str
    situation: Situation
    about: str
    usual: Answer


def thought_about(live: Live, pending: Pending) -> Thought:
    """What `best` thinks about before it answers."""
    assert isinstance(pending.request, Ask)
    own = next(iter(live.referee.kind.bots), "first choice")
    situation = situation_of(live.referee, pending)
    return Thought(pending.id, situation, pending.request.about, bot_answer(live, pending, own))


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


def due(live: Live, attended: Collection[str] = ()) -> tuple[Pending, str] | float | None:
    """What a bot answers or rolls next, or how many seconds it waits first; None where the contest waits for people.

    `attended` are the seats of the contest at which a person is looking.
    """
    if not live.running or live.controls.paused:
        return None
    waited, bots, pending = live.open_for(), live.controls.bots, live.referee.pending
    for each in pending:
        bot = bots.get(each.seat)
        if bot and isinstance(each.request, Ask) and each.id not in live.left_alone:
            return each, bot
    dice = [each for each in pending if not isinstance(each.request, Ask)]
    ours = [each for each in dice if _needs_nobody(live, each)]
    if not ours or len(ours) < len(dice):
        return None
    speakers = [each for each in pending if each.window and each.seat in attended and each.seat not in bots]
    if speakers and waited < GRACE:
        return GRACE - waited
    return ours[0], bots.get(ours[0].seat, "")


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
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _go_on(self, contest: str) -> None:
        news = self._playing[contest]
        try:
            while True:
                news.clear()
                wait = await self._play(contest)
                if wait is None and not news.is_set():
                    return
                if wait:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await news.wait()
        except AgonistError as problem:
            _log.warning("Bots stop: %s", problem.code)
        finally:
            del self._playing[contest]
