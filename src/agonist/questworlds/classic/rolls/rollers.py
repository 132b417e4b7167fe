"""Who rolls with what."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM

from ..people.contestants import Contestant
from .ratings import Rating


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
