"""Exact distributions over whole numbers: integer weights over a common total.

Weights are integers because sums and products of them stay exact however many dice there are; a chance is made
into a `Fraction` or a float only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from .saying import html_table


class Distribution:
    """How likely each of the numbers `first`, `first` + 1, … is, as weights over `total`.

    The weights may add up to less than the total; what is missing lies above the last number (`beyond`).

    >>> Distribution(0, [1, 2, 1])
    0: 1/4, 1: 1/2, 2: 1/4
    """

    __slots__ = ("first", "total", "weights")

    def __init__(self, first: int, weights: Sequence[int], total: int | None = None) -> None:
        self.first = first
        self.weights = weights
        self.total = sum(weights) if total is None else total

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.first + len(self.weights)))

    def items(self) -> Iterator[tuple[int, Fraction]]:
        """Each number that can come up, with its chance."""
        for value, weight in enumerate(self.weights, self.first):
            if weight:
                yield value, Fraction(weight, self.total)

    def __getitem__(self, value: int) -> Fraction:
        """The chance of exactly this number."""
        place = value - self.first
        return Fraction(self.weights[place], self.total) if 0 <= place < len(self.weights) else Fraction(0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(tuple(self.items()))

    def floats(self) -> list[float]:
        """The chances in order, each the float nearest to the exact one."""
        total = self.total
        return [weight / total for weight in self.weights]

    @property
    def beyond(self) -> Fraction:
        """The chance of more than the last number that is listed; 0 unless it had to be cut off."""
        return 1 - Fraction(sum(self.weights), self.total)

    def below(self, value: int) -> Fraction:
        """The chance of less than this."""
        place = value - self.first
        return Fraction(sum(self.weights[:place]), self.total) if place > 0 else Fraction(0)

    def at_least(self, value: int) -> Fraction:
        """The chance of this or more, what lies beyond the list included."""
        return 1 - self.below(value)

    @property
    def mean(self) -> Fraction:
        """The expected number, of what is listed."""
        return Fraction(
            sum(value * weight for value, weight in enumerate(self.weights, self.first)), self.total
        )

    def at_least_always(self, minimum: int) -> Distribution:
        """The same with a minimum: lower numbers count as the minimum."""
        place = minimum - self.first
        if place <= 0:
            return self
        weights = [sum(self.weights[: place + 1]), *self.weights[place + 1 :]]
        return Distribution(minimum, weights, self.total)

    def __add__(self, other: Distribution) -> Distribution:
        """The sum of two independent numbers."""
        weights = convolved(self.weights, other.weights)
        return Distribution(self.first + other.first, weights, self.total * other.total)

    def __neg__(self) -> Distribution:
        assert sum(self.weights) == self.total, "what is cut off above cannot be turned round"
        last = self.first + len(self.weights) - 1
        return Distribution(-last, self.weights[::-1], self.total)

    def minus(self, other: Distribution) -> Distribution:
        """The difference of two independent numbers; what is cut off in either is cut off here."""
        weights = convolved(self.weights, other.weights[::-1])
        last = other.first + len(other.weights) - 1
        return Distribution(self.first - last, weights, self.total * other.total)

    def __repr__(self) -> str:
        shown = ", ".join(f"{value}: {chance}" for value, chance in self.items() if len(str(chance)) < 24)
        missing = any(len(str(chance)) >= 24 for _, chance in self.items())
        if not shown or missing:
            shown = ", ".join(f"{value}: {float(chance):.4g}" for value, chance in self.items())
        return shown + (f", more: {float(self.beyond):.2g}" if self.beyond else "")

    def _repr_html_(self) -> str:
        return html_table(
            ("", "chance"), [(str(value), f"{float(chance):.4%}") for value, chance in self.items()]
        )

    def chart(self, title: str = "") -> Any:
        """A bar chart of the chances."""
        from .charts import bars

        return bars({str(value): float(chance) for value, chance in self.items()}, title=title)


def mixed(parts: Sequence[tuple[int, Distribution]], total: int) -> Distribution:
    """Several distributions with integer weights over a total, as one.

    >>> mixed([(1, Distribution(0, [1])), (3, Distribution(1, [1, 1]))], 4)
    0: 1/4, 1: 3/8, 2: 3/8
    """
    common = lcm(*(part.total for _, part in parts))
    first = min(part.first for _, part in parts)
    last = max(part.first + len(part.weights) for _, part in parts)
    weights = [0] * (last - first)
    for weight, part in parts:
        factor = weight * (common // part.total)
        for place, each in enumerate(part.weights, part.first - first):
            weights[place] += factor * each
    return Distribution(first, weights, common * total)


def convolved(one: Sequence[int], two: Sequence[int]) -> list[int]:
    """The weights of sums, by multiplying two large integers in place of many small ones.

    Both lists are packed into the digits of one integer each, wide enough that no digit of the product overflows.

    >>> convolved([1, 2, 1], [1, 1])
    [1, 3, 3, 1]
    """
    if len(one) > len(two):
        one, two = two, one
    if not one:
        return []
    if len(one) * len(two) <= 256:
        sums = [0] * (len(one) + len(two) - 1)
        for i, weight in enumerate(one):
            if weight:
                for j, other in enumerate(two, i):
                    sums[j] += weight * other
        return sums
    width = (max(one).bit_length() + max(two).bit_length() + len(one).bit_length() + 7) // 8 + 1
    product = _packed(one, width) * _packed(two, width)
    digits = product.to_bytes(width * (len(one) + len(two)), "little")
    length = len(one) + len(two) - 1
    return [int.from_bytes(digits[place * width : (place + 1) * width], "little") for place in range(length)]


def _packed(weights: Iterable[int], width: int) -> int:
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")
