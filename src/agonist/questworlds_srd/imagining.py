"""What somebody can imagine of contestants whose ratings are hidden from them, and of what only the game master knows
(QS-70)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from .contestants import Arena, Contestant
from .knowledge import knows, knows_ap

USUAL: Final = (-6, -3, 0, 3, 6)
"""How far from the base resistance opposition is taken to be, each as likely, as long as nothing is known."""
_SECRETS: Final[dict[str, Any]] = {"opposition_goals": (), "assured": "no", "whole": "", "notes": ""}
"""What only the game master knows, as it is where there is no secret."""


def imagine(state: Arena, seat: str, random: Random) -> None:
    """A usual resistance for everybody of whom the seat knows nothing, and nothing that only the game master knows."""
    for each in state.everybody():
        whole = max(1, state.options.base.whole + random.choice(USUAL))
        if not knows(state, seat, each):
            _rate(each, whole)
        if not knows_ap(state, seat, each) and each.starting_ap:
            each.ap = each.starting_ap = whole
    for name, nothing in _SECRETS.items():
        if hasattr(state, name):
            setattr(state, name, nothing)


def _rate(who: Contestant, whole: int) -> None:
    who.resistance = whole
    who.modifiers, who.lasting, who.followers = [], [], []
    for ability in who.abilities:
        ability.whole = whole
