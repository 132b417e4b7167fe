"""Set-ups, and the contestants made from them (QS-1, QS-2, QS-18)."""

from __future__ import annotations

from typing import Any, Literal

from ...chassis import Rating
from ...chassis.people import Entry, Pairing, copied, seat_of
from ..rolls.resistance import resistance_from
from .contestants import Ability, Arena, Contestant, Effort, Follower, Resource, Try
from .modifiers import Lasting, Modifier
from .options import CommonOptions
from .sheets import AbilityEntry, Character, FollowerEntry, ResourceEntry, Tried


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


def side_of(character: Character) -> str:
    """The side it names; else characters stand together, and so does the opposition."""
    return character.side or ("the opposition" if character.opposition else "the characters")


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
    return copied(
        Contestant,
        character,
        seat=seat_of(character),
        side=side_of(character),
        hand=hand,
        began_with=hand,
        opens=bool(character.ability or character.opposition),
        resistance=resistance_from(character.resistance, options.base).whole if character.opposition else 0,
        abilities=[
            copied(Ability, each, whose=name, whole=ability_whole(each, character))
            for each in character.abilities
        ],
        flaws=list(character.flaws),
        modifiers=[copied(Modifier, each, whose=name) for each in character.modifiers],
        lasting=[copied(Lasting, each, whose=name) for each in character.lasting],
        followers=[_follower(each, name) for each in character.followers],
        status="beside" if helps else "in",
        marks=list(character.marks),
        session_experience=len(character.marks),
    )


def _follower(entry: FollowerEntry, whose: str) -> Follower:
    return copied(
        Follower,
        entry,
        whose=whose,
        ability=entry.ability or entry.name,
        whole=Rating.parse(entry.rating).whole,
        serves=entry.assigned_to if entry.assigned_to and not entry.reluctant else whose,
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


def scene(kind: Any, setup: Scene, options: CommonOptions, /, **more: Any) -> Any:
    """A contest's state as a set-up has it, what both call the same included."""
    contestants = [contestant_from(each, options) for each in setup.contestants]
    helpers = [contestant_from(each, options, helps=True) for each in setup.helpers]
    here = sum(not each.opposition for each in (*setup.contestants, *setup.helpers))
    everyone = max(here, setup.party)
    fresh = setup.story_points is None
    return copied(
        kind,
        setup,
        contestants=contestants,
        helpers=helpers,
        options=options,
        story_points=(everyone if fresh else setup.story_points) if options.story_points else 0,
        party=everyone,
        resources=[
            copied(Resource, each, now=each.bonus if each.now is None else each.now)
            for each in setup.resources
        ],
        tried=[copied(Try, each) for each in setup.tried],
        gone=list(setup.gone),
        sequences=options.plays if setup.sequences == "any" else setup.sequences,
        **more,
    )


def carried_from(state: Arena) -> dict[str, Any]:
    """What the next contest of the scene starts from: the pool (QS-30), resources (QS-17), what was tried (QS-18), who
    does not return (QS-69), and what kind of sequences this game plays (QS-33)."""
    return {
        "story_points": state.story_points,
        "resources": [copied(ResourceEntry, each) for each in state.resources],
        "tried": [copied(Tried, each) for each in state.tried],
        "gone": state.gone,
        "sequences": state.sequences,
    }
