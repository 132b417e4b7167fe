"""The contest types of gauntlets, with opponents and without, in both editions."""

from __future__ import annotations

from math import log

from agonist.kernel import Contest, Procedure
from agonist.tabletop import refuse

from ..gauntlet.teams import Gauntlet, Team
from ..gauntlet.turns import play_gauntlet
from ..people.character import severity
from .common import GauntletType
from .options import ConflictOptions, GauntletOptions
from .setup import GauntletSetup, check_common


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


class OpposedType(GauntletType[Gauntlet]):
    """What all gauntlets with opponents share."""

    state_type = Gauntlet
    setup_type = GauntletSetup
    options_type = GauntletOptions

    def check(self, setup: GauntletSetup, options: object) -> None:
        check_common(setup, 2, 12)
        names = [name for team in setup.teams for name in team.active]
        if setup.started_by and setup.started_by not in names:
            wrong = f"{setup.started_by} does not take part."
            refuse(wrong, f"one of {', '.join(names)}", "set-up.started_by")

    def begin(self, setup: GauntletSetup, options: GauntletOptions) -> Gauntlet:
        state = Gauntlet(**self.gauntlet(setup, options), prelude=options.prelude)
        state.started_by = setup.started_by or state.started_by
        state.counts_twice = isinstance(options, ConflictOptions) and options.attack_failure_counts_twice
        return state

    def turn(self, contest: Contest[Gauntlet]) -> Procedure[None]:
        return play_gauntlet(contest)
