"""Set-ups, and the contestants made from them (QS-1, QS-2, QS-18)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import msgspec

from agonist.kernel import GM

from ...chassis import Rating
from ..rolls.resistance import resistance_from
from .contestants import Ability, Arena, Contestant, Effort, Follower, Resource, Try
from .modifiers import Lasting, Modifier
from .options import CommonOptions
from .sheets import (
    AbilityEntry,
    Character,
    Entry,
    FollowerEntry,
    ResourceEntry,
    Sheet,
    Tried,
)


class Scene(Entry, frozen=True, kw_only=True):
    """What every contest is set up with. A contest that follows another takes over what that left: the pool (QS-30),
    resources (QS-17), what was tried (QS-18), opposition that is gone (QS-69), the kind of sequences played (QS-33)."""

    prize: str = ""
    obstacle: str = ""
    contestants: tuple[Character, ...] = ()
    helpers: tuple[Character, ...] = ()
    story_points: int | None = None
    party: int = 0
    resources: tuple[ResourceEntry, ...] = ()
    tried: tuple[Tried, ...] = ()
    gone: tuple[str, ...] = ()
    sequences: Literal["any", "scored", "wagered", "chained"] = "any"
    begins: Literal["scene", "session", "downtime"] = "scene"
    story_at_stake: bool = False


class Pairing(Entry, frozen=True, kw_only=True):
    """Two who meet."""

    one: str
    two: str


class EffortSetup(Scene, frozen=True, kw_only=True):
    """A contest or sequence that may have graduated goals (QS-25), and be part of a mass effort (QS-26)."""

    goals: tuple[str, ...] = ()
    opposition_goals: tuple[str, ...] = ()
    effort: Effort = "none"
    leader: str = ""


class CureSetup(EffortSetup, frozen=True, kw_only=True):
    """QS-24: a contest or sequence that may be to cure a consequence."""

    cures: str = ""
    cured: str = ""


class ContestSetup(CureSetup, frozen=True, kw_only=True):
    """A contest: assured ones (QS-20), bolstering (QS-17)."""

    assured: Literal["no", "unrolled", "rolled"] = "no"
    bolsters: str = ""


class GroupContestSetup(EffortSetup, frozen=True, kw_only=True):
    """QS-27: a group contest; without pairings each character meets one of the other side in turn."""

    pairings: tuple[Pairing, ...] = ()


class OnePrizeSetup(Scene, frozen=True, kw_only=True):
    """QS-28: many contestants and one prize."""

    shareable: bool = True


class SequenceSetup(CureSetup, frozen=True, kw_only=True):
    """QS-33: a sequence of any kind; without pairings characters choose their opponents (QS-39)."""

    pairings: tuple[Pairing, ...] = ()
    opened_by: str = ""
    lengthy: bool = False
    assist_defeat: Literal["time", "helper", "helped"] = "time"


class RecoverySetup(Scene, frozen=True, kw_only=True):
    """QS-67: who helps whom regain resolve, what a defeat costs, and how many rolls there is time for."""

    helper: str = ""
    helped: str = ""
    defeat: Literal["time", "helper", "helped"] = "time"
    length: str = "an hour"
    time: int = 5


SceneT = TypeVar("SceneT", bound=Scene)


def seat_of(character: Character) -> str:
    """Who plays it: the game master, the seat it names, or a seat of its own."""
    if character.opposition:
        return GM
    return character.seat or re.sub(r"[^a-z0-9]+", "-", character.name.lower()).strip("-") or "player"


def side_of(character: Character) -> str:
    """The side it names; else characters stand together, and so does the opposition."""
    return character.side or ("the opposition" if character.opposition else "the characters")


def seats_of(*groups: Sequence[Character]) -> dict[str, str]:
    """The players' seats and whom they play."""
    played: dict[str, list[str]] = {}
    for character in (each for group in groups for each in group):
        if not character.opposition:
            played.setdefault(seat_of(character), []).append(character.name)
    return {seat: ", ".join(names) for seat, names in played.items()}


def ability_whole(entry: AbilityEntry, character: Character) -> int:
    """QS-2: a breakout is its keyword's rating and its own bonus, across tiers too."""
    if not entry.keyword:
        return Rating.parse(entry.rating).whole
    keywords = {
        each.name: Rating.parse(each.rating).whole for each in character.abilities if not each.keyword
    }
    return keywords[entry.keyword] + bonus_of(entry)


def bonus_of(entry: AbilityEntry) -> int:
    return int(str(entry.rating).strip().lstrip("+"))


def contestant_from(character: Character, options: CommonOptions, *, helps: bool = False) -> Contestant:
    """A contestant as the contest begins."""
    name = character.name
    hand = character.ability or next(iter(each.name for each in character.abilities if not each.lost), "")
    if character.opposition:
        hand = character.tactic or "Resistance"
    return Contestant(
        name=name,
        seat=seat_of(character),
        side=side_of(character),
        opposition=character.opposition,
        hand=hand,
        began_with=hand,
        opens=bool(character.ability or character.opposition),
        resistance=resistance_from(character.resistance, options.base).whole if character.opposition else 0,
        abilities=[
            Ability(
                name, each.name, ability_whole(each, character), each.keyword, each.relationship, each.lost
            )
            for each in character.abilities
        ],
        flaws=list(character.flaws),
        modifiers=[
            Modifier(name, each.label, each.kind, each.value, each.ability) for each in character.modifiers
        ],
        lasting=[Lasting(name, each.value, each.label, each.touches) for each in character.lasting],
        followers=[follower_from(each, name) for each in character.followers],
        status="beside" if helps else "in",
        resolve=character.resolve,
        starting_resolve=character.starting_resolve,
        fallen=character.fallen,
        experience=character.experience,
        marks=list(character.marks),
        session_experience=len(character.marks),
        story_over=character.story_over,
    )


