"""Resistances by class on a base: how a class is written, its rating, and how the game master names one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from agonist.kernel import Answer, Choice, Number, Option
from agonist.tabletop import picked

from .ratings import MOST, Rating


def class_name(text: int | str) -> str:
    """How a class is written, as its key: ``Very high`` is ``very-high``."""
    return str(text).strip().lower().replace(" ", "-")


class Resistances(msgspec.Struct, frozen=True):
    """The classes of an edition with what each adds to the base, the usual one first to be offered, how its rating is
    bounded, and what else classes are called."""

    adds: Mapping[str, int]
    usual: str
    rule: str
    bounded: Callable[[str, int], int]
    also: Mapping[str, str] = {}

    def _key(self, text: int | str) -> str:
        return self.also.get(class_name(text), class_name(text))

    def known(self, text: int | str) -> bool:
        """Whether this is a class."""
        return self._key(text) in self.adds

    def rating(self, name: str, base: Rating) -> Rating:
        """The resistance of a class."""
        return Rating(self.bounded(name, base.whole + self.adds[name]))

    def read(self, text: int | str, base: Rating) -> Rating:
        """The resistance of a class, or any other rating."""
        return self.rating(self._key(text), base) if self.known(text) else Rating.parse(text)

    def form(self, base: Rating, least: int = 0) -> Choice:
        """The classes with their ratings, or any other number; where it must be at least so much, no lower ones."""
        rated = {name: self.rating(name, base) for name in self.adds}
        named = tuple(
            Option(name, f"{name.replace('-', ' ').capitalize()} ({rating})", rule=self.rule)
            for name, rating in rated.items()
            if not least or rating.whole >= least
        )
        other = Option("other", "Another resistance", then=Number(least=0, most=MOST, default=base.whole))
        return Choice(options=(*named, other), default=self.usual)

    def named(self, answer: Answer, base: Rating) -> Rating:
        """The rating that an answer to the form names."""
        chosen = picked(answer)
        return self.rating(chosen.key, base) if chosen.more is None else Rating(chosen.more)
