"""How bots move: what is due is answered, rolled, or let go on, through the stage as everybody does."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from agonist.kernel import Answer, Ask, Entry, Pending
from agonist.odds.best import BEST

from .bots import GoOn, Thought, bot_answer, due, thought_about
from .live import Live
from .patience import kept_dice
from .pool import PoolSpent
from .visitors import address

if TYPE_CHECKING:
    from .stage import Stage

_MOST_THOUGHTS = 64
"""How many bots of one address wait to think; one more answers as bots usually do."""


class BotMoves:
    """Moves for bots, one at a time."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.house = stage, stage.house

    async def play(self, contest: str) -> float | None:
        """Let a bot move; returns after how many seconds there may be more to do, or None."""
        async with self.house.hall.hold(contest) as live, self.stage.bots.move():
            asked = await self._due(live)
            if isinstance(asked, GoOn):
                return await self._goes_on(live, asked.at)
            if not isinstance(asked, tuple):
                return asked
            pending, bot = asked
            if bot != BEST or not isinstance(pending.request, Ask):
                return await self.answers(live, pending, bot, bot_answer(live, pending, bot))
            thought = thought_about(live, pending)
        answer = await self.best(thought, contest)
        async with self.house.hall.hold(contest) as live, self.stage.bots.move():
            asked = await self._due(live)
            if isinstance(asked, GoOn) or not isinstance(asked, tuple):
                return 0.0
            if (asked[0].id, asked[1]) == (thought.request, BEST):
                await self.answers(live, asked[0], BEST, answer)
            return 0.0

    async def _due(self, live: Live) -> tuple[Pending, str] | GoOn | float | None:
        """What is due; nothing where the contest has become too long."""
        await self.stage.heed(live)
        asked = due(live)
        too_long = live.stored >= self.house.limits.entries and not isinstance(asked, float)
        return None if too_long else asked

    async def answers(self, live: Live, pending: Pending, bot: str, answer: Answer) -> float:
        """Answer for a bot; what a window assumes need not be said."""
        if pending.window and isinstance(pending.request, Ask) and answer == pending.request.assumed():
            live.left_alone.add(pending.id)
            return 0.0
        with suppress(PoolSpent), self.stage.all_or_nothing(live):
            await self.stage.store(live, None, answer_as_bot(live, pending, bot, (answer,)))
        return 0.0

    async def _goes_on(self, live: Live, at: int) -> float:
        """At a request nobody is waited for any more: what was let fall first falls, or what is open closes."""
        with suppress(PoolSpent), self.stage.all_or_nothing(live):
            for request, kept in kept_dice(live, at).items():
                new = live.referee.answer(request, kept.value, by=kept.by, reason=kept.reason)
                await self.stage.store(live, kept.holder, new)
                return 0.0
            await self.stage.store(live, None, live.referee.let_pass(at=at))
        return 0.0

    async def best(self, thought: Thought, contest: str, *, later: bool = True) -> Answer:
        """What a clerk finds best; the usual answer where that takes too long, or only this process knows the game.

        What a person waits for is not done `later`.
        """

        def wanted() -> bool:
            live = self.house.hall.known(contest)
            return live is not None and any(each.id == thought.request for each in live.referee.pending)

        how = {"later": later, "most": _MOST_THOUGHTS, "about": thought.table, "wanted": wanted}
        asker, function = f"bots {address()}" if later else address(), "agonist.odds.best:best_answer"
        about = thought.situation, thought.about, thought.usual
        return await self.house.clerks.perhaps(asker, function, *about, otherwise=thought.usual, **how)


def answer_as_bot(live: Live, pending: Pending, bot: str, thought: tuple[Answer, ...] = ()) -> list[Entry]:
    """Answer a request as a bot would, with what it has thought of before if it has; the transcript says so."""
    answer = thought[0] if thought else bot_answer(live, pending, bot)
    return live.referee.answer(pending.id, answer, reason=f"bot: {bot}")
