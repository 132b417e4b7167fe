"""Pools of dice and their effort, exactly (FG-10, FG-17, FG-19).

With a die's misses m and hits h = 6 − m, of which the 6 may add a die (Fervor) and the 1 may be rolled again (Focus),
the effort of n dice has the generating function (M + A·z)ⁿ / (6 − z)ⁿ for Fervor, over 6ⁿ more with Focus, and that of
a binomial without Fervor. Its coefficients follow one another by a recurrence of three terms in whole numbers.

Whether Fortune rolls all dice once more is chosen with the dice on the table: how many show a 1 (which Focus would roll
again), a hit, or a 6 (which Fervor would add a die for). Kept or rolled anew, the other modifiers are still to come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from agonist.odds.distribution import Distribution, convolved, mixed
from agonist.odds.refusal import refuse

MOST_DICE = 200
Worth = Callable[[int], Fraction | int]
_WRITTEN = re.compile(r"\s*(\d{1,3})\s*@\s*([3-6])\+?\s*((?:\+(?:fervor|focus|fortune|min\d+|add\d+))*)\s*")


@dataclass(frozen=True)
class Pool:
    """So many dice at a training, with the dice modifiers that will be used and a minimum effort."""

    dice: int
    training: int
    fervor: bool = False
    focus: bool = False
    fortune: bool = False
    minimum: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.dice <= MOST_DICE:
            refuse(f"{self.dice} dice are no pool.", f"0 to {MOST_DICE} dice")
        if not 3 <= self.training <= 6:
            refuse(f"{self.training}+ is no training.", "3, 4, 5 or 6")

    def with_dice(self, more: int) -> Pool:
        """FG-15, FG-24: the pool with added dice."""
        return replace(self, dice=self.dice + more) if more else self

    def __str__(self) -> str:
        extras = [name for name in ("fervor", "focus", "fortune") if getattr(self, name)]
        extras += [f"min{self.minimum}"] if self.minimum else []
        return "+".join([f"{self.dice}@{self.training}", *extras])


def parse_pool(text: str) -> Pool:
    """A pool as it is written: dice, training, and what is used.

    >>> parse_pool("8@5+focus+min2")
    Pool(dice=8, training=5, fervor=False, focus=True, fortune=False, minimum=2)
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        refuse(
            f"{text!r} is no pool.",
            "dice@training such as 8@5, or with more: 8@5+fervor+focus+fortune+min2+add1",
        )
    extras = [extra for extra in found[3].split("+") if extra]
    amounts = {kind: sum(int(e[3:]) for e in extras if e.startswith(kind)) for kind in ("min", "add")}
    return Pool(
        int(found[1]) + amounts["add"],
        int(found[2]),
        fervor="fervor" in extras,
        focus="focus" in extras,
        fortune="fortune" in extras,
        minimum=amounts["min"],
    )


def plain(dice: int, training: int) -> Distribution:
    """FG-10: the effort of a pool without anything else.

    >>> plain(2, 5)
    0: 4/9, 1: 4/9, 2: 1/9
    """
    return _binomial(dice, 7 - training, 6)


def effort(pool: Pool, worth: Worth | None = None, upto: int = 0) -> Distribution:
    """The effort of a pool, listed `upto` a number at least; what is cut off lies above it.

    Focus and Fervor are used whenever they are there; Fortune where a new roll is worth more than the one that
    lies there. `worth` says what an effort is worth; without it more effort is better in proportion.
    """
    if pool.fortune:
        return _with_fortune(pool, worth or (lambda number: number), upto)
    return without_fortune(pool, upto).at_least_always(pool.minimum)


def without_fortune(pool: Pool, upto: int = 0) -> Distribution:
    """The effort with Focus and Fervor, without a minimum."""
    hits = 7 - pool.training
    if pool.fervor:
        return _exploding(pool.dice, hits, upto, focus=pool.focus)
    if pool.focus:
        return _binomial(pool.dice, 7 * hits, 36)
    return _binomial(pool.dice, hits, 6)


def _binomial(dice: int, hits: int, faces: int) -> Distribution:
    misses = faces - hits
    weight = misses**dice
    weights = [weight]
    for k in range(dice):
        weight = weight * (dice - k) * hits // ((k + 1) * misses)
        weights.append(weight)
    return Distribution(0, weights, faces**dice)


