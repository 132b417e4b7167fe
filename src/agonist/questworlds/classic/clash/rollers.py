"""Who rolls with what, and the moment before the dice fall: what others can do stands open, and whoever rolls closes
it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from agonist.kernel import GM, Answer, Ask, Contest, Procedure, Roll, State, Viewer
from agonist.tabletop import begun

from ...chassis import DECIDES
from ...chassis.ratings import Rating
from ..people.contestants import Contestant
from ..people.knowledge import knows


class Roller(msgspec.Struct):
    """Who rolls with what: a contestant with an ability, or a bare resistance with a fixed rating."""

    name: str
    ability: str
    contestant: Contestant | None = None
    fixed: Rating | None = None

    @property
    def seat(self) -> str:
        return self.contestant.seat if self.contestant else GM

    def rating(self) -> Rating:
        """As it is now: the game master may correct it while dice are being typed in."""
        if self.fixed is not None or self.contestant is None:
            return self.fixed or Rating(0)
        return self.contestant.rating(self.ability)

    def needs(self, viewer: Viewer) -> str:
        """QW-13: what the die has to show, for those who may know it before it falls."""
        who = self.contestant
        told = viewer.gm or (who is not None and self.fixed is None and knows(viewer.state, viewer.seat, who))
        return self.rating().needs if told else ""

    def lasting_bumps(self) -> int:
        return self.contestant.bumps(self.ability) if self.contestant and self.fixed is None else 0

    def hero(self) -> Contestant | None:
        """The player's character who may spend a hero point on this roll (QW-5)."""
        who = self.contestant
        return who if who is not None and who.player and who.hero_points > 0 else None


def using(contestant: Contestant, ability: str) -> Roller:
    return Roller(contestant.name, ability, contestant)


def against(rating: Rating, name: str = "the resistance") -> Roller:
    return Roller(name, "resistance", fixed=rating)


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
