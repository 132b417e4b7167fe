"""Finding the installed games: Python entry points of the group ``agonist.games``, and games registered by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from .errors import UnknownGame
from .game import Game
from .learning import LEARNING, learn_types

GROUP = "agonist.games"

_by_hand: dict[str, Game] = {}


@cache
def _entries() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import, and not every command looks for games

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def names() -> list[str]:
    """The names of all games that are there, without loading them."""
    return sorted({*_entries(), *_by_hand})


def games() -> list[Game]:
    """All games that are there: one that leads first, the others by title. One that does not load is left out, and
    the log says why."""
    found = []
    for name in names():
        try:
            found.append(game(name))
        except Exception as problem:  # somebody else's package may fail in any way
            import logging

            log, why = logging.getLogger(__name__), f"{type(problem).__name__}: {problem}"
            where = log.isEnabledFor(logging.INFO)  # a server's log, not somebody's terminal
            log.warning("The game %s does not load: %s", name, why, exc_info=where)
    return sorted(found, key=lambda each: (not each.leads, each.title))


def game(name: str) -> Game:
    """The game of that name, loaded when first asked for."""
    if name in _by_hand:
        return _by_hand[name]
    if name not in _entries():
        raise UnknownGame(
            f"There is no game {name!r}.", accepted=", ".join(names()) or "nothing is installed"
        )
    return _loaded(name)


@cache
def _loaded(name: str) -> Game:
    from importlib.metadata import EntryPoint

    entry = EntryPoint(name, _entries()[name], GROUP)
    with LEARNING:
        found = entry.load()
        learn_types()
    if not isinstance(found, Game):
        raise UnknownGame(f"{entry.value} is not an agonist.kernel.Game.")
    return found


def register(new: Game) -> Game:
    """Add a game for this process, for example one that is being tried out."""
    learn_types()
    _by_hand[new.name] = new
    return new


def rules_from(text: str) -> dict[str, str]:
    """The rules of a reference in Markdown, one a line: ``- **QW-1** A rating is …``.

    >>> rules_from("# Title" + chr(10) + "- **HL-1** Highest card wins.")
    {'HL-1': 'Highest card wins.'}
    """
    return dict(_rules(text.splitlines()))


def _rules(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        if found := re.match(r"- \*\*([A-Z]+-\d+)\*\* (.+)", line):
            yield found[1], found[2]
