"""The story so far: the lines of the log that a seat may read, the new ones first of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from agonist.kernel import Referee, SeatView, WrittenLine, seat_lines

from .screen import Screen

__all__ = ["Story", "bullet"]

FEWEST = 1
"""So many new lines are shown even where there is no room."""
ABOUT_DICE = ("committed", "revealed")
"""Lines for who checks the dice; a person who plays finds them in the log."""


class Story:
    """What each seat at this keyboard has read."""

    def __init__(self, referee: Referee[Any]) -> None:
        self._referee = referee
        self._read: dict[str, int] = {}

    def show_new(self, screen: Screen, seen: SeatView, room: int) -> None:
        """The lines that are new to the seat; for a person, as many of the last as there is room for."""
        lines = [line for line in seen.lines if line.n >= self._read.get(seen.seat, 0)]
        if not screen.alive:
            self.seen(seen.seat)
            for line in lines:
                screen.show(_written(line))
            return
        lines = [line for line in _once(lines) if line.facts.get("event") not in ABOUT_DICE]
        shown = _last(screen, [_written(line) for line in lines], room)
        if len(shown) < len(lines):
            screen.say(f"… {len(lines) - len(shown)} earlier: log", "dim")
        for row in shown:
            screen.show(row)

    def seen(self, seat: str) -> None:
        """The seat has read all that there is."""
        self._read[seat] = len(self._referee.log)

    def show_all(self, screen: Screen, seat: str) -> None:
        for line in seat_lines(self._referee, seat):
            screen.show(_written(line))


def _once(lines: Sequence[WrittenLine]) -> list[WrittenLine]:
    """Without those of which the next line tells the same and more."""
    following = [*(line.text for line in lines[1:]), ""]
    return [line for line, then in zip(lines, following, strict=False) if not _says_more(then, line.text)]


def _says_more(words: str, than: str) -> bool:
    return words != than and words.startswith(than.rstrip("."))


def _last(screen: Screen, rows: Sequence[Table], room: int) -> Sequence[Table]:
    """The last that fit; one row is kept for saying that there are more."""
    heights = [screen.rows(row) for row in rows]
    if sum(heights) <= room:
        return rows
    count = 0
    while count < len(rows) and (count < FEWEST or sum(heights[-count - 1 :]) < room):
        count += 1
    return rows[len(rows) - count :]


def _written(line: WrittenLine) -> Table:
    words = Text("(undone) " if line.undone else "", style="strike dim" if line.undone else "")
    words.append(line.text)
    if line.rule:
        words.append(f"  {line.rule}", "not bold dim")
    return bullet(words)


def bullet(words: Text) -> Table:
    """Words behind a point, with the lines under each other."""
    row = Table.grid(padding=(0, 1))
    row.add_column()
    row.add_column(overflow="fold")
    row.add_row("·", words)
    return row
