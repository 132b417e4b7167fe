"""Foresight at the table: what may come of the dice that are held, for who looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Pending
from agonist.odds.foresight import Foresight
from agonist.odds.situations import Situation, situation_at

from .house import House
from .live import Live
from .model import Seat
from .visitors import address, while_there

_MOST = 40
"""How many wait for foresight at one address: a whole club may."""


class Foreseen(msgspec.Struct, frozen=True):
    """What may come of it, and whether who looks is told how likely."""

    foresight: Foresight
    odds: bool

    def shown(self) -> dict[str, Any]:
        """All that may be told of it, as data."""
        found: dict[str, Any] = msgspec.to_builtins(self.foresight)
        if not self.odds:
            found["error"] = None
            for end in found["ends"]:
                end["chance"] = end["over"] = None
                for change in end["changes"]:
                    change["after"] = [value for value, _ in change["after"]]
        return found


class Foreseeing:
    """Says what may come of dice that wait, or of an answer that could be given."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def of(
        self, who: Seat, contest: str, *, seat: str = "", request: str = "", answer: Answer = None
    ) -> Foreseen | None:
        """From what the seat sees: of an answer to a request of its own, else of the dice that wait, or of those that
        lie if nobody changes anything; None where nothing is held, or nobody can tell in time."""
        table = await self.house.table(who.table)
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            asked, situation, given = _situation(live, live.seen_as(who, seat), request, answer)
        if asked is None:
            return None
        with while_there():
            found: Foresight | None = await self.house.clerks.perhaps(
                address(),
                "agonist.odds.foresight:foreseen",
                situation,
                given,
                wanted=lambda: asked.at in live.referee.open_now,
                most=_MOST,
                about=who.table,
            )
        return None if found is None else Foreseen(found, table.info.odds or who.gm)

    async def of_each(
        self, who: Seat, contest: str, request: str, answers: Sequence[Answer], *, seat: str = ""
    ) -> list[Foreseen]:
        """Of several answers to a request of one's own, all in one turn; none where nobody can tell in time."""
        table = await self.house.table(who.table)
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            first = answers[0] if answers else None
            asked, situation, _ = _situation(live, live.seen_as(who, seat), request, first)
        if asked is None or not answers:
            return []
        with while_there():
            found: list[Foresight] | None = await self.house.clerks.perhaps(
                address(),
                "agonist.odds.foresight:foreseen_each",
                situation,
                tuple(answers),
                wanted=lambda: asked.at in live.referee.open_now,
                most=_MOST,
                about=who.table,
            )
        return [Foreseen(each, table.info.odds or who.gm) for each in found or ()]


def _situation(
    live: Live, seat: str, request: str, answer: Answer
) -> tuple[Pending | None, Situation | None, Answer]:
    """What it is about, where it begins, and the checked answer, if one is to be given. Of dice that wait side by side
    one's own come first."""
    pending = live.referee.pending
    if not request:
        own = {each.at for each in pending if each.seat == seat}
        dice = [each for each in pending if not isinstance(each.request, Ask)]
        held = min(dice, key=lambda each: each.at not in own, default=None)
        if held is None and pending and all(each.window for each in pending):
            held = pending[0]
        return held, (situation_at(live.referee, seat, held.slot, held.at) if held else None), None
    asked = next((each for each in pending if each.id == request and each.seat == seat), None)
    if asked is None or not isinstance(asked.request, Ask):
        return None, None, None
    return asked, situation_at(live.referee, seat, asked.slot, asked.at), asked.form().check(answer)
