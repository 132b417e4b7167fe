"""The moment before the dice fall: what others can still do stands open beside them, and whoever rolls closes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Contest, Procedure, Roll, State
from agonist.tabletop import begun

from ...chassis import DECIDES
from .rollers import Roller

Asks = dict[str, Ask]
"""Parts of one request, by what they are called here."""


class Settled(msgspec.Struct):
    """What came of a request: an answer for each part, the dice unless it was cut short, and by what it was."""

    answers: dict[str, Any]
    dice: tuple[int, ...] | None = ()
    cut: str = ""

    @property
    def why(self) -> Answer:
        """The answer that cut it short."""
        return self.answers[self.cut]


def opened(contest: Contest[State], what: str, asks: Callable[[], Asks]) -> Asks:
    """Windows of a kind, made where somebody may speak up at such."""
    return {} if contest.closed(what) else asks()


def together(asks: Asks, *dice: Roll) -> Procedure[Settled]:
    """Everything at once. If a window cuts it short, the rest has no answer and no die has fallen."""
    given = yield (*asks.values(), *dice)
    answers = dict(zip(asks, given, strict=False))
    for key, ask in asks.items():
        if ask.interrupts and ask.window and ask.cuts_short(answers[key]):
            return Settled(answers, None, key)
    return Settled(answers, tuple([face for (face,) in given[len(asks) :]]))


def thrown(asks: Asks, one: Roller, two: Roller) -> Procedure[Settled]:
    """Two dice against each other, and what can be done about them."""
    if asks:
        return (yield from together(asks, die(one), die(two)))
    (first,), (second,) = yield die(one), die(two)
    return Settled({}, (first, second))


def die(roller: Roller) -> Roll:
    name = roller.name
    about = _what(name)
    return Roll(
        (20,), seat=roller.seat, what=about, rule="QW-3", about=name, needs=roller.needs, decides=DECIDES
    )


@lru_cache(maxsize=1_000)
def _what(name: str) -> str:
    return begun(f"{name}'s d20")
