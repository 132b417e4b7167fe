"""What somebody can imagine of contestants whose totals and ratings are hidden from them (QW-13)."""

from __future__ import annotations

from random import Random
from typing import Final

from ..people.contestants import Arena, Contestant
from ..people.knowledge import knows
from ..rolls.resistance import resistance

USUAL: Final = ("low", "little", "moderate", "raised", "high")
"""The resistance classes (QW-8) that are taken for equally likely as long as nothing is known."""


def imagine(state: Arena, seat: str, random: Random) -> None:
    """A usual resistance for everybody of whom the seat knows nothing."""
    for each in (*state.contestants, *state.outsiders):
        whole = resistance(random.choice(USUAL), state.options.base).whole
        if not knows(state, seat, each):
            _rate(each, whole)


def _rate(who: Contestant, whole: int) -> None:
    who.modifiers, who.lasting, who.followers = [], [], []
    for ability in who.abilities:
        ability.whole = whole
    if who.starting_ap:
        who.ap = who.starting_ap = who.staked_of = max(1, whole)
    if who.best is not None:
        who.best = who.worst = whole
