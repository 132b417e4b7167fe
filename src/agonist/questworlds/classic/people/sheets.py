"""A character that goes from contest to contest, and the entries that a set-up is written with."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from agonist.kernel import Written

from ...chassis.ratings import Rating
from ..rolls.resistance import NO_ABILITY
from ..rolls.tables import Effect
from .contestants import Contestant, Edge, HeroPoints, Use
from .modifiers import Kind

_RATING = Written(
    r"\s*\d{1,4}\s*([mMwW]\s*\d{0,2})?\s*|[a-zA-Z]+([ -][a-zA-Z]+)?",
    "a rating such as 17 or 7M, or a class of resistance such as high",
    whole=True,
)
_VALUE = Written(r"\s*[-+−]?\d{0,4}([mMwW]\d{0,2})?\s*", "a modifier such as 3, −6 or +M", whole=True)

RatingText = Annotated[int | str, msgspec.Meta(extra={"form": _RATING})]
ValueText = Annotated[int | str, msgspec.Meta(extra={"form": _VALUE})]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of a set-up or of a sheet."""


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


def sheet_of(who: Contestant) -> Sheet:
    """The character as the next contest starts from it: hero points left, and what carries over (QW-23)."""
    return Sheet(
        name=who.name,
        abilities=tuple(
            AbilityEntry(name=each.name, rating=str(Rating(each.whole)))
            for each in who.abilities
            if not each.lent_by
        ),
        hero_points=who.hero_points,
        edge=who.edge,
        followers=tuple(
            FollowerEntry(
                name=each.name,
                rating=str(Rating(each.whole)),
                ability=each.ability,
                use=each.use,
                reluctant=each.reluctant,
            )
            for each in who.followers
        ),
        lasting=tuple(
            Carried(effect=each.effect, abilities=each.abilities)
            for each in who.lasting
            if each.faded == "no"
        ),
    )
