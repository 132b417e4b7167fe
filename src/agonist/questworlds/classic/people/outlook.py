"""How an extended contest stands at a glance: advantage points, and hero points that are left."""

from __future__ import annotations

from math import exp, log

from .contestants import Arena


def outlook(state: Arena, seat: str) -> float | None:
    """The chance of a seat's side against all others together; None before AP are counted.

    The weights are near those that tell best how 540 contests of bots ended, from all their turns.
    """
    sides = {each.side for each in state.contestants if each.seat == seat}
    here = [each for each in state.contestants if each.undefeated]
    ours = sum(max(0, each.ap) for each in here if each.side in sides)
    theirs = sum(max(0, each.ap) for each in here if each.side not in sides)
    if not sides or not ours + theirs:
        return None
    if not ours or not theirs:
        return float(bool(ours))
    heroic = sum(each.hero_points if each.side in sides else -each.hero_points for each in here)
    return 1 / (1 + exp(-3 * log(ours / theirs) - 0.5 * heroic))
