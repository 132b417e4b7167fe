"""A roll against a resistance that the game master may still set otherwise before the dice fall (QS-47, QS-68)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from agonist.kernel import GM, Ask, Contest, Number, Procedure
from agonist.questworlds_common import Rating
from agonist.questworlds_common.ratings import MOST

from .contestants import Arena
from .opposed import fallen
from .rollers import Roller, against
from .rolls import Clash

A = TypeVar("A", bound=Arena)


def challenged(contest: Contest[A], roller: Roller, offered: Rating, rule: str) -> Procedure[Clash]:
    """The resistance is as the rule has it, unless the game master says otherwise."""
    ask = Ask(
        GM,
        "resistance",
        Number(0, MOST, offered.whole),
        rule,
        f"{roller.name} rolls {roller.ability} against {offered}. Is that right?",
        "The game master looks at the resistance.",
        roller.name,
        assume=offered.whole,
        interrupts=True,
    )
    while True:
        other = against(Rating(ask.assumed()))
        whole, mine, theirs = yield (ask, roller.die(), other.die())
        if mine is not None and theirs is not None:
            return (yield from fallen(contest, (roller, other), (mine[0], theirs[0])))
        ask = msgspec.structs.replace(ask, assume=whole)
