"""What results come to: chances, differences with the same dice, and how far glances are off; with their errors."""

from __future__ import annotations

import math

__all__ = ["chance_of", "difference", "mean_of", "shift_of", "shifted"]

_FAR = 8.0
"""By how much glances are moved at the most."""


def chance_of(results: list[float]) -> tuple[float, float, int]:
    """The chance that successes tell, its standard error, and how many there are."""
    mean, size = mean_of(results), len(results)
    careful = (mean * size + 1) / (size + 2)
    return mean, math.sqrt(careful * (1 - careful) / size), size


def difference(apart: list[float], doubt: float) -> tuple[float, float]:
    """What differences with the same dice come to, and the standard error of that, larger where there are few."""
    mean, size = mean_of(apart), len(apart)
    spread = (sum((each - mean) ** 2 for each in apart) + 2 * doubt) / (size + 2)
    return mean, math.sqrt(spread / size)


def mean_of(results: list[float]) -> float:
    return sum(results) / len(results)


def shifted(chance: float, by: float) -> float:
    """A chance moved up or down: its odds are so many times as long, by the natural logarithm."""
    if chance <= 0 or chance >= 1:
        return chance
    return 1 / (1 + math.exp(-math.log(chance / (1 - chance)) - by))


def shift_of(glances: list[float | None], successes: list[float]) -> float:
    """By how much glances must be moved to tell successes, where there was one; less where there are few of them."""
    pairs = [(one, two) for one, two in zip(glances, successes, strict=True) if one is not None]
    low, high = -_FAR, _FAR
    for _ in range(20):
        middle = (low + high) / 2
        lack = sum(success - shifted(glance, middle) for glance, success in pairs) - middle
        low, high = (middle, high) if lack > 0 else (low, middle)
    return (low + high) / 2
