"""What belongs where everybody looks: dice and cards as they fall, and the word for what came of them."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Rare", "Staged"]

Rare = Literal["", "bright", "dark"]


class Staged(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event on stage: whose dice or cards, what they show, and what they mean in a word.

    Dice that show at least `least` count. `lit` says what counts on each card, by a word of the game, and `counts`
    which card does. What is `rare`, for better or worse, gets a light of its own.
    """

    who: str = ""
    note: str = ""
    dice: tuple[int, ...] = ()
    sides: int = 6
    least: int = 0
    cards: tuple[str, ...] = ()
    lit: str = ""
    counts: str = ""
    word: str = ""
    rare: Rare = ""
