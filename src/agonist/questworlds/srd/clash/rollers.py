"""Who rolls with what."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Roll, Viewer
from agonist.tabletop import whose

from ...chassis import DECIDES, Rating
from ..people.contestants import Contestant, Follower
from ..people.knowledge import knows


class Roller(msgspec.Struct):
    """A contestant with an ability, a flaw or follower of theirs with its rating, or a bare resistance."""

    name: str
    ability: str
    contestant: Contestant | None = None
    fixed: Rating | None = None
    flaw: bool = False
    helps: bool = False
    follower: Follower | None = None
    later: bool = False
    stretch: int = 0

    @property
    def stated(self) -> bool:
        """Whether somebody chose this ability as their own, so that the game master may find it a stretch (QS-11)."""
        who = self.contestant
        return who is not None and not who.opposition and self.fixed is None and self.follower is None

    @property
    def seat(self) -> str:
        return self.contestant.seat if self.contestant else GM

    def rating(self) -> Rating:
        """As it is now: the game master may correct it while dice are being typed in."""
        if self.fixed is not None or self.contestant is None:
            return self.fixed or Rating(0)
        return self._usual(self.contestant).plus(self.stretch)

    def _usual(self, who: Contestant) -> Rating:
        if self.follower is not None:
            return who.lent(self.follower)
        if self.later:
            return who.afterwards(self.ability)
        return who.unhelped(self.ability) if self.helps else who.rating(self.ability)

    @property
    def may_burn(self) -> bool:
        """QS-30, QS-31: story points are for rolls of characters and followers, not of flaws or opposition."""
        return self.seat != GM and not self.flaw

    def die(self) -> Roll:
        """QS-4: one d20 for each side."""
        return Roll(
            (20,),
            seat=self.seat,
            what=f"{whose(self.name)} d20",
            rule="QS-4",
            about=self.name,
            needs=self.needs,
            decides=DECIDES,
        )

    def needs(self, viewer: Viewer) -> str:
        """QS-70: what the die has to show, for those who may know it before it falls."""
        state, who = viewer.state, self.contestant
        if who is not None and self.fixed is None:
            told = knows(state, viewer.seat, who)
        else:
            told = viewer.gm or self.flaw or state.options.show_resistance == "open"
        return self.rating().counts if told else ""


def using(contestant: Contestant, ability: str = "") -> Roller:
    return Roller(contestant.name, ability or contestant.hand, contestant)


def helping(contestant: Contestant, ability: str) -> Roller:
    """QS-13, QS-16, QS-17: what is not the tactic itself, such as help, rolls without what was said of the tactic."""
    return Roller(contestant.name, ability, contestant, helps=True)


def afterwards(contestant: Contestant, ability: str) -> Roller:
    """QS-42: a parting shot comes after the round, and rolls without what was said of the round's tactic."""
    return Roller(contestant.name, ability, contestant, later=True)


def against(rating: Rating, name: str = "The resistance") -> Roller:
    return Roller(name, "resistance", fixed=rating)


def by_flaw(contestant: Contestant, flaw: str) -> Roller:
    """QS-14, QS-15: a flaw rolls with its own rating; its dice are the game master's."""
    return Roller(flaw, "flaw", fixed=contestant.flaw(flaw), flaw=True)


def by_follower(contestant: Contestant, follower: Follower) -> Roller:
    """A follower's roll is made by their leader's player."""
    return Roller(follower.name, follower.ability, contestant, follower=follower)
