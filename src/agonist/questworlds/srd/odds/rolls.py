"""What two ratings come to against each other, counted by the game's own reading of dice (QS-3 to QS-6)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from agonist.odds.refusal import refuse

from ...chassis import Rating
from ...chassis.ratings import ACCEPTED
from ..rolls.knobs import BOOK, StoryKnobs
from ..rolls.results import OUTCOMES, Result
from ..rolls.rolls import big, compared, successes

FACES = 400
"""Pairs of faces of two d20."""


def rating(text: str | int, place: str = "") -> Rating:
    """A rating as the game reads it; a whole rating of 0 or less may be asked about too."""
    try:
        plain = int(str(text).replace("−", "-"))
    except ValueError:
        plain = None
    if plain is not None and plain <= 0:
        return Rating(plain)
    try:
        return Rating.parse(text)
    except ValueError as problem:
        refuse(f"{problem}.", ACCEPTED, place)


@cache
def results(one: int, two: int, knobs: StoryKnobs = BOOK) -> dict[Result, int]:
    """How many of the 400 pairs of faces lead to each outcome."""
    found: Counter[Result] = Counter()
    for first in range(1, 21):
        for second in range(1, 21):
            counts = successes(Rating(one), first, knobs), successes(Rating(two), second, knobs)
            found[compared(counts, (first, second))] += 1
    return dict(found)


@cache
def exchanges(one: int, two: int, knobs: StoryKnobs = BOOK) -> dict[tuple[Result, bool], int]:
    """As `results`, and whether the victor's die was a big success (QS-55)."""
    found: Counter[tuple[Result, bool]] = Counter()
    for first in range(1, 21):
        for second in range(1, 21):
            result = compared(
                (successes(Rating(one), first, knobs), successes(Rating(two), second, knobs)), (first, second)
            )
            won = (one, first) if result.victory else (two, second)
            found[result, bool(result.sign) and big(Rating(won[0]), won[1], knobs)] += 1
    return dict(found)


def told(chances: dict[str, Fraction | float]) -> dict[str, Fraction | float]:
    """Outcomes by key, best first, with those that cannot be as nothing; degrees above 4 where there are any."""
    order = sorted({*OUTCOMES, *chances}, key=_rank)
    return {key: chances.get(key, Fraction(0)) for key in order}


def _rank(key: str) -> tuple[int, int]:
    word, _, degree = key.partition("-")
    return {"victory": (0, -int(degree or 0)), "tie": (1, 0), "defeat": (2, int(degree or 0))}[word]


def summed(outcomes: dict[str, Fraction | float]) -> dict[str, Fraction | float]:
    """The chances to win, tie and lose."""
    win = sum((chance for key, chance in outcomes.items() if key.startswith("v")), Fraction(0))
    lose = sum((chance for key, chance in outcomes.items() if key.startswith("d")), Fraction(0))
    return {"win": win, "tie": outcomes.get("tie", Fraction(0)), "lose": lose}
