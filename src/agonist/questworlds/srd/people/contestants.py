"""Contestants, and the arena in which they meet: what all contest types share of the state."""

from __future__ import annotations

from typing import Annotated, Literal

from agonist.kernel import FOR_GM, OPEN, Correctable, Number, Past, Shown, State, derived

from ...chassis import InHand, Rating
from ..people import limits
from ..rolls.results import STEP, Result
from ..rolls.rolls import NO_ABILITY, Clash
from .knowledge import AP_KNOWN, KNOWN, RESOLVE_KNOWN
from .modifiers import Lasting, Modifier
from .options import CommonOptions

WHOLE = Shown(whole=True)
AS_KEY = Shown(show=lambda result: None if result is None else result.key)
STARTING_RESOLVE = 5
"""QS-63."""
NONE = "no relevant ability"
"""QS-1: what is in hand when no ability is."""

FollowerKind = Literal["sidekick", "retainers"]
Role = Literal["secondary", "supporter", "contestant"]
"""QS-50, QS-66: what a follower does in a scored or chained sequence."""
Use = Literal["ap", "augment", "ability"]
"""QS-58: the one thing that a follower does in a wagered sequence."""
Effort = Literal["none", "directing", "contributing", "taking-part"]
"""QS-26: how a contest has to do with a mass effort."""
Status = Literal["in", "out", "left", "beside"]
"""In the contest, defeated, gone of their own will, or helping from outside."""


class Ability(State):
    """QS-1, QS-2: an ability with its rating; a breakout's has its keyword's in it. `lent_by` names a follower."""

    whose: str
    name: Annotated[str, OPEN]
    whole: Annotated[int, KNOWN, limits.RATING]
    keyword: Annotated[str, OPEN] = ""
    relationship: Annotated[bool, OPEN] = False
    lost: Annotated[bool, OPEN] = False
    lent_by: Annotated[str, OPEN] = ""


class Follower(State):
    """QS-50, QS-58, QS-66: a follower who does not stand as a contestant."""

    whose: str
    name: Annotated[str, OPEN]
    ability: Annotated[str, OPEN]
    whole: Annotated[int, KNOWN]
    kind: Annotated[FollowerKind, OPEN] = "sidekick"
    role: Annotated[Role, OPEN] = "secondary"
    use: Annotated[Use, OPEN] = "ap"
    assigned_to: Annotated[str, OPEN] = ""
    serves: Annotated[str, OPEN] = ""
    reluctant: Annotated[bool, OPEN] = False
    rp: Annotated[int, OPEN] = 0
    lost: Annotated[int, OPEN] = 0
    status: Annotated[Literal["here", "out", "gone for good"], OPEN] = "here"
    more: Annotated[list[tuple[str, int]], KNOWN] = []

    @property
    def here(self) -> bool:
        return self.status == "here"


