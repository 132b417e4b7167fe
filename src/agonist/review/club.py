"""A club's table: luck and skill of people over many contests, with how far each number may be off."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from .model import Estimate, Person, Review


class ClubMember(msgspec.Struct, frozen=True):
    """Somebody over all contests that they were in: wins, what was to be expected, luck a contest, accuracy.

    The errors are standard errors of means over contests; there is none where there was but one.
    """

    name: str
    contests: int
    won: float
    expected: Estimate
    luck: Estimate
    accuracy: Estimate | None
    judged: int
    grades: dict[str, int]


def club_of(reviews: Iterable[Review]) -> tuple[ClubMember, ...]:
    """All who were in these contests by name, whoever was in most of them first."""
    seen: dict[str, list[Person]] = {}
    for review in reviews:
        for who in review.people:
            seen.setdefault(who.name, []).append(who)
    members = [_member(name, times) for name, times in seen.items()]
    return tuple(sorted(members, key=lambda each: (-each.contests, each.name)))


def _member(name: str, times: list[Person]) -> ClubMember:
    accuracies = [each.accuracy for each in times if each.accuracy is not None]
    names = ("inaccuracy", "mistake", "blunder")
    return ClubMember(
        name=name,
        contests=len(times),
        won=sum(each.end for each in times),
        expected=_added([each.start for each in times]),
        luck=mean_of([each.luck.value for each in times], [each.luck.error for each in times]),
        accuracy=mean_of(accuracies) if accuracies else None,
        judged=sum(each.judged for each in times),
        grades={grade: sum(each.grades.get(grade, 0) for each in times) for grade in names},
    )


def _added(estimates: list[Estimate]) -> Estimate:
    return Estimate(sum(e.value for e in estimates), math.sqrt(sum(e.error**2 for e in estimates)))


def mean_of(values: list[float], errors: list[float] | None = None) -> Estimate:
    """A mean with its standard error: from how the values differ, and at least from what they are off by themselves.

    >>> mean_of([1.0, 3.0])
    Estimate(value=2.0, error=1.0)
    """
    count = len(values)
    mean = sum(values) / count
    between = sum((value - mean) ** 2 for value in values) / (count - 1) / count if count > 1 else 0.0
    within = sum(error**2 for error in errors or ()) / count**2
    return Estimate(mean, math.sqrt(max(between, within)))