def follower_from(entry: FollowerEntry, whose: str) -> Follower:
    return Follower(
        whose,
        entry.name,
        entry.ability or entry.name,
        Rating.parse(entry.rating).whole,
        kind=entry.kind,
        role=entry.role,
        use=entry.use,
        assigned_to=entry.assigned_to,
        serves=entry.assigned_to if entry.assigned_to and not entry.reluctant else whose,
        reluctant=entry.reluctant,
        lost=entry.lost,
        more=[(each.name, Rating.parse(each.rating).whole) for each in entry.more],
    )


def lent_abilities(who: Contestant, *, beside: bool = False) -> list[Ability]:
    """QS-2: a sidekick's abilities can be used as one's own; retainers are one ability. In a sequence only of those who
    stand `beside` one, not of who stands for themselves (QS-50)."""
    return [
        Ability(who.name, name, whole, lent_by=each.name)
        for each in who.followers
        if not (beside and each.role == "contestant")
        for name, whole in ((each.ability, each.whole), *each.more)
    ]


def scene_fields(setup: Scene, options: CommonOptions) -> dict[str, Any]:
    """What a set-up says of every contest's state."""
    contestants = [contestant_from(each, options) for each in setup.contestants]
    helpers = [contestant_from(each, options, helps=True) for each in setup.helpers]
    here = sum(not each.opposition for each in (*setup.contestants, *setup.helpers))
    everyone = max(here, setup.party)
    fresh = setup.story_points is None
    return {
        "prize": setup.prize,
        "obstacle": setup.obstacle,
        "contestants": contestants,
        "helpers": helpers,
        "options": options,
        "story_points": (everyone if fresh else setup.story_points) if options.story_points else 0,
        "party": everyone,
        "resources": [
            Resource(each.name, each.bonus, each.bonus if each.now is None else each.now, each.bolstered)
            for each in setup.resources
        ],
        "tried": [Try(each.who, each.prize, each.ability) for each in setup.tried],
        "gone": list(setup.gone),
        "sequences": options.plays if setup.sequences == "any" else setup.sequences,
        "begins": setup.begins,
        "story_at_stake": setup.story_at_stake,
        **(_aims(setup) if isinstance(setup, EffortSetup) else {}),
        **({"cures": setup.cures, "cured": setup.cured} if isinstance(setup, CureSetup) else {}),
    }


def _aims(setup: EffortSetup) -> dict[str, Any]:
    return {
        "goals": setup.goals,
        "opposition_goals": setup.opposition_goals,
        "effort": setup.effort,
        "leader": setup.leader,
    }


def carried_from(state: Arena) -> dict[str, Any]:
    """What the next contest of the scene starts from: the pool (QS-30), resources (QS-17), what was tried (QS-18), who
    does not return (QS-69), and what kind of sequences this game plays (QS-33)."""
    return {
        "story_points": state.story_points,
        "resources": [
            ResourceEntry(name=each.name, bonus=each.bonus, now=each.now, bolstered=each.bolstered)
            for each in state.resources
        ],
        "tried": [Tried(who=each.who, prize=each.prize, ability=each.ability) for each in state.tried],
        "gone": state.gone,
        "sequences": state.sequences,
    }


def enlisted(setup: SceneT, name: str, sheet: Sheet, seat: str) -> SceneT:
    """The set-up with a table's character in it: in its own place, in its player's, in a free one, or as one more."""
    place = _place(setup, name, seat)
    known = msgspec.to_builtins(sheet) | {"name": name, "seat": seat}
    others = list(setup.contestants)
    if place is None:
        comrade = next((each for each in others if not each.opposition), None)
        others.append(msgspec.convert(known | ({"side": comrade.side} if comrade else {}), Character))
        return msgspec.structs.replace(setup, contestants=tuple(others))
    was = others[place].name
    others[place] = msgspec.convert(known | {"side": others[place].side}, Character)
    return _renamed(msgspec.structs.replace(setup, contestants=tuple(others)), was, name)


def _place(setup: Scene, name: str, seat: str) -> int | None:
    """A place is free if the set-up says of no seat that it plays it."""
    places = [n for n, each in enumerate(setup.contestants) if not each.opposition]
    mine = [n for n in places if setup.contestants[n].name == name]
    mine += [n for n in places if seat_of(setup.contestants[n]) == seat]
    mine += [n for n in places if not setup.contestants[n].seat]
    return mine[0] if mine else None


def _renamed(setup: SceneT, was: str, name: str) -> SceneT:
    """Wherever the set-up named who stood in the place before, it names the new one; what it said of an own
    ability or effect of that one is dropped."""
    data = msgspec.to_builtins(setup)
    for field in ("leader", "opened_by", "cures", "helper", "helped"):
        if data.get(field) == was:
            data[field] = name
    for pairing in data.get("pairings", ()):
        pairing.update({key: name for key in ("one", "two") if pairing.get(key) == was})
    for character in (*data.get("contestants", ()), *data.get("helpers", ())):
        for follower in character.get("followers", ()):
            if follower.get("assigned_to") == was:
                follower["assigned_to"] = name
    return msgspec.convert(data, type(setup))
