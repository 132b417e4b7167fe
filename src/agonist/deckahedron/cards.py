"""DK-1: the cards. A card is a short text: its results on Anvil, Blade, Crown and Dragon, then its marks.

``1224sx`` shows ✗✗ ✗ ✗ ✔✔, the Stamina symbol and the XP symbol. The marks are ``s`` Stamina, ``x`` XP, ``w`` a
wound card, ``b`` a blessing card.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal

Suit = Literal["anvil", "blade", "crown", "dragon"]
SUITS: tuple[Suit, ...] = ("anvil", "blade", "crown", "dragon")

DOUBLE_CROSS, CROSS, CHECK, DOUBLE_CHECK = 1, 2, 3, 4
SIGNS = {DOUBLE_CROSS: "✗✗", CROSS: "✗", CHECK: "✔", DOUBLE_CHECK: "✔✔"}

CRITICAL_FAILURE = "1111"
CRITICAL_SUCCESS = "4444s"

PLAIN = ("1111", "1232", "1434", "2234", "2323", "1223", "2123", "1141x", "2212x", "3122")
STAMINA = ("4444s", "1334s", "3344s", "3434s", "1224sx", "3212sx", "4112sx", "3434s", "1342s", "3343s")

DECKAHEDRON: tuple[str, ...] = tuple(sorted(PLAIN + STAMINA))
"""The twenty cards that every character has."""
WOUND_CARDS = ("1112w", "1121w")
"""What the supply holds for each character."""
BLESSINGS = ("3444b", "3444b", "4344b", "4344b", "4444b", "4444b")
"""What the supply holds for all characters together."""


@cache
def face(card: str, suit: Suit) -> int:
    """The result of a card on a suit, from 1 for ✗✗ to 4 for ✔✔.

    >>> SIGNS[face("1224sx", "dragon")]
    '✔✔'
    """
    return int(card[SUITS.index(suit)])


def has_stamina(card: str) -> bool:
    return "s" in card


def gives_xp(card: str) -> bool:
    return "x" in card


def is_wound(card: str) -> bool:
    return "w" in card


def is_blessing(card: str) -> bool:
    return "b" in card


def move(card: str, source: list[str], target: list[str]) -> None:
    """Move one card between piles, which are kept sorted."""
    source.remove(card)
    insort(target, card)


def named(card: str) -> str:
    """A card in words and signs, for people.

    >>> named("1224sx")
    '✗✗ ✗ ✗ ✔✔ (Stamina, XP)'
    """
    marks = [word for word, there in _marks(card) if there]
    return signs(card) + (f" ({', '.join(marks)})" if marks else "")


def signs(card: str) -> str:
    return " ".join(SIGNS[int(result)] for result in card[:4])


def _marks(card: str) -> tuple[tuple[str, bool], ...]:
    return (
        ("critical failure", card == CRITICAL_FAILURE),
        ("critical success", card == CRITICAL_SUCCESS),
        ("wound card", is_wound(card)),
        ("blessing", is_blessing(card)),
        ("Stamina", has_stamina(card)),
        ("XP", gives_xp(card)),
    )


CARD_WAYS: Mapping[str, Callable[[Any], str]] = {"card": named, "signs": signs, "sign": SIGNS.__getitem__}
"""The ways in which a card, or a result, is told."""
NAMES = {card: named(card) for card in (*DECKAHEDRON, *WOUND_CARDS, *BLESSINGS)}
"""What people call each card."""
