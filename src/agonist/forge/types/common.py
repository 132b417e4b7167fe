"""What the contest types share: who takes part, what a scene begins with, who stands where, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from agonist.kernel import OPEN, Combatant, ContestType, Fate, Outcome, Policy, converted
from agonist.tabletop import HouseRuled, amount, signed

from ..bots import BOTS, ORDERS
from ..edition import EditionName
from ..gauntlet.teams import Gauntlet, GauntletT, Kind, Team
from ..people.character import Character, sheet_of
from ..people.sheet import Asset, Rode
from ..scene import Scene, SceneT
from .setup import (
    AnySetup,
    EnterpriseOptions,
    EnterpriseSetup,
    GauntletSetup,
    enlisted,
    enter_all,
    memory_of,
    seats,
)


class ForgeOutcome(Outcome, frozen=True, kw_only=True):
    """What the outcomes of all contest types have."""

    losers: Annotated[tuple[str, ...], OPEN] = ()
    perished: Annotated[tuple[str, ...], OPEN] = ()
    epiphanies: Annotated[tuple[str, ...], OPEN] = ()
    xp: Annotated[dict[str, dict[str, int]], OPEN] = {}


class SingleOutcome(ForgeOutcome, frozen=True, kw_only=True):
    """A skill test: who succeeded and failed, who got it at a cost, and whether a gauntlet is to decide it."""

    succeeded: Annotated[tuple[str, ...], OPEN] = ()
    failed: Annotated[tuple[str, ...], OPEN] = ()
    at_a_cost: Annotated[tuple[str, ...], OPEN] = ()
    gauntlet_instead: Annotated[bool, OPEN] = False


def common(scene: Scene) -> dict[str, Any]:
    """The fields that every outcome takes from the state.

    FG-13, FG-22: what the scene remembers goes on to its next contest.
    """
    people, memory = scene.characters, scene.memory
    return {
        "perished": tuple(c.name for c in people if c.fate),
        "xp": {c.name: dict(c.earned) for c in people if c.earned},
        "carried": {"memory": msgspec.to_builtins(memory)} if memory.rides or memory.justified else {},
        "sheets": sheets_of(scene),
    }


def sheets_of(scene: Scene) -> dict[str, Any]:
    """The sheets as the next contest starts from them: in a gauntlet assets return to their owners (FG-46)."""
    found = {}
    for c in scene.characters:
        assets = _returned(scene, c) if isinstance(scene, Gauntlet) else None
        rides = [Rode(r.skill, r.attribute, r.goal) for r in scene.memory.rides if r.who == c.name]
        found[c.name] = sheet_of(c, assets, rides).data()
    return found


class GauntletOutcome(ForgeOutcome, frozen=True, kw_only=True):
    """A gauntlet: whose goals were achieved, and whether it was a disaster."""

    achieved: Annotated[tuple[str, ...], OPEN] = ()
    disaster: Annotated[bool, OPEN] = False
    morale: Annotated[dict[str, int], OPEN] = {}


def gauntlet_outcome(state: Gauntlet) -> GauntletOutcome | None:
    """How a gauntlet ended: assets return to their owners, what was only for the gauntlet is gone (FG-46).

    Decided by FG-41, FG-60, CF-9, CF-11; a disaster is FG-41 in both editions.
    """
    if state.phase != "over":
        return None
    winners = tuple(team.name for team in state.teams if not team.lost)
    losers = tuple(team.name for team in state.teams if team.lost)
    if len(state.teams) == 1:
        summary = (
            f"{state.teams[0].name}: {'the goal is reached' if winners else 'the enterprise has failed'}."
        )
        rule = state.rules().rule("FG-60")
    else:
        summary = f"Victory for {winners[0]}." if winners else "All have lost."
        rule = state.rules().rule("FG-41") if winners else "FG-41"
    return GauntletOutcome(
        summary=summary,
        rule=rule,
        winners=winners,
        losers=losers,
        epiphanies=tuple(state.epiphanies),
        achieved=tuple(team.name for team in state.teams if team.achieved),
        disaster=not winners and len(state.teams) > 1,
        morale={team.name: team.morale for team in state.teams} if state.keeps_morale() else {},
        **common(state),
    )


def _returned(state: Gauntlet, owner: Character) -> list[Asset]:
    """What somebody owns, wherever it is at the end."""
    kept = [asset for asset in owner.assets if not asset.lent_by]
    lent = [asset.copy() for c in state.characters for asset in c.assets if asset.lent_by == owner.name]
    for asset in lent:
        asset.lent_by = ""
    return [*kept, *lent, *(lost.asset for lost in state.discarded if lost.owner == owner.name)]


Row = Mapping[str, Any]
REACH = 6
"""How far from zero a bar shows morale; it has no end in the rules."""
MORALE_LEFT = (
    "morale (wavers below 0)",
    "Below the mark in the middle a team wavers, and has to hold or give up.",
)
BOXES_LEFT = ("boxes free of harm", "Free boxes for harm: every wound takes one.")

_FATES: dict[str, Fate] = {
    "abstains": "aside",
    "surrendered": "fell",
    "perished": "died",
    "retired": "left",
    "lost": "fell",
}


def morale_bar(name: str, side: int, morale: int, *, fate: Fate = "stands") -> Combatant:
    """A team's or a journey's morale, as a bar that is empty at its lowest."""
    shown, full, least = float(morale), max(REACH, morale), min(-REACH, morale)
    count = f"morale {signed(morale)}"
    return Combatant(name, side, "", name, shown, full, least, fate=fate, count=count)


def combatants(seen: Row) -> tuple[Combatant, ...]:
    """The teams that keep morale, and everybody: below their team, or where it keeps none by themselves."""
    return tuple(_by_team(seen, seen["teams"]))


def in_parties(seen: Row) -> tuple[Combatant, ...]:
    """Everybody in a single test: harm is no part of what decides it."""
    return tuple(
        replace(each, team=each.banner, left=None, count="") for each in _by_team(seen, seen["parties"])
    )


def facing(seen: Row, acting: str) -> tuple[str, ...]:
    """Who is on the other sides of the test that is under way."""
    sides = [[one["name"] for one in side["members"]] for side in (seen["test"] or {}).get("sides", ())]
    return tuple(names[0] for names in sides if names and acting not in names)


def _by_team(seen: Row, teams: list[Row]) -> Iterator[Combatant]:
    every = seen["characters"]
    names = [team["name"] for team in teams]
    for side, team in enumerate(teams):
        if "morale" in team:
            yield morale_bar(team["name"], side, team["morale"], fate="fell" if team["lost"] else "stands")
        for each in every:
            if each["team"] == team["name"]:
                yield _one(seen, each, side, team["name"] if "morale" in team else "")
    for each in every:
        if each["team"] not in names:
            yield _one(seen, each, len(names), "")


def _one(seen: Row, each: Row, side: int, team: str) -> Combatant:
    stress = (
        each["stress"].get(seen.get("track", ""), []) if seen["edition"] == "conflict" else each["misfortune"]
    )
    boxes = [*stress, *each["injury"]]
    free = sum(not box["harm"] for box in boxes)
    return Combatant(
        each["name"],
        side,
        each["seat"],
        each["team"],
        free,
        len(boxes),
        fate=_FATES.get(each["out"], "stands"),
        said="last stand" if each["last_stand"] == "in" else each["out"],
        count=f"{amount(len(boxes) - free, 'harm')} in {len(boxes)} boxes",
        team=team,
        unit="boxes free of harm",
    )


class SceneType(HouseRuled, ContestType[SceneT]):
    """All contest types: characters on teams, somewhere."""

    bots: ClassVar[dict[str, Policy]] = BOTS
    orders = ORDERS

    def seats(self, setup: Any) -> dict[str, str]:
        return seats(setup)

    ends = ("it is done", "it has failed")

    def at_stake(self, seen: Mapping[str, Any]) -> str:
        """What the first team is after, or all are."""
        teams = seen.get("teams") or seen.get("parties") or []
        return next((team["goal"] for team in teams[:1] if team["goal"]), str(seen.get("goal") or ""))

    def facing(self, seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
        return facing(seen, acting)

    def enlist(self, setup: Any, name: str, sheet: Any, seat: str) -> Any:
        return converted(enlisted(setup, name, sheet, seat), self.setup_type, self.setup_form, "set-up")

    def imagine(self, state: SceneT, seat: str, random: Random) -> None:
        """FG-46: the secret traits that a seat has not heard of are left out; it cannot guess them."""
        mine = [each for each in state.characters if each.seat == seat]
        for other in state.characters:
            if other.seat != seat:
                other.secrets = [t for t in other.secrets if any(each.knows_of(other, t) for each in mine)]
                other.knows = []

    def success(self, state: SceneT, outcome: Outcome, seat: str) -> float:
        """Whether the team of somebody whom the seat plays has won; half for a disaster of everybody's (FG-41)."""
        if not outcome.winners and len({each.team for each in state.characters}) > 1:
            return 0.5
        return float(any(c.team in outcome.winners for c in state.characters if c.seat == seat))

    def sheets(self, state: SceneT) -> dict[str, Any]:
        """FG-47: who ends early keeps XP, harm and Favor."""
        return sheets_of(state)

    def scene(self, setup: AnySetup, options: EnterpriseOptions, edition: EditionName) -> dict[str, Any]:
        return {
            "edition": edition,
            "modifiers": options.modifiers,
            "knobs": options.house,
            "characters": enter_all(setup, options.house),
            "environment": [trait.copy() for trait in setup.environment],
            "memory": memory_of(setup),
        }


class GauntletType(SceneType[GauntletT]):
    """FG-40: all gauntlets, with opponents or without."""

    kind: ClassVar[Kind]
    edition: ClassVar[EditionName] = "gauntlet"
    left_is = MORALE_LEFT

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return combatants(seen)

    def outcome(self, state: GauntletT) -> Outcome | None:
        return gauntlet_outcome(state)

    def gauntlet(self, setup: GauntletSetup | EnterpriseSetup, options: EnterpriseOptions) -> dict[str, Any]:
        """The fields of every gauntlet's state; whoever leads the first team has started it if nobody else has."""
        teams = [Team(t.name, t.goal, t.captain or t.active[0], t.active, t.aim) for t in setup.teams]
        return self.scene(setup, options, self.edition) | {
            "kind": self.kind,
            "skill": setup.skill,
            "teams": teams,
            "started_by": teams[0].captain,
            "track": setup.track,
        }
