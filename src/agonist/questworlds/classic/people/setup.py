"""Set-ups of the four contest types, and the contestants made from them (QW-10 to QW-12)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from agonist.kernel import GM

from ...chassis.ratings import Rating
from ...chassis.resistances import class_name
from ..rolls.resistance import CLASSES, NO_ABILITY, resistance
from ..rolls.tables import portion
from .contestants import Ability, Arena, Contestant, Follower, Preparation, lasting
from .modifiers import STRETCH, Modifier, quick_augment, value_from
from .options import SimpleOptions
from .sheets import AbilityEntry, AugmentEntry, Character, Entry, ModifierEntry, RatingText, Sheet


class SimpleSetup(Entry, frozen=True, kw_only=True):
    """A simple contest: what for, and the two who meet."""

    prize: str = ""
    contestants: tuple[Character, ...] = ()


class Pairing(Entry, frozen=True, kw_only=True):
    """Two who roll against each other in a group simple contest."""

    one: str
    two: str


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


SetupT = TypeVar("SetupT", bound=SimpleSetup)


SITUATION = "as things stand"
"""A modifier that begins at 0 and is there for the game master to correct as the situation changes (QW-9)."""


def seat_of(character: Character) -> str:
    """Who plays it: the game master, the seat it names, or a seat of its own."""
    if character.resistance:
        return GM
    return character.seat or re.sub(r"[^a-z0-9]+", "-", character.name.lower()).strip("-") or "player"


def side_of(character: Character) -> str:
    return character.side or character.name


def seats_of(*groups: Sequence[Character]) -> dict[str, str]:
    """The players' seats and whom they play."""
    played: dict[str, list[str]] = {}
    for character in (each for group in groups for each in group):
        if not character.resistance:
            played.setdefault(seat_of(character), []).append(character.name)
    return {seat: ", ".join(names) for seat, names in played.items()}


def rating_from(text: RatingText, base: Rating) -> Rating:
    """A rating (QW-1) or the name of a resistance class (QW-8)."""
    return resistance(class_name(text), base) if is_class(text) else Rating.parse(text)


def is_class(text: RatingText) -> bool:
    return class_name(text) in CLASSES


def contestant_from(character: Character, options: SimpleOptions, *, outside: bool = False) -> Contestant:
    """QW-10: a contestant as the contest begins, rolled augments and reluctant followers aside."""
    name = character.name
    who = Contestant(
        name=name,
        seat=seat_of(character),
        side="" if outside else side_of(character),
        resistance=character.resistance,
        hand=character.ability or first_ability(character),
        abilities=[Ability(name, each.name, _whole(each, options)) for each in character.abilities],
        modifiers=[modifier_from(each, name) for each in character.modifiers],
        lasting=[lasting(name, each.effect, each.abilities, options) for each in character.lasting],
        hero_points=character.hero_points,
        edge=character.edge,
        known=outside,
        status="outside" if outside else "in",
    )
    who.modifiers += [
        augment_from(each, character, options) for each in character.augments if each.kind != "rolled"
    ]
    if who.player:
        who.modifiers.append(Modifier(name, SITUATION, "situational", 0))
    who.followers = [
        Follower(
            whose=name,
            name=each.name,
            ability=each.ability or each.name,
            whole=Rating.parse(each.rating).whole,
            use=each.use,
            assigned_to=each.assigned_to,
            reluctant=each.reluctant,
        )
        for each in character.followers
    ]
    return who


def _whole(entry: AbilityEntry, options: SimpleOptions) -> int:
    return rating_from(entry.rating, options.base).whole


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
    return rating_from(own.get(entry.source, NO_ABILITY.whole), options.base)


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


def enlisted(setup: SetupT, name: str, sheet: Sheet, seat: str) -> SetupT:
    """The set-up with a table's character in it: in its own place, in its player's, in a free one, or as one more."""
    place = _place(setup, name, seat)
    known = {field: getattr(sheet, field) for field in Sheet.__struct_fields__} | {"name": name, "seat": seat}
    others = list(setup.contestants)
    if place is None:
        comrade = next((each for each in others if not each.resistance), None)
        side = side_of(comrade) if comrade and comrade.side else ""
        others.append(Character(**known, side=side))
        return msgspec.structs.replace(setup, contestants=tuple(others))
    was = others[place].name
    others[place] = Character(**known, side=others[place].side)
    renamed: dict[str, Any] = {
        field: name for field in ("first", "opened_by") if getattr(setup, field, "") == was
    }
    if outsiders := getattr(setup, "outsiders", ()):
        renamed["outsiders"] = tuple(_following(each, was, name) for each in outsiders)
    return msgspec.structs.replace(
        setup, contestants=tuple(_following(each, was, name) for each in others), **renamed
    )


def _place(setup: SimpleSetup, name: str, seat: str) -> int | None:
    """A place is free if the set-up says of no seat that it plays it."""
    places = [n for n, each in enumerate(setup.contestants) if not each.resistance]
    mine = [n for n in places if setup.contestants[n].name == name]
    mine += [n for n in places if seat_of(setup.contestants[n]) == seat]
    mine += [n for n in places if not setup.contestants[n].seat]
    return mine[0] if mine else None


def _following(character: Character, was: str, name: str) -> Character:
    """Followers who were to serve somebody serve who stands in that place now."""
    followers = tuple(
        msgspec.structs.replace(each, assigned_to=name) if each.assigned_to == was else each
        for each in character.followers
    )
    return msgspec.structs.replace(character, followers=followers)
