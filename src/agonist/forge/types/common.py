"""What the contest types of this game share: who takes part, what a scene begins with, and what it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from agonist.kernel import Combatant, ContestType, Outcome, Policy, converted
from agonist.tabletop import HouseRuled

from ..bots.policies import BOTS, ORDERS
from ..edition import EditionName
from ..gauntlet.teams import GauntletT, Kind, Team
from ..people.standing import MORALE_LEFT, combatants, facing
from ..scene import SceneT
from .options import EnterpriseOptions
from .outcomes import gauntlet_outcome, sheets_of
from .setup import (
    AnySetup,
    EnterpriseSetup,
    GauntletSetup,
    TeamSetup,
    enlisted,
    enter_all,
    memory_of,
    seats,
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
        """The fields of every scene's state."""
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
        teams = [_team(team) for team in setup.teams]
        return self.scene(setup, options, self.edition) | {
            "kind": self.kind,
            "skill": setup.skill,
            "teams": teams,
            "started_by": teams[0].captain,
            "track": setup.track,
        }


def _team(team: TeamSetup) -> Team:
    active = team.active
    return Team(team.name, team.goal, team.captain or active[0], active, team.aim)
