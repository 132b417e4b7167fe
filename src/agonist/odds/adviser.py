"""The adviser: what each answer to a question is worth, by playing on with the real rules from what the seat knows.

Where little can happen any more, every way that the dice can fall is gone through. Else contests are played on with
bots, all answers with the same dice and the same guesses about what is hidden; half of the answers, the worse, are
left behind again and again, so that most contests go to those that may be best. How much is played is counted in
requests, not in seconds, so that the same question gets the same advice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from agonist.kernel import (
    Answer,
    Ask,
    Chance,
    Course,
    Policy,
    Seen,
    answer_all,
    defaults,
    outcomes,
    play_on,
    total_weight,
)
from agonist.kernel.course import decisions_first

from .candidates import candidates
from .situations import Position

__all__ = ["Worth", "weigh"]

REQUESTS = 20_000
"""How many requests may be played for a piece of advice."""
_ANSWERS = 16
_WORLDS = 16
_WAYS = 2_000
_LEAST = 6
"""How often the answers that are still compared are played at least, before half of them are left behind."""


class Worth(msgspec.Struct, frozen=True):
    """What an answer is worth: the chance of success, and one standard error; 0 if it was worked out exactly."""

    answer: Answer
    chance: float
    error: float
    contests: int


def weigh(
    position: Position,
    *,
    requests: int = REQUESTS,
    seed: int = 0,
    also: Answer = None,
    answers_tried: int = _ANSWERS,
) -> list[Worth]:
    """What the answers to the position's question are worth, one that should be `also` among them."""
    request = position.course(seed).slots[position.slot]
    assert isinstance(request, Ask)
    answers = candidates(request.legal(), answers_tried)
    if also is not None and also not in answers:
        answers.append(also)
    table = _Table(position, answers, next(iter(position.kind.bots.values()), defaults), seed)
    if len(answers) > 1 and not table.work_out(requests // 4):
        table.halve(requests)
    return [Worth(answer, *table.summed(n)) for n, answer in enumerate(answers)]


class _TooMuchError(Exception):
    """There are too many ways to go through all of them."""


class _Table:
    """The answers, and how the contests went that were played on from each."""

    def __init__(self, position: Position, answers: list[Answer], policy: Policy, seed: int) -> None:
        self.position = position
        self.seeds = range(seed, seed + (_WORLDS if position.hides else 1))
        self.answers = answers
        self.policy = policy
        self.seed = seed
        self.results: list[list[float]] = [[] for _ in answers]
        self.exact: list[float] | None = None
        self.cost = 0

    # Every way

    def work_out(self, requests: int) -> bool:
        """Go through every way that the dice can fall, if that takes no more than so many requests."""
        left = [requests]
        try:
            sums = [
                sum(_every_way(self.position, each, answer, self.policy, left) for each in self.seeds)
                for answer in self.answers
            ]
        except _TooMuchError:
            self.cost += requests - max(0, left[0])
            return False
        self.exact = [each / len(self.seeds) for each in sums]
        return True

    # Contests played on

    def halve(self, requests: int) -> None:
        """Play all answers, leave the worse half behind, and so on with twice as many contests for each."""
        going = list(range(len(self.answers)))
        before = self.cost
        self.play(going, 2)
        each = max(1.0, (self.cost - before) / (2 * len(going)))
        while _LEAST * len(going) * each > requests - self.cost and len(going) > 2:
            going = self._better_half(going)
        phases = max(1, math.ceil(math.log2(len(going))))
        share = (requests - self.cost) / phases
        for _ in range(phases):
            self.play(going, max(_LEAST, round(share / (each * len(going)))))
            if len(going) > 2:
                going = self._better_half(going)

    def play(self, going: list[int], times: int) -> None:
        """Play some answers on, so many times each, each time with the same dice."""
        for _ in range(times):
            number = len(self.results[going[0]])
            for n in going:
                self.results[n].append(self._played(n, number))

    def _played(self, n: int, number: int) -> float:
        course = self.position.course(self.seed + number)
        before, seat = course.at, self.position.seat
        random = Random(f"{self.seed}:{number}")
        answer_all(course, self.policy, random, {self.position.slot: self.answers[n]})
        ended = play_on(course, self.policy, random)
        self.cost += course.at - before
        return course.kind.success(course.contest.state, ended, seat)

    def _better_half(self, going: list[int]) -> list[int]:
        kept = sorted(going, key=lambda n: -_mean(self.results[n]))[: (len(going) + 1) // 2]
        return sorted(kept)

    def summed(self, n: int) -> tuple[float, float, int]:
        """An answer's chance, its standard error, and the number of contests behind it."""
        if self.exact is not None:
            return self.exact[n], 0.0, 0
        results = self.results[n] or [0.5]
        mean, size = _mean(results), len(results)
        hits = mean * size
        careful = (hits + 1) / (size + 2)
        return mean, math.sqrt(careful * (1 - careful) / size), size


def _mean(results: list[float]) -> float:
    return sum(results) / len(results)


def _every_way(
    position: Position, seed: int, answer: Answer, policy: Policy | Mapping[str, Policy], left: list[int]
) -> float:
    """The chance of success after an answer, over every way that the dice can fall from there to the end."""
    unfinished: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    chance = 0.0
    while unfinished:
        prefix, weight = unfinished.pop()
        walk = _Walk(position, seed, answer, policy, prefix)
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
        policy: Policy | Mapping[str, Policy],
        prefix: tuple[Any, ...],
    ) -> None:
        self.position = position
        self.course = position.course(seed)
        self.answer = answer
        self.policy = policy
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
                raise _TooMuchError
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
                decide = self.policy[request.seat] if isinstance(self.policy, Mapping) else self.policy
                value = decide(Seen(request.seat, course.contest.state), request)
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
            raise _TooMuchError
        ways: list[tuple[Any, int]] = list(outcomes(request))
        self.ways *= len(ways)
        if self.ways > _WAYS:
            raise _TooMuchError
        self.branches.append((tuple(self.fallen), ways))
        return ways[0][0]
