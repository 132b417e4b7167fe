"""Dice that fall evenly: throws that together come closer to how often each face falls than random ones would.

Every roll of a way takes one number between 0 and 1 from a row of its own, which fills the space between as evenly as a
row can (a Kronecker sequence); the number says how far up the row of all its outcomes, the least first, the dice lie.
Cards in an order too long to write down are drawn at random.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any

from agonist.kernel import Chance, Roll, outcomes, thrown, total_weight

_STEPS = tuple(root**0.5 % 1 for root in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37))
"""How far a row goes on from throw to throw: no two rows ever keep step."""
_ELEMENTARY, _OUTCOMES = 1_000_000, 3_000


class EvenDice:
    """The dice of one throw of many."""

    def __init__(self, number: int) -> None:
        self.number, self.rolled = number, 0
        self.random = Random(f"even:{number}")

    def __call__(self, chance: Chance) -> Any:
        roll, self.rolled = self.rolled, self.rolled + 1
        row = _row(chance) if roll < len(_STEPS) else None
        if row is None:
            return thrown(chance, self.random)
        found, upto = row
        at = (0.5 + (self.number + 1) * _STEPS[roll]) % 1 * upto[-1]
        return found[bisect_right(upto, at)]


Row = tuple[list[Any], list[int]] | None
"""All outcomes in order, and how many elementary ones there are up to each; none where there are too many."""


def _row(chance: Chance) -> Row:
    return _dice(chance.sides, chance.pool) if isinstance(chance, Roll) else _made(chance)


@lru_cache(maxsize=500)
def _dice(sides: tuple[int, ...], pool: bool) -> Row:
    return _made(Roll(sides, pool=pool))


def _made(chance: Chance) -> Row:
    if total_weight(chance) > _ELEMENTARY:
        return None
    found = list(outcomes(chance))
    if len(found) > _OUTCOMES:
        return None
    if isinstance(chance, Roll):
        found.sort(key=lambda each: (sum(map(int, each[0])), each[0]))
    return [each for each, _ in found], list(accumulate(weight for _, weight in found))
