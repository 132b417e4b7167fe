"""Set-ups of the four contest types, characters that go from contest to contest, and the contestants made from them
(QW-10 to QW-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from agonist.kernel import Written

from ...chassis.people import Entry, Pairing, copied, seat_of
from ...chassis.ratings import Rating
from ..rolls.resistance import NO_ABILITY, resistance_from
from ..rolls.results import Effect, portion
from .contestants import Ability, Arena, Contestant, Edge, Follower, HeroPoints, Preparation, Use, lasting
from .modifiers import STRETCH, Kind, Modifier, quick_augment, value_from
from .options import SimpleOptions

_RATING = Written(
    r"\s*\d{1,4}\s*([mMwW]\s*\d{0,2})?\s*|[a-zA-Z]+([ -][a-zA-Z]+)?",
    "a rating such as 17 or 7M, or a class of resistance such as high",
    whole=True,
)
_VALUE = Written(r"\s*[-+−]?\d{0,4}([mMwW]\d{0,2})?\s*", "a modifier such as 3, −6 or +M", whole=True)

RatingText = Annotated[int | str, msgspec.Meta(extra={"form": _RATING})]
ValueText = Annotated[int | str, msgspec.Meta(extra={"form": _VALUE})]


class AbilityEntry(Entry, frozen=True, kw_only=True):
    """An ability and its rating (QW-1); a resistance may name a class instead (QW-8)."""

    name: str
    rating: RatingText = NO_ABILITY.whole


class FollowerEntry(Entry, frozen=True, kw_only=True):
    """QW-12: a follower, its relevant ability, and the one thing it does."""

    name: str
    rating: RatingText
    ability: str = ""
    use: Use = "ap"
    assigned_to: str = ""
    reluctant: bool = False


class Carried(Entry, frozen=True, kw_only=True):
    """QW-23: a consequence or benefit from an earlier contest; on all abilities if none is named."""

    effect: Effect
    abilities: tuple[str, ...] = ()


class Sheet(Entry, frozen=True, kw_only=True):
    """A QuestWorlds character between contests."""

    name: str = ""
    abilities: tuple[AbilityEntry, ...] = ()
    hero_points: HeroPoints = 0
    edge: Edge = 0
    followers: tuple[FollowerEntry, ...] = ()
    lasting: tuple[Carried, ...] = ()


class ModifierEntry(Entry, frozen=True, kw_only=True):
    """QW-9: a labelled modifier; a stretch is −6 unless said otherwise."""

    label: str
    kind: Kind = "situational"
    value: ValueText | None = None
    ability: str = ""


class AugmentEntry(Entry, frozen=True, kw_only=True):
    """QW-9: an augment from an own ability, if `source` names one, or from somebody or something else."""

    source: str
    kind: Literal["quick", "rolled", "plot"] = "quick"
    rating: RatingText | None = None
    value: ValueText = 3
    ability: str = ""


class Character(Sheet, frozen=True, kw_only=True):
    """QW-10: a contestant as set up. A resistance is the game master's; a character is played by a seat."""

    side: str = ""
    seat: str = ""
    resistance: bool = False
    ability: str = ""
    modifiers: tuple[ModifierEntry, ...] = ()
    augments: tuple[AugmentEntry, ...] = ()

    @property
    def player(self) -> bool:
        return not self.resistance


def sheet_of(who: Contestant) -> Sheet:
    """The character as the next contest starts from it: hero points left, and what carries over (QW-23)."""
    own = [each for each in who.abilities if not each.lent_by]
    return copied(
        Sheet,
        who,
        abilities=tuple(AbilityEntry(name=each.name, rating=str(Rating(each.whole))) for each in own),
        followers=tuple(
            copied(FollowerEntry, each, rating=str(Rating(each.whole)), assigned_to="")
            for each in who.followers
        ),
        lasting=tuple(copied(Carried, each) for each in who.lasting if each.faded == "no"),
    )


class SimpleSetup(Entry, frozen=True, kw_only=True):
    """A simple contest: what for, and the two who meet."""

    prize: str = ""
    contestants: tuple[Character, ...] = ()


class GroupSimpleSetup(SimpleSetup, frozen=True, kw_only=True):
    """QW-40: a group simple contest; without pairings each player meets the other side's in turn."""

    pairings: tuple[Pairing, ...] = ()


class ExtendedSetup(SimpleSetup, frozen=True, kw_only=True):
    """An extended contest of two. Without `first` the game master is asked who acts first (QW-14)."""

    outsiders: tuple[Character, ...] = ()
    opened_by: str = ""
    first: str = ""


class GroupSetup(SimpleSetup, frozen=True, kw_only=True):
    """A group extended contest: any number of sides and contestants, and people outside it (QW-33)."""

    outsiders: tuple[Character, ...] = ()


SITUATION = "as things stand"
"""A modifier that begins at 0 and is there for the game master to correct as the situation changes (QW-9)."""


