"""Values that are worked out: the chance of each side wherever a contest stands, where an algorithm knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from agonist.kernel import Course, State

from .declared import known


class Valuer(Protocol):
    """Knows the chance of the first of two sides wherever a contest stands."""

    error: float
    seats: tuple[str, str]
    assumes: str

    def value(self, make: Callable[[], Course[Any]]) -> float | None:
        """The first side's chance in a contest that can be made anew again and again; None where it is not known."""


def valuer_for(game: str, type: str, state: State) -> Valuer | None:
    """Who knows the values of a contest that begins with this state, if anybody does."""
    made: Callable[[str, State], Valuer | None] | None = known(game, "values")
    return None if made is None else made(type, state)
