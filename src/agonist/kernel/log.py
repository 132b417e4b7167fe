"""The log of a contest: one ordered list of lines, from which nothing is ever taken out."""

from __future__ import annotations

from collections.abc import Iterable

from .events import Contributed, DiceChanged, Event, Line, Undone

__all__ = ["Log"]


class Log:
    """The lines so far. After a restore the lines before number `first` are not here."""

    def __init__(self, first: int = 0) -> None:
        self.lines: list[Line] = []
        self.first = first

    def __len__(self) -> int:
        return self.first + len(self.lines)

    def write(self, event: Event, at: int) -> None:
        """Add a line, written after request number `at` was answered."""
        self.lines.append(Line(len(self), at, event))

    def write_all(self, events: Iterable[Event], at: int) -> None:
        n = len(self)
        self.lines += [Line(n + i, at, event) for i, event in enumerate(events)]

    def strike(self, since: int) -> None:
        """Mark what happened in the contest from line `since` on as undone; what was done to the table stays."""
        for line in self.lines[since - self.first :]:
            line.undone = line.undone or not isinstance(line.event, Undone | Contributed | DiceChanged)
