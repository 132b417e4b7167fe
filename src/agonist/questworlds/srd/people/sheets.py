"""A character that goes from contest to contest, and the entries that a set-up is written with."""

from __future__ import annotations

from typing import Any

from ...chassis import Rating
from ...chassis.people import Entry, copied
from ..rolls.rolls import NO_ABILITY
from .contestants import STARTING_RESOLVE, Ability, Contestant, FollowerKind, Role, Use
from .limits import LEAST_RESOLVE, MOST_EXPERIENCE, MOST_RESOLVE
from .modifiers import Kind

RatingText = int | str


class AbilityEntry(Entry, frozen=True, kw_only=True):
    """QS-1, QS-2: an ability or keyword and its rating; a breakout names its keyword and has a bonus for a rating."""

    name: str
    rating: RatingText = NO_ABILITY.whole
    keyword: str = ""
    relationship: bool = False
    lost: bool = False


class FollowerEntry(Entry, frozen=True, kw_only=True):
    """QS-50, QS-58, QS-66: a follower, its relevant ability, and what it does in a sequence.

    `role` is for scored and chained sequences, `use` for wagered ones; `lost` is resolve lost so far. A sidekick may
    have `more` abilities (QS-2).
    """

    name: str
    rating: RatingText
    ability: str = ""
    kind: FollowerKind = "sidekick"
    role: Role = "secondary"
    use: Use = "ap"
    assigned_to: str = ""
    reluctant: bool = False
    lost: int = 0
    more: tuple[AbilityEntry, ...] = ()


class LastingEntry(Entry, frozen=True, kw_only=True):
    """QS-23: a benefit or consequence of an earlier contest; on all abilities if none is named."""

    value: int
    label: str = ""
    touches: tuple[str, ...] = ()


class Sheet(Entry, frozen=True, kw_only=True):
    """A character between contests. Flaws have no ratings of their own (QS-15); `marks` are what has brought
    experience in this session (QS-29); `fallen` says that the return from a fall is still to be paid for (QS-69)."""

    name: str = ""
    abilities: tuple[AbilityEntry, ...] = ()
    flaws: tuple[str, ...] = ()
    followers: tuple[FollowerEntry, ...] = ()
    lasting: tuple[LastingEntry, ...] = ()
    resolve: int = STARTING_RESOLVE
    starting_resolve: int = STARTING_RESOLVE
    fallen: bool = False
    experience: int = 0
    marks: tuple[str, ...] = ()
    story_over: bool = False


class ModifierEntry(Entry, frozen=True, kw_only=True):
    """QS-8: a labelled modifier that counts from the start."""

    label: str
    kind: Kind = "situational"
    value: int = -5
    ability: str = ""


class Character(Sheet, frozen=True, kw_only=True):
    """A contestant as set up: a player's character, or opposition with a resistance, played by the game master."""

    side: str = ""
    seat: str = ""
    opposition: bool = False
    resistance: RatingText = "base"
    ability: str = ""
    tactic: str = ""
    modifiers: tuple[ModifierEntry, ...] = ()

    @property
    def player(self) -> bool:
        return not self.opposition


class Tried(Entry, frozen=True, kw_only=True):
    """QS-18: who lost which prize with which ability."""

    who: str
    prize: str
    ability: str


class ResourceEntry(Entry, frozen=True, kw_only=True):
    """QS-17: a community's resource: its bonus when nothing has happened, as it is now, and what bolstering added."""

    name: str
    bonus: int = 5
    now: int | None = None
    bolstered: int = 0


def _still(who: Contestant, touches: tuple[str, ...]) -> tuple[str, ...]:
    """QS-66: what touches a follower who has left for good goes with them."""
    left = [each for each in who.followers if each.status == "gone for good"]
    gone = {name for each in left for name in (each.ability, *(one for one, _ in each.more))}
    return tuple(name for name in touches if name not in gone)


def sheet_of(who: Contestant) -> Sheet:
    """The character as the next contest starts from it."""
    return copied(
        Sheet,
        who,
        abilities=tuple(
            copied(AbilityEntry, each, rating=_rating(who, each))
            for each in who.abilities
            if not each.lent_by
        ),
        flaws=tuple(who.flaws),
        followers=tuple(
            copied(
                FollowerEntry,
                each,
                rating=str(Rating(each.whole)),
                assigned_to="",
                more=tuple(AbilityEntry(name=name, rating=str(Rating(whole))) for name, whole in each.more),
            )
            for each in who.followers
            if each.status != "gone for good"
        ),
        lasting=tuple(
            copied(LastingEntry, each, touches=_still(who, each.touches))
            for each in who.lasting
            if each.gone == "no" and each.value and bool(_still(who, each.touches)) == bool(each.touches)
        ),
        resolve=max(LEAST_RESOLVE, who.resolve),
        marks=tuple(who.marks),
    )


def _rating(who: Contestant, ability: Ability) -> str:
    """QS-2: of a breakout its bonus."""
    if ability.keyword:
        return f"+{ability.whole - who.sheet(ability.keyword).whole}"
    return str(Rating(ability.whole))


def reconciled(began: Sheet, kept: Sheet, ended: Sheet) -> Sheet:
    """What has changed since a contest began, on the sheet as the table has kept it meanwhile."""
    gone = [each for each in began.lasting if each not in ended.lasting]
    new = [each for each in ended.lasting if each not in began.lasting]
    starting = min(
        MOST_RESOLVE, max(0, kept.starting_resolve + ended.starting_resolve - began.starting_resolve)
    )
    resolve = max(LEAST_RESOLVE, kept.resolve + ended.resolve - began.resolve)
    experience = kept.experience + ended.experience - began.experience
    return Sheet(
        name=ended.name,
        abilities=_changed(began, kept, ended, "abilities"),
        flaws=_changed(began, kept, ended, "flaws"),
        followers=_changed(began, kept, ended, "followers"),
        lasting=(*_without(kept.lasting, gone), *new),
        resolve=min(resolve, starting),
        starting_resolve=starting,
        fallen=_changed(began, kept, ended, "fallen"),
        experience=min(MOST_EXPERIENCE, max(0, experience)),
        marks=_marks(began, kept, ended),
        story_over=kept.story_over or ended.story_over,
    )


def _changed(began: Sheet, kept: Sheet, ended: Sheet, field: str) -> Any:
    return getattr(kept if getattr(ended, field) == getattr(began, field) else ended, field)


def _without(effects: tuple[LastingEntry, ...], gone: list[LastingEntry]) -> list[LastingEntry]:
    left = list(effects)
    for each in gone:
        if each in left:
            left.remove(each)
    return left


def _marks(began: Sheet, kept: Sheet, ended: Sheet) -> tuple[str, ...]:
    """QS-29: what has taught something in this session; a session that began in the contest begins anew."""
    if not set(began.marks) <= set(ended.marks):
        return ended.marks
    return tuple(dict.fromkeys((*kept.marks, *(each for each in ended.marks if each not in began.marks))))
