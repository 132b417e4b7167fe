"""Cards and suits as they are written in questions about odds (DK-1)."""

from __future__ import annotations

from collections.abc import Sequence

from agonist.odds.refusal import refuse

from ..cards import BLESSINGS, DECKAHEDRON, SUITS, WOUND_CARDS, Suit

RESULTS = ("double-cross", "cross", "check", "double-check")
"""What a card shows on a suit, from 1 for ✗✗ to 4 for ✔✔."""


def parse_suit(text: str) -> Suit:
    """One of the four suits."""
    found = next((suit for suit in SUITS if suit == text), None)
    if found is None:
        refuse(f"{text!r} is no suit.", ", ".join(SUITS), "suit")
    return found


def parse_cards(cards: Sequence[str], place: str) -> tuple[str, ...]:
    """Cards as the game writes them, each one that there is."""
    known = {*DECKAHEDRON, *WOUND_CARDS, *BLESSINGS}
    for card in cards:
        if card not in known:
            refuse(
                f"{card!r} is no card.",
                f"cards such as {DECKAHEDRON[3]}, wound cards {', '.join(WOUND_CARDS)}",
                place,
            )
    return tuple(cards)
