"""FG-1 to FG-4: what stands on a character's sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta

from agonist.kernel import OPEN, Correctable, Number, Shown, State, Text, Viewer

Attribute = Literal["vigor", "intuition", "reason"]
SkillName = Literal["influence", "fight", "maneuver", "wilderness", "craft", "resources"]
Track = Literal["physical", "mental", "social"]

ATTRIBUTES: tuple[Attribute, ...] = ("vigor", "intuition", "reason")
SKILLS: tuple[SkillName, ...] = ("influence", "fight", "maneuver", "wilderness", "craft", "resources")
TRACKS: tuple[Track, ...] = ("physical", "mental", "social")

MOST_RATING, MOST_FAVOR, MOST_XP, MOST_EPIPHANIES = 99, 999, 9999, 99
"""What a sheet has room for: more than play brings."""

Dice = Annotated[int, Meta(ge=1, le=9), Correctable(Number(least=1, most=9), "attribute")]
Rating = Annotated[int, Meta(ge=1, le=MOST_RATING), Correctable(Number(least=1, most=MOST_RATING), "rating")]
Training = Annotated[int, Meta(ge=3, le=6), Correctable(Number(least=3, most=6), "training")]
Xp = Annotated[int, Meta(ge=0, le=MOST_XP), Correctable(Number(least=0, most=MOST_XP), "XP")]
Quality = Annotated[int, Meta(ge=0, le=9), Correctable(Number(least=0, most=9), "quality")]
Favor = Annotated[int, Meta(ge=0, le=MOST_FAVOR), Correctable(Number(least=0, most=MOST_FAVOR), "Favor")]
Epiphanies = Annotated[
    int, Meta(ge=0, le=MOST_EPIPHANIES), Correctable(Number(least=0, most=MOST_EPIPHANIES), "epiphanies")
]
"""FG-1 to FG-3: the numbers of a sheet, with the limits that set-ups, sheets and corrections share."""

_OVER: dict[str, dict[str, Attribute]] = {
    "I": {"vigor": "reason", "intuition": "vigor", "reason": "intuition"},
    "II": {"vigor": "intuition", "intuition": "reason", "reason": "vigor"},
}


def disposed_against(disposition: str, attribute: str) -> Attribute:
    """FG-2: the attribute that the one in use is over.

    >>> disposed_against("I", "vigor"), disposed_against("II", "vigor")
    ('reason', 'intuition')
    """
    return _OVER[disposition][attribute]


@cache
def training_by_xp(xp: int) -> int:
    """FG-1: the training that so much XP brings.

    >>> [training_by_xp(xp) for xp in (9, 10, 30, 60)]
    [6, 5, 4, 3]
    """
    return 6 - sum(xp >= threshold for threshold in (10, 30, 60))


def _may_know(viewer: Viewer, trait: Trait) -> bool:
    """A public trait is everybody's knowledge; a secret one its owner's and the game master's."""
    if not trait.secret or viewer.gm:
        return True
    characters = getattr(viewer.state, "characters", ())
    return any(c.seat == viewer.seat and any(own is trait for own in c.secrets) for c in characters)


_KNOWN = Shown(when=_may_know)


def _rate(state: Any, trait: Trait, rating: int) -> None:
    """A corrected rating is news to all who know the trait."""
    trait.rating = rating
    everybody = getattr(state, "characters", [])
    for each in everybody:
        each.know_ratings(everybody)


_Rated = Annotated[
    int, Meta(ge=1, le=MOST_RATING), Correctable(Number(least=1, most=MOST_RATING), "rating", how=_rate)
]


class Trait(State, forbid_unknown_fields=True):
    """FG-2: a trait of a character or of the environment."""

    name: Annotated[str, _KNOWN]
    rating: Annotated[_Rated, _KNOWN] = 1
    secret: Annotated[bool, _KNOWN] = False


class Skill(State, forbid_unknown_fields=True):
    """FG-1: training 6 (6+) to 3 (3+), and XP."""

    training: Annotated[Training, OPEN] = 6
    xp: Annotated[Xp, OPEN] = 0

    def mark(self, xp: int = 1) -> bool:
        """Mark XP; say whether the training improved."""
        self.xp = min(MOST_XP, self.xp + xp)
        earned = training_by_xp(self.xp)
        better = earned < self.training
        if better:
            self.training = earned
        return better


