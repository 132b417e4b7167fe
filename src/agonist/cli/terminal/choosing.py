"""Which contest, who plays it: presets found by words or picked from a list, seats for people and for bots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
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
from agonist.kernel.game import Checked

from .screen import Aside, Ended, Screen


class Ready(msgspec.Struct, frozen=True):
    """A preset of a game, ready to play, or one that was set up and `checked` just now."""

    game: Game
    kind: ContestType[Any]
    key: str
    preset: Preset
    checked: Checked | None = None

    @property
    def names(self) -> tuple[str, str, str]:
        return self.game.name, self.kind.name, self.key


def find(words: Sequence[str]) -> list[Ready]:
    """The presets that all words name: a game, a kind of contest, a preset or the beginning of its key; else those
    whose titles have the words."""
    wanted = [word.casefold() for each in words for word in re.split(r"[/\s]+", each) if word]
    named = [ready for ready in _all() if all(_fits(word, ready) for word in wanted)]
    exactly = [ready for ready in named if ready.key in wanted]
    titled = (r for r in _all() if set(wanted) <= set(r.preset.title.casefold().split()))
    return exactly or named or list(titled)


def _fits(word: str, ready: Ready) -> bool:
    return word in ready.names or ready.key.startswith(word)


def _like(words: Sequence[str]) -> str:
    """What somebody may have meant, and how to see everything."""
    names = {name: None for ready in _all() for name in (ready.key, *ready.names)}
    close = [name for word in words for name in get_close_matches(word.casefold(), names, cutoff=0.5)]
    see = "agonist play alone shows every contest"
    return f"{' or '.join(close[:3])}; {see}" if close else see


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
        raise UnknownGame(f"There is no contest {' '.join(words)!r}.", accepted=_like(words))
    if len(found) == 1:
        return found[0]
    if not screen.alive:
        raise UnknownGame("Say which contest.", accepted=", ".join(_told_apart(found)))
    choice = list({ready.game.name: ready.game for ready in found}.values())
    if len(choice) > 1 and 3 * len(found) > screen.console.height:
        game = _pick_game(screen, choice)
        found = [ready for ready in found if ready.game is game]
        screen.clear()
    begin = next((n for n, ready in enumerate(found) if ready.key == first_of(ready.game).key), 0)
    _show(screen, found, begin)
    return found[_number(screen, "Which one? ", len(found), begin + 1)]


def _told_apart(found: Sequence[Ready]) -> list[str]:
    """The keys of presets, with the kind of contest where several have the same."""
    keys = [ready.key for ready in found]
    return [
        key if keys.count(key) == 1 else f"{ready.kind.name} {key}"
        for key, ready in zip(keys, found, strict=True)
    ]


def pick_kind(screen: Screen, words: Sequence[str]) -> tuple[Game, ContestType[Any]]:
    """The kind of contest that the words name, ready or not; a person is shown a list if there are several."""
    wanted = {word.casefold() for each in words for word in re.split(r"[/\s]+", each) if word}
    known = [(game, kind) for game in games() for kind in game.types]
    found = [(game, kind) for game, kind in known if wanted <= {game.name, kind.name}]
    names = ", ".join(f"{game.name} {kind.name}" for game, kind in found or known)
    if not found:
        raise UnknownGame(f"There is no kind of contest {' '.join(words)!r}.", accepted=names)
    if len(found) > 1 and not screen.alive:
        raise UnknownGame("Say which kind of contest.", accepted=names)
    if len(found) == 1:
        return found[0]
    game = _pick_game(screen, list({game.name: game for game, _ in found}.values()))
    kinds = [kind for one, kind in found if one is game]
    screen.clear()
    table = Table.grid(padding=(0, 1))
    short = 3 * len(kinds) > screen.height
    for n, kind in enumerate(kinds, 1):
        told = Text(kind.title, "bold").append("" if short else f"\n{kind.blurb}", "not bold")
        table.add_row(Text(f"{n:>2}", "yellow"), told)
    screen.show(table)
    return game, kinds[_number(screen, "Which kind of contest? ", len(kinds))]


def _pick_game(screen: Screen, choice: Sequence[Game]) -> Game:
    if len(choice) == 1:
        return choice[0]
    screen.clear()
    table = Table.grid(padding=(0, 1))
    short = 3 * len(choice) > screen.height
    for n, game in enumerate(choice, 1):
        told = Text(game.title, "bold").append("" if short else f"\n{game.blurb}", "not bold")
        table.add_row(Text(f"{n:>2}", "yellow"), told)
    screen.show(table)
    return choice[_number(screen, "Which game? ", len(choice))]


def first_of(game: Game) -> Ready:
    """The contest to begin with: the first of the kind that has most of them."""
    ready = [each for each in _all() if each.game is game]
    return max(ready, key=lambda each: len(each.kind.presets))


def _show(screen: Screen, found: Sequence[Ready], begin: int) -> None:
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
        if n == begin + 1:
            words.append("  good to begin with (Enter)", "not bold yellow")
        if not short:
            words.append(f"\n{ready.preset.blurb}", "not bold")
        table.add_row(str(n), words)
    screen.show(table)


def _number(screen: Screen, question: str, most: int, usual: int = 1) -> int:
    while True:
        try:
            line = screen.read_offered(f"{question}1 to {most} [{usual}]> ") or str(usual)
        except Aside as aside:
            if aside.word in ("quit", "q", "exit"):
                raise Ended from None
            line = aside.word
        if line.casefold() in ("q", "quit", "exit"):
            raise Ended
        if line.isdecimal() and 1 <= int(line) <= most:
            return int(line) - 1
        screen.complain(f"Type a number from 1 to {most}, or quit.")


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


def pick_seats(screen: Screen, seats: dict[str, str], *, alone: bool = False) -> tuple[str, ...]:
    """The seats that people at this keyboard play: the first player's, unless a person says otherwise.

    What is made for one person `alone` asks nobody who there is.
    """
    players = [seat for seat in seats if seat != GM]
    first = tuple(players[:1]) or (GM,)
    if not screen.alive or not players or (alone and len(players) == 1):
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
    from agonist.odds.best import BEST, best_bot

    known: dict[str, Policy] = {**(kind.bots or {"defaults": defaults}), BEST: best_bot()}
    choice = dict.fromkeys(seats, next(iter(known)))
    for each in named:
        seat, _, bot = each.rpartition("=")
        if bot not in known:
            raise SetupRefused(f"{kind.title} has no bot {bot!r}.", accepted=", ".join(known))
        if seat and seat not in choice:
            raise AgonistError(f"No bot sits at {seat!r}.", accepted=", ".join(choice) or "no seat has a bot")
        choice.update({seat: bot} if seat else dict.fromkeys(seats, bot))
    return choice, {seat: known[bot] for seat, bot in choice.items()}
