"""Bots: policies that sit at a table and answer through the same door as people do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from agonist.kernel import (
    AgonistError,
    Answer,
    Ask,
    ContestType,
    Pending,
    Policy,
    Seen,
    defaults,
    random_policy,
)

from .live import Live

__all__ = ["Bots", "bot_answer", "bots_of"]

_log = logging.getLogger("agonist.bots")


def bots_of(kind: ContestType[Any]) -> dict[str, Policy]:
    """The bots that can play a contest type: the game's own, and two that can play anything."""
    return {**kind.bots, "first choice": defaults, "any choice": random_policy(Random())}


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


def due(live: Live) -> tuple[Pending, str] | None:
    """The first open request that a bot has to answer, if the contest goes on."""
    if not live.running or live.controls.paused:
        return None
    for pending in live.referee.pending:
        bot = live.controls.bots.get(pending.seat)
        if bot and (isinstance(pending.request, Ask) or pending.dice in ("tap", "either")):
            return pending, bot
    return None


class Bots:
    """Lets bots answer, one contest at a time in the background. `play` answers once and says if more is due."""

    def __init__(self, play: Callable[[str], Awaitable[bool]], tasks: set[asyncio.Task[None]]) -> None:
        self._play = play
        self._tasks = tasks
        self._playing: set[str] = set()

    def wake(self, live: Live) -> None:
        """Something has happened in a contest: see whether a bot is asked now."""
        if live.id in self._playing or due(live) is None:
            return
        self._playing.add(live.id)
        task = asyncio.create_task(self._go_on(live.id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _go_on(self, contest: str) -> None:
        try:
            while await self._play(contest):
                pass
        except AgonistError as problem:
            _log.warning("Bots stop: %s", problem.code)
        finally:
            self._playing.discard(contest)
