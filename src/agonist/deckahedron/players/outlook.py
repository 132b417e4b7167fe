"""How a fight stands at a glance: how long both sides can stand what the other deals out."""

from __future__ import annotations

from math import exp, log

from ..deck.dice import parse
from ..fight.state import Fight


def outlook(state: Fight) -> float:
    """The characters' chance to win, by Stamina and numbers against foes' Stamina and damage.

    The weights are near those that tell best how 240 fights of bots ended, from every turn of the ready fights.
    """
    ours, theirs = state.standing_characters, state.standing_foes
    if not ours or not theirs:
        return float(bool(ours))
    breath = sum(max(0, each.stamina) for each in ours)
    foes = sum(each.stamina + each.squares for each in theirs)
    harm = sum(parse(each.damage).mean for each in theirs)
    ahead = 3 * log(max(0.5, breath)) + 1.5 * log(len(ours)) - 2 * log(max(0.5, foes)) - 3 * log(harm) + 2
    return 1 / (1 + exp(-ahead))