class Asset(State, forbid_unknown_fields=True):
    """FG-2: a thing that helps with a skill. `lent_by` names its owner while another has it."""

    name: Annotated[str, OPEN]
    skill: Annotated[SkillName, OPEN]
    quality: Annotated[Quality, OPEN]
    use: Annotated[Literal["attack", "defend", "both"], OPEN] = "both"
    lent_by: Annotated[str, OPEN] = ""


class Boon(State, forbid_unknown_fields=True):
    """FG-3: helps its bearer once, with the attribute that made it. `passing` ones end with the gauntlet."""

    name: Annotated[str, OPEN]
    rating: Annotated[Rating, OPEN]
    attribute: Annotated[Attribute, OPEN]
    enduring: Annotated[bool, OPEN] = False
    passing: Annotated[bool, OPEN] = False


class Bane(State, forbid_unknown_fields=True):
    """FG-3: helps anyone against its bearer once, with any attribute."""

    name: Annotated[str, OPEN]
    rating: Annotated[Rating, OPEN]
    enduring: Annotated[bool, OPEN] = False
    passing: Annotated[bool, OPEN] = False


class Knowledge(State, forbid_unknown_fields=True):
    """Another's secret trait that a character knows."""

    of: Annotated[str, OPEN]
    trait: Annotated[str, OPEN]


class Rode(State, forbid_unknown_fields=True):
    """FG-13: a failure that rides: with this skill and attribute the goal is closed for now."""

    skill: SkillName
    attribute: Attribute
    goal: str


class Mark(State, forbid_unknown_fields=True):
    """A marked box on a sheet: its size, and what the harm is called."""

    box: Annotated[int, Meta(ge=1, le=3)]
    name: str = "unnamed"


class Box(State):
    """FG-4: a box for harm of at most its size; empty while the harm has no name."""

    size: Annotated[int, OPEN]
    harm: Annotated[str, OPEN, Correctable(Text(most=80), "harm in a box")] = ""


class Sheet(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A character between contests. A skill that is not named is untrained (6+, no XP)."""

    vigor: Dice = 3
    intuition: Dice = 3
    reason: Dice = 3
    skills: dict[SkillName, Skill] = {}
    traits: list[Trait] = []
    favor: Favor = 0
    disposition: Literal["I", "II"] = "I"
    assets: list[Asset] = []
    boons: list[Boon] = []
    banes: list[Bane] = []
    misfortunes: list[Mark] = []
    injuries: list[Mark] = []
    stress: dict[Track, list[Mark]] = {}
    knows: list[Knowledge] = []
    rides: list[Rode] = []
    epiphanies: Epiphanies = 0
    fate: Literal["", "perished", "retired"] = ""

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


class Named(Protocol):
    name: str


T = TypeVar("T", bound=Named)


def told_apart(things: Sequence[T]) -> dict[str, T]:
    """FG-22: two things of one name are two things. Each by its name, a further one of the same name with a number.

    >>> class Thing:
    ...     def __init__(self, name): self.name = name
    >>> list(told_apart([Thing("VAIN"), Thing("LAME"), Thing("VAIN")]))
    ['VAIN', 'LAME', 'VAIN (2)']
    """
    found = {thing.name: thing for thing in things}
    if len(found) == len(things):
        return found
    found = {}
    for thing in things:
        label, number = thing.name, 1
        while label in found:
            number += 1
            label = f"{thing.name} ({number})"
        found[label] = thing
    return found


def fresh(name: str, taken: Iterable[str]) -> str:
    """A default name that is not taken yet.

    >>> fresh("AN EDGE", []), fresh("AN EDGE", ["AN EDGE", "AN EDGE 2"])
    ('AN EDGE', 'AN EDGE 3')
    """
    known, number, free = set(taken), 1, name
    while free in known:
        number += 1
        free = f"{name} {number}"
    return free
