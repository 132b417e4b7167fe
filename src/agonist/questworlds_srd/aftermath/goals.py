"""Graduated goals (QS-25)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Option, Procedure, Several

from ..people.contestants import Contestant
from ..rolls.results import Result


def goals_won(result: Result, count: int) -> int:
    """QS-25: degree + 1 of them on a victory, at most all."""
    return min(result.degree + 1, count) if result.victory else 0


def reach(who: Contestant, goals: tuple[str, ...], result: Result) -> Procedure[tuple[str, ...]]:
    """QS-25: the player picks on a victory; on a defeat of degree 0 the game master may grant one."""
    if not goals:
        return ()
    count = goals_won(result, len(goals))
    if count == len(goals):
        return goals
    options = tuple(Option(goal, goal) for goal in goals)
    if count:
        answer = yield Ask(
            who.seat,
            "goals",
            Several(options, count, count),
            "QS-25",
            f"{who.name}, which {'goal' if count == 1 else f'{count} goals'} do you reach?",
            f"{who.name} picks what is reached.",
            who.name,
        )
        return tuple(answer)
    if not (result.defeat and result.degree == 0):
        return ()
    answer = yield Ask(
        GM,
        "grant a goal",
        Choice((Option("none", "None"), *options), "none"),
        "QS-25",
        f"A narrow defeat. Do you grant {who.name} one of the goals?",
        "The game master may grant a goal.",
        who.name,
    )
    return () if answer == "none" else (answer,)
