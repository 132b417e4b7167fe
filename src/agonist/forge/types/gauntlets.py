"""The contest types of gauntlets, with opponents and without, in both editions."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Any

from agonist.kernel import GM, Combatant, Contest, Procedure
from agonist.tabletop import refuse

from ..gauntlet.enterprise import JOURNEY, Enterprise, play_enterprise
from ..gauntlet.teams import Gauntlet, Team
from ..gauntlet.turns import play_gauntlet
from ..people.character import severity
from .common import BOXES_LEFT, GauntletType, combatants, morale_bar
from .setup import (
    ConflictOptions,
    EnterpriseOptions,
    EnterpriseSetup,
    GauntletOptions,
    GauntletSetup,
    check_common,
    not_blank,
    one_of,
)

THE_WAY = "The way"


class OpposedType(GauntletType[Gauntlet]):
    """What all gauntlets with opponents share."""

    state_type = Gauntlet
    setup_type = GauntletSetup
    options_type = GauntletOptions

    def check(self, setup: GauntletSetup, options: EnterpriseOptions) -> None:
        check_common(setup, 2, 12, options.house)
        names = [name for team in setup.teams for name in team.active]
        one_of(setup.started_by, names, f"{setup.started_by} does not take part.", "set-up.started_by")

    def begin(self, setup: GauntletSetup, options: GauntletOptions) -> Gauntlet:
        state = Gauntlet(**self.gauntlet(setup, options), prelude=options.prelude)
        state.started_by = setup.started_by or state.started_by
        state.counts_twice = isinstance(options, ConflictOptions) and options.attack_failure_counts_twice
        return state

    def turn(self, contest: Contest[Gauntlet]) -> Procedure[None]:
        return play_gauntlet(contest)

    def outlook(self, state: Gauntlet, seat: str) -> float | None:
        """The chance of a seat's team against the strongest other one; None where nobody stands against it."""
        mine = {each.team for each in state.characters if each.seat == seat}
        ours = [_strength(state, team) for team in state.in_play() if team.name in mine]
        theirs = [_strength(state, team) for team in state.in_play() if team.name not in mine]
        if not mine or len(state.teams) == 1:
            return None
        if not theirs:
            return 1.0
        return 1 / (1 + exp(max(theirs) - max(ours))) if ours else 0.0


class DestructionType(OpposedType):
    name, title = "destruction", "Gauntlet of destruction"
    blurb = "Each side means to destroy the other, and who gives up perishes."
    kind = "destruction"
    left_is = BOXES_LEFT


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


def _strength(state: Gauntlet, team: Team) -> float:
    """What a team has: morale above all, who is still there, and what they bear.

    The weights are near those that tell best how 380 gauntlets of bots ended, from all their turns.
    """
    able = state.able(team)
    kept = state.keeps_morale()
    harm = sum(severity(each.injury) + severity(each.misfortune) for each in able)
    favor = sum(each.favor for each in able)
    standing = log(len(able) + 0.1) + (0.4 * team.morale if kept else 0.0)
    return standing + 0.2 * favor - (0.1 if kept else 0.45) * harm


class EnterpriseType(GauntletType[Enterprise]):
    """What all enterprises share."""

    state_type = Enterprise
    setup_type = EnterpriseSetup
    options_type = EnterpriseOptions
    compares = False

    def check(self, setup: EnterpriseSetup, options: EnterpriseOptions) -> None:
        check_common(setup, 1, 1, options.house)
        if not setup.chain:
            refuse("There is nothing on the way.", "a chain of at least one trait", "set-up.chain")
        not_blank([trait.name for trait in setup.chain], "trait", "set-up.chain")

    def begin(self, setup: EnterpriseSetup, options: EnterpriseOptions) -> Enterprise:
        journey = setup.journey
        return Enterprise(
            **self.gauntlet(setup, options),
            ahead=[trait.copy() for trait in setup.chain],
            journey_rating=journey.rating if journey else 0,
            journey_training=journey.training if journey else 5,
            names=list(journey.names) if journey else [],
        )

    def turn(self, contest: Contest[Enterprise]) -> Procedure[None]:
        return play_enterprise(contest)

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        """Who goes, and the way that is still ahead of them."""
        left, whole = len(seen["ahead"]), len(seen["ahead"]) + seen["passed"]
        way = Combatant(
            THE_WAY,
            1,
            GM,
            THE_WAY,
            left,
            whole,
            count=f"{seen['passed']} of {whole} passed",
            unit="to go",
            fate="stands" if left else "fell",
        )
        return (*super().combatants(seen), way)


class NavigateType(EnterpriseType):
    name, title = "navigate", "Gauntlet of enterprise to navigate"
    blurb = "A way with known obstacles, one after the other, each tried until it is passed."
    kind = "navigate"


class ExploreType(EnterpriseType):
    compares = True
    name, title = "explore", "Gauntlet of enterprise to explore"
    blurb = "A journey into the unknown, with a morale of its own to wear down."
    kind = "explore"

    def check(self, setup: EnterpriseSetup, options: EnterpriseOptions) -> None:
        check_common(setup, 1, 1, options.house)
        if setup.journey is None:
            refuse("There is no journey.", "a journey with a rating and a training", "set-up.journey")

    def outlook(self, state: Enterprise, seat: str) -> float | None:
        """FG-60: the chance to wear an unknown journey down: who still goes, how hurt they are, and its morale.

        The weights are near those that tell best how 800 explorations of bots ended, from all their turns.
        """
        able = state.able(state.teams[0])
        harm = sum(severity(each.injury) for each in able)
        return 1 / (1 + exp(1.1 - 0.9 * len(able) + 0.2 * harm + 0.4 * state.journey_morale))

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return (*combatants(seen), morale_bar(JOURNEY, 1, seen["journey_morale"]))


class UncontestedType(EnterpriseType):
    name, title = "uncontested-conflict", "Uncontested conflict (earlier edition)"
    blurb = "A known way that nobody opposes, with stress, and with morale to keep."
    kind = "uncontested"
    edition = "conflict"
