"""The contest types of gauntlets with opponents: destruction, contention, and the earlier edition's conflict."""

from __future__ import annotations

from typing import Any, ClassVar

from ..kernel import Contest, ContestType, Outcome, Policy, Procedure
from . import primers
from .bots import BOTS
from .edition import EditionName
from .gauntlet import play_gauntlet
from .gauntlet_presets import CONFLICT, DESTRUCTION, MEDIATE, SUBJUGATE
from .options import ConflictOptions, GauntletOptions
from .outcomes import GauntletOutcome, gauntlet_outcome
from .setup import (
    EnterpriseSetup,
    GauntletSetup,
    check_common,
    enlisted,
    enter_all,
    memory_of,
    refuse,
    seats_of,
)
from .teams import Gauntlet, Kind, Team

__all__ = ["ConflictType", "DestructionType", "GauntletType", "MediateType", "SubjugateType", "teams_of"]


def teams_of(setup: GauntletSetup | EnterpriseSetup) -> list[Team]:
    """The teams of a set-up, with those who do not abstain."""
    teams = []
    for team in setup.teams:
        members = [e.name for e in team.members if e.name not in team.abstain]
        teams.append(Team(team.name, team.goal, team.captain or members[0], members, team.aim))
    return teams


class GauntletType(ContestType[Gauntlet]):
    """What all gauntlets with opponents share."""

    state_type = Gauntlet
    setup_type = GauntletSetup
    options_type = GauntletOptions
    outcome_type = GauntletOutcome
    bots: ClassVar[dict[str, Policy]] = BOTS
    kind: ClassVar[Kind]
    edition: ClassVar[EditionName] = "gauntlet"

    def check(self, setup: GauntletSetup, options: object) -> None:
        check_common(setup, 2, 12)
        names = [name for team in teams_of(setup) for name in team.members]
        if setup.started_by and setup.started_by not in names:
            refuse(
                f"{setup.started_by} does not take part.", f"one of {', '.join(names)}", "set-up.started_by"
            )

    def seats(self, setup: GauntletSetup) -> dict[str, str]:
        return seats_of(setup)

    def enlist(self, setup: GauntletSetup, name: str, sheet: Any, seat: str) -> GauntletSetup:
        return enlisted(setup, name, sheet, seat)

    def begin(self, setup: GauntletSetup, options: GauntletOptions) -> Gauntlet:
        teams = teams_of(setup)
        return Gauntlet(
            edition=self.edition,
            modifiers=options.modifiers,
            characters=enter_all(setup),
            environment=[trait.copy() for trait in setup.environment],
            memory=memory_of(setup),
            kind=self.kind,
            skill=setup.skill,
            teams=teams,
            started_by=setup.started_by or teams[0].captain,
            track=setup.track,
            counts_twice=isinstance(options, ConflictOptions) and options.attack_failure_counts_twice,
            prelude=options.prelude,
        )

    def turn(self, contest: Contest[Gauntlet]) -> Procedure[None]:
        return play_gauntlet(contest)

    def outcome(self, state: Gauntlet) -> Outcome | None:
        return gauntlet_outcome(state)

    def gauges(self, seen: dict[str, Any]) -> dict[str, float]:
        return {team["name"]: float(team["morale"]) for team in seen["teams"]}


class DestructionType(GauntletType):
    name, title = "destruction", "Gauntlet of destruction"
    blurb = "Each side means to destroy the other, and who gives up perishes."
    primer = primers.DESTRUCTION
    kind = "destruction"
    presets = DESTRUCTION

    def gauges(self, seen: dict[str, Any]) -> dict[str, float]:
        """Where no morale is kept, how many of a team still stand."""
        able = [c["team"] for c in seen["characters"] if not c["out"]]
        return {team["name"]: float(able.count(team["name"])) for team in seen["teams"]}


class MediateType(GauntletType):
    name, title = "mediate", "Gauntlet of contention to mediate"
    blurb = "A dispute that hurts nobody: misfortunes, and morale that breaks."
    primer = primers.CONTENTION
    kind = "mediate"
    presets = MEDIATE


class SubjugateType(GauntletType):
    name, title = "subjugate", "Gauntlet of contention to subjugate"
    blurb = "One side imposes its will: injuries, and morale that breaks."
    primer = primers.CONTENTION
    kind = "subjugate"
    presets = SUBJUGATE


class ConflictType(GauntletType):
    name, title = "conflict", "Conflict (earlier edition)"
    blurb = (
        "Stress in one track, morale in everything, and last stands that may save a life but not the goal."
    )
    primer = primers.CONTENTION
    kind = "conflict"
    edition = "conflict"
    options_type = ConflictOptions
    presets = CONFLICT
