"""The story so far: the lines of the log that a seat may read, the new ones first of all."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from agonist.kernel import Referee, SeatView, WrittenLine, seat_lines

from .screen import Screen

__all__ = ["Story"]

LATEST = 12


class Story:
    """What each seat at this keyboard has read."""

    def __init__(self, referee: Referee[Any]) -> None:
        self._referee = referee
        self._read: dict[str, int] = {}

    def show_new(self, screen: Screen, seen: SeatView) -> None:
        """The lines that are new to the seat, and only the last of many."""
        lines = [line for line in seen.lines if line.n >= self._read.get(seen.seat, 0)]
        if not screen.alive:
            self.seen(seen.seat)
        if len(lines) > LATEST and screen.alive:
            screen.say(f"… {len(lines) - LATEST} more lines: /log", "dim")
            lines = lines[-LATEST:]
        for line in lines:
            screen.show(_written(line))

    def seen(self, seat: str) -> None:
        """The seat has read all that there is."""
        self._read[seat] = len(self._referee.log)

    def show_all(self, screen: Screen, seat: str) -> None:
        for line in seat_lines(self._referee, seat):
            screen.show(_written(line))


def _written(line: WrittenLine) -> Table:
    words = Text("(undone) " if line.undone else "", style="strike dim" if line.undone else "")
    words.append(line.text)
    if line.rule:
        words.append(f"  {line.rule}", "not bold dim")
    row = Table.grid(padding=(0, 1))
    row.add_column()
    row.add_column(overflow="fold")
    row.add_row("·", words)
    return row
