"""The chances of a contest that runs, as each seat can know them: worked out by clerks, for who is looking.

Nothing waits for this. A moment that nobody looked at, or that was over before a clerk had time, is not in the curve.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from agonist.kernel import game
from agonist.odds.situations import Situation
from agonist.review import Side
from agonist.review.curve import Chances, sides_of, situation_now
from agonist.review.places import first_of

from .house import House
from .live import Live
from .model import Seat
from .visitors import address

_MOST_WAITING = 40
"""How many curves of one address may wait."""

_FEW = 3
"""From which request on there is something to go back to for who looks for the first time."""


class LiveCurve(msgspec.Struct, frozen=True):
    """A curve for every side, by what one seat of the contest could know at each moment; `aim` says what of."""

    seen_as: str
    sides: tuple[Side, ...] = ()
    aim: str = ""
    against: str = ""


class Curve:
    """What is known so far of the chances that a seat can know of, by the number of the request."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.moments: dict[int, Chances] = {}
        self.last: Situation | None = None

    def shown(self, seat: str, live: Live) -> LiveCurve:
        moments = [self.moments[at] for at in sorted(self.moments)]
        if not moments:
            return LiveCurve(seat)
        aim = game(live.info.game).type(live.info.type).aim
        return LiveCurve(seat, sides_of(moments, live.referee.seats), aim, moments[-1].against)


class LiveCurves:
    """Makes a seat's curve longer when somebody looks at it."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def of(self, who: Seat, contest: str, *, seat: str = "") -> LiveCurve:
        """The curve of a seat that is held, if the contest runs and the game master shows odds."""
        table = await self.house.table(who.table)
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            seen_as = live.seen_as(who, seat)
            if not live.running or not (table.info.odds or who.gm):
                return LiveCurve(seen_as)
            curve: Curve = live.curves.setdefault(seen_as, Curve())
        async with curve.lock:
            await self._grow(contest, seen_as, curve)
        return curve.shown(seen_as, live)

    async def _grow(self, contest: str, seat: str, curve: Curve) -> None:
        async with self.house.hall.hold(contest) as live:
            now, at, seats = situation_now(live.referee, seat), live.referee.at, tuple(live.referee.seats)
            if now is None or now == curve.last:
                return
            past = None
            if not curve.moments and at >= _FEW:
                past = live.referee.transcript.to_json()
        curve.moments = {n: each for n, each in curve.moments.items() if n < at}
        if past is not None:
            curve.moments = dict(await self._ask(live, "chances_before", past, seat, seats) or ())
        first = first_of(live.referee.transcript)
        found = await self._ask(live, "chances_now", now, seats, first, wanted=lambda: live.referee.at == at)
        if found is not None:
            curve.moments[at], curve.last = found, now

    async def _ask(self, live: Live, what: str, *arguments: Any, **how: Any) -> Any:
        work = f"agonist.review.curve:{what}"
        return await self.house.reviewers.perhaps(
            address(), work, *arguments, most=_MOST_WAITING, about=live.info.table, **how
        )