@lru_cache(maxsize=256)
def _exploding(dice: int, hits: int, upto: int, *, focus: bool) -> Distribution:
    misses, plainly = 6 - hits, hits - 1
    if focus:
        misses, plainly = 7 * misses - 6, 1 + 7 * plainly
    weights = exploding_weights(dice, misses, plainly, upto)
    last = len(weights) - 1
    scaled = [weight * 6 ** (last - k) for k, weight in enumerate(weights)]
    return Distribution(0, scaled, 6 ** (dice + last) * (6**dice if focus else 1))


def exploding_weights(dice: int, misses: int, plainly: int, upto: int = 0) -> list[int]:
    """The coefficients of ((misses + plainly·z) / (6 − z))ⁿ times 6ⁿ⁺ᵏ, until less than 2⁻⁷⁰ is left, and so many."""
    whole = (misses + plainly) ** dice
    before, weight = 0, misses**dice
    weights = [weight]
    if not dice:
        return weights
    grow, fade = dice * (6 * plainly + misses), 6 * plainly - misses
    scale = 1
    k = 0
    while True:
        following = (grow - fade * k) * weight + 6 * plainly * (k - 1) * before
        before, weight = weight, following // (misses * (k + 1))
        k += 1
        scale *= 6
        weights.append(weight)
        if k > max(upto, 2 * dice) and weight << 72 < whole * scale:
            return weights


def mean_effort(pool: Pool) -> Fraction:
    """The expected effort without Fortune, exactly, what is cut off of the list included."""
    hits = 7 - pool.training
    first = Fraction(7 * hits, 36) if pool.focus else Fraction(hits, 6)
    sixes = Fraction(7, 36) if pool.focus else Fraction(1, 6)
    mean = pool.dice * (first + (sixes * Fraction(hits, 5) if pool.fervor else 0))
    made = without_fortune(pool)
    return mean + sum(((pool.minimum - e) * made[e] for e in range(pool.minimum)), start=Fraction(0))


def _with_fortune(pool: Pool, worth: Worth, upto: int) -> Distribution:
    """FG-17: the effort when all dice are rolled anew exactly where that is worth more."""
    again = without_fortune(pool, upto).at_least_always(pool.minimum)
    hope = _value(again, worth)
    total = 6**pool.dice
    parts: list[tuple[int, Distribution]] = []
    renewed = 0
    for weight, kept in _tables(pool, upto):
        if _value(kept, worth) >= hope:
            parts.append((weight, kept))
        else:
            renewed += weight
    if renewed:
        parts.append((renewed, again))
    return mixed(parts, total)


def _tables(pool: Pool, upto: int) -> Iterator[tuple[int, Distribution]]:
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
            kept = _kept(pool, ones if pool.focus else 0, sixes, upto)
            for made in range(rest + 1) if hits > 1 else (0,):
                weight = ways * comb(rest, made) * (hits - 1) ** made * (5 - hits) ** (rest - made)
                if weight:
                    moved = Distribution(kept.first + made, kept.weights, kept.total)
                    yield weight, moved.at_least_always(pool.minimum)


def _kept(pool: Pool, ones: int, sixes: int, upto: int) -> Distribution:
    """The effort of 1s to be rolled again and 6s that may add dice."""
    alone = Pool(ones, pool.training, fervor=pool.fervor)
    again = without_fortune(alone, upto) if ones else Distribution(0, [1])
    if not pool.fervor:
        return Distribution(sixes, again.weights, again.total)
    hits = 7 - pool.training
    weights = exploding_weights(sixes, 6 - hits, hits - 1, upto)
    last = len(weights) - 1
    scaled = [weight * 6 ** (last - k) for k, weight in enumerate(weights)]
    return Distribution(sixes, convolved(scaled, again.weights), 6 ** (sixes + last) * again.total)


def _value(effort: Distribution, worth: Worth) -> Fraction:
    """What a distribution of effort is worth; beyond the list, as much as its last number."""
    whole = sum((chance * worth(number) for number, chance in effort.items()), start=Fraction(0))
    return whole + effort.beyond * worth(effort.first + len(effort.weights))
