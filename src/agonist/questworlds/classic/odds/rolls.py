"""Two d20 against each other, counted instead of rolled (QW-1 to QW-7, QW-17).

The faces that lead to one result are a run of neighbours, so a pair of results has a product of two lengths as its
count, and a shared result is divided by whose natural die is better with a sum of whole numbers in closed form.
"""

from __future__ import annotations

import re
from functools import cache

from agonist.odds.refusal import refuse

from ..rolls.knobs import BOOK, QuestKnobs

FACES = 400
"""Pairs of faces."""
COMPLETE = 3
MOST_RATING = 1_000

_WRITTEN = re.compile(r"\s*(-?\d{1,4})\s*(?:[mMwW]\s*(\d{0,2}))?\s*")


def parse_rating(text: str | int) -> int:
    """QW-1: the whole rating of ``17``, ``7M``, ``7w2`` or a plain total.

    >>> parse_rating("10M2"), parse_rating(27)
    (50, 27)
    """
    found = _WRITTEN.fullmatch(str(text).replace("−", "-")) if not isinstance(text, bool) else None
    if found is None:
        refuse(f"{text!r} is no rating.", "a rating such as 17, 7M, 3M2 or the plain total 27")
    number, mastered = int(found[1]), found[2] is not None
    if mastered and not (1 <= number <= 20 and found[2] != "0"):
        refuse(f"{text!r} is no rating.", "a number from 1 to 20 before the M, such as 7M or 3M2")
    whole = number + 20 * int(found[2] or 1) if mastered else number
    if whole > MOST_RATING:
        refuse(f"{text!r} is higher than any rating.", f"ratings up to {MOST_RATING}")
    return whole


def written(rating: int) -> str:
    """QW-1: a rating as it is written."""
    masteries = (rating - 1) // 20
    if masteries <= 0:
        return str(rating).replace("-", "−")
    return f"{(rating - 1) % 20 + 1}M{masteries if masteries > 1 else ''}"


class Comparison:
    """How many of the 400 pairs of faces give each pair of results.

    `first` and `second` are the counts of wins of either side, at 4 × better result + worse result, with a fumble
    0 and a critical 3; `ties` are the rest.
    """

    __slots__ = ("first", "second", "ties")

    def __init__(self, first: list[int], second: list[int]) -> None:
        self.first = first
        self.second = second
        self.ties = FACES - sum(first) - sum(second)

    def steps(self, wins: list[int]) -> tuple[int, int, int, int]:
        """QW-7: wins by 0, 1, 2 and 3 result steps."""
        return (
            wins[5] + wins[10] + wins[15],
            wins[4] + wins[9] + wins[14],
            wins[8] + wins[13],
            wins[12],
        )


def compare(
    one: int, two: int, *, low: bool = False, surplus_down: bool = True, knobs: QuestKnobs = BOOK
) -> Comparison:
    """Count all pairs of faces for two whole ratings.

    `low` is the option of QW-6 that the lower natural die is better; `surplus_down` is the option of QW-4.
    """
    bumps = ((one - 1) // 20 if one > 0 else 0) - ((two - 1) // 20 if two > 0 else 0)
    bumps *= knobs.mastery_bumps
    first = [0] * 16
    second = [0] * 16
    ours = _runs(one, knobs.critical, knobs.fumble)
    theirs = _runs(two, knobs.critical, knobs.fumble)
    for step, start, end in ours:
        for other, begin, stop in theirs:
            up, down = step, other
            if bumps > 0:
                up = step + bumps
                if up > COMPLETE:
                    down = max(0, other - (up - COMPLETE)) if surplus_down else other
                    up = COMPLETE
            elif bumps < 0:
                down = other - bumps
                if down > COMPLETE:
                    up = max(0, step - (down - COMPLETE)) if surplus_down else step
                    down = COMPLETE
            if up > down:
                first[4 * up + down] += (end - start + 1) * (stop - begin + 1)
            elif down > up:
                second[4 * down + up] += (end - start + 1) * (stop - begin + 1)
            elif up:
                higher = _greater(start, end, begin, stop)
                lower = _greater(begin, stop, start, end)
                if low:
                    higher, lower = lower, higher
                first[5 * up] += higher
                second[5 * up] += lower
    return Comparison(first, second)


def steps_apart(one: int, two: int) -> dict[int, int]:
    """Of the 400 pairs of faces, how many leave the results so many steps apart, dice that break ties aside.

    Bumps up, and what is over as bumps down, add up to a difference of result steps, held to 3 (QW-4 in full).
    """
    a0, a1, a2, a3 = _lengths(one)
    b0, b1, b2, b3 = _lengths(two)
    counts = {
        -3: a0 * b3,
        -2: a0 * b2 + a1 * b3,
        -1: a0 * b1 + a1 * b2 + a2 * b3,
        0: a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3,
        1: a1 * b0 + a2 * b1 + a3 * b2,
        2: a2 * b0 + a3 * b1,
        3: a3 * b0,
    }
    bumps = ((one - 1) // 20 if one > 0 else 0) - ((two - 1) // 20 if two > 0 else 0)
    if not bumps:
        return counts
    bumped = dict.fromkeys(counts, 0)
    for apart, count in counts.items():
        bumped[max(-3, min(3, apart + bumps))] += count
    return bumped


def _lengths(rating: int) -> tuple[int, int, int, int]:
    """QW-2, QW-3: how many faces are a fumble, a failure, a success and a critical."""
    if rating <= 0:
        return 0, 20, 0, 0
    successes = min((rating - 1) % 20, 18)
    return 1, 18 - successes, successes, 1


@cache
def _runs_of(target: int, critical: int, fumble: int) -> tuple[tuple[int, int, int], ...]:
    last = 20 - fumble
    runs = (
        (3, 1, critical),
        (2, critical + 1, min(target, last)),
        (1, max(target, critical) + 1, last),
        (0, last + 1, 20),
    )
    return tuple(run for run in runs if run[1] <= run[2])


_HOPELESS = ((1, 1, 20),)


def _runs(rating: int, critical: int, fumble: int) -> tuple[tuple[int, int, int], ...]:
    """QW-2, QW-3: each result with the first and last of its faces."""
    return _runs_of((rating - 1) % 20 + 1, critical, fumble) if rating > 0 else _HOPELESS


def _greater(start: int, end: int, begin: int, stop: int) -> int:
    """Pairs with the first number, from `start` to `end`, above the second, from `begin` to `stop`."""
    width = stop - begin + 1
    return _ramp(end - begin, width) - _ramp(start - 1 - begin, width)


def _ramp(last: int, width: int) -> int:
    """The sum of min(max(t, 0), width) over all t up to `last`."""
    if last <= 0:
        return 0
    if last <= width:
        return last * (last + 1) // 2
    return width * (width + 1) // 2 + (last - width) * width
