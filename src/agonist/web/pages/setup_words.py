"""What the parts of a set-up are called for people: a game brings the words along in its ``setup.toml``.

Each table there is a record of the set-up, each key a field, with any of these: `label`; `one`, what one of several is
called; `help`; `rule`; `example`, what an empty field shows; `empty`, what leaving it out means; `words` of its choices
in their order; `names`, the path to those who can be named; `seat`, for who plays, with what leaving it out means;
`sides`, the field of a row that says its side; `moves`, rows go to another such list by a button too;
`beside`, it stands beside the name of a folded row; `ticks`, the table of values to tick; `shown`, never folded away.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from typing import Any

from agonist.kernel import GM

from .drawing import own_file
from .setup_parts import Part

__all__ = ["words_of", "worded"]

Words = dict[str, dict[str, Any]]


@cache
def words_of(game: str) -> Words:
    """A game's words; none for a game that brings none."""
    return tomllib.loads(own_file(game, "setup.toml") or "")


def worded(part: Part, words: Words) -> Part:
    """The part and all within, called as people call it."""
    _name(part, words)
    _offer_names(part, part)
    _offer_seats(part)
    return part


def _name(part: Part, words: Words) -> None:
    for inner in part.parts:
        field = inner.name.rpartition(".")[2]
        told: dict[str, Any] = next(
            (words[kind][field] for kind in part.type if field in words.get(kind, {})), {}
        )
        _apply(inner, told, words)
        _name(inner, words)
        for part_of_row in (each for row in inner.parts for each in row.parts if inner.sides):
            part_of_row.folded = part_of_row.folded and not part_of_row.name.endswith(f".{inner.sides}")


def _apply(part: Part, told: dict[str, Any], words: Words) -> None:
    part.label = told.get("label", part.label)
    part.help = told.get("help", part.help if part.kind not in ("record", "list") else "")
    part.rule = told.get("rule", "")
    part.example = told.get("example", "")
    part.one = told.get("one", part.one)
    part.names = told.get("names", "")
    part.sides = told.get("sides", "")
    part.moves = told.get("moves", False)
    part.beside = told.get("beside", False)
    part.empty = told.get("empty", part.empty)
    part.folded = part.folded and not told.get("shown", False)
    if "seat" in told:
        part.kind, part.empty = "seat", told["seat"]
    if "words" in told:
        known = dict(part.options)
        part.options = [(key, text) for key, text in told["words"].items() if key in known]
        part.options += [(key, text) for key, text in known.items() if key not in told["words"]]
    if "empty" in told:
        part.options = [(key, part.empty if not key else text) for key, text in part.options]
    if "ticks" in told:
        _tick(part, words[told["ticks"]], words.get("copies", {}))
    for row in part.parts if part.kind in ("list", "pairs") else ():
        row.label = part.one or row.label


def _tick(part: Part, texts: dict[str, str], copies: dict[str, int]) -> None:
    """Values to tick, each as often as there can be one, and at least as often as there is."""
    there = Counter(each.strip() for each in str(part.value or "").split(",") if each.strip())
    part.kind = "ticks"
    part.ticks = [
        (value, texts.get(value, value), n < there[value])
        for value in (*texts, *(each for each in there if each not in texts))
        for n in range(max(copies.get(value, 1), there[value]))
    ]


def _offer_names(part: Part, root: Part) -> None:
    for inner in part.parts:
        _offer_names(inner, root)
        if inner.names and inner.kind == "text":
            path = inner.names.split(".")
            near = part if path[-1] in {each.name.rpartition(".")[2] for each in part.parts} else root
            names = _named(near, path[-1:] if near is not root else path)
            value = str(inner.value or "")
            others = [value] if value and value not in names else []
            none = [("", inner.empty or "–")] if inner.empty or not value else []
            inner.kind = "select"
            inner.options = none + [(name, name) for name in [*names, *others]]


def _named(part: Part, path: list[str]) -> list[str]:
    """The names in the lists at a path, each once, in their order."""
    if not path:
        return list(dict.fromkeys(row.gist for row in part.parts if row.gist))
    lists = [each for each in part.parts if each.name.rpartition(".")[2] == path[0]]
    if len(path) == 1:
        return [name for each in lists for name in _named(each, [])]
    return [name for each in lists for row in each.parts for name in _named(row, path[1:])]


def _offer_seats(root: Part) -> None:
    """Who plays whom: the game master, a player of their own, or the player of somebody else."""
    rows = [(row, part) for row in _records(root) for part in row.parts if part.kind == "seat"]
    played: dict[str, list[str]] = {}
    for row, part in rows:
        if part.value and part.value != GM:
            played.setdefault(str(part.value), []).append(row.name)
    names = {row.name: row.gist or "somebody without a name" for row, _ in rows}
    for row, part in rows:
        seat = str(part.value or "")
        own = seat if played.get(seat) == [row.name] else part.empty.replace(GM, _free(row, played))
        game_master = [(GM, "the game master")] if GM in (seat, part.empty) else []
        with_others = [
            (each, f"the player of {' and '.join(names[other] for other in others)}")
            for each, all_of_them in played.items()
            if (others := [other for other in all_of_them if other != row.name])
        ]
        part.kind, part.value = "select", seat
        part.options = [*game_master, (own, "a player of their own"), *with_others]


def _free(row: Part, played: dict[str, list[str]]) -> str:
    """A seat that nobody has: called after the row's place, and one more if that is taken."""
    name = "player-" + "-".join(re.findall(r"\d+", row.name))
    while name in played:
        name += "-2"
    return name


def _records(part: Part) -> list[Part]:
    here = [part] if part.kind == "record" else []
    return here + [each for inner in part.parts for each in _records(inner)]
