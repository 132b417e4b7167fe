"""Events that are told in a sentence, which is written down as such; and so is how they look on stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from string import Formatter
from typing import Any, ClassVar

import msgspec

from agonist.kernel import Event, Rare, Staged

from .words import amount, begun, listed, minus, quoted, signed, verb, whose

Ways = Mapping[str, Callable[[Any], str]]

_WAYS: Ways = {
    "begun": begun,
    "listed": listed,
    "minus": minus,
    "quoted": quoted,
    "signed": signed,
    "title": str.title,
    "whose": whose,
}
_PARSED = Formatter()


class OnStage(msgspec.Struct, frozen=True):
    """How something is shown that no dice say: who it is about, the word, and what is said of it."""

    who: str
    word: str
    says: str = ""
    rare: Rare = ""
    why: str = ""


class Told(Event, frozen=True):
    """Something that happened. A subclass names its data, and `says` what is told of it: a sentence in which fields
    stand in braces, as they are or in a way of `words`: ``"{names:listed} step in.{why:quoted}"``.

    ``{cards:of card}`` counts them, and ``{cards:n card}`` says 0 for none; ``{names:do step}`` is what they do;
    ``{goal:? for {goal}}`` is said only where there is a goal, and ``{gone:?goes|stays}`` the one or the other. `ways`
    are a game's own. `shows` is how it looks on stage, in the same manner.
    """

    says: ClassVar[str] = ""
    shows: ClassVar[OnStage | None] = None
    ways: ClassVar[Ways] = {}

    def text(self) -> str:
        return self.told(self.says)

    def staged(self) -> Staged | None:
        if (look := self.shows) is None:
            return super().staged()
        who, word, says, why = map(self.told, (look.who, look.word, look.says, look.why))
        return Staged(who, word=word, says=says, why=why, rare=look.rare)

    def told(self, sentence: str) -> str:
        """A sentence with the fields in it."""
        parts = []
        for before, name, way, _ in _PARSED.parse(sentence):
            parts.append(before)
            if name is not None:
                parts.append(self._in_way(attrgetter(name)(self), way or ""))
        return "".join(parts)

    def _in_way(self, value: Any, way: str) -> str:
        if way.startswith("?"):
            there, _, else_ = way[1:].partition("|")
            return self.told(there if value else else_)
        kind, _, what = way.partition(" ")
        if kind == "do":
            return verb(what, len(value) > 1)
        if kind in ("of", "n"):
            return amount(value if isinstance(value, int) else len(value), what, "0" if kind == "n" else "no")
        known = self.ways.get(way) or _WAYS.get(way)
        return known(value) if known else format(value, way)
