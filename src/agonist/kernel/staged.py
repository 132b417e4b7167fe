"""What belongs where everybody looks: dice and cards as they fall, and the word for what came of them."""

from __future__ import annotations

from typing import Literal

import msgspec

Rare = Literal["", "bright", "dark"]


class Staged(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event on stage: whose dice or cards, what they show, and what they mean.

    Dice that show at least `least` count. `needed` is what they had to show, in words, and `made` whether they did, for
    those who may know. `lit` says what counts on each card, by a word of the game, and `counts` which card does.

    What came of it is a sentence that anybody understands (`says`), with what decided it in a few words (`why`); `word`
    is the rules' own term for it. What is `rare`, for better or worse, gets a light of its own.
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
    says: str = ""
    why: str = ""
    needed: str = ""
    made: bool | None = None
