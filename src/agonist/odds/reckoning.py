"""What results come to: chances, differences with the same dice, and how far glances are off; with their errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

_FAR = 8.0
"""By how much glances are moved at the most."""
_WORSE, _APART = 0.05, 0.07
"""By how much answers are worse than the usual one, before anything is known of them, and how far that is spread."""
_SPREADS = (0.01, 0.02, 0.04, 0.07, 0.12, 0.2, 0.35)
"""How far the answers to one question may be spread: each is tried, and counts for as much as it fits."""


_WIDE = 1.96
"""So many standard errors are told, 19 times in 20."""


def chance_of(results: Sequence[float]) -> tuple[float, float, int]:
    """The chance that successes tell, its standard error, and how many there are.

    A few that went alike prove little: the chance is as if one more had been won by half (Jeffreys), and with its error
    it reaches to the further end of what so many can tell (Wilson).

    >>> found = chance_of([0.0] * 9), chance_of([1.0, 0.0] * 50)
    >>> [f"{chance:.2f} ± {1.96 * error:.2f}" for chance, error, _ in found]
    ['0.05 ± 0.25', '0.50 ± 0.10']
    """
    mean, size = mean_of(results), len(results)
    chance = (mean * size + 0.5) / (size + 1)
    return chance, _reach(chance, mean, size), size


def _reach(chance: float, mean: float, size: int) -> float:
    """The standard error of a chance, so that it reaches to both ends of Wilson's interval of so many results."""
    square = _WIDE**2
    middle = (mean * size + square / 2) / (size + square)
    off = _WIDE * math.sqrt(mean * (1 - mean) * size + square / 4) / (size + square)
    return (off + abs(middle - chance)) / _WIDE


def for_few(chance: float, size: int) -> float:
    """What the variance of a chance is larger by, for few results, than that which results of this chance have."""
    return max(0.0, _reach(chance, chance, size) ** 2 - chance * (1 - chance) / size)


def difference(apart: Sequence[float], doubt: float) -> tuple[float, float]:
    """What differences with the same dice come to, and the standard error of that, larger where there are few."""
    return mean_of(apart), math.sqrt(_spread(apart, doubt) / len(apart))


def _spread(numbers: Sequence[float], doubt: float) -> float:
    mean = mean_of(numbers)
    return (sum((each - mean) ** 2 for each in numbers) + 2 * doubt) / (len(numbers) + 2)


class Shrunk(NamedTuple):
    """A difference as it may be taken to be, its standard error, and what its own results count for in it, up to 1."""

    mean: float
    error: float
    weight: float


def shrunk(found: Sequence[tuple[float, float]]) -> list[Shrunk]:
    """Differences from the usual answer as they may be taken to be, from how each did and its error.

    Of many answers the one that did best did so by luck too, and those that were left behind had bad luck: each is
    moved towards what such answers usually come to, the more so the less is known of it (shrinkage by an empirical
    Bayes estimate: middle and spread of the answers are told by all of them together).
    """
    ways = [_way(found, spread) for spread in _SPREADS]
    top = max(fit for fit, _ in ways)
    shares = [math.exp(fit - top) for fit, _ in ways]
    whole = sum(shares)
    told = []
    for own, error in found:
        parts = []
        for share, spread, (_, middle) in zip(shares, _SPREADS, ways, strict=True):
            weight = spread**2 / (spread**2 + error**2)
            parts.append((share / whole, middle + weight * (own - middle), weight * error**2, weight))
        mean = sum(share * at for share, at, _, _ in parts)
        square = sum(share * (doubt + (at - mean) ** 2) for share, at, doubt, _ in parts)
        told.append(Shrunk(mean, math.sqrt(square), sum(share * weight for share, _, _, weight in parts)))
    return told


def _way(found: Sequence[tuple[float, float]], spread: float) -> tuple[float, float]:
    """How well a spread of answers fits what was found, as a logarithm; and their middle, should it be that."""
    known = [(own, 1 / (spread**2 + error**2)) for own, error in found]
    middle = (sum(own * sure for own, sure in known) - _WORSE / _APART**2) / (
        sum(sure for _, sure in known) + 1 / _APART**2
    )
    fit = sum(math.log(sure) - sure * (own - middle) ** 2 for own, sure in known)
    return (fit - ((middle + _WORSE) / _APART) ** 2 - math.log(spread / _APART) ** 2) / 2, middle


def level_with(usual: Sequence[float], other: Sequence[float], weight: float, doubt: float) -> float:
    """The standard error of what the usual answer comes to and, with a `weight`, what another did better in the first
    of the same contests."""
    size, part = len(other), len(other) / len(usual)
    both = [part * one + weight * (two - one) for one, two in zip(usual, other, strict=False)]
    square = _spread(both, doubt) / size
    if size < len(usual):
        square += (1 - part) ** 2 * _spread(usual[size:], doubt) / (len(usual) - size)
    return math.sqrt(square)


def mean_of(results: Sequence[float]) -> float:
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
