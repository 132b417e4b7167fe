"""What games declare about their odds, each in a module of its own, which is found here by the game's name.

The module has a tuple `QUESTIONS`, and may have `KNOWS`, which says what the game knows better than bots that play on.
It is the folder `odds` of a game that comes with Agonist, or of an edition of one; of another, an entry point of the
group ``agonist.odds`` says where it is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

import agonist.kernel


class Asked(msgspec.Struct, frozen=True):
    """What such a module may have among its `QUESTIONS`: an `agonist.odds.inquiries.Question`."""


class Knows(msgspec.Struct, frozen=True, kw_only=True):
    """A game's own algorithms, each as ``module:function``, loaded when it is first used; none need be there."""

    advice: str = ""
    """From a contest type's name, what a seat sees of the state and what it is asked, to `Advice` or None."""
    policy: str = ""
    """From a name to a bot that only questions and simulations know, or None."""
    reading: str = ""
    """From a contest type and a set-up to how its outcomes are read, or None for by who won."""
    values: str = ""
    """From a contest type's name and its first state to who knows the value of every moment, or None."""
    raised: str = ""
    """From a text of a set-up that stands for a number, and by how much, to the text so much higher, or None."""
    luck: str = ""
    """From a state, what was reported and the open request to what its dice will have given, or None."""


_OURS = Path(agonist.kernel.__file__).parents[1]
_by_hand: dict[str, str] = {}


def declare(game: str, module: str) -> None:
    """Name a game's module of odds for this process, for example of one that is being tried out."""
    _by_hand[game] = module


@cache
def _plugged_in() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import, and most who ask know whom about

    return {entry.name: entry.value for entry in entry_points(group="agonist.odds")}


@cache
def _own() -> dict[str, str]:
    rooms = sorted(path.parents[1].name for path in _OURS.glob("*/odds/__init__.py"))
    found = {room: f"{_OURS.name}.{room}.odds" for room in rooms}
    for room in sorted({path.parents[2].name for path in _OURS.glob("*/*/odds/__init__.py")}):
        editions: dict[str, str] = import_module(f"{_OURS.name}.{room}").EDITIONS
        found |= {game: f"{_OURS.name}.{room}.{folder}.odds" for game, folder in editions.items()}
    return found


def asked_games(*wanted: str) -> tuple[str, ...]:
    """The games about which questions can be asked; others than our own are not looked for where `wanted` are ours."""
    more = {} if wanted and _own().keys() >= set(wanted) else _plugged_in()
    return tuple(each for each in dict.fromkeys((*_own(), *_by_hand, *more)) if not trouble(each))


def module_of(game: str) -> ModuleType | None:
    """The module in which a game declares its odds, if it does; none where somebody else's does not load."""
    if place := _own().get(game):
        return import_module(place)
    place = _by_hand.get(game) or _plugged_in().get(game)
    found = None if place is None else _tried(place)
    return found if isinstance(found, ModuleType) else None


def trouble(game: str) -> str:
    """Why a game has no odds although it declares some: what went wrong when its module was loaded; else nothing."""
    place = "" if game in _own() else _by_hand.get(game) or _plugged_in().get(game, "")
    found = _tried(place) if place else ""
    return found if isinstance(found, str) else ""


@cache
def _tried(place: str) -> ModuleType | str:
    """Somebody else's module of odds, or why it does not load: their game is played without."""
    try:
        found = import_module(place)
        if not isinstance(getattr(found, "KNOWS", Knows()), Knows):
            return f"KNOWS of {place} is no agonist.odds.Knows."
        if not all(isinstance(each, Asked) for each in getattr(found, "QUESTIONS", ())):
            return f"QUESTIONS of {place} are no tuple of agonist.odds.inquiries.Question."
    except Exception as problem:  # somebody else's package may fail in any way
        import logging

        logging.getLogger(__name__).info("The odds of %s do not load.", place, exc_info=True)
        return f"{place} does not load: {type(problem).__name__}: {problem}"
    return found


def known(game: str, what: str) -> Any:
    """What a game knows better, by the name of the field of `Knows`; None if it does not say."""
    knows: Knows = getattr(module_of(game), "KNOWS", Knows())
    place = getattr(knows, what)
    return loaded(place) if place else None


def loaded(place: str) -> Any:
    """What ``module:name`` names, loaded now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def part_of(package: str, parts: dict[str, str], name: str) -> Any:
    """A public name of a package, from the module that has it, loaded now."""
    if name not in parts:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return getattr(import_module(f"{package}.{parts[name]}"), name)
