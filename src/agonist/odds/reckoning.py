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
_SPOILT, _MUCH_WORSE = 0.2, 0.3
"""How many of the answers may be of another kind, as to give up, and by how much they are worse, give or take that."""
_ROUNDS = 3
"""How often it is looked which answers are of which kind, and then where the middle is."""
_PAIRS = 1
"""As if in so many contests more another answer had come to what the usual one did."""


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
    Bayes estimate: middle and spread of the answers are told by all of them together). Some are of another kind, and
    much worse: what did so badly that it is not one of the many is not moved towards them.
    """
    ways = [_way(found, spread) for spread in _SPREADS]
    top = max(fit for fit, _, _ in ways)
    shares = [math.exp(fit - top) for fit, _, _ in ways]
    whole = sum(shares)
    told = []
    for n, (own, error) in enumerate(found):
        parts = []
        for share, spread, (_, middle, ordinary) in zip(shares, _SPREADS, ways, strict=True):
            kinds = (ordinary[n], middle, spread), (1 - ordinary[n], -_MUCH_WORSE, _MUCH_WORSE)
            for likely, at, apart in kinds:
                weight = apart**2 / (apart**2 + error**2)
                moved = at + weight * (own - at)
                parts.append((share / whole * likely, moved, weight * error**2, weight))
        mean = sum(share * at for share, at, _, _ in parts)
        square = sum(share * (doubt + (at - mean) ** 2) for share, at, doubt, _ in parts)
        told.append(Shrunk(mean, math.sqrt(square), sum(share * weight for share, _, _, weight in parts)))
    return told


def _way(found: Sequence[tuple[float, float]], spread: float) -> tuple[float, float, list[float]]:
    """How well a spread of answers fits what was found, as a logarithm; their middle, should it be that, and how likely
    each is one of the many."""
    known = [(own, spread**2 + error**2, _MUCH_WORSE**2 + error**2) for own, error in found]
    ordinary, middle, fit = [1.0] * len(found), 0.0, 0.0
    for _ in range(_ROUNDS):
        sure = [likely / square for likely, (_, square, _) in zip(ordinary, known, strict=True)]
        middle = (
            sum(each * own for each, (own, _, _) in zip(sure, known, strict=True)) - _WORSE / _APART**2
        ) / (sum(sure) + 1 / _APART**2)
        kinds = [
            ((1 - _SPOILT) * _bell(own - middle, square), _SPOILT * _bell(own + _MUCH_WORSE, other))
            for own, square, other in known
        ]
        ordinary = [one / (one + other) for one, other in kinds]
        fit = sum(math.log(one + other) for one, other in kinds)
    return fit - (((middle + _WORSE) / _APART) ** 2 + math.log(spread / _APART) ** 2) / 2, middle, ordinary


def _bell(off: float, square: float) -> float:
    """How likely it is to be so far off, by the normal distribution, beside others; never nothing at all."""
    return max(1e-300, math.exp(-(off**2) / square / 2) / math.sqrt(square))


def ahead_of(usual: Sequence[float], other: Sequence[float], doubt: float) -> tuple[float, float, float]:
    """By how much another answer does better than the usual one, the standard error of that, and how far it goes along.

    They met the same dice in the first contests; the usual one was played in more. How much it was lucky in the first
    is taken off the other as far as the two go along (a control variate): an answer with which all is lost is known to
    lose by few contests, whatever the usual one did in them.
    """
    middles, size = (mean_of(usual[: len(other)]), mean_of(other)), _PAIRS * 2 * doubt
    with_it = [one - middles[0] for one in usual[: len(other)]]
    common = sum(one * (two - middles[1]) for one, two in zip(with_it, other, strict=True))
    along = (common + size) / (sum(one**2 for one in with_it) + size)
    lead = middles[1] - along * middles[0] + (along - 1) * mean_of(usual)
    return lead, error_of(usual, other, along, along - 1, 1.0, doubt), along


def error_of(
    usual: Sequence[float], other: Sequence[float], along: float, level: float, own: float, doubt: float
) -> float:
    """The standard error of `level` times what the usual answer comes to, and `own` times what another does in the
    first of the same contests without what goes along with the usual one."""
    size, part = len(other), len(other) / len(usual)
    both = [part * level * one + own * (two - along * one) for one, two in zip(usual, other, strict=False)]
    square = _spread(both, doubt) / size
    if size < len(usual):
        square += ((1 - part) * level) ** 2 * _spread(usual[size:], doubt) / (len(usual) - size)
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
