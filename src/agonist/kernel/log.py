"""The log of a contest: one ordered list of lines, from which nothing is ever taken out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .events import Contributed, DiceChanged, Event, Line, Undone


class Log:
    """The lines so far. After a restore the lines before number `first` are not here."""

    def __init__(self, first: int = 0) -> None:
        self.lines: list[Line] = []
        self.first = first
        self.written: dict[int, Any] = {}
        """Lines as seats have read them, by number."""
        self._standing: list[Line] = []

    def __len__(self) -> int:
        return self.first + len(self.lines)

    def write(self, event: Event, at: int) -> None:
        """Add a line, written after request number `at` was answered."""
        line = Line(len(self), at, event)
        self.lines.append(line)
        if not isinstance(event, Undone | Contributed | DiceChanged):
            self._standing.append(line)

    def write_all(self, events: Iterable[Event], at: int) -> None:
        for event in events:
            self.write(event, at)

    def strike(self, since: int) -> None:
        """Mark what happened in the contest from line `since` on as undone; what was done to the table stays."""
        while self._standing and self._standing[-1].n >= since:
            self._standing.pop().undone = True
