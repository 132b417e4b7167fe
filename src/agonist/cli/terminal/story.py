"""The story so far: the lines of the log that a seat may read, the new ones first of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from agonist.kernel import GM, Referee, SeatView, WrittenLine, seat_lines
from agonist.tabletop import listed

from .screen import Screen

__all__ = ["Story", "bullet", "told"]

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
        """The lines that are new to the seat; for a person, as many of the last as there is room for.

        Where a scene begins with more than there is room for, who is who stands in its place.
        """
        lines = [line for line in seen.lines if line.n >= self._read.get(seen.seat, 0)]
        if not screen.alive:
            self.seen(seen.seat)
            for line in lines:
                screen.show(_written(line))
            return
        lines = [line for line in _once(lines) if line.facts.get("event") not in ABOUT_DICE]
        rows = [_written(line) for line in lines]
        who = who_is_who(self._referee, seen) if seen.seat not in self._read else []
        if who and sum(map(screen.rows, rows)) > room:
            shown = [bullet(Text(each)) for each in who]
        else:
            shown = list(_last(screen, rows, room))
            if len(shown) < len(lines):
                screen.say(f"… {len(lines) - len(shown)} earlier: log", "dim")
        for row in shown:
            screen.show(row)

    def seen(self, seat: str) -> None:
        """The seat has read all that there is."""
        self._read[seat] = len(self._referee.log)

    def show_all(self, screen: Screen, seat: str) -> None:
        for row in told(self._referee, seat):
            screen.show(row)


def who_is_who(referee: Referee[Any], seen: SeatView) -> list[str]:
    """Whom a seat plays, with whom and against whom, where there are more than two: as far as it can see."""
    own = referee.kind.played_by(referee.state, seen.seat)
    stands = referee.kind.stands(seen.state) or {
        name: n for n, (seat, name) in enumerate(referee.seats.items()) if seat != GM
    }
    if not own or len(stands) < 3:
        return []
    sides = {stands.get(name) for name in own}
    beside = [name for name, side in stands.items() if side in sides and name not in own]
    against = [name for name, side in stands.items() if side not in sides]
    with_them = f", with {listed(beside)}" if beside else ""
    return [f"You play {listed(own)}{with_them}.", *([f"Against you: {listed(against)}."] if against else [])]


def told(referee: Referee[Any], seat: str) -> list[Table]:
    """The whole story, as a seat may read it."""
    return [_written(line) for line in seat_lines(referee, seat)]


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
