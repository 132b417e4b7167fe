"""The faces of the cards (DK-1), as far as chances need them.

They stand in the game too; they are repeated here, and a test holds them equal, because a quick question should not
have to load the whole game.
"""

from __future__ import annotations

from collections.abc import Sequence

from agonist.odds.refusal import refuse

SUITS = ("anvil", "blade", "crown", "dragon")
RESULTS = ("double-cross", "cross", "check", "double-check")
PLAIN = ("1111", "1232", "1434", "2234", "2323", "1223", "2123", "1141x", "2212x", "3122")
STAMINA = ("4444s", "1334s", "3344s", "3434s", "1224sx", "3212sx", "4112sx", "3434s", "1342s", "3343s")
WOUND_CARDS = ("1112w", "1121w")
CRITICAL_SUCCESS = "4444s"
BLESSINGS = ("3444b", "4344b", "4444b")
DECKAHEDRON = tuple(sorted(PLAIN + STAMINA))


def face(card: str, suit: str) -> int:
    """A card's result on a suit, from 1 for ✗✗ to 4 for ✔✔."""
    return int(card[SUITS.index(suit)])


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
