"""The board: what a seat sees of the state, drawn in text.

A game may bring its own as ``text_board.py`` in its package, with ``draw(seen, width)`` that gets the `SeatView` and
the number of columns and returns text or anything that Rich can print. All others are drawn from the state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from agonist.kernel import ContestType, SeatView
from agonist.tabletop import board_of

Draw = Callable[[SeatView, int], RenderableType]

BAR = 20


class Board:
    """The board of a contest as a seat sees it, drawn as wide as the screen is whenever it is shown."""

    def __init__(self, kind: ContestType[Any], seen: SeatView) -> None:
        self._kind = kind
        self._seen = seen
        self.tells = seen.outcome is None
        """Whether it says who is ahead."""

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        own = _own_board(type(self._kind).__module__)
        yield own(self._seen, options.max_width) if own else _plain_board(self._kind, self._seen)
        if self.tells and (ahead := self._ahead()):
            yield Text(ahead, style="bold")

    def _ahead(self) -> str:
        """Who is ahead, in a sentence."""
        return board_of(self._kind, self._seen.state, self._seen.seat).ahead


@cache
def _own_board(module: str) -> Draw | None:
    """The `text_board` of the game that a module belongs to: beside it, above it, or in its ``looks``."""
    while "." in module:
        module = module.rpartition(".")[0]
        for place in (f"{module}.text_board", f"{module}.looks.text_board"):
            with suppress(ModuleNotFoundError):
                if find_spec(place) is not None:
                    draw: Draw = import_module(place).draw
                    return draw
    return None


def _plain_board(kind: ContestType[Any], seen: SeatView) -> RenderableType:
    parts: list[RenderableType] = []
    if gauges := kind.gauges(seen.state):
        parts.append(_bars(gauges))
    parts += _parts(seen.state, seen.seat)
    return Group(*parts)


def _parts(state: Mapping[str, Any], seat: str) -> list[RenderableType]:
    """Plain values in one line, lists of things as tables, things inside things under their name."""
    line = Text(" · ").join(
        Text.assemble((f"{_named(key)} ", "dim"), str(value)) for key, value in state.items() if _plain(value)
    )
    parts: list[RenderableType] = [line] if line.plain else []
    for key, value in state.items():
        if isinstance(value, Mapping) and value:
            inner = _parts(value, seat)
            if inner:
                parts += [Text(_named(key).capitalize(), style="bold"), *inner]
        elif isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
            parts.append(_table(_named(key).capitalize(), value, seat))
    return parts


def _table(title: str, rows: Sequence[Mapping[str, Any]], seat: str) -> RenderableType:
    columns = [
        key
        for key in dict.fromkeys(key for row in rows for key in row)
        if key != "seat" and any(_plain(row.get(key)) or _short(row.get(key)) for row in rows)
    ]
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for column in columns:
        numbers = all(isinstance(row.get(column), int | None) for row in rows)
        table.add_column(_named(column), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        cells = [_cell(row.get(column)) for column in columns]
        table.add_row(*cells, style="bold" if row.get("seat") == seat else "")
    return table


def _bars(gauges: Mapping[str, float]) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    most = max([1.0, *map(abs, gauges.values())])
    for name, value in gauges.items():
        filled = round(BAR * max(0.0, value) / most)
        table.add_row(Text(name), Text("█" * filled + "░" * (BAR - filled), "yellow"), Text(f"{value:g}"))
    return table


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and value is not False and value != ""


def _short(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_plain(each) for each in value)


def _cell(value: Any) -> Text:
    if isinstance(value, bool):
        return Text("yes" if value else "")
    if isinstance(value, list):
        return Text(", ".join(str(each) for each in value if _plain(each)))
    return Text("" if value is None or isinstance(value, Mapping) else str(value))


def _named(key: str) -> str:
    return key.replace("_", " ")
