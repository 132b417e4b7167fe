"""The possible outcomes of a chance request, each with its weight; and outcomes from a source of numbers."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from random import Random

from .errors import GameBroken
from .requests import Chance, Draw, Roll, Shuffle

Outcome = tuple[int, ...] | tuple[str, ...]

Below = Callable[[int, int], int]
"""A source of uniform numbers: `below(i, n)` is the i-th number, in 0..n−1."""


class SameDice(Random):
    """Dice for contests that are compared: the first roll of a kind falls alike in all of them, so does the second, and
    so on, whatever else is rolled between. So what differs is what was decided, much less what fell."""

    def __init__(self, seed: str, rolled: Mapping[str, int] = {}) -> None:
        """With how often each kind was rolled before, where contests are compared from different places on."""
        super().__init__()
        self._seed = seed
        self._rolled = Counter(rolled)
        self._roll: str | None = None
        self._known: Iterator[float] = iter(())

    def next_of(self, what: str) -> None:
        """From here on numbers are those of the next roll of a kind."""
        self._rolled[what] += 1
        self._roll = f"{self._seed}:{what}:{self._rolled[what]}"
        self._known = iter(_first_numbers(self._roll))

    def so_far(self) -> frozenset[tuple[str, int]]:
        """How often each kind was rolled: what the numbers to come depend on."""
        return frozenset(self._rolled.items())

    def random(self) -> float:
        for number in self._known:
            return number
        self._go_on()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self._go_on()
        return super().getrandbits(k)

    def _go_on(self) -> None:
        """Make numbers again where those that are kept end, or are not enough."""
        if self._roll is not None:
            self.seed(self._roll)
            for _ in range(_KEPT - len(list(self._known))):
                super().random()
            self._roll = None


_KEPT = 8
"""How many numbers of a roll are kept for when it falls again."""


@lru_cache(maxsize=8_000)
def _first_numbers(roll: str) -> tuple[float, ...]:
    """The first numbers of a roll: contests that are compared roll the same again and again."""
    random = Random(roll)
    return tuple([random.random() for _ in range(_KEPT)])


def outcomes(chance: Chance) -> Iterator[tuple[Outcome, int]]:
    """Every outcome with its integer weight; the weights add up to `total_weight`.

    >>> list(outcomes(Roll((2, 2), pool=True)))
    [((1, 1), 1), ((1, 2), 2), ((2, 2), 1)]
    >>> list(outcomes(Draw(("ace", "king", "king"))))
    [(('ace',), 1), (('king',), 2)]
    """
    match chance:
        case Roll(sides=sides, pool=True) if len(set(sides)) == 1:
            for faces in itertools.combinations_with_replacement(range(1, sides[0] + 1), len(sides)):
                yield faces, _orders(faces)
        case Roll(sides=sides):
            for faces in itertools.product(*(range(1, n + 1) for n in sides)):
                yield faces, 1
        case Draw(pile=pile, count=count, until=until) if until:
            for cards, weight in _draws(Counter(pile), len(pile), until, count):
                yield cards, weight * math.factorial(len(pile) - len(cards))
        case Draw(pile=pile, count=count):
            yield from _draws(Counter(pile), count)
        case Shuffle(pile=pile):
            yield from _draws(Counter(pile), len(pile))
        case _:
            raise GameBroken(f"{type(chance).__name__} is no kind of chance that the kernel knows.")


def total_weight(chance: Chance) -> int:
    """How many equally likely elementary outcomes a chance request has."""
    match chance:
        case Roll(sides=sides):
            return math.prod(sides)
        case Draw(pile=pile, count=count, until=until):
            return math.perm(len(pile), len(pile) if until else count)
        case Shuffle(pile=pile):
            return math.factorial(len(pile))
    raise GameBroken(f"{type(chance).__name__} is no kind of chance that the kernel knows.")


def realise(chance: Chance, below: Below) -> Outcome:
    """The outcome that a source of uniform numbers gives."""
    if isinstance(chance, Roll):
        return tuple([below(i, n) + 1 for i, n in enumerate(chance.sides)])
    if isinstance(chance, Draw):
        return drawn(chance, below)
    if isinstance(chance, Shuffle):
        left = sorted(chance.pile)
        return tuple([left.pop(below(i, n)) for i, n in enumerate(range(len(left), 0, -1))])
    raise GameBroken(f"{type(chance).__name__} is no kind of chance that the kernel knows.")


def thrown(chance: Chance, random: Random) -> Outcome:
    """The outcome that random numbers give; from the same dice, the one of the next roll of its kind."""
    if isinstance(random, SameDice):
        random.next_of(chance.what)
    return realise(chance, lambda _, n: int(random.random() * n))


def drawn(draw: Draw, below: Below) -> tuple[str, ...]:
    left, count = sorted(draw.pile), draw.count
    if draw.until:
        return _until(left, count, draw.until, below)
    if count == 1:
        return (left[below(0, len(left))],)
    return tuple([left.pop(below(i, len(left))) for i in range(count)])


def _until(left: list[str], count: int, wanted: frozenset[str], below: Below) -> tuple[str, ...]:
    found: list[str] = []
    for i, n in enumerate(range(len(left), 0, -1)):
        card = left.pop(below(i, n))
        found.append(card)
        if card in wanted:
            count -= 1
            if not count:
                break
    return tuple(found)


def _orders(faces: tuple[int, ...]) -> int:
    return math.factorial(len(faces)) // math.prod(math.factorial(n) for n in Counter(faces).values())


def _draws(
    left: Counter[str], count: int, until: frozenset[str] = frozenset(), wanted: int = 1
) -> Iterator[tuple[tuple[str, ...], int]]:
    if count == 0 or wanted == 0:
        yield (), 1
        return
    for card, copies in sorted(left.items()):
        if copies:
            left[card] -= 1
            for rest, weight in _draws(left, count - 1, until, wanted - (card in until)):
                yield (card, *rest), copies * weight
            left[card] += 1
