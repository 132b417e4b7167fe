"""Reading a contest's outcome: who won from the first side's view, the outcome's name, and numbers worth a mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agonist.kernel import ContestType, Outcome

from .declared import known

Reading = Callable[[Any], tuple[str, str, dict[str, float]]]
"""From an outcome to its verdict (win, tie or lose), its name and its numbers."""


def reading_of(game: str, kind: ContestType[Any], setup: Any) -> Reading:
    """How to read the outcomes of a contest type."""
    special: Callable[[ContestType[Any], Any], Reading | None] | None = known(game, "reading")
    return (special and special(kind, setup)) or _by_winners(kind, setup)


def _by_winners(kind: ContestType[Any], setup: Any) -> Reading:
    """By the names of the winners: the first side is whoever is named first in the set-up's seats."""
    first = next(iter(kind.seats(setup).values()), "")

    def read(outcome: Outcome) -> tuple[str, str, dict[str, float]]:
        names = " and ".join(outcome.winners) or "nobody"
        if not outcome.winners:
            return "tie", names, {}
        ours = any(name in first for name in outcome.winners)
        return "win" if ours else "lose", names, {}

    return read
