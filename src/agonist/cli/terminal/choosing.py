"""Which contest, who plays it: presets found by words or picked from a list, seats for people and for bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from agonist.kernel import (
    GM,
    AgonistError,
    AnswerRefused,
    ContestType,
    Game,
    Policy,
    Preset,
    SetupRefused,
    UnknownGame,
    defaults,
    games,
)

from .screen import Screen

__all__ = ["Ready", "bots_for", "find", "pick", "pick_seats", "seats_from"]


class Ready(msgspec.Struct, frozen=True):
    """A preset of a game, ready to play."""

    game: Game
    kind: ContestType[Any]
    key: str
    preset: Preset

    @property
    def names(self) -> tuple[str, str, str]:
        return self.game.name, self.kind.name, self.key


def find(words: Sequence[str]) -> list[Ready]:
    """The presets that all words name: a game, a kind of contest or a preset, or the beginning of its key."""
    wanted = [word.casefold() for each in words for word in each.split("/") if word]
    return [ready for ready in _all() if all(_fits(word, ready) for word in wanted)]


def _fits(word: str, ready: Ready) -> bool:
    return word in ready.names or ready.key.startswith(word)


def _all() -> list[Ready]:
    return [
        Ready(game, kind, key, preset)
        for game in games()
        for kind in game.types
        for key, preset in kind.presets.items()
    ]


def pick(screen: Screen, words: Sequence[str]) -> Ready:
    """The preset that the words name; a person is shown a list if there are several."""
    found = find(words)
    if not found:
        known = ", ".join("/".join(ready.names) for ready in _all()) or "nothing is installed"
        raise UnknownGame(f"There is no contest {' '.join(words)!r}.", accepted=known)
    exact = [ready for ready in found if ready.key in words]
    if len(found) == 1 or len(exact) == 1:
        return (exact or found)[0]
    if not screen.alive:
        raise UnknownGame("Say which contest.", accepted=", ".join("/".join(ready.names) for ready in found))
    choice = list({ready.game.name: ready.game for ready in found}.values())
    if len(choice) > 1 and 3 * len(found) > screen.console.height:
        _show_games(screen, choice)
        game = choice[_number(screen, "Which game? ", len(choice))]
        found = [ready for ready in found if ready.game is game]
    _show(screen, found)
    return found[_number(screen, "Which one? ", len(found))]


def _show_games(screen: Screen, known: Sequence[Game]) -> None:
    table = Table.grid(padding=(0, 1))
    for n, game in enumerate(known, 1):
        table.add_row(Text(str(n), "yellow"), Text(game.title, "bold").append(f"\n{game.blurb}", "not bold"))
    screen.show(table)


def _show(screen: Screen, found: Sequence[Ready]) -> None:
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="yellow", no_wrap=True)
    table.add_column(overflow="fold")
    before: Game | None = None
    short = 3 * len(found) > screen.console.height
    for n, ready in enumerate(found, 1):
        if ready.game is not before:
            table.add_row("", Text(ready.game.title, style="bold underline"))
            before = ready.game
        words = Text(ready.preset.title, style="bold")
        words.append(f"  {ready.kind.title.lower()}", "not bold dim")
        if not short:
            words.append(f"\n{ready.preset.blurb}", "not bold")
        table.add_row(str(n), words)
    screen.show(table)


def _number(screen: Screen, question: str, most: int) -> int:
    while True:
        line = screen.read(f"{question}1 to {most} [1]> ").strip() or "1"
        if line.isdecimal() and 1 <= int(line) <= most:
            return int(line) - 1
        screen.complain(f"{line!r} is not there. Accepted: a number from 1 to {most}.")


def seats_from(seats: dict[str, str], wanted: Sequence[str]) -> tuple[str, ...]:
    """The seats that names mean, in the table's order; ``all`` means everybody."""
    if "all" in wanted:
        return tuple(seats)
    by_name = {seat.casefold(): seat for seat in seats} | {
        name.casefold(): seat for seat, name in seats.items()
    }
    for name in wanted:
        if name.casefold() not in by_name:
            raise AnswerRefused(
                f"There is no seat {name!r}.",
                accepted=", ".join([*_said(seats), "all"]),
                code="act.not-yours",
            )
    chosen = {by_name[name.casefold()] for name in wanted}
    return tuple(seat for seat in seats if seat in chosen)


def _said(seats: dict[str, str]) -> list[str]:
    return [
        seat if seat.casefold() == name.casefold() else f"{seat} ({name})" for seat, name in seats.items()
    ]


def pick_seats(screen: Screen, seats: dict[str, str]) -> tuple[str, ...]:
    """The seats that people at this keyboard play: the first player's, unless a person says otherwise."""
    players = [seat for seat in seats if seat != GM]
    first = tuple(players[:1]) or (GM,)
    if not screen.alive or not players:
        return first
    ways: list[tuple[str, tuple[str, ...]]] = [
        (f"{seats[seat]}; bots play the rest", (seat,)) for seat in players
    ]
    if len(players) > 1:
        ways.append(("all players in turn; a bot is the game master", tuple(players)))
    ways.append(("everybody in turn, the game master too", tuple(seats)))
    screen.say("Who plays at this keyboard?", "bold")
    for n, (label, _) in enumerate(ways, 1):
        screen.say(f"{n:>2} {label}")
    return ways[_number(screen, "", len(ways))][1]


def bots_for(
    kind: ContestType[Any], seats: Sequence[str], named: Sequence[str] = ()
) -> tuple[dict[str, str], dict[str, Policy]]:
    """A bot for each seat, by name and as policy. `named` are a bot's name for all seats, or ``seat=bot``."""
    known: dict[str, Policy] = {**kind.bots} or {"defaults": defaults}
    choice = dict.fromkeys(seats, next(iter(known)))
    for each in named:
        seat, _, bot = each.rpartition("=")
        if bot not in known:
            raise SetupRefused(f"{kind.title} has no bot {bot!r}.", accepted=", ".join(known))
        if seat and seat not in choice:
            raise AgonistError(f"No bot sits at {seat!r}.", accepted=", ".join(choice) or "no seat has a bot")
        choice.update({seat: bot} if seat else dict.fromkeys(seats, bot))
    return choice, {seat: known[bot] for seat, bot in choice.items()}
