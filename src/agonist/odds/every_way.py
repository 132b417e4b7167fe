"""Every way that dice and cards can fall from a question on: to the end of the contest, or of what is under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from agonist.kernel import Answer, Ask, Chance, Course, Seen, outcomes, total_weight
from agonist.kernel.course import decisions_first

from .situations import Position

_WAYS = 2_000

Branches = list[tuple[tuple[Any, ...], list[tuple[Any, int]]]]
"""Where a way could have gone on otherwise: what had fallen before, and what could fall, with its weights."""


_NOTHING: Mapping[int, Answer] = {}


class TooMuchError(Exception):
    """There are too many ways to go through all of them."""


def every_way(position: Position, seed: int, answer: Answer, left: list[int]) -> float:
    """The chance of success after an answer, over every way that the dice can fall from there to the end."""
    return sum(
        weight * course.kind.success(course.contest.state, course.result, position.seat)
        for course, weight in ways(position, seed, {position.slot: answer}, left)
        if course.result is not None
    )


def ways(
    position: Position,
    seed: int,
    given: Mapping[int, Answer],
    left: list[int],
    over: Callable[[Course[Any]], bool] = lambda course: course.result is not None,
    *,
    most: int = _WAYS,
    aloud: bool = False,
) -> Iterator[tuple[Course[Any], float]]:
    """The contest at the end of every way, `most` at the most, with its chance. Parts of the open request may be given;
    `left` counts the requests that may still be played. `aloud` it is told what happens, and nobody speaks up."""
    unfinished: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    while unfinished:
        prefix, weight = unfinished.pop()
        fork = _Fork(prefix, most)
        walk = Walk(position, seed, fork, aloud=aloud)
        walk.on(given, left, over)
        for before, found in fork.branches:
            total = sum(share for _, share in found)
            unfinished += [((*before, other), weight * share / total) for other, share in found[1:]]
            weight *= found[0][1] / total
        yield walk.course, weight


class Walk:
    """One way from a position on, with dice and cards that `fall` as somebody else says."""

    def __init__(
        self, position: Position, seed: int, fall: Callable[[Chance], Any], *, aloud: bool = False
    ) -> None:
        self.course = position.course(seed, log=aloud)
        self.policy = position.plays_on(self.course, seed)
        self.fall, self.aloud = fall, aloud

    def on(self, own: Mapping[int, Answer], left: list[int], over: Callable[[Course[Any]], bool]) -> None:
        """Go on until it is over; the first request is not."""
        while True:
            left[0] -= 1
            if left[0] < 0:
                raise TooMuchError
            self._answer(own)
            if self.aloud and own is not _NOTHING:
                self.course.contest.open_only(frozenset())
            own = _NOTHING
            if self.course.result is not None or over(self.course):
                return

    def _answer(self, own: Mapping[int, Answer]) -> None:
        course = self.course
        at, slots = course.at, course.slots
        for slot in decisions_first(slots):
            request = slots[slot]
            if slot in own:
                value = own[slot]
            elif not isinstance(request, Ask):
                value = self.fall(request)
            elif self.aloud and request.window:
                value = request.assumed()
            else:
                value = self.policy(Seen(request.seat, course.contest.state), request)
            course.fill(slot, value)
            if course.at != at:
                return


class _Fork:
    """Dice that fall as they have before, then the first way they can; the others are noted, never more than can be
    gone through."""

    def __init__(self, prefix: tuple[Any, ...], most: int) -> None:
        self.prefix, self.most = prefix, most
        self.fallen: list[Any] = []
        self.ways = 1
        self.branches: Branches = []

    def __call__(self, request: Chance) -> Any:
        before = len(self.fallen)
        self.fallen.append(self.prefix[before] if before < len(self.prefix) else self._first(request))
        return self.fallen[-1]

    def _first(self, request: Chance) -> Any:
        if total_weight(request) > _WAYS * 1_000:
            raise TooMuchError
        found: list[tuple[Any, int]] = list(outcomes(request))
        self.ways *= len(found)
        if self.ways > self.most:
            raise TooMuchError
        self.branches.append((tuple(self.fallen), found))
        return found[0][0]
