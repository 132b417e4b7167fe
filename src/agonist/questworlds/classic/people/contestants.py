"""Contestants, and the arena in which they meet: what all contest types share of the state."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from agonist.kernel import OPEN, Choice, Correctable, Number, Option, Past, Shown, State, derived
from agonist.tabletop import handed_over

from ...chassis import InHand
from ...chassis.ratings import MOST, Rating
from ..rolls.faces import Clash
from ..rolls.resistance import NO_ABILITY
from ..rolls.results import Effect, Level
from .knowledge import KNOWN
from .modifiers import Modifier
from .options import SimpleOptions

WHOLE = Shown(whole=True)
Use = Literal["ap", "augment", "ability"]
"""QW-12: the one thing that a follower does."""
Status = Literal["in", "defeated", "away", "outside"]
FinalAction = Literal["none", "next-round", "now", "declined", "open", "spent"]
"""QW-31: whether a fallen contestant has, or from the next round on will have, the chance of a final action; once
declined it stands open in later rounds."""

HeroPoints = Annotated[int, Meta(ge=0, le=99), Correctable(Number(0, 99), "hero points")]
Edge = Annotated[int, Meta(ge=-99, le=99), Correctable(Number(-99, 99), "edge")]
"""QW-5, QW-20: with the limits that set-ups, sheets and corrections share."""

MOST_AP = 9_999
"""Higher totals are taken for typing errors."""


def _ap_form(state: Arena, who: Contestant) -> Number:
    """QW-22: who is corrected to 0 AP is defeated; only of the defeated it is said how far below that they are."""
    if not state.counts_ap or who.status == "outside":
        return Number(0, 0, why="QW-24: only who is in an extended contest has any")
    if who.status == "defeated":
        return Number(-MOST_AP, MOST_AP, why="QW-22: above 0 is back in the contest")
    if who.status == "away":
        return Number(1, MOST_AP, why="QW-29: what there is to come back with")
    return Number(0, MOST_AP, why="QW-22: at 0 one is defeated")


def _starting_form(state: Arena, who: Contestant) -> Number:
    if not state.counts_ap or who.status == "outside":
        return Number(0, 0, why="QW-24: only who is in an extended contest has any")
    return Number(1, MOST_AP, why="QW-11: at least 1")


_FADES = Choice(options=(Option("no", "It stays"), Option("yes", "Healed or faded")))


class Ability(State):
    """An ability with its rating, without modifiers; `lent_by` names the follower it comes from."""

    whose: str
    name: Annotated[str, OPEN]
    whole: Annotated[int, KNOWN, Correctable(Number(1, MOST), "rating")]
    lent_by: Annotated[str, OPEN] = ""


class Lasting(State):
    """QW-23: a consequence or benefit, on some abilities or (none named) on all of them."""

    whose: str
    effect: Annotated[Effect, KNOWN]
    value: Annotated[int, KNOWN] = 0
    bump: Annotated[int, KNOWN] = 0
    abilities: Annotated[tuple[str, ...], KNOWN] = ()
    faded: Annotated[str, KNOWN, Correctable(_FADES, "healed or faded")] = "no"
    of_this_fall: bool = False

    @property
    def name(self) -> str:
        return f"{self.whose}, {self.effect}"

    def touches(self, ability: str) -> bool:
        return self.faded == "no" and (not self.abilities or ability in self.abilities)


def lasting(whose: str, effect: Effect, abilities: tuple[str, ...], options: SimpleOptions) -> Lasting:
    """QW-23: what an effect does."""
    value = options.house.effect(effect, options.hurt_penalty)
    bump = {"heroic": 1, "dying": -1}.get(effect, 0)
    return Lasting(whose, effect, value, bump, abilities)


class Follower(State):
    """QW-12: a follower and the one thing it does in this contest."""

    whose: str
    name: Annotated[str, OPEN]
    ability: Annotated[str, OPEN]
    whole: Annotated[int, KNOWN]
    use: Annotated[Use, OPEN] = "ap"
    assigned_to: Annotated[str, OPEN] = ""
    reluctant: Annotated[bool, OPEN] = False
    serves: Annotated[str, OPEN] = ""


class Contestant(State, kw_only=True):
    """A player's character or a resistance of the game master (QW-10)."""

    name: Annotated[str, OPEN]
    seat: Annotated[
        str, OPEN, handed_over(lambda state: state.contestants, "side", lambda who: who.undefeated)
    ]
    side: Annotated[str, OPEN]
    resistance: Annotated[bool, OPEN] = False
    hand: Annotated[str, OPEN]
    abilities: Annotated[list[Ability], KNOWN]
    modifiers: Annotated[list[Modifier], KNOWN] = []
    lasting: Annotated[list[Lasting], KNOWN] = []
    followers: Annotated[list[Follower], KNOWN] = []
    hero_points: Annotated[HeroPoints, OPEN] = 0
    edge: Annotated[Edge, OPEN] = 0
    ap: Annotated[int, KNOWN, Correctable(_ap_form, "advantage points")] = 0
    starting_ap: Annotated[int, KNOWN, Correctable(_starting_form, "starting AP")] = 0
    staked: Annotated[int, OPEN, Past] = 0
    """What was bid last (QW-15); of how many advantage points, and against how many, if everybody knew that."""
    staked_of: Annotated[int, KNOWN, Past] = 0
    staked_against: Annotated[int, OPEN, Past] = 0
    known: Annotated[bool, OPEN] = False
    status: Annotated[Status, OPEN] = "in"
    level: Annotated[Level | None, Shown(show=lambda level: None if level is None else level.key)] = None
    fate: Annotated[str, OPEN] = ""
    engaged: Annotated[list[str], OPEN] = []
    charged: Annotated[list[str], OPEN] = []
    met: list[str] = []
    best: int | None = None
    worst: int | None = None
    attention: bool = False
    final_action: Annotated[FinalAction, OPEN] = "none"

    @property
    def player(self) -> bool:
        return not self.resistance

    @property
    def undefeated(self) -> bool:
        return self.status == "in"

    @property
    def spent(self) -> bool:
        """QW-22: out of AP by a correction, and defeated as soon as that is seen to."""
        return self.status == "in" and self.ap <= 0

    @property
    def dying(self) -> bool:
        """QW-23: dying allows no action unless the game master does."""
        return "dying" in [each.effect for each in self.lasting if each.faded == "no"]

    def rating(self, ability: str) -> Rating:
        """The whole rating of an ability, modifiers and lasting effects included (QW-2, QW-9, QW-23)."""
        whole = NO_ABILITY.whole
        for each in self.abilities:
            if each.name == ability:
                whole = each.whole
                break
        if self.modifiers:
            whole += sum([each.value for each in self.modifiers if each.touches(ability)])
        if self.lasting:
            whole += sum([each.value for each in self.lasting if each.touches(ability)])
        return Rating(whole)

    @derived(KNOWN)
    def in_hand(self) -> InHand:
        return InHand.at(self.rating(self.hand))

    def bumps(self, ability: str) -> int:
        """QW-23: heroic is a bump up, dying a bump down."""
        return sum([each.bump for each in self.lasting if each.touches(ability)]) if self.lasting else 0

    @derived(KNOWN)
    def bumped(self) -> int:
        """The lasting bumps of what is in hand."""
        return self.bumps(self.hand)

    def follower(self, name: str) -> Follower:
        """One of one's followers, who all have names of their own."""
        return {each.name: each for each in self.followers}[name]

    def stake(self, bid: int, against: Contestant) -> None:
        """Remember the bid, by which others tell how one plays."""
        self.staked, self.staked_of = bid, self.ap
        self.staked_against = against.ap if against.known else 0

    def used(self, whole: int) -> None:
        """Remember the best and the worst rating used in exchanges (QW-23)."""
        if self.best is None or whole > self.best:
            self.best = whole
        if self.worst is None or whole < self.worst:
            self.worst = whole