class Contestant(State, kw_only=True):
    """A player's character, a follower who stands for themselves, or opposition of the game master's.

    `answers` is the ability chosen to answer with (QS-53); `asking` what a defeat with the relationship in hand costs
    (QS-2); `opens` says that the set-up names the ability that they begin with, `acted` that they have had a round
    (QS-52), `rests` that they are back in from the next round on (QS-68).
    """

    name: Annotated[str, OPEN]
    seat: Annotated[str, OPEN]
    side: Annotated[str, OPEN]
    opposition: Annotated[bool, OPEN] = False
    leader: Annotated[str, OPEN] = ""
    hand: Annotated[str, OPEN] = ""
    answers: Annotated[str, OPEN] = ""
    began_with: str = ""
    opens: bool = False
    acted: bool = False
    resistance: Annotated[int, KNOWN, limits.RESISTANCE] = 0
    abilities: Annotated[list[Ability], KNOWN] = []
    flaws: Annotated[list[str], OPEN] = []
    gave_in: Annotated[list[str], OPEN] = []
    asking: Annotated[str, OPEN] = ""
    modifiers: Annotated[list[Modifier], KNOWN] = []
    lasting: Annotated[list[Lasting], KNOWN] = []
    followers: Annotated[list[Follower], KNOWN] = []
    rolled: bool = False
    known: Annotated[bool, OPEN] = False
    status: Annotated[Status, OPEN] = "in"
    result: Annotated[Result | None, AS_KEY] = None
    rp: Annotated[int, OPEN, limits.RP] = 0
    ap: Annotated[int, AP_KNOWN, limits.AP] = 0
    starting_ap: Annotated[int, AP_KNOWN] = 0
    resolve: Annotated[int, RESOLVE_KNOWN, limits.RESOLVE] = STARTING_RESOLVE
    starting_resolve: Annotated[int, RESOLVE_KNOWN, limits.STARTING] = STARTING_RESOLVE
    points: Annotated[int, OPEN] = 0
    fallen: Annotated[bool, OPEN] = False
    wager: Annotated[int, OPEN, Past] = 0
    stance: Annotated[str, OPEN, Past] = ""
    returned: bool = False
    rests: Annotated[bool, OPEN] = False
    second_chance: Annotated[Literal["none", "next round", "now", "spent"], OPEN] = "none"
    attention: bool = False
    place: int = 0
    experience: Annotated[int, OPEN, Past, Correctable(Number(0, limits.MOST_EXPERIENCE), "experience")] = 0
    marks: Annotated[list[str], OPEN, Past] = []
    session_experience: Annotated[int, OPEN, Past] = 0
    story_over: Annotated[bool, OPEN] = False

    @property
    def character(self) -> bool:
        """A player's own, not a follower and not opposition."""
        return not self.opposition and not self.leader

    @property
    def standing(self) -> bool:
        return self.status == "in"

    def follower(self, name: str) -> Follower | None:
        """An own follower."""
        return next((each for each in self.followers if each.name == name), None)

    def ability(self, name: str) -> Ability | None:
        return next((each for each in self.abilities if each.name == name), None)

    def sheet(self, ability: str) -> Rating:
        """QS-1: the rating without modifiers; 5 where there is no ability; of opposition the resistance."""
        if self.opposition:
            return Rating(self.resistance)
        found = self.ability(ability)
        return NO_ABILITY if found is None else Rating(found.whole)

    def rating(self, ability: str) -> Rating:
        """QS-3, QS-8: the whole rating, with modifiers and lasting effects; they change characters' ratings only."""
        whole = self.sheet(ability).whole
        if self.opposition:
            return Rating(whole)
        whole += sum(each.value for each in self.modifiers if self._counts(each, ability))
        return Rating(whole + self._lasting(ability))

    @derived(KNOWN)
    def in_hand(self) -> InHand:
        return InHand.at(self.rating(self.hand))

    def unhelped(self, ability: str) -> Rating:
        """QS-13, QS-17: the whole rating without what was said of a tactic: what helps a tactic rolls with this."""
        tactics = [each for each in self.modifiers if each.until != "contest" or each.source]
        said = [*tactics, *(each for each in self.modifiers if each.kind in ("resource", "numbers"))]
        more = sum(each.value for each in self.modifiers if each not in said and each.touches(ability))
        return Rating(self.sheet(ability).whole + more + self._fitting(ability))

    def afterwards(self, ability: str) -> Rating:
        """QS-11, QS-42: the whole rating when a round is over: what was said of its tactic counts no longer."""
        if self.opposition:
            return self.sheet(ability)
        lasts = [each for each in self.modifiers if each.until == "contest" and self._counts(each, ability)]
        more = sum(each.value for each in lasts)
        return Rating(self.sheet(ability).whole + more + self._fitting(ability))

    def _lasting(self, ability: str) -> int:
        return sum(each.value for each in self.lasting if each.on(ability))

    def _fitting(self, ability: str) -> int:
        return sum(each.value for each in self.lasting if each.fits(ability))

    def kin(self, one: str, two: str) -> bool:
        """QS-12: an ability, its keyword and the keyword's breakouts do not augment each other."""
        first, second = self.ability(one), self.ability(two)
        if first is None or second is None:
            return one == two
        return (first.keyword or first.name) == (second.keyword or second.name)

    def _counts(self, modifier: Modifier, ability: str) -> bool:
        own_kin = modifier.source == "own" and self.kin(modifier.label, ability)
        return modifier.touches(ability) and not own_kin

    def flaw(self, name: str) -> Rating:
        """QS-15: the first flaw is rated as the highest ability, the second as the second-highest, others as the
        lowest; an ability used as a flaw has its own rating."""
        if name not in self.flaws:
            return self.sheet(name)
        ratings = sorted((each.whole for each in self.abilities if not each.lent_by), reverse=True)
        place = self.flaws.index(name)
        if not ratings:
            return NO_ABILITY
        return Rating(ratings[place] if place < min(2, len(ratings)) else ratings[-1])

    def usable(self) -> list[str]:
        """The abilities that can be used: those that are not lost until the next advance, nor lent by a follower who is
        gone (QS-2)."""
        gone = {each.name for each in self.followers if not each.here}
        return [each.name for each in self.abilities if not each.lost and each.lent_by not in gone]

    def answering(self) -> str:
        """QS-53: what one answers with as long as nothing else is chosen."""
        return self.answers if self.answers in (*self.usable(), NONE) else self.hand

    def lent(self, follower: Follower) -> Rating:
        """QS-23, QS-51: a follower's own ability, with what lasts on it."""
        touched = [each for each in self.lasting if follower.ability in each.touches]
        return Rating(follower.whole + sum(each.value for each in touched if each.on(follower.ability)))


