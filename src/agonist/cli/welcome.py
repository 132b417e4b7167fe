"""What `agonist` alone shows: what can be done, with examples that work here."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agonist.kernel import games

from .terminal.choosing import first_of


def welcome(console: Console | None = None) -> None:
    """Show what can be done."""
    console = console or Console(highlight=False)
    console.print(
        Text("Agonist, the referee for the decisive scene of a tabletop role-playing game.", "bold")
    )
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="yellow")
    table.add_column(overflow="fold")
    for title, rows in _examples():
        table.add_row()
        table.add_row(Text(title, "bold not dim"), "")
        for example, what in rows:
            table.add_row(f"  {example}", what)
    console.print(table)
    console.print()
    console.print(
        Text("agonist --help lists every command, agonist COMMAND --help tells all about one.", "dim")
    )


def _examples() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    yield (
        "Play",
        [
            ("agonist play", "choose a contest, alone or with friends"),
            *_first_presets(),
            ("agonist play --last", "go on where you stopped"),
            ("agonist serve", "a table for your group in the browser"),
        ],
    )
    yield (
        "Know",
        [
            ("agonist odds --help", "what are my chances? how much should I bid?"),
            ("agonist study FILE", "what does this rule do to underdogs?"),
            *_first_rule(),
            ("agonist review FILE", "why did I lose? luck told from skill"),
            ("agonist verify FILE", "were the dice of a finished contest fair?"),
        ],
    )
    yield (
        "Look after it",
        [
            ("agonist doctor", "is everything installed?"),
            ("agonist backup FILE", "copy all tables, while the server runs"),
            ("agonist completion --install", "let the Tab key complete commands"),
        ],
    )


def _first_presets() -> Iterator[tuple[str, str]]:
    """The contest of each game to begin with."""
    for game in games():
        if any(kind.presets for kind in game.types):
            first = first_of(game)
            yield f"agonist play {first.key}", f"{first.preset.title} ({game.title})"


def _first_rule() -> Iterator[tuple[str, str]]:
    for number in [next(iter(game.rules)) for game in games() if game.rules][:1]:
        yield f"agonist rules {number}", "what does this rule say?"
