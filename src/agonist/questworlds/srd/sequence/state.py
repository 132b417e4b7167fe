"""The state of a sequence: who is paired, whose turn it is, who has fallen (QS-33 to QS-43); how it stands at a
glance."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import Annotated, Literal

import msgspec

from agonist.kernel import OPEN, Contest, Past, State

from ..people.contestants import WHOLE, Arena, Contestant, Follower
from ..people.options import SequenceOptions
from ..rolls.results import Result

SequenceKind = Literal["scored", "wagered", "chained"]


class Bout(State):
    """Two who are paired: one of each side, the characters' first. `place` is theirs in the order (QS-39);
    `rounds` says whether they have had one, `quiet` how many in a row were without a resolution point (QS-46)."""

    one: Annotated[str, OPEN]
    two: Annotated[str, OPEN]
    place: Annotated[int, OPEN] = 0
    rounds: Annotated[int, OPEN] = 0
    quiet: Annotated[int, OPEN] = 0

    def has(self, name: str) -> bool:
        return name in (self.one, self.two)

    def other(self, name: str) -> str:
        return self.two if name == self.one else self.one


class Slot(msgspec.Struct, frozen=True):
    """Something to come in this round: a bout of two, the free action of one (QS-38), or an exchange of `only` one
    of a bout, who is back in (QS-60)."""

    one: str
    two: str = ""
    only: str = ""


class Fall(State):
    """A defeat or a leaving that is not yet seen to: who, by whom, and the RP that came with it (QS-49)."""

    names: list[str]
    by: str = ""
    left: bool = False
    lodged: int = 0
    asked: list[str] = []


class Beaten(msgspec.Struct, frozen=True):
    """QS-43: who was beaten or has `left`, at which degree, and their rating for the overall outcome."""

    name: str
    side: str
    degree: int
    rating: int
    by: str = ""
    left: bool = False


class SequenceState(Arena, kw_only=True):
    """QS-33 to QS-44: everything that a turn needs stands here.

    `assists` are the resistances of the last assist to each beneficiary (QS-47); in a `lull` nobody was engaged when
    the round began, nor since (QS-71).
    """

    options: Annotated[SequenceOptions, WHOLE]
    kind: Annotated[SequenceKind, OPEN]
    round: Annotated[int, OPEN, Past] = 0
    paired: bool = False
    in_round: bool = False
    lengthy: Annotated[bool, OPEN] = False
    opened_by: Annotated[str, OPEN] = ""
    bouts: Annotated[list[Bout], OPEN] = []
    queue: Annotated[list[Slot], WHOLE] = []
    falls: list[Fall] = []
    beaten: list[Beaten] = []
    assists: dict[str, int] = {}
    assist_defeat: Annotated[Literal["time", "helper", "helped"], OPEN] = "time"
    lull: bool = False
    broken: Annotated[str, OPEN] = ""
    settled: Result | None = None
    turned_away: bool = False
    group: Annotated[bool, OPEN] = False
    numbers: dict[str, list[int]] = {}

    @property
    def hides_ap(self) -> bool:
        return self.kind == "wagered"

    @property
    def least_resistance(self) -> int:
        return 1

    @property
    def wears_resolve(self) -> bool:
        return self.kind == "chained"

    @property
    def followers_roll(self) -> bool:
        return self.kind != "wagered"

    def augmenting_followers(self, who: Contestant) -> list[Follower]:
        """QS-58, QS-66: in a wagered sequence who does that one thing, in a chained one secondaries."""
        mine = [each for each in self.followers_of(who) if each.here]
        if self.kind == "wagered":
            return [each for each in mine if each.use == "augment"]
        return [each for each in mine if each.role == "secondary" and self.kind == "chained"]

    def followers_of(self, who: Contestant) -> list[Follower]:
        """Those who serve somebody, their own or assigned by a teammate (QS-58)."""
        everyone = (each for other in self.everybody() for each in other.followers)
        return [each for each in everyone if each.serves == who.name]

    def bout(self, one: str, two: str) -> Bout | None:
        return next((each for each in self.bouts if each.has(one) and each.has(two)), None)

    def foes_of(self, name: str) -> list[str]:
        """With whom somebody is engaged."""
        return [each.other(name) for each in self.bouts if each.has(name)]

    def engaged(self, name: str) -> bool:
        return any(each.has(name) for each in self.bouts)

    def pairing(self, name: str) -> list[str]:
        """QS-41: all who are in one pairing with somebody, directly or through others."""
        found, new = [name], [name]
        while new:
            new = [foe for each in new for foe in self.foes_of(each) if foe not in found]
            found += dict.fromkeys(new)
        return found

    def touching(self, bout: Bout) -> set[str]:
        """Whoever a bout's round may be about: all in its pairing, whose followers they are, and who these serve."""
        found = set(self.pairing(bout.one))
        for who in [self.find(name) for name in found]:
            found |= {who.leader, *(each.serves for each in who.followers)} - {""}
        return found

    def numbers_of(self, who: Contestant) -> list[int]:
        """QS-16: how many stand on each side of somebody's pairing."""
        everyone = [self.find(name) for name in self.pairing(who.name)]
        ours = sum(each.side == who.side for each in everyone)
        return [ours, len(everyone) - ours]

    def numbers_lapse(self) -> None:
        """QS-16: what the game master said of numbers lasts while they do; though as many meet again, it is asked."""
        for who in self.contestants:
            if self.numbers.get(who.name, [1, 1]) != self.numbers_of(who):
                self.numbers.pop(who.name, None)
                who.modifiers = [each for each in who.modifiers if each.kind != "numbers"]

    def sharing(self, who: Contestant) -> list[Contestant]:
        """QS-48: those on one side of a pairing share its tally; a follower has their own (QS-50), and so has each
        opponent: only a crowd set up as one is one (QS-16)."""
        if who.leader or who.opposition:
            return [who]
        mates = [self.find(name) for name in self.pairing(who.name)]
        return [each for each in mates if each.side == who.side and not each.leader]

    def opponents(self, who: Contestant) -> list[Contestant]:
        return [each for each in self.contestants if each.side != who.side and each.standing]

    def mates(self, who: Contestant) -> list[Contestant]:
        return [
            each for each in self.contestants if each.side == who.side and each.standing and each is not who
        ]

    def sides_in(self) -> list[str]:
        """QS-43: the sides that still have somebody in."""
        return [
            side
            for side in self.sides()
            if any(each.standing and each.side == side for each in self.contestants)
        ]

    def line_up(self) -> tuple[list[Contestant], list[Contestant]]:
        """Who stands on each side, the characters' first."""
        ours, theirs = self.sides()
        standing = [each for each in self.contestants if each.standing]
        return [each for each in standing if each.side == ours], [
            each for each in standing if each.side == theirs
        ]

    def new_bout(self, one: Contestant, two: Contestant) -> Bout:
        """QS-40, QS-41: a new pair is last in the order, and has its round at the end of this one."""
        first, second = (one, two) if one.side == self.sides()[0] else (two, one)
        place = max((each.place for each in self.bouts), default=0) + 1
        made = Bout(first.name, second.name, max(place, *(each.place for each in self.contestants)) + 1)
        self.bouts.append(made)
        self.numbers_lapse()
        self.lull = False
        first.place = second.place = made.place
        if self.in_round:
            self.queue.append(Slot(made.one, made.two))
        return made

    def part(self, name: str) -> list[str]:
        """Take somebody out of all bouts; returns with whom they were engaged."""
        foes = self.foes_of(name)
        self.bouts = [each for each in self.bouts if not each.has(name)]
        self.numbers_lapse()
        self.queue = [each for each in self.queue if name not in (each.one, each.two)]
        return foes


Sequence = Contest[SequenceState]
"""A sequence as its rules play on it."""


_LEFT: dict[str, Callable[[SequenceState, Contestant], int]] = {
    "scored": lambda state, who: state.options.house.out - who.rp,
    "wagered": lambda _, who: who.ap,
    "chained": lambda _, who: who.resolve,
}


def outlook(state: SequenceState, seat: str) -> float | None:
    """The chance of a seat's side; None before anything is counted.

    The weights are near those that tell best how 180 sequences of bots ended, from all their turns.
    """
    own = [each for each in state.contestants if each.seat == seat]
    here = [each for each in state.contestants if each.status == "in"]
    if not own or not any(_LEFT[state.kind](state, each) > 0 for each in here):
        return None
    ours = sum(max(0.5, _LEFT[state.kind](state, each)) for each in here if each.side == own[0].side)
    theirs = sum(max(0.5, _LEFT[state.kind](state, each)) for each in here if each.side != own[0].side)
    if not ours or not theirs:
        return float(bool(ours))
    story = -state.story_points if own[0].opposition else state.story_points
    return 1 / (1 + exp(-4 * log(ours / theirs) - 0.7 * story))
