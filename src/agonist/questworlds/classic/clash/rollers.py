"""Who rolls with what."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Viewer

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
