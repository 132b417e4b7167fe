"""Resistance classes on a base (QW-8), and the form in which the game master names a resistance."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Answer, Choice

from ...chassis import resistances
from ...chassis.ratings import TIER, Rating

NO_ABILITY = Rating(6)
"""QW-1: what one rolls against without a relevant ability."""

CLASSES: Final[dict[str, int]] = {
    "nearly-impossible": 2 * TIER,
    "very-high": TIER,
    "elevated": 9,
    "high": 6,
    "raised": 3,
    "moderate": 0,
    "little": -3,
    "low": -6,
    "small": -9,
    "very-low": -TIER,
}


def resistance(name: str, base: Rating) -> Rating:
    """QW-8: the resistance of a class; very low is never more than 6."""
    rating = base.plus(CLASSES[name])
    return min(rating, Rating(6)) if name == "very-low" else rating


def resistance_form(base: Rating, default: str = "moderate") -> Choice:
    """The classes with their ratings, or any other number."""
    return resistances.resistance_form(_classes(base), base, default, "QW-8")


def resistance_from(answer: Answer, base: Rating) -> Rating:
    """The rating that an answer to `resistance_form` names."""
    return resistances.resistance_named(answer, _classes(base))


def _classes(base: Rating) -> dict[str, Rating]:
    return {name: resistance(name, base) for name in CLASSES}
