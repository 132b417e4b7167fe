"""Judging a decision: what the best answer would have been worth, for what the seat knew then.

The adviser looks for the best answer. What it is worth beyond the one taken is then played out anew with other dice
and other guesses about what was hidden, the same for both answers; and what looks like a mistake is played out once
more, longer. So a lucky search makes nothing look like one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from agonist.kernel import Answer, Form, Play, Policy, seat_view
from agonist.kernel.forms import in_words
from agonist.odds.adviser import Worth, weigh
from agonist.odds.counsel import advise
from agonist.odds.situations import Position, Situation

from .grading import grade
from .model import Estimate, Judged
from .places import Playouts, policy_of

_FRESH = 1_000_000
"""From which number on play-outs are that no search has seen."""
_LEAST, _SURE, _MOST = 8, 48, 400


def judge(
    situation: Situation, form: Form, taken: Answer, requests: int, length: float, first: int = 0
) -> Judged | None:
    """What a decision cost, with so many requests to find it out where a play-out takes `length`; None if nothing.

    Play-outs are numbered from `first` on, so that those of two contests have not the same dice.
    """
    position = Position(situation)
    if not position.imaginable or not form.several():
        return None
    tried = max(3, min(16, int(requests / (4 * max(1.0, length)))))
    worths = weigh(position, requests=requests // 2, seed=first, also=taken, answers_tried=tried).worths
    if len(worths) < 2:
        return None
    best = _best(worths, taken)
    if not any(each.contests for each in worths):
        known = next(each for each in worths if each.answer == taken)
        cost = Estimate(max(0.0, best.chance - known.chance))
    elif best.answer == taken:
        cost = Estimate(0.0, best.error)
    else:
        cost = _compared(position, best.answer, taken, requests // 2, first + _FRESH)
        if grade(cost):
            cost = _compared(position, best.answer, taken, requests, first + 2 * _FRESH, least=_SURE)
    found = best.answer if cost.value > 0 else taken
    return Judged(cost, in_words(form, found), grade(cost), position.hides, found)


def _best(worths: Sequence[Worth], taken: Answer) -> Worth:
    last = max(each.contests for each in worths)
    final = [each for each in worths if each.contests == last]
    return max(final, key=lambda each: (each.chance, each.answer == taken))


def _compared(
    position: Position, best: Answer, taken: Answer, requests: int, first: int, least: int = _LEAST
) -> Estimate:
    """How much better one answer does than another, in play-outs that share dice and guesses."""
    policy, left = policy_of(position.kind), requests
    gained: list[float] = []
    while len(gained) < least or (left > 0 and len(gained) < _MOST):
        playouts = Playouts(first + len(gained))
        (ours, one), (theirs, two) = (_played(position, each, policy, playouts) for each in (best, taken))
        gained.append(ours - theirs)
        left -= one + two
    return Estimate(max(0.0, sum(gained) / len(gained)), careful_error(gained))


def _played(position: Position, answer: Answer, policy: Policy, playouts: Playouts) -> tuple[float, int]:
    course = position.course(playouts.number)
    course.fill(position.slot, answer)
    (success,), requests = playouts.successes(course, (position.seat,), policy)
    return success, requests


def careful_error(values: list[float]) -> float:
    """The standard error of a mean of numbers from −1 to 1; never 0, as one more try might have been different.

    >>> careful_error([0.0] * 98)
    0.01...
    """
    size = len(values)
    mean = sum(values) / size
    return math.sqrt((sum((value - mean) ** 2 for value in values) + 1) / (size + 2) / size)


def judge_solved(play: Play[Any], seat: str, at: int, slot: int, taken: Answer) -> Judged | None:
    """What a decision cost by an algorithm made for the question; None where there is none."""
    view = seat_view(play, seat, since=len(play.log))
    own = (each for each in view.asked if each.seat == seat and each.at == at)
    asked = next((each for each in own if each.id.split(".")[1] == str(slot)), None)
    advice = None if asked is None else advise(play.game.name, play.kind.name, view, asked)
    if advice is None or asked is None or advice.method != "solved":
        return None
    worths = {_plain(each.answer): each.value for each in advice.choices}
    known, best = worths.get(_plain(taken)), worths[_plain(advice.best)]
    if known is None:
        return None
    cost = Estimate(max(0.0, best - known), advice.error)
    better = advice.best if cost.value > 2 * cost.error else taken
    return Judged(cost, in_words(asked.form, better), grade(cost), bool(advice.averaged), better)


def _plain(answer: Answer) -> str:
    """An answer without the words that go with it, to be compared."""
    if isinstance(answer, dict):
        return str(sorted((key, _plain(value)) for key, value in answer.items() if key != "words"))
    return str(answer)
