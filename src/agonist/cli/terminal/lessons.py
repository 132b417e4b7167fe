"""Lessons: what happens for the first time is explained in a sentence, once, until somebody wants no more of it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from agonist.kernel import Pending, Referee, seat_lines

from .saves import written_whole
from .shelf import shelf

Fits = Callable[[list[Table]], bool]

AT_ONCE = 2
"""So many at a time; what else is new then is told at the next question."""


class _Learned(msgspec.Struct):
    """What was explained at this machine's terminal, by game: the numbers of rules."""

    off: bool = False
    told: dict[str, list[str]] = {}


class Lessons:
    """Explains to the people at this keyboard what is new to them, by the rules that are at work."""

    def __init__(self, referee: Referee[Any], *, on: bool) -> None:
        self._referee = referee
        self._file = shelf() / "lessons.json"
        self._learned = self._read()
        self.on = on and not self._learned.off
        self._told = self._learned.told.setdefault(referee.game.name, [])

    def due(self, seat: str, pending: Iterable[Pending], fits: Fits) -> list[Table]:
        """What is to be explained to a seat now: of what it was told, and of what it is asked. What does not fit waits
        for a page on which it does."""
        if not self.on:
            return []
        lines = (line.rule for line in seat_lines(self._referee, seat) if not line.undone)
        cited = dict.fromkeys([*lines, *(each.request.rule for each in pending)])
        known = self._referee.kind.lessons
        new = {rule: _row(known[rule], rule) for rule in cited if rule in known and rule not in self._told}
        rows = dict(islice(new.items(), AT_ONCE))
        while rows and not fits([*rows.values()]):
            rows.popitem()
        if rows:
            self._told += rows
            self._write()
        return [*rows.values()]

    def switch(self) -> str:
        """Turn lessons off, or on from the first; says what is so now."""
        self.on = not self.on
        self._learned.off = not self.on
        if self.on:
            self._told.clear()
        self._write()
        return (
            "New things are explained."
            if self.on
            else "Nothing is explained any more; lessons turns that on again."
        )

    def _read(self) -> _Learned:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=_Learned)
        except (OSError, msgspec.DecodeError):
            return _Learned()

    def _write(self) -> None:
        with contextlib.suppress(OSError):  # then it is explained again
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            written_whole(self._file, msgspec.json.encode(self._learned))


def _row(words: str, rule: str) -> Table:
    row = Table.grid(padding=(0, 1))
    row.add_column(style="yellow")
    row.add_column(overflow="fold")
    row.add_row("»", Text(words, "italic").append(f"  {rule}", "not italic dim"))
    return row
