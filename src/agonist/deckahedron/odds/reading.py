"""How the outcomes of a contest are read: who won from the first side's view, in which words, with which numbers."""

from __future__ import annotations

from typing import Any

from agonist.kernel import ContestType
from agonist.odds.readings import Reading


def reading(kind: ContestType[Any], _: Any) -> Reading | None:
    """The characters' side; how many rounds, and how much Stamina is left. A rest has no sides."""
    if kind.name not in ("hit", "fight"):
        return None

    def read(outcome: Any) -> tuple[str, str, dict[str, float]]:
        left = {name: float(each.stamina) for name, each in outcome.left.items()}
        numbers = {f"stamina {name}": stamina for name, stamina in left.items()}
        if not hasattr(outcome, "won"):
            up = sum(each.standing == "up" for each in outcome.left.values())
            return ("win" if up else "lose"), f"{up} up", numbers
        numbers["rounds"] = float(outcome.rounds)
        return ("win", "won", numbers) if outcome.won else ("lose", "lost", numbers)

    return read
