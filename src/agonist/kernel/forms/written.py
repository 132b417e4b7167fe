"""Short texts in a notation, such as a rating 7M or a pool of dice 8@5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from .base import Answer, Form


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several ways to give a text: its key, its words, and with a `unit` the number that goes with it.

    The text has the number in so many `parts` of one: 100 for per cent.

    >>> Way("fraction", "A share", "%", parts=100).text(25)
    'fraction:0.25'
    """

    key: str
    says: str
    unit: str = ""
    start: int = 1
    most: int = 100
    parts: int = 1

    def text(self, number: int) -> str:
        """What the answer is."""
        return f"{self.key}:{number / self.parts:g}" if self.unit else self.key

    def number_in(self, text: str) -> int | None:
        """The number of a text that was given this way; None if it was given in another."""
        key, _, amount = text.partition(":")
        try:
            number = round(float(amount) * self.parts) if self.unit else self.start
        except (OverflowError, ValueError):
            return None
        return number if key == self.key and self.text(number) == text else None


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of a text: a number after a sign, or a sign alone that is ticked.

    >>> Piece("training", "Hits from", "@", least=3, most=6).text(5)
    '@5'
    """

    key: str
    label: str
    sign: str = ""
    start: int = 0
    least: int = 0
    most: int = 60
    tick: bool = False
    always: bool = True
    """Whether it is written even if it is at its least."""

    def text(self, number: int) -> str:
        """This piece of the text; a tick is 0 or 1."""
        if self.tick:
            return self.sign if number else ""
        return f"{self.sign}{number}" if self.always or number > self.least else ""

    def number_in(self, text: str) -> int:
        """The number that a whole text has for this piece."""
        if self.tick:
            return int(self.sign in text)
        found = re.search((re.escape(self.sign) or r"^\s*") + r"(\d{1,6})", text)
        return int(found[1]) if found else self.least


class Written(Form, frozen=True, tag="written"):
    """A short text that fits the `pattern`; `like` says what does. With `whole` a whole number stays one.

    A page may ask for it by its `pieces`, by one of several `ways`, or `offer` texts with their words.
    """

    pattern: str
    like: str
    example: str = ""
    pieces: tuple[Piece, ...] = ()
    ways: tuple[Way, ...] = ()
    offers: tuple[tuple[str, str], ...] = ()
    whole: bool = False

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, str) and type(answer) is not int:
            self.refuse("wrong-type", "This is a short text.", place)
        if len(text := str(answer).strip()) > 200 or not re.fullmatch(self.pattern, text):
            self.refuse("wrong-type", f"{answer!r} is not written as it should be.", place)
        return answer if self.whole and type(answer) is int else text

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "integer"] if self.whole else "string", "pattern": f"^(?:{self.pattern})$"}

    def answers(self) -> Iterator[Answer]:
        yield self.fallback()

    def sample(self, random: Random) -> Answer:
        return self.fallback()

    def fallback(self) -> Answer:
        return self.start() or self.example

    def start(self) -> Answer:
        if self.pieces:
            return self.text([piece.start for piece in self.pieces])
        if self.ways:
            return self.ways[0].text(self.ways[0].start)
        return ""

    def legal(self) -> str:
        return self.like

    def text(self, numbers: list[int]) -> str:
        """The text that numbers for the pieces give."""
        return "".join(piece.text(number) for piece, number in zip(self.pieces, numbers, strict=True))

    def numbers(self, text: Answer) -> list[int] | None:
        """The numbers of the pieces that give a text; None if it says more than they can."""
        found = [piece.number_in(str(text)) for piece in self.pieces]
        return found if self.pieces and self.text(found) == text else None

    def way(self, text: Answer) -> tuple[Way, int] | None:
        """The way that gives a text, with its number."""
        found = ((way, way.number_in(str(text))) for way in self.ways)
        return next(((way, number) for way, number in found if number is not None), None)
