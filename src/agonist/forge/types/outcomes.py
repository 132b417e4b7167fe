"""How contests end: who won and lost, who perished, epiphanies, XP, and the sheets for the next contest."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from agonist.kernel import OPEN, Outcome

from ..gauntlet.teams import Gauntlet
from ..people.character import Character, sheet_of
from ..people.sheet import Asset, Rode
from ..scene import Scene


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
        found[c.name] = sheet_of(c, assets, _rides(scene, c)).data()
    return found


def _rides(scene: Scene, character: Character) -> list[Rode]:
    """FG-13: the failures that ride on for a character."""
    own = [ride for ride in scene.memory.rides if ride.who == character.name]
    return [Rode(ride.skill, ride.attribute, ride.goal) for ride in own]


class GauntletOutcome(ForgeOutcome, frozen=True, kw_only=True):
    """A gauntlet: whose goals were achieved, and whether it was a disaster."""

    achieved: Annotated[tuple[str, ...], OPEN] = ()
    disaster: Annotated[bool, OPEN] = False
    morale: Annotated[dict[str, int], OPEN] = {}


def gauntlet_outcome(state: Gauntlet) -> GauntletOutcome | None:
    """How a gauntlet ended: assets return to their owners, what was only for the gauntlet is gone (FG-46)."""
    if state.phase != "over":
        return None
    winners = tuple(team.name for team in state.teams if not team.lost)
    losers = tuple(team.name for team in state.teams if team.lost)
    return GauntletOutcome(
        summary=_summary(state, winners),
        rule=_decided_by(state, winners),
        winners=winners,
        losers=losers,
        epiphanies=tuple(state.epiphanies),
        achieved=tuple(team.name for team in state.teams if team.achieved),
        disaster=not winners and len(state.teams) > 1,
        morale={team.name: team.morale for team in state.teams} if state.keeps_morale() else {},
        **common(state),
    )


def _decided_by(state: Gauntlet, winners: tuple[str, ...]) -> str:
    """FG-41, FG-60, CF-9, CF-11; a disaster is FG-41 in both editions."""
    if len(state.teams) == 1:
        return state.rules().rule("FG-60")
    return state.rules().rule("FG-41") if winners else "FG-41"


def _summary(state: Gauntlet, winners: tuple[str, ...]) -> str:
    if len(state.teams) == 1:
        return f"{state.teams[0].name}: {'the goal is reached' if winners else 'the enterprise has failed'}."
    return f"Victory for {winners[0]}." if winners else "All have lost."


def _returned(state: Gauntlet, owner: Character) -> list[Asset]:
    """What somebody owns, wherever it is at the end."""
    kept = [asset for asset in owner.assets if not asset.lent_by]
    lent = [asset.copy() for c in state.characters for asset in c.assets if asset.lent_by == owner.name]
    for asset in lent:
        asset.lent_by = ""
    return [*kept, *lent, *(lost.asset for lost in state.discarded if lost.owner == owner.name)]
