"""The contest types of gauntlets with opponents: destruction, contention, and the earlier edition's conflict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.kernel import Contest, Procedure

from ..gauntlet.outlook import outlook
from ..gauntlet.teams import Gauntlet
from ..gauntlet.turns import play_gauntlet
from .common import GauntletType
from .options import ConflictOptions, GauntletOptions
from .setup import GauntletSetup, check_common, refuse


class OpposedType(GauntletType[Gauntlet]):
    """What all gauntlets with opponents share."""

    state_type = Gauntlet
    setup_type = GauntletSetup
    options_type = GauntletOptions

    def check(self, setup: GauntletSetup, options: object) -> None:
        check_common(setup, 2, 12)
        names = [name for team in setup.teams for name in team.active]
        if setup.started_by and setup.started_by not in names:
            refuse(
                f"{setup.started_by} does not take part.", f"one of {', '.join(names)}", "set-up.started_by"
            )

    def begin(self, setup: GauntletSetup, options: GauntletOptions) -> Gauntlet:
        state = Gauntlet(**self.gauntlet(setup, options), prelude=options.prelude)
        state.started_by = setup.started_by or state.started_by
        state.counts_twice = isinstance(options, ConflictOptions) and options.attack_failure_counts_twice
        return state

    def turn(self, contest: Contest[Gauntlet]) -> Procedure[None]:
        return play_gauntlet(contest)

    def outlook(self, state: Gauntlet, seat: str) -> float | None:
        return outlook(state, seat)

    def gauges(self, seen: Mapping[str, Any]) -> dict[str, float]:
        return {team["name"]: float(team["morale"]) for team in seen["teams"]}


class DestructionType(OpposedType):
    name, title = "destruction", "Gauntlet of destruction"
    blurb = "Each side means to destroy the other, and who gives up perishes."
    kind = "destruction"

    def gauges(self, seen: Mapping[str, Any]) -> dict[str, float]:
        """Where no morale is kept, how many of a team still stand."""
        able = [c["team"] for c in seen["characters"] if not c["out"]]
        return {team["name"]: float(able.count(team["name"])) for team in seen["teams"]}


class MediateType(OpposedType):
    name, title = "mediate", "Gauntlet of contention to mediate"
    blurb = "A dispute that hurts nobody: misfortunes, and morale that breaks."
    kind = "mediate"


class SubjugateType(OpposedType):
    name, title = "subjugate", "Gauntlet of contention to subjugate"
    blurb = "One side imposes its will: injuries, and morale that breaks."
    kind = "subjugate"


class ConflictType(OpposedType):
    name, title = "conflict", "Conflict (earlier edition)"
    blurb = (
        "Stress in one track, morale in everything, and last stands that may save a life but not the goal."
    )
    kind = "conflict"
    edition = "conflict"
    options_type = ConflictOptions
