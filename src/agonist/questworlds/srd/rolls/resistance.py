"""Resistance: classes on a base (QS-9)."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Answer, Choice

from ...chassis import Rating, resistances
from ...chassis.resistances import class_name

CLASSES: Final[dict[str, int]] = {
    "simple": -20,
    "easy": -15,
    "routine": -10,
    "straightforward": -5,
    "base": 0,
    "challenging": 5,
    "hard": 10,
    "punishing": 15,
    "exceptional": 20,
}


def resistance(name: str, base: Rating) -> Rating:
    """QS-9: the base and what the class adds, never below 0."""
    return Rating(max(0, base.whole + CLASSES[name]))


_BASE: Final = {"moderate": "base", "default": "base"}
"""QS-9: other words for the base."""


def is_class(text: int | str) -> bool:
    return _BASE.get(class_name(text), class_name(text)) in CLASSES


def resistance_from(text: int | str, base: Rating) -> Rating:
    """QS-9: the resistance of a class, or any other rating from 0."""
    name = _BASE.get(class_name(text), class_name(text))
    return resistance(name, base) if name in CLASSES else Rating.parse(text)


def classes(base: Rating) -> dict[str, Rating]:
    """QS-9: every class with its rating on this base."""
    return {name: resistance(name, base) for name in CLASSES}


def resistance_form(base: Rating, default: str = "base", least: int = 0) -> Choice:
    """The classes with their ratings, or any other number; where it must be at least so much, no lower ones."""
    offered = {name: rating for name, rating in classes(base).items() if rating.whole >= least}
    return resistances.resistance_form(offered, base, default, "QS-9")


def resistance_named(answer: Answer, base: Rating) -> Rating:
    """The rating that an answer to `resistance_form` names."""
    return resistances.resistance_named(answer, classes(base))
