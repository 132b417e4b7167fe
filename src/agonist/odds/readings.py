"""Reading a contest's outcome: who won from the first side's view, the outcome's name, and numbers worth a mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agonist.kernel import ContestType, Outcome

__all__ = ["Reading", "reading_of"]

Reading = Callable[[Any], tuple[str, str, dict[str, float]]]
"""From an outcome to its verdict (win, tie or lose), its name and its numbers."""


def reading_of(game: str, kind: ContestType[Any], setup: Any) -> Reading:
    """How to read the outcomes of a contest type."""
    special = _SPECIAL.get((game, kind.name)) or _SPECIAL.get((game, ""))
    return special(kind, setup) if special else _by_winners(kind, setup)


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


def _questworlds(_: ContestType[Any], setup: Any) -> Reading:
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


def _forge(_: ContestType[Any], setup: Any) -> Reading:
    """The first team's side; named by the teams that won."""
    first = setup.teams[0].name

    def read(outcome: Outcome) -> tuple[str, str, dict[str, float]]:
        names = " and ".join(outcome.winners) or "nobody"
        if not outcome.winners:
            return ("lose" if len(setup.teams) == 1 else "tie"), names, {}
        return ("win" if first in outcome.winners else "lose"), names, {}

    return read


def _deckahedron(_: ContestType[Any], __: Any) -> Reading:
    """The characters' side; how many rounds, and how much Stamina is left."""

    def read(outcome: Any) -> tuple[str, str, dict[str, float]]:
        left = {name: float(each.stamina) for name, each in outcome.left.items()}
        numbers = {f"stamina {name}": stamina for name, stamina in left.items()}
        if not hasattr(outcome, "won"):
            up = sum(each.standing == "up" for each in outcome.left.values())
            return ("win" if up else "lose"), f"{up} up", numbers
        numbers["rounds"] = float(outcome.rounds)
        return ("win", "won", numbers) if outcome.won else ("lose", "lost", numbers)

    return read


_SPECIAL: dict[tuple[str, str], Callable[[ContestType[Any], Any], Reading]] = {
    ("questworlds", ""): _questworlds,
    ("forge", ""): _forge,
    ("deckahedron", "hit"): _deckahedron,
    ("deckahedron", "fight"): _deckahedron,
}
