"""The moment before the dice fall: what others can still do stands open beside them, and whoever rolls closes it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Choice, Contest, Option, Procedure, Roll
from agonist.questworlds_common.words import begun

from ..people.contestants import Contestant
from ..rolls.rollers import Roller

Asks = dict[str, Ask]
"""Parts of one request, by what they are called here."""


class Moment(msgspec.Struct):
    """What came of a request: an answer for each part, the dice unless it was cut short, and by what it was."""

    answers: dict[str, Any]
    dice: tuple[int, ...] | None = ()
    cut: str = ""

    @property
    def why(self) -> Answer:
        """The answer that cut it short."""
        return self.answers[self.cut]

    def wish(self, n: int) -> str:
        """When the player of one of the two dice wants to be asked about a hero point."""
        return str(self.answers.get(f"hero points {n}", "matters")) if self.answers else "matters"


def together(asks: Asks, *dice: Roll) -> Procedure[Moment]:
    """Everything at once. If a window cuts it short, the rest has no answer and no die has fallen."""
    given = yield (*asks.values(), *dice)
    answers = dict(zip(asks, given, strict=False))
    for key, ask in asks.items():
        if ask.interrupts and ask.window and ask.cuts_short(answers[key]):
            return Moment(answers, None, key)
    return Moment(answers, tuple([face for (face,) in given[len(asks) :]]))


def thrown(contest: Contest[Any], asks: Asks, one: Roller, two: Roller) -> Procedure[Moment]:
    """Two dice against each other, what can be done about them, and what their players wish for hero points."""
    if contest.quiet and not asks:
        (first,), (second,) = yield die(one), die(two)
        return Moment({}, (first, second))
    heroes = {f"hero points {n}": hero for n, roller in enumerate((one, two)) if (hero := roller.hero())}
    wishes = {key: _wish(hero) for key, hero in heroes.items()}
    return (yield from together({**asks, **wishes}, die(one), die(two)))


def die(roller: Roller) -> Roll:
    return _die(roller.seat, roller.name)


@lru_cache(maxsize=1_000)
def _die(seat: str, name: str) -> Roll:
    return Roll((20,), seat=seat, what=begun(f"{name}'s d20"), rule="QW-3", about=name)


_WHEN = Choice(
    (
        Option("matters", "Ask me if it decides and much is at stake"),
        Option("any", "Ask me if it changes anything"),
        Option("no", "Not on this roll"),
    ),
    "matters",
)


def _wish(hero: Contestant) -> Ask:
    """QW-5: when to be asked about a hero point on this roll; said before it, and free to leave as it is."""
    return Ask(
        hero.seat,
        "hero points",
        _WHEN,
        "QW-5",
        f"{hero.name}, do you want to be asked about a hero point after this roll?",
        f"{hero.name} thinks of hero points.",
        hero.name,
        assume="matters",
    )
