"""QuestWorlds as it is played today: contests and sequences."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    """The rules are loaded when the game is asked for: a quick question about its odds does without them."""
    if name != "GAME":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .game import GAME

    return GAME
