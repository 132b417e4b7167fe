"""How the outcomes of a contest are read: who won from the first side's view, in which words, with which numbers."""

from __future__ import annotations

from typing import Any

from agonist.kernel import ContestType
from agonist.odds.readings import Reading


def reading(_: ContestType[Any], setup: Any) -> Reading:
    """The first contestant's side; its victory or defeat with the degree."""
    first = setup.contestants[0]
    name, side = first.name, first.side or first.name

    def read(outcome: Any) -> tuple[str, str, dict[str, float]]:
        level = outcome.sides.get(side, "")
        if not level:
            level = next((each.level for each in outcome.standings if each.name == name), "")
        if not outcome.winners:
            return "tie", level or "tie", {}
        won = name in outcome.winners
        degree = f"{outcome.degree}-" if outcome.degree else ""
        return "win" if won else "lose", level or f"{degree}{'victory' if won else 'defeat'}", {}

    return read