class Resource(State):
    """QS-17: a community's resource."""

    name: Annotated[str, OPEN]
    bonus: Annotated[int, OPEN]
    now: Annotated[int, OPEN, Correctable(Number(-200, 200), "resource")]
    bolstered: Annotated[int, OPEN] = 0

    @property
    def present(self) -> int:
        """The bonus as it is now, with what bolstering added."""
        return self.now + self.bolstered

    def use(self) -> int:
        """Each use lowers it by 5; after bolstering it takes off that 5 only. Returns what it was worth."""
        worth = self.present
        self.now, self.bolstered = self.now - (0 if self.bolstered else STEP), 0
        return worth

    def bolster(self) -> None:
        """Adds 5, once at a time; a depleted resource gets its depletion back instead."""
        if self.now < self.bonus:
            self.now = self.bonus
        else:
            self.bolstered = STEP


class Try(State):
    """QS-18: a contest that was lost, so that the same is not tried again unnoticed."""

    who: str
    prize: str
    ability: str


class Arena(State, kw_only=True):
    """What every contest's state has: what it is about, who meets, the options, the pool, the dice on the table."""

    prize: Annotated[str, OPEN] = ""
    obstacle: Annotated[str, OPEN] = ""
    contestants: Annotated[list[Contestant], OPEN]
    helpers: Annotated[list[Contestant], OPEN] = []
    options: Annotated[CommonOptions, WHOLE]
    story_points: Annotated[int, OPEN, Correctable(Number(0, 99), "story points in the pool")] = 0
    party: int = 0
    resources: Annotated[list[Resource], OPEN] = []
    tried: list[Try] = []
    gone: list[str] = []
    sequences: Literal["any", "scored", "wagered", "chained"] = "any"
    clash: Annotated[Clash | None, Shown(show=lambda clash: clash and clash.shown())] = None
    begins: Annotated[Literal["scene", "session", "downtime"], OPEN] = "scene"
    story_at_stake: Annotated[bool, OPEN] = False
    goals: Annotated[tuple[str, ...], OPEN] = ()
    opposition_goals: Annotated[tuple[str, ...], FOR_GM] = ()
    reached: Annotated[tuple[str, ...], OPEN] = ()
    effort: Annotated[Effort, OPEN] = "none"
    leader: Annotated[str, OPEN] = ""
    cures: Annotated[str, OPEN] = ""
    cured: Annotated[str, OPEN] = ""
    bolsters: Annotated[str, OPEN] = ""
    whole: Annotated[str, Shown(when=lambda viewer, state: viewer.gm or state.over)] = ""
    notes: Annotated[str, FOR_GM] = ""
    framed: bool = False
    over: Annotated[bool, OPEN] = False

    @derived(OPEN)
    def turned_by_a_point(self) -> list[str]:
        """QS-31: whom a story point would let win, or not lose, the roll that lies on the table."""
        return self.clash.turned() if self.clash else []

    @property
    def hides_ap(self) -> bool:
        """QS-70: whether ratings are hidden because advantage points come from them."""
        return False

    @property
    def least_resistance(self) -> int:
        """QS-10: a contest against 0 is assured; a sequence needs a resistance in every round."""
        return 0

    @property
    def assures(self) -> bool:
        """QS-10, QS-70: whether a resistance of 0 makes it assured, which the players learn with the outcome."""
        return False

    @property
    def wears_resolve(self) -> bool:
        """QS-64: whether who has no resolve left is out."""
        return False

    def sharing(self, who: Contestant) -> list[Contestant]:
        """QS-48: with whom somebody shares resolution points."""
        return [who]

    @property
    def followers_roll(self) -> bool:
        """QS-58: in a wagered sequence no follower rolls."""
        return True

    @property
    def base(self) -> Rating:
        return self.options.base

    def consequence(self) -> Lasting | None:
        """QS-24: what is to be cured, as long as it is there."""
        if not self.cures:
            return None
        known = [each for each in self.find(self.cures).lasting if each.label == self.cured]
        return next((each for each in known if each.value < 0 and each.gone == "no"), None)

    @property
    def to_cure(self) -> int | None:
        """QS-24: base and the consequence's size."""
        effect = self.consequence()
        return None if effect is None else self.base.whole - effect.value

    def keep_up_with_cure(self, was: int | None) -> None:
        """QS-24: a resistance that came from the consequence's size follows it; one that was set otherwise stays."""
        now = self.to_cure
        for each in self.contestants:
            if each.opposition and now is not None and each.resistance == was:
                each.resistance = now

    def augmenting_followers(self, who: Contestant) -> list[Follower]:
        """QS-12: the followers who may augment."""
        return [each for each in who.followers if each.here]

    def everybody(self) -> list[Contestant]:
        return [*self.contestants, *self.helpers]

    def find(self, name: str) -> Contestant:
        """Whom a set-up, a pairing or an answer names: all of them are here from the beginning."""
        for each in self.everybody():
            if each.name == name:
                return each
        raise LookupError(f"nobody is called {name!r}")

    def resource(self, name: str) -> Resource:
        """A resource that the set-up names."""
        return {each.name: each for each in self.resources}[name]

    def characters(self) -> list[Contestant]:
        return [each for each in self.contestants if each.character]

    def sides(self) -> list[str]:
        """The characters' side first."""
        return list(
            dict.fromkeys(each.side for each in sorted(self.contestants, key=lambda who: who.opposition))
        )
