"""Graduated goals (QS-25)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Several
from agonist.tabletop import listed

from ..people.contestants import Arena, Contestant
from ..rolls.results import Result


class Reached(Event, frozen=True):
    rule = "QS-25"
    goals: tuple[str, ...]

    def text(self) -> str:
        return f"Reached: {listed(self.goals)}." if self.goals else "None of the goals is reached."


def goals_won(result: Result, count: int) -> int:
    """QS-25: degree + 1 of them on a victory, at most all."""
    return min(result.degree + 1, count) if result.victory else 0


def first_of(state: Arena, side: str) -> Contestant:
    """QS-25: who picks for a side of several: the first of the characters who still stand, or of all of them."""
    people = [each for each in state.contestants if each.side == side and each.character]
    return next((each for each in people if each.standing), people[0])


def reach(contest: Contest[Arena], who: Contestant, result: Result) -> Procedure[None]:
    """QS-25: in contests, groups and sequences alike the player picks on a victory; on a defeat of degree 0 the game
    master may grant one; on other defeats and on a tie that stays one there is none."""
    state = contest.state
    if not state.goals:
        return
    count = goals_won(result, len(state.goals))
    if count == len(state.goals):
        state.reached = state.goals
    elif count:
        state.reached = yield from _picked(who, state.goals, count)
    elif result.defeat and result.degree == 0:
        state.reached = yield from _granted(who, state.goals)
    contest.report(Reached, state.reached)


def _picked(who: Contestant, goals: tuple[str, ...], count: int) -> Procedure[tuple[str, ...]]:
    answer = yield Ask(
        who.seat,
        "goals",
        Several(tuple(Option(goal, goal) for goal in goals), count, count),
        "QS-25",
        f"{who.name}, which {'goal' if count == 1 else f'{count} goals'} do you reach?",
        f"{who.name} picks what is reached.",
        who.name,
    )
    return tuple(answer)


def _granted(who: Contestant, goals: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    answer = yield Ask(
        GM,
        "grant a goal",
        Choice((Option("none", "None"), *(Option(goal, goal) for goal in goals)), "none"),
        "QS-25",
        f"A narrow defeat. Do you grant {who.name} one of the goals?",
        "The game master may grant a goal.",
        who.name,
    )
    return () if answer == "none" else (answer,)