def side_of(character: Character) -> str:
    return character.side or character.name


def contestant_from(character: Character, options: SimpleOptions, *, outside: bool = False) -> Contestant:
    """QW-10: a contestant as the contest begins, rolled augments and reluctant followers aside."""
    name = character.name
    who = copied(
        Contestant,
        character,
        seat=seat_of(character),
        side="" if outside else side_of(character),
        hand=character.ability or first_ability(character),
        abilities=[Ability(name, each.name, _whole(each, options)) for each in character.abilities],
        modifiers=[modifier_from(each, name) for each in character.modifiers],
        lasting=[lasting(name, each.effect, each.abilities, options) for each in character.lasting],
        followers=[],
        known=outside,
        status="outside" if outside else "in",
    )
    who.modifiers += [
        augment_from(each, character, options) for each in character.augments if each.kind != "rolled"
    ]
    if who.player:
        who.modifiers.append(Modifier(name, SITUATION, "situational", 0))
    who.followers = [
        copied(
            Follower,
            each,
            whose=name,
            ability=each.ability or each.name,
            whole=Rating.parse(each.rating).whole,
        )
        for each in character.followers
    ]
    return who


def _whole(entry: AbilityEntry, options: SimpleOptions) -> int:
    return resistance_from(entry.rating, options.base).whole


def first_ability(character: Character) -> str:
    """The ability a contestant begins with, if none is chosen: the first one listed."""
    lent = [each.ability or each.name for each in character.followers if each.use == "ability"]
    return ([*(each.name for each in character.abilities), *lent] or [""])[0]


def modifier_from(entry: ModifierEntry, whose: str) -> Modifier:
    """QW-9."""
    value = STRETCH if entry.value is None else value_from(entry.value)
    return Modifier(whose, entry.label, entry.kind, value, entry.ability)


def augmenting_rating(entry: AugmentEntry, character: Character, options: SimpleOptions) -> Rating:
    """The rating of the augmenting ability: as given, or that of the own ability of this name."""
    if entry.rating is not None:
        return Rating.parse(entry.rating)
    own = {each.name: each.rating for each in character.abilities}
    return resistance_from(own.get(entry.source, NO_ABILITY.whole), options.base)


def is_own(entry: AugmentEntry, character: Character) -> bool:
    return any(each.name == entry.source for each in character.abilities)


def augmented_ability(entry: AugmentEntry, character: Character) -> str:
    return entry.ability or character.ability or first_ability(character)


def augment_from(entry: AugmentEntry, character: Character, options: SimpleOptions) -> Modifier:
    """QW-9: a quick augment or a plot augment."""
    if entry.kind == "plot":
        value = value_from(entry.value)
    else:
        value = quick_augment(augmenting_rating(entry, character, options).whole, options.house)
    own = is_own(entry, character)
    return Modifier(character.name, entry.source, "augment", value, augmented_ability(entry, character), own)


def preparations(characters: Sequence[Character], options: SimpleOptions) -> list[Preparation]:
    """What has to be rolled before the first round: rolled augments (QW-9), reluctant followers (QW-12)."""
    due = [
        Preparation(
            "augment",
            who.name,
            each.source,
            augmenting_rating(each, who, options).whole,
            augmented_ability(each, who),
            is_own(each, who),
        )
        for who in characters
        for each in who.augments
        if each.kind == "rolled"
    ]
    due += [
        Preparation("follower", who.name, each.name)
        for who in characters
        for each in who.followers
        if each.reluctant and each.assigned_to
    ]
    return due


def serve(state: Arena, follower: Follower, serves: str) -> None:
    """QW-12: a follower does its one thing for whom it follows."""
    follower.serves = serves
    who = state.find(serves)
    if follower.use == "augment":
        size = quick_augment(follower.whole, state.options.house)
        who.modifiers.append(Modifier(who.name, follower.name, "augment", size, who.hand))
    elif follower.use == "ability":
        who.abilities.append(Ability(serves, follower.ability, follower.whole, follower.name))


def willing_followers_serve(state: Arena) -> None:
    """All followers but those that must be won over first."""
    for who in (*state.contestants, *state.outsiders):
        for follower in who.followers:
            if not (follower.reluctant and follower.assigned_to):
                serve(state, follower, follower.assigned_to or who.name)


def count_ap(state: Arena) -> None:
    """QW-11: the whole rating of the first ability used, and each follower's that adds its AP; at least 1."""
    percent = state.options.house.starting_percent
    for who in state.contestants:
        whole = who.rating(who.hand).whole + sum(helping(state, who).values())
        who.ap = max(1, portion(whole, percent, 100))
        who.starting_ap = who.ap


def helping(state: Arena, who: Contestant) -> dict[str, int]:
    """The followers whose AP are counted in a total."""
    everybody = (each for other in (*state.contestants, *state.outsiders) for each in other.followers)
    return {each.name: each.whole for each in everybody if each.serves == who.name and each.use == "ap"}
