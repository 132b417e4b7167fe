"""Luck: what the dice of a contest gave or took against what was to be expected of them.

It is 0 on average, so a chance that is counted less its luck is the same chance, and needs fewer contests to be known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from agonist.kernel import Ask, Chance, ContestType, Course, Event, Outcome, Seen, State, thrown
from agonist.kernel.course import decisions_first

from .declared import asked_games, known
from .refusal import refuse

LUCK, ADJUSTED = "luck", "win without luck"
"""The names under which a tally has the sums."""

Measure = Callable[[Any, list[Event], tuple[Ask | Chance, ...]], Callable[[list[Any]], float] | None]
"""From a state, what was reported and the open request to what its dice, once they show, will have given."""


def watched_run(
    game: str, kind: ContestType[Any], state: State, policy: Any, random: Random
) -> tuple[Outcome, float]:
    """Play a copy of a state to its end, and add up what the dice gave the first side."""
    measure: Measure | None = known(game, "luck")
    if measure is None:
        able = ", ".join(each for each in asked_games() if known(each, "luck"))
        refuse(f"Nobody measures the luck of {game}.", able, "luck-adjusted")
    course: Course[Any] = Course(kind, state.copy(), log=False)
    events = course.contest.events = []
    luck = 0.0
    while course.result is None:
        worth = measure(course.contest.state, events, course.slots)
        answers: list[Any] = [None] * len(course.slots)
        if _fill(course, answers, policy, random) and worth is not None:
            luck += worth(answers)
    return course.result, luck


def _fill(course: Course[Any], answers: list[Any], policy: Any, random: Random) -> bool:
    """Answer the open request, and note the answers; whether its dice have fallen."""
    at, slots = course.at, course.slots
    for slot in decisions_first(slots):
        answers[slot] = _answer(slots[slot], course.contest.state, policy, random)
        course.fill(slot, answers[slot])
        if course.at != at:
            break
    return None not in answers


def _answer(request: Ask | Chance, state: State, policy: Any, random: Random) -> Any:
    if not isinstance(request, Ask):
        return thrown(request, random)
    decide = policy[request.seat] if isinstance(policy, Mapping) else policy
    return decide(Seen(request.seat, state), request)
