"""How a gauntlet stands at a glance: morale above all, who is still there, and what they bear."""

from __future__ import annotations

from math import exp, log

from ..people.character import severity
from .enterprise import Enterprise
from .teams import Gauntlet, Team


def outlook(state: Gauntlet, seat: str) -> float | None:
    """The chance of a seat's team against the strongest other one; None where nobody stands against it.

    The weights are near those that tell best how 380 gauntlets of bots ended, from all their turns.
    """
    mine = {state.team_of(each.name).name for each in state.characters if each.seat == seat and each.team}
    ours = [_strength(state, team) for team in state.teams if team.name in mine and not team.lost]
    theirs = [_strength(state, team) for team in state.teams if team.name not in mine and not team.lost]
    if not mine or len(state.teams) == 1:
        return None
    if not theirs:
        return 1.0
    return 1 / (1 + exp(max(theirs) - max(ours))) if ours else 0.0


def _strength(state: Gauntlet, team: Team) -> float:
    able = state.able(team)
    kept = state.keeps_morale()
    harm = sum(severity(each.injury) + severity(each.misfortune) for each in able)
    favor = sum(each.favor for each in able)
    standing = log(len(able) + 0.1) + (0.4 * team.morale if kept else 0.0)
    return standing + 0.2 * favor - (0.1 if kept else 0.45) * harm


def journey_outlook(state: Enterprise) -> float:
    """FG-60: the chance to wear an unknown journey down: who still goes, how hurt they are, and the journey's morale.

    The weights are near those that tell best how 800 explorations of bots ended, from all their turns.
    """
    able = state.able(state.teams[0])
    harm = sum(severity(each.injury) for each in able)
    return 1 / (1 + exp(1.1 - 0.9 * len(able) + 0.2 * harm + 0.4 * state.journey_morale))
