"""How things are told: lists of names, dice."""

from __future__ import annotations


def listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def some_dice(count: int) -> str:
    return "a die" if count == 1 else f"{count} dice"


def faces(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice)) if dice else "nothing"


def _verb(word: str, many: bool) -> str:
    return word if many else f"{word}s"