class Preparation(msgspec.Struct, frozen=True):
    """Something to be rolled before the contest: an augment, or a reluctant follower to be won over."""

    kind: Literal["augment", "follower"]
    who: str
    label: str
    whole: int = 0
    ability: str = ""
    own: bool = False


class Arena(State, kw_only=True):
    """What every contest's state has: the prize, who meets, the options, and the dice on the table."""

    prize: Annotated[str, OPEN] = ""
    contestants: Annotated[list[Contestant], OPEN]
    outsiders: Annotated[list[Contestant], OPEN] = []
    options: Annotated[SimpleOptions, WHOLE]
    clash: Annotated[Clash | None, Shown(show=lambda clash: clash and clash.shown())] = None
    preparations: list[Preparation] = []
    framed: bool = False
    over: Annotated[bool, OPEN] = False

    @derived(OPEN)
    def prevails(self) -> str:
        """QW-6, QW-7: whose the roll on the table is as it lies, the better die included; a tie is nobody's."""
        winner = self.clash.winner(self.options.better_roll) if self.clash else None
        return "" if self.clash is None or winner is None else self.clash.names[winner]

    def level_of(self, clash: Clash) -> Level:
        """QW-7: how a clash went for its first side, as it lies."""
        return clash.level(self.options.better_roll, self.options.house)

    @property
    def counts_ap(self) -> bool:
        """Whether there are advantage points in this kind of contest (QW-24)."""
        return False

    def everybody(self) -> list[Contestant]:
        return [*self.contestants, *self.outsiders]

    def find(self, name: str) -> Contestant:
        for each in self.contestants:
            if each.name == name:
                return each
        for each in self.outsiders:
            if each.name == name:
                return each
        raise KeyError(name)
