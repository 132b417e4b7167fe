"""The form in which the game master names a resistance: by a class, or as any other number."""

from __future__ import annotations

from collections.abc import Mapping

from agonist.kernel import Answer, Choice, Number, Option
from agonist.tabletop import picked

from .ratings import MOST, Rating


def class_name(text: int | str) -> str:
    """How a class is written, as its key: ``Very high`` is ``very-high``."""
    return str(text).strip().lower().replace(" ", "-")


def resistance_form(classes: Mapping[str, Rating], base: Rating, default: str, rule: str) -> Choice:
    """The classes with their ratings, or any other number."""
    named = tuple(
        Option(name, f"{name.replace('-', ' ').capitalize()} ({rating})", rule=rule)
        for name, rating in classes.items()
    )
    other = Option("other", "Another resistance", then=Number(least=0, most=MOST, default=base.whole))
    return Choice(options=(*named, other), default=default)


def resistance_named(answer: Answer, classes: Mapping[str, Rating]) -> Rating:
    """The rating that an answer to `resistance_form` names."""
    named = picked(answer)
    return classes[named.key] if named.more is None else Rating(named.more)
