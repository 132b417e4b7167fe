"""How the outcomes of a contest are read: who won from the first side's view, in which words, with which numbers."""

from __future__ import annotations

from typing import Any

from agonist.kernel import ContestType, Outcome
from agonist.odds.readings import Reading


def reading(_: ContestType[Any], setup: Any) -> Reading:
    """The first team's side; named by the teams that won."""
    first = setup.teams[0].name

    def read(outcome: Outcome) -> tuple[str, str, dict[str, float]]:
        names = " and ".join(outcome.winners) or "nobody"
        if not outcome.winners:
            return ("lose" if len(setup.teams) == 1 else "tie"), names, {}
        return ("win" if first in outcome.winners else "lose"), names, {}

    return read
