"""Simple contests of many ratings at once, in arrays (QW-3 to QW-7)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

LEVELS = (
    "complete-victory",
    "major-victory",
    "minor-victory",
    "marginal-victory",
    "tie",
    "marginal-defeat",
    "minor-defeat",
    "major-defeat",
    "complete-defeat",
)


def simple_table(
    first: Sequence[int], second: Sequence[int], *, better_roll: str = "high", surplus_bumps_down: bool = True
) -> Ints:
    """Of the 400 pairs of faces, how many lead to each of `LEVELS`, for every pair of ratings."""
    ours, theirs = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    starts, ends = _runs(ours)
    begins, stops = _runs(theirs)
    bumps = _masteries(ours)[:, None] - _masteries(theirs)[None, :]
    table = np.zeros((len(ours), len(theirs), len(LEVELS)), dtype=np.int64)
    flat = table.reshape(-1, len(LEVELS))
    rows = np.arange(len(flat))
    for step in range(4):
        lengths = ends[step] - starts[step] + 1
        for other in range(4):
            pairs = lengths[:, None] * (stops[other] - begins[other] + 1)[None, :]
            up, down = _bumped(step, other, bumps, surplus=surplus_bumps_down)
            apart = (up - down).ravel()
            level = np.where(apart > 0, 3 - apart, np.where(apart < 0, 5 - apart, 4))
            flat[rows, level] += pairs.ravel()
            same = np.flatnonzero((apart == 0) & (up.ravel() > 0))
            if len(same):
                a, b = np.divmod(same, len(theirs))
                higher = _greater(starts[step][a], ends[step][a], begins[other][b], stops[other][b])
                lower = _greater(begins[other][b], stops[other][b], starts[step][a], ends[step][a])
                if better_roll == "low":
                    higher, lower = lower, higher
                flat[same, 3] += higher
                flat[same, 5] += lower
                flat[same, 4] -= higher + lower
    return table


def _masteries(ratings: Ints) -> Ints:
    return np.where(ratings > 0, (ratings - 1) // 20, 0)


def _runs(ratings: Ints) -> tuple[list[Ints], list[Ints]]:
    """QW-2, QW-3: first and last face of fumble, failure, success and critical; empty runs have length 0."""
    target = (ratings - 1) % 20 + 1
    hopeless = ratings <= 0
    starts = [
        np.full_like(ratings, 20),
        np.clip(target + 1, 2, 20),
        np.full_like(ratings, 2),
        np.ones_like(ratings),
    ]
    ends = [
        np.full_like(ratings, 20),
        np.full_like(ratings, 19),
        np.minimum(target, 19),
        np.ones_like(ratings),
    ]
    if hopeless.any():
        for step in range(4):
            starts[step] = np.where(hopeless, 1, starts[step])
            ends[step] = np.where(hopeless, 20 if step == 1 else 0, ends[step])
    return starts, ends


def _bumped(step: int, other: int, bumps: Ints, *, surplus: bool) -> tuple[Ints, Ints]:
    """QW-4: both results after bumps, for every pair of ratings."""
    up = step + np.maximum(bumps, 0)
    down = other + np.maximum(-bumps, 0)
    over, under = np.maximum(up - 3, 0), np.maximum(down - 3, 0)
    up, down = np.minimum(up, 3), np.minimum(down, 3)
    if surplus:
        up, down = np.maximum(up - under, 0), np.maximum(down - over, 0)
    return up, down


def _greater(start: Ints, end: Ints, begin: Ints, stop: Ints) -> Ints:
    """Pairs with the first number above the second, for runs of faces."""
    width = np.maximum(stop - begin + 1, 0)
    return np.where(end < start, 0, _ramp(end - begin, width) - _ramp(start - 1 - begin, width))


def _ramp(last: Ints, width: Ints) -> Ints:
    low = np.clip(last, 0, width)
    sums: Ints = low * (low + 1) // 2 + np.maximum(last - width, 0) * width
    return sums
