"""Fortune: roll all dice once more, if that is worth it (FG-17).

The choice is made with the dice on the table: how many show a 1 (which Focus would roll again), a hit, or a 6 (which
Fervor would add a die for). Kept as they are, the other modifiers are still to come; rolled anew, the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from agonist.odds.distribution import Distribution, convolved, mixed

from .pools import Pool, exploding_weights, without_fortune

Worth = Callable[[int], Fraction | int]


def with_fortune(pool: Pool, worth: Worth) -> Distribution:
    """The effort when all dice are rolled anew exactly where that is worth more."""
    again = without_fortune(pool).at_least_always(pool.minimum)
    hope = _value(again, worth)
    total = 6**pool.dice
    parts: list[tuple[int, Distribution]] = []
    renewed = 0
    for weight, kept in _tables(pool):
        if _value(kept, worth) >= hope:
            parts.append((weight, kept))
        else:
            renewed += weight
    if renewed:
        parts.append((renewed, again))
    return mixed(parts, total)


def _tables(pool: Pool) -> Iterator[tuple[int, Distribution]]:
    """What can lie on the table, with its weight of 6ⁿ, and the effort if it is kept."""
    hits = 7 - pool.training
    if not pool.focus and not pool.fervor:
        for made in range(pool.dice + 1):
            weight = comb(pool.dice, made) * hits**made * (6 - hits) ** (pool.dice - made)
            yield weight, Distribution(max(made, pool.minimum), [1])
        return
    for ones in range(pool.dice + 1):
        for sixes in range(pool.dice - ones + 1):
            rest = pool.dice - ones - sixes
            ways = comb(pool.dice, ones) * comb(pool.dice - ones, sixes)
            kept = _kept(pool, ones if pool.focus else 0, sixes)
            for made in range(rest + 1) if hits > 1 else (0,):
                weight = ways * comb(rest, made) * (hits - 1) ** made * (5 - hits) ** (rest - made)
                if weight:
                    moved = Distribution(kept.first + made, kept.weights, kept.total)
                    yield weight, moved.at_least_always(pool.minimum)


def _kept(pool: Pool, ones: int, sixes: int) -> Distribution:
    """The effort of 1s to be rolled again and 6s that may add dice."""
    again = without_fortune(Pool(ones, pool.training, fervor=pool.fervor)) if ones else Distribution(0, [1])
    if not pool.fervor:
        return Distribution(sixes, again.weights, again.total)
    hits = 7 - pool.training
    weights = exploding_weights(sixes, 6 - hits, hits - 1)
    last = len(weights) - 1
    scaled = [weight * 6 ** (last - k) for k, weight in enumerate(weights)]
    return Distribution(sixes, convolved(scaled, again.weights), 6 ** (sixes + last) * again.total)


def _value(effort: Distribution, worth: Worth) -> Fraction:
    """What a distribution of effort is worth; beyond the list, as much as its last number."""
    whole = sum((chance * worth(number) for number, chance in effort.items()), start=Fraction(0))
    return whole + effort.beyond * worth(effort.first + len(effort.weights))
