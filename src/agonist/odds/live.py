"""Live odds: what each answer to a question at the table would do to the chances, from what the asked seat sees.

Nothing but the seat's own view goes in. Where something that matters is hidden from the seat, the advice is an average,
and says over what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from agonist.kernel import Asked, SeatView

from .asking import loaded

__all__ = ["Advice", "Choice", "advise", "advised", "load_advisers"]


class Choice(msgspec.Struct, frozen=True):
    """An answer that could be given, its name, and what it is worth: a chance, or an expected number.

    `says` is an expected number as people say it, with what is counted.
    """

    answer: Any
    label: str
    value: float
    says: str = ""


class Advice(msgspec.Struct, frozen=True):
    """What the answers to a question are worth.

    `measure` says what the values are, in words; `best` is the best answer, `why` a sentence about it. If `chance`,
    the values are chances from 0 to 1. `averaged` says over what was averaged, and is empty if nothing was hidden.
    """

    measure: str
    choices: tuple[Choice, ...]
    best: Any
    why: str
    chance: bool = True
    averaged: str = ""
    method: str = "exact"
    error: float = 0.0
    rules: tuple[str, ...] = ()


_ADVISERS = {
    "questworlds": "agonist.odds.questworlds.advice:advise",
    "forge": "agonist.odds.forge.advice:advise",
    "deckahedron": "agonist.odds.deckahedron.advice:advise",
}


def advised(game: str) -> bool:
    """Whether there is advice for contests of a game."""
    return game in _ADVISERS


def load_advisers() -> None:
    """Load all that gives advice, before it is asked for."""
    for place in _ADVISERS.values():
        loaded(place)


def advise(game: str, type: str, view: SeatView, asked: Asked) -> Advice | None:
    """The advice for a question, or None where there is nothing to calculate."""
    place = _ADVISERS.get(game)
    if place is None or asked.chance:
        return None
    adviser: Callable[[str, SeatView, Asked], Advice | None] = loaded(place)
    return adviser(type, view, asked)
