"""What somebody can imagine of what is hidden from them: resistances and ratings, advantage points, resolve, and what
only the game master knows (QS-70)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ..people.contestants import Arena, Contestant
from ..people.knowledge import knows, knows_ap, knows_resolve

USUAL: Final = (-5, 0, 5, 10, 15, 20)
"""How far from the base resistance opposition is taken to be, each as likely, as long as nothing is known (QS-9)."""
RESOLVES: Final = (1, 3, 4, 5)
"""QS-63: what opposition begins with: a mook, somebody with a name, a crowd."""
_SECRETS: Final[dict[str, Any]] = {"opposition_goals": (), "assured": "no", "whole": "", "notes": ""}
"""What only the game master knows, as it is where there is no secret."""


def imagine(state: Arena, seat: str, random: Random) -> None:
    """Something usual for everybody of whom the seat knows nothing, which what is open does not rule out, and nothing
    that only the game master knows. What does not follow from the seat's view is made over, whatever it was."""
    for each in state.everybody():
        whole = max(1, state.base.whole + random.choice(USUAL), each.wager)
        resolve = random.choice(RESOLVES)
        if not knows(state, seat, each):
            _rate(each, whole)
        if not knows_ap(state, seat, each):
            each.ap = each.starting_ap = max(each.rating(each.hand).whole, each.wager, 1)
        if not knows_resolve(state, seat, each):
            _wear(each, resolve)
    for name, nothing in _SECRETS.items():
        if hasattr(state, name):
            setattr(state, name, nothing)


def _rate(who: Contestant, whole: int) -> None:
    who.resistance = whole
    who.modifiers, who.lasting, who.followers = [], [], []
    for ability in who.abilities:
        ability.whole = whole


def _wear(who: Contestant, usual: int) -> None:
    """QS-63, QS-64: who is still in has lost less than all, who is out has lost all or more."""
    start = max(usual, who.points + 1) if who.status != "out" else min(usual, max(1, who.points))
    who.starting_resolve = start
    who.resolve = start - who.points
