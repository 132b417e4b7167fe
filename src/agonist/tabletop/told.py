"""Events that are told in one sentence, which is written down as such."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar

from agonist.kernel import Event

from .words import begun, listed, minus, quoted, signed, whose

_WAYS: dict[str, Callable[[Any], str]] = {
    "": str,
    "begun": begun,
    "listed": listed,
    "minus": minus,
    "quoted": quoted,
    "signed": signed,
    "whose": whose,
}


class _Sentence(Formatter):
    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return getattr(args[0], str(key))

    def format_field(self, value: Any, way: str) -> str:
        return _WAYS[way](value) if way in _WAYS else format(value, way)


class Told(Event, frozen=True):
    """Something that happened. A subclass names its data, and `says` what is told of it: a sentence in which fields
    stand in braces, as they are or in a way of `words`: ``"{names:listed} step in.{why:quoted}"``."""

    says: ClassVar[str] = ""

    def text(self) -> str:
        return self.told(self.says)

    def told(self, sentence: str) -> str:
        """A sentence with the fields in it."""
        return _Sentence().format(sentence, self)
