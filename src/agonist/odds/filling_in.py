"""How people fill a question in: with words and numbers, where the command line takes a short text.

Pages draw these; the command and Python know only the texts that come out of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Piece", "Way"]


def _number(number: int, parts: int) -> str:
    return str(number) if parts == 1 else f"{number / parts:g}"


@dataclass(frozen=True)
class Way:
    """One of several ways to give a text: its key, its words, and with a `unit` the number that goes with it.

    >>> Way("fraction", "A share", "%", parts=100).text(25)
    'fraction:0.25'
    """

    key: str
    says: str
    unit: str = ""
    start: int = 1
    least: int = 1
    most: int = 100
    parts: int = 1
    """The text has the number in so many parts of one: 100 for per cent."""

    def text(self, number: int) -> str:
        """What the question gets."""
        return f"{self.key}:{_number(number, self.parts)}" if self.unit else self.key

    def number_in(self, text: str) -> int | None:
        """The number of a text that was given this way; None if it was given in another."""
        key, _, amount = text.partition(":")
        if key != self.key:
            return None
        try:
            return round(float(amount) * self.parts) if self.unit else self.start
        except ValueError:
            return None


@dataclass(frozen=True)
class Piece:
    """A piece of a text: a number after a sign, or a sign alone that is ticked.

    >>> Piece("training", "Hits from", "@", least=3, most=6).text(5)
    '@5'
    """

    name: str
    label: str
    sign: str = ""
    start: int = 0
    least: int = 0
    most: int = 60
    tick: bool = False
    always: bool = True
    """Whether it is written even if it is at its least."""
    parts: int = 1
    unit: str = ""

    def text(self, number: int) -> str:
        """This piece of the text; a tick is 0 or 1."""
        if self.tick:
            return self.sign if number else ""
        return self.sign + _number(number, self.parts) if self.always or number > self.least else ""

    def number_in(self, text: str) -> int:
        """The number that a whole text has for this piece."""
        if self.tick:
            return int(self.sign in text)
        before = re.escape(self.sign) if self.sign else r"^\s*"
        found = re.search(before + r"(\d+(?:\.\d+)?)", text)
        return round(float(found[1]) * self.parts) if found else self.least
