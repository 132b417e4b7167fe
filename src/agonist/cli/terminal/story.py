"""The story so far: the lines of the log that a seat may read, the new ones first of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from agonist.kernel import GM, Referee, SeatView, Viewer, WrittenLine, look, seat_lines
from agonist.tabletop import board_of, listed
from agonist.tabletop.beat import Beat, Figure, beats_of, sides_of

from .screen import Screen

FEWEST = 1
"""So many new lines are shown even where there is no room."""
ABOUT_DICE = ("committed", "revealed")
"""Lines for who checks the dice; a person who plays finds them in the log."""


class Story:
    """What each seat at this keyboard has read."""

    def __init__(self, referee: Referee[Any]) -> None:
        self._referee = referee
        self._read: dict[str, int] = {}
        self._left: dict[str, Mapping[str, float]] = {}
        """What everybody had left when a seat looked last."""

    def show_new(self, screen: Screen, seen: SeatView, room: int) -> None:
        """The lines that are new to the seat; for a person, as many of the last as there is room for.

        A scene of many begins with who is who, in the place of a beginning that there is no room for.
        """
        lines = [line for line in seen.lines if line.n >= self._read.get(seen.seat, 0)]
        if not screen.alive:
            self.seen(seen.seat)
            for line in lines:
                screen.show(_written(line))
            return
        lines = [line for line in _once(lines) if line.facts.get("event") not in ABOUT_DICE]
        rows = self._rows(lines, seen)
        who = who_is_who(self._referee, seen) if seen.seat not in self._read else []
        sides = [bullet(Text(each)) for each in who]
        if not self._names_all(lines, seen):
            rows = [*sides, *rows]
        if sides and sum(map(screen.rows, rows)) > room:
            shown = sides
        else:
            shown = list(_last(screen, rows, room))
            if len(shown) < len(rows):
                screen.say(f"… {len(rows) - len(shown)} earlier: log", "dim")
        for row in shown:
            screen.show(row)

    def _names_all(self, lines: Sequence[WrittenLine], seen: SeatView) -> bool:
        """Whether a line of the story says by itself who stands here."""
        names = [name.removeprefix("The ") for name in self._referee.kind.stands(seen.state)]
        return bool(names) and any(all(name in line.text for name in names) for line in lines)

    def _rows(self, lines: Sequence[WrittenLine], seen: SeatView) -> list[Table]:
        """Each roll in two rows, whatever was told of it besides; all else line by line."""
        kind = self._referee.kind
        now, before = kind.gauges(seen.state), self._left.get(seen.seat, {})
        read = [line for line in seen.lines if line.n < self._read.get(seen.seat, 0)]
        beats = beats_of(lines, sides_of(board_of(kind, seen.state, seen.seat)), read[-24:])
        price = [
            f"{name} {was:g} → {now[name]:g}" for name, was in before.items() if now.get(name, was) != was
        ]
        rows, told = list[Table](), set[int]()
        for line in lines:
            beat = next((each for each in beats if each.begins <= line.n <= each.until), None)
            if beat is None or line.undone:
                rows.append(_written(line))
            elif beat.begins not in told:
                told.add(beat.begins)
                rows += _told(beat, price if len(beats) == 1 else [])
        if price and len(beats) > 1:
            rows.append(bullet(Text(f"In all: {', '.join(price)}", "bold")))
        return rows

    def seen(self, seat: str) -> None:
        """The seat has read all that there is."""
        referee = self._referee
        self._read[seat] = len(referee.log)
        self._left[seat] = referee.kind.gauges(look(referee.state, Viewer(seat, referee.state)))

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


def _told(beat: Beat, price: Sequence[str]) -> list[Table]:
    """What fell and why it counts; what came of it, and what it costs."""
    fell = "   ".join(_fell(each) for each in beat.figures)
    said = beat.verdict
    if said is None:
        return [bullet(Text(fell))]
    why = f"{said.why}{f' ({said.term.lower()})' if said.term else ''}".strip() if fell else ""
    first = Text(fell)
    first.append(f"   {why}" if why else "", "dim")
    cost = f"{said.says.rstrip('.')}. {', '.join(price)}".strip()
    return [bullet(each) for each in (first, Text(cost, "bold")) if each.plain]


def _fell(figure: Figure) -> str:
    """Whose dice or cards show what.

    >>> from agonist.kernel import Staged
    >>> _fell(Figure("Ana", 0, Staged("Ana", dice=(14,), sides=20, word="1 success", made=True)))
    'Ana: 14 ✓'
    >>> _fell(Figure("Ana", 0, Staged("Ana", dice=(2, 5, 6), word="Effort 2")))
    'Ana: 2, 5, 6 (Effort 2)'
    """
    throw = figure.throw
    made = "" if throw.made is None else " ✓" if throw.made else " ✗"
    shows = ", ".join(map(str, throw.dice)) or throw.word
    return f"{figure.who}: {shows}{f' ({throw.word})' if len(throw.dice) > 1 and throw.word else ''}{made}"


def _written(line: WrittenLine) -> Table:
    words = Text("(undone) " if line.undone else "", style="strike dim" if line.undone else "")
    words.append(line.text)
    if line.rule:
        words.append(f"  {line.rule}", "not bold dim")
    return bullet(words)


def bullet(words: Text, point: str = "·") -> Table:
    """Words behind a point, with the lines under each other."""
    row = Table.grid(padding=(0, 1))
    row.add_column()
    row.add_column(overflow="fold")
    row.add_row(point, words)
    return row
