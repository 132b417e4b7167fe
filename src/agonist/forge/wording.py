"""How dice are told."""

from __future__ import annotations


def some_dice(count: int) -> str:
    return "a die" if count == 1 else f"{count} dice"


def faces(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice)) if dice else "nothing"


def _verb(word: str, many: bool) -> str:
    return word if many else f"{word}s"
