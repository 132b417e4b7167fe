"""What every contest of this game has in its state: characters, environment, what the scene remembers, the test."""

from __future__ import annotations

from bisect import bisect_left
from typing import Annotated, Literal, TypeVar

from agonist.kernel import FOR_GM, GM, OPEN, Correctable, Past, State, derived, yes_or_no
from agonist.tabletop import TURNED

from .edition import EDITIONS, Edition, EditionName, hinders
from .people.character import MOST_SEVERE, Character, severity
from .people.knobs import BOOK, ForgeKnobs
from .people.sheet import Attribute, Bane, Boon, SkillName, Trait, disposed_against
from .trial import Attempt, Side, Trial


class Ride(State, forbid_unknown_fields=True):
    """FG-13: who failed with which skill and attribute at which goal."""

    who: Annotated[str, OPEN]
    skill: Annotated[SkillName, OPEN]
    attribute: Annotated[Attribute, OPEN]
    goal: Annotated[str, OPEN]


_STANDS = Correctable(yes_or_no("It stands", "Withdrawn"), "needs no new reason")


class Justified(State, forbid_unknown_fields=True, omit_defaults=True):
    """FG-22: whose trait somebody has used in this scene; the game master may withdraw it."""

    by: Annotated[str, FOR_GM]
    of: Annotated[str, FOR_GM]
    trait: Annotated[str, FOR_GM]
    stands: Annotated[Literal["yes", "no"], FOR_GM, _STANDS] = "yes"

    @property
    def name(self) -> str:
        return f"{self.by} uses {self.of + '’s ' if self.of not in ('', self.by) else ''}{self.trait}"


class Memory(State, forbid_unknown_fields=True):
    """What goes from one test to the next at a table: failures that ride, and traits that need no new reason."""

    rides: Annotated[list[Ride], OPEN] = []
    justified: Annotated[list[Justified], FOR_GM] = []

    def reason(self, by: str, of: str, trait: str) -> Justified | None:
        """Where it stands written that somebody has used this trait."""
        for known in self.justified:
            if known.trait == trait and known.by == by and known.of == of:
                return known
        return None

    def justify(self, by: str, of: str, trait: str) -> None:
        """From now on somebody needs no new reason to use a trait."""
        if (known := self.reason(by, of, trait)) is not None:
            known.stands = "yes"
        else:
            self.justified.append(Justified(by, of, trait))


class Fresh(State):
    """Harm that its bearer may still name: in which box of which kind it is, and whether a box took it whole."""

    who: Annotated[str, OPEN]
    kind: Annotated[str, OPEN]
    box: Annotated[int, OPEN]
    rating: Annotated[int, OPEN]
    name: Annotated[str, OPEN]
    whole: Annotated[bool, OPEN] = True


class Scene(State, kw_only=True):
    """The state that all contest types share. `test` is the test under way, never there when a turn begins."""

    edition: Annotated[EditionName, OPEN] = "gauntlet"
    modifiers: Annotated[Literal["example", "table"], OPEN] = "example"
    knobs: Annotated[ForgeKnobs, TURNED, Past] = BOOK
    """The same throughout a contest, so that no two of its states differ in it."""
    characters: Annotated[list[Character], OPEN]
    environment: Annotated[list[Trait], OPEN] = []
    memory: Annotated[Memory, OPEN]
    test: Annotated[Trial | None, OPEN] = None
    fresh: Annotated[list[Fresh], OPEN] = []

    @property
    def goes_on(self) -> bool:
        """Whether there is time to name harm before the next thing that happens; else it is named at once."""
        return False

    def who(self, name: str) -> Character:
        for character in self.characters:
            if character.name == name:
                return character
        raise KeyError(name)

    def rules(self) -> Edition:
        return EDITIONS[self.edition]

    def running(self) -> Trial:
        assert self.test is not None
        return self.test

    def in_the_way(self) -> list[str]:
        """Characters who stand in the way of a challenge; a contest type that has them says who."""
        return []

    def morale_of(self, _team: str) -> int:
        """A team's morale; 0 where none is kept."""
        return 0

    def opposing(self, side: Side) -> list[Side]:
        return [other for other in self.running().sides if other is not side]

    def numbers(self, side: Side, attempt: Attempt) -> int:
        """FG-24: who attacked, or was attacked, gets 1 die for each opponent beyond the first of a side."""
        if attempt is not side.original:
            return 0
        more = sum([len(other.members) - 1 for other in self.running().sides if other is not side])
        return self.knobs.numbers_dice * more

    def counts_from(self, side: Side, attempt: Attempt) -> int:
        """FG-10: what a die has to show to be a hit."""
        training = self.who(attempt.name).skills[attempt.skill].training
        for other in self.running().sides:
            if other.disposed == attempt.attribute and other is not side:
                return min(6, training + self.knobs.disposition_tiers)
        return training

    @derived(OPEN)
    def hits_from(self) -> dict[str, int]:
        """For each who tests now, what a die has to show to be a hit."""
        sides = self.test.sides if self.test else ()
        return {each.name: self.counts_from(side, each) for side in sides for each in side.members}

    def effort(self, side: Side, attempt: Attempt) -> int:
        """FG-10: the hits of one who tests, with what assets and opponents' injuries give at least."""
        dice, least = attempt.dice, attempt.least
        hits = len(dice) - bisect_left(dice, self.counts_from(side, attempt))
        if hits < MOST_SEVERE and attempt is side.members[0]:
            least = max(least, self.floor(side))
        return max(hits, least)

    def count(self) -> None:
        """Write down everybody's effort for those who look on."""
        for side in self.running().sides:
            for attempt in side.members:
                attempt.effort = self.effort(side, attempt) if attempt.rolled else 0

    def floor(self, side: Side) -> int:
        """FG-23: the effort that an opponent's harm gives at least; against several, what it gives against all."""
        least: int | None = None
        for other in self.running().sides:
            if other is not side:
                main = other.members[0]
                given = handicap(self, self.who(main.name), main.skill)
                least = given if least is None else min(least, given)
        return least or 0

    def total(self, side: Side) -> int:
        """FG-20: the efforts of a side, added up."""
        if len(side.members) == 1:
            return self.effort(side, side.members[0])
        return sum([self.effort(side, attempt) for attempt in side.members])

    def difficulty(self, side: Side, other: Side) -> int:
        """What a side has to reach against another: its effort, with what both put on top of their difficulty."""
        return side.has_to_reach(other, self.total(other))

    def disposed(self, attempt: Attempt) -> Attribute:
        """FG-2: the attribute that somebody who tests is disposed against."""
        return disposed_against(self.who(attempt.name).disposition, attempt.attribute)


SceneT = TypeVar("SceneT", bound=Scene)


def handicap(scene: Scene, character: Character, skill: SkillName) -> int:
    """FG-11, FG-23, CF-2: the severity that harm has for a test of this skill."""
    if not scene.rules().stress:
        return severity(character.injury)
    marked = [(track, severity(boxes)) for track, boxes in character.stress.items()]
    return max([size for track, size in marked if size and hinders(track, size, skill)], default=0)


def named(thing: Trait | Boon | Bane) -> str:
    """What everybody may hear of a trait, boon or bane that is used."""
    return "a secret trait" if isinstance(thing, Trait) and thing.secret else thing.name


def knowers(scene: Scene, owner: Character, trait: Trait) -> tuple[str, ...]:
    """The seats that may hear a secret trait's name."""
    seats = [GM, owner.seat, *(c.seat for c in scene.characters if c.knows_of(owner, trait))]
    return tuple(dict.fromkeys(seats))
