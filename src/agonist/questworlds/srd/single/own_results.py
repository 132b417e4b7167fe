"""What the result of each character comes to when all fought for themselves (QS-2, QS-18, QS-21, QS-29)."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import Contest, Procedure

from ..aftermath.effects import endings, lasting_effects
from ..aftermath.tries import remember
from ..approach.relationships import cost_of_asking
from ..people.contestants import Arena, Contestant
from ..people.experience import learn


def own_results(contest: Contest[Arena], fought_with: Callable[[Contestant], str]) -> Procedure[None]:
    """QS-21, QS-29: lasting effects for whoever has a result, and experience for who lost with which ability."""
    results = {each.name: each.result for each in contest.state.characters() if each.result is not None}
    yield from lasting_effects(contest, {name: (result, name) for name, result in results.items()})
    yield from endings(contest)
    for name, result in results.items():
        who = contest.state.find(name)
        cost_of_asking(contest, who)
        if result.defeat:
            learn(contest, who, fought_with(who), f"a defeat with {fought_with(who)}")
            remember(contest.state, who)
