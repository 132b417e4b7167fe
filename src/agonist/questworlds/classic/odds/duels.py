"""The value of an extended contest of two wherever it stands, if both bid well from then on (QW-14 to QW-22).

Where somebody is about to plan, it is the solved position's. From anywhere else the real rules go on to the next plan
or the end, with nothing done that need not be; dice on the way are averaged over all that they can show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from agonist.kernel import Ask, Chance, Course, Roll, State, defaults, outcomes, total_weight
from agonist.kernel.course import UNANSWERED, decisions_first

from ..deeds.exchange import Bid
from .exchanges import after_exchange
from .playing import solved
from .position import FIRST, Position, position_of
from .rolls import FACES

Make = Callable[[], Course[Any]]
_MOST_WAYS = 400


def duel_of(type: str, state: State) -> Duel | None:
    """The values of a contest of two and nobody else, who have nothing but their abilities: hero points and followers
    are not part of what is solved, and worth a lot."""
    people: Any = state
    if type != "extended" or len(people.contestants) != 2 or people.outsiders:
        return None
    if any(each.hero_points or each.followers for each in people.contestants):
        return None
    return Duel(people.contestants[0].seat, people.contestants[1].seat)


class Duel:
    """The chance of the first contestant, by position; `error` is the solver's."""

    assumes = "both keep the ability in hand and bid as well as possible"

    def __init__(self, first: str, second: str) -> None:
        self.seats = first, second
        self.error = 0.0
        self._total = 2

    def value(self, make: Make) -> float | None:
        return self._from(make(), make, ())

    def _from(self, course: Course[Any], make: Make, fallen: tuple[Any, ...]) -> float | None:
        while course.result is None:
            plan = _plan(course)
            if plan is not None:
                return self._solved(course.contest.state, plan.about)
            dice = [n for n, slot in enumerate(course.slots) if isinstance(slot, Chance)]
            if dice and all(course.answers[n] is UNANSWERED for n in dice):
                return self._thrown(course, make, fallen)
            _go_on(course)
        return _won(course)

    def _solved(self, state: Any, actor: str) -> float | None:
        here = position_of(state, actor)
        return (
            None
            if here is None
            else self._solution(state, here).value(here.acts, here.first_ap, here.second_ap)
        )

    def _solution(self, state: Any, here: Position) -> Any:
        """The largest position of a contest, by its total, is solved once for all smaller ones."""
        total = max(
            here.first_ap + here.second_ap, sum(each.starting_ap for each in state.contestants), self._total
        )
        self._total = total
        found = solved(replace(here, first_ap=total - total // 2, second_ap=total // 2, acts=FIRST))
        self.error = max(self.error, found.error)
        return found

    def _thrown(self, course: Course[Any], make: Make, fallen: tuple[Any, ...]) -> float | None:
        known = self._exchange(course)
        if known is not None:
            return known
        dice = [slot for slot in course.slots if isinstance(slot, Chance)]
        if fallen or np.prod([total_weight(each) for each in dice]) > _MOST_WAYS:
            return None
        chance, whole = 0.0, 0
        for shown, weight in _ways(dice):
            after = make()
            _bring_to_dice(after)
            _let_fall(after, shown)
            found = self._from(after, make, shown)
            if found is None:
                return None
            chance, whole = chance + weight * found, whole + weight
        return chance / whole

    def _exchange(self, course: Course[Any]) -> float | None:
        """QW-15 to QW-20: an exchange whose bid has been made, over all 400 pairs of faces."""
        state = course.contest.state
        rolls = [slot for slot in course.slots if isinstance(slot, Roll) and slot.sides == (20,)]
        bid = next((each for each in reversed(course.contest.events or []) if isinstance(each, Bid)), None)
        if bid is None or bid.aim or len(rolls) != 2 or any(each.lasting for each in state.contestants):
            return None
        meant = state.copy()
        meant.find(bid.name).hand = bid.ability
        after = position_of(meant, bid.name)
        meant.find(bid.target).hand = _answer(course) or meant.find(bid.target).hand
        now = position_of(meant, bid.name)
        if after is None or now is None:
            return None
        pairs = np.arange(FACES, dtype=np.int16)
        totals = np.full(FACES, now.first_ap, dtype=np.int32), np.full(FACES, now.second_ap, dtype=np.int32)
        first, second = after_exchange(now, now.acts, totals, np.full(FACES, bid.bid, dtype=np.int32), pairs)
        return float(self._solution(state, after).at(1 - now.acts, first, second).mean())


def _plan(course: Course[Any]) -> Ask | None:
    """The open question what to do, if it has no answer yet."""
    for slot, request in enumerate(course.slots):
        if isinstance(request, Ask) and request.what == "plan" and course.answers[slot] is UNANSWERED:
            return request
    return None


def _answer(course: Course[Any]) -> str:
    """QW-15: the ability that is answered with, if there is a choice."""
    for slot, request in enumerate(course.slots):
        if isinstance(request, Ask) and request.what == "answer":
            given = course.answers[slot]
            return str(request.assumed() if given is UNANSWERED else given)
    return ""


def _go_on(course: Course[Any]) -> None:
    """Answer one open question as it is assumed, or as it is offered first."""
    for slot in decisions_first(course.slots):
        request = course.slots[slot]
        if course.answers[slot] is UNANSWERED and isinstance(request, Ask):
            course.fill(slot, defaults(None, request))  # type: ignore[arg-type]
            return


def _bring_to_dice(course: Course[Any]) -> None:
    while not any(isinstance(slot, Chance) for slot in course.slots):
        _go_on(course)


def _let_fall(course: Course[Any], shown: tuple[Any, ...]) -> None:
    at, left = course.at, list(shown)
    for slot in decisions_first(course.slots):
        request = course.slots[slot]
        if course.answers[slot] is UNANSWERED:
            course.fill(slot, defaults(None, request) if isinstance(request, Ask) else left.pop(0))  # type: ignore[arg-type]
        if course.at != at:
            return


def _ways(dice: list[Chance]) -> list[tuple[tuple[Any, ...], int]]:
    ways: list[tuple[tuple[Any, ...], int]] = [((), 1)]
    for each in dice:
        ways = [((*before, face), n * weight) for before, n in ways for face, weight in outcomes(each)]
    return ways


def _won(course: Course[Any]) -> float:
    outcome, state = course.result, course.contest.state
    assert outcome is not None
    if not outcome.winners:
        return 0.5
    return float(state.contestants[0].name in outcome.winners)
