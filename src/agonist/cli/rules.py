"""`agonist rules`: the rules reference in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from agonist.kernel import Game, UnknownGame, games


def rules(*words: str) -> int:
    """Show rules by number, all that hold certain words, or all of a game.

    Parameters
    ----------
    words
        A rule's number, a game, or words to look for. Without words: the games and the numbers of their rules.
    """
    known = games()
    console = Console(highlight=False)
    if not words:
        _overview(console, known)
        return 0
    found = _found(known, list(words))
    if not found:
        numbers = "; ".join(f"{game.name}, {_span(game)}" for game in known if game.rules)
        raise UnknownGame(
            f"No rule has {' '.join(words)!r}.", accepted=f"a number, a word, or a game: {numbers}"
        )
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold yellow")
    table.add_column(overflow="fold")
    for number, text in found.items():
        table.add_row(number, Markdown(text))
    console.print(table)
    return 0


def _overview(console: Console, known: list[Game]) -> None:
    for game in known:
        console.print(
            Text(f"{game.title}: ", "bold").append(f"agonist rules {game.name}, or {_span(game)}", "not bold")
        )


def _span(game: Game) -> str:
    """The numbers that there are: for each prefix its first and last."""
    ends: dict[str, list[str]] = {}
    for number in game.rules:
        ends.setdefault(number.partition("-")[0], []).append(number)
    return ", ".join(f"{numbers[0]} to {numbers[-1]}" for numbers in ends.values())


def _found(known: list[Game], words: list[str]) -> dict[str, str]:
    chosen = [game for game in known if game.name in words]
    wanted = [word for word in words if word not in {game.name for game in known}]
    every = {number: text for game in chosen or known for number, text in game.rules.items()}
    by_number = {word.upper(): every[word.upper()] for word in wanted if word.upper() in every}
    if by_number or not wanted:
        return by_number or every
    return {
        number: text
        for number, text in every.items()
        if all(word.casefold() in text.casefold() for word in wanted)
    }
