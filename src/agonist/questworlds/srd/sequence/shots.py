"""What a parting shot is rolled with (QS-42), and the roll."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Field, Fields, Number, Procedure

from ...chassis import Rating
from ...chassis.ratings import MOST
from ..approach.credible import tried
from ..approach.tactics import ability_form
from ..clash.rollers import Roller, afterwards
from ..people.contestants import Contestant
from ..rolls.rolls import Clash
from .state import Sequence


def shot(
    contest: Sequence, shooter: Contestant, loser: Contestant, more: tuple[Field, ...] = ()
) -> Procedure[tuple[Clash, tuple[Roller, Roller], dict[str, Any]]]:
    """QS-42: an ability that suits the harm; a defeated character answers with one, the opposition with a
    suitable resistance. Both are asked at once."""
    said = list((yield (_with(shooter, loser, more), _answers(loser, shooter))))

    def again(n: int) -> Procedure[Roller]:
        said[n] = yield _answers(loser, shooter) if n else _with(shooter, loser, more)
        return _roller((shooter, loser)[n], said[n])

    pair = _roller(shooter, said[0]), _roller(loser, said[1])
    clash, rollers = yield from tried(contest, pair, again)
    return clash, rollers, said[0]


def _with(who: Contestant, other: Contestant, more: tuple[Field, ...]) -> Ask:
    return Ask(
        who.seat,
        "shoot with",
        lambda: Fields((_suitable(who), *more)),
        "QS-42",
        f"{who.name}, what do you shoot at {other.name} with?",
        f"{who.name} takes aim.",
        who.name,
    )


def _answers(who: Contestant, other: Contestant) -> Ask:
    return Ask(
        who.seat,
        "answer a shot",
        lambda: Fields((_suitable(who),)),
        "QS-42",
        f"{other.name} takes a parting shot. {who.name}, what do you answer with?",
        f"{who.name} answers a parting shot.",
        who.name,
    )


def _suitable(who: Contestant) -> Field:
    if who.opposition:
        return Field("resistance", "Resistance", Number(1, MOST, max(1, who.resistance)))
    return Field("ability", "With", ability_form(who, default=who.hand))


def _roller(who: Contestant, answer: dict[str, Any]) -> Roller:
    if "ability" in answer:
        return afterwards(who, answer["ability"])
    return Roller(who.name, who.hand, who, fixed=Rating(answer["resistance"]))
