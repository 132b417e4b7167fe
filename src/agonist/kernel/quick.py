"""Contests in a minute: those who are here against so many of a kind, made from what a game has in stock."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .ready import own_data

if TYPE_CHECKING:
    from .game import Game


class Stock(msgspec.Struct, frozen=True):
    """Foes of a kind: what they are called unless somebody names them, and their row of the set-up."""

    key: str
    title: str
    row: dict[str, Any]


class Quick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game's quick contest is made: from ``quick.toml`` beside its rules.

    `type` is what is played, `pair` what one against one play if that is something else. `heroes` and `foes` are the
    lists of the set-up into which rows go, `about` the field for what it is about. A row with ``seat = "own"`` gets a
    seat named after who it is. `ask` has the words in which somebody who sets one against one up is asked first, by
    place; ``{skill}`` in a place is what was said for ``skill``.
    """

    type: str
    heroes: str
    foes: str
    about: str
    base: dict[str, Any]
    hero: dict[str, Any]
    stock: tuple[Stock, ...]
    pair: str = ""
    ask: dict[str, str] = {}

    def setup(
        self, heroes: Sequence[str], foes: Sequence[tuple[str, str, int]], about: str = ""
    ) -> dict[str, Any]:
        """The set-up for these names against these: a kind, a name ("" for the kind's own) and how many of them."""
        made = copy.deepcopy(self.base)
        for name in heroes:
            self._row(made, self.heroes, self.hero, name)
        for key, called, count in foes:
            stock = next((each for each in self.stock if each.key == key), self.stock[0])
            title = called or stock.title
            for n in range(count):
                self._row(made, self.foes, stock.row, f"{title} {n + 1}" if count > 1 else title)
        if about:
            *way, last = self.about.split(".")
            _at(made, way)[last] = about
        return made

    def _row(self, made: dict[str, Any], place: str, row: dict[str, Any], name: str) -> None:
        rows = _at(made, place.split("."))
        new = copy.deepcopy(row) | {"name": name}
        if new.get("seat") == "own":
            new["seat"] = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:20] or f"seat{len(rows)}"
        rows.append(new)


def _at(data: Any, way: Sequence[str]) -> Any:
    for step in way:
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


def quick_of(game: Game) -> Quick | None:
    """A game's quick contest, if it has one."""
    found = own_data(type(game.types[0]).__module__, "quick.toml")
    if not found:
        return None
    stock = [{"key": key, **each} for key, each in found["stock"].items()]
    return msgspec.convert(found | {"stock": stock}, Quick)
