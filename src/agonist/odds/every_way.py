"""Every way to the end of a contest: what an answer comes to over all that dice and cards can show."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Answer, Ask, Chance, Course, Seen, outcomes, total_weight
from agonist.kernel.course import decisions_first

from .situations import Position

__all__ = ["TooMuchError", "every_way"]

_WAYS = 2_000


class TooMuchError(Exception):
    """There are too many ways to go through all of them."""


def every_way(position: Position, seed: int, answer: Answer, left: list[int]) -> float:
    """The chance of success after an answer, over every way that the dice can fall from there to the end."""
    unfinished: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    chance = 0.0
    while unfinished:
        prefix, weight = unfinished.pop()
        walk = _Walk(position, seed, answer, prefix)
        success, branches = walk.to_the_end(left)
        weight_left = weight
        for before, ways in branches:
            total = sum(share for _, share in ways)
            unfinished += [((*before, other), weight_left * share / total) for other, share in ways[1:]]
            weight_left *= ways[0][1] / total
        chance += weight_left * success
    return chance


class _Walk:
    """One way to the end: given outcomes first, then the first possible one each time."""

    def __init__(
        self,
        position: Position,
        seed: int,
        answer: Answer,
        prefix: tuple[Any, ...],
    ) -> None:
        self.position = position
        self.course = position.course(seed)
        self.answer = answer
        self.policy = position.plays_on(self.course, seed)
        self.given = iter(prefix)
        self.fallen: list[Any] = []
        self.ways = 1
        self.branches: list[tuple[tuple[Any, ...], list[tuple[Any, int]]]] = []

    def to_the_end(
        self, left: list[int]
    ) -> tuple[float, list[tuple[tuple[Any, ...], list[tuple[Any, int]]]]]:
        own: dict[int, Answer] = {self.position.slot: self.answer}
        course = self.course
        while course.result is None:
            left[0] -= 1
            if left[0] < 0:
                raise TooMuchError
            self._answer(course, own)
            own = {}
        return course.kind.success(course.contest.state, course.result, self.position.seat), self.branches

    def _answer(self, course: Course[Any], own: dict[int, Answer]) -> None:
        at, slots = course.at, course.slots
        for slot in decisions_first(slots):
            request = slots[slot]
            if slot in own:
                value = own[slot]
            elif isinstance(request, Ask):
                value = self.policy(Seen(request.seat, course.contest.state), request)
            else:
                value = next(self.given, None)
                if value is None:
                    value = self._branch(request)
                self.fallen.append(value)
            course.fill(slot, value)
            if course.at != at:
                return

    def _branch(self, request: Chance) -> Any:
        """The first way that dice can fall, with the others noted; never more ways than can be gone through."""
        if total_weight(request) > _WAYS:
            raise TooMuchError
        ways: list[tuple[Any, int]] = list(outcomes(request))
        self.ways *= len(ways)
        if self.ways > _WAYS:
            raise TooMuchError
        self.branches.append((tuple(self.fallen), ways))
        return ways[0][0]
