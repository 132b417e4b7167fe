"""Watching a contest: whoever keeps something of what happens in it, as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .transcript import Answered, Chanced, Overridden

if TYPE_CHECKING:
    from .play import Play


class Watcher(Protocol):
    """Whoever wants to know of what happens in a contest as it happens."""

    def entering(self, play: Play[Any], entry: Answered | Chanced | Overridden, *, by_hand: bool) -> None:
        """An entry is about to be applied, and its request still open."""

    def entered(self, play: Play[Any], entry: Answered | Chanced | Overridden, at: int) -> None:
        """An entry was applied at request number `at`."""

    def rewound(self, play: Play[Any], to: int) -> None:
        """The contest went back to request number `to`."""
