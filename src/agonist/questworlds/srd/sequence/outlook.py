"""How a sequence stands at a glance: what each side has left of what the sequence wears down, and story points."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

from ..people.contestants import Contestant
from .state import SequenceState

_LEFT: dict[str, Callable[[SequenceState, Contestant], int]] = {
    "scored": lambda state, who: state.options.house.out - who.rp,
    "wagered": lambda _, who: who.ap,
    "chained": lambda _, who: who.resolve,
}


def outlook(state: SequenceState, seat: str) -> float | None:
    """The chance of a seat's side; None before anything is counted.

    The weights are near those that tell best how 180 sequences of bots ended, from all their turns.
    """
    own = [each for each in state.contestants if each.seat == seat]
    here = [each for each in state.contestants if each.status == "in"]
    if not own or not any(_LEFT[state.kind](state, each) > 0 for each in here):
        return None
    ours = sum(max(0.5, _LEFT[state.kind](state, each)) for each in here if each.side == own[0].side)
    theirs = sum(max(0.5, _LEFT[state.kind](state, each)) for each in here if each.side != own[0].side)
    if not ours or not theirs:
        return float(bool(ours))
    story = -state.story_points if own[0].opposition else state.story_points
    return 1 / (1 + exp(-4 * log(ours / theirs) - 0.7 * story))
