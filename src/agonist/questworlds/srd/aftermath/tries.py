"""What was lost is not tried again with the same tactic (QS-18)."""

from __future__ import annotations

from ..people.contestants import Arena, Contestant, Try

MOST = 50
"""So many are remembered."""


def remember(state: Arena, who: Contestant) -> None:
    """QS-18: who lost this prize with which ability, for the scene's later contests."""
    if state.prize:
        state.tried = [*state.tried, Try(who.name, state.prize, who.hand)][-MOST:]
