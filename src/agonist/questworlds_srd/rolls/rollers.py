"""Who rolls with what."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Roll
from agonist.questworlds_common import Rating

from ..people.contestants import Contestant, Follower


class Roller(msgspec.Struct):
    """A contestant with an ability, a flaw or follower of theirs with its rating, or a bare resistance."""

    name: str
    ability: str
    contestant: Contestant | None = None
    fixed: Rating | None = None
    flaw: bool = False
    helps: bool = False

    @property
    def seat(self) -> str:
        return self.contestant.seat if self.contestant else GM

    def rating(self) -> Rating:
        """As it is now: the game master may correct it while dice are being typed in."""
        if self.fixed is not None or self.contestant is None:
            return self.fixed or Rating(0)
        who = self.contestant
        return who.unhelped(self.ability) if self.helps else who.rating(self.ability)

    @property
    def may_burn(self) -> bool:
        """QS-30, QS-31: story points are for rolls of characters and followers, not of flaws or opposition."""
        return self.seat != GM and not self.flaw

    def die(self) -> Roll:
        """QS-4: one d20 for each side."""
        return Roll((20,), seat=self.seat, what=f"{self.name}'s d20", rule="QS-4", about=self.name)


def using(contestant: Contestant, ability: str = "") -> Roller:
    return Roller(contestant.name, ability or contestant.hand, contestant)


def helping(contestant: Contestant, ability: str) -> Roller:
    """QS-13, QS-17: what helps a tactic rolls without the tactic's modifiers."""
    return Roller(contestant.name, ability, contestant, helps=True)


def against(rating: Rating, name: str = "The resistance") -> Roller:
    return Roller(name, "resistance", fixed=rating)


def by_flaw(contestant: Contestant, flaw: str) -> Roller:
    """QS-14, QS-15: a flaw rolls with its own rating; its dice are the game master's."""
    return Roller(flaw, "flaw", fixed=contestant.flaw(flaw), flaw=True)


def by_follower(contestant: Contestant, follower: Follower) -> Roller:
    """A follower's roll is made by their leader's player."""
    return Roller(follower.name, follower.ability, contestant, fixed=Rating(follower.whole))
