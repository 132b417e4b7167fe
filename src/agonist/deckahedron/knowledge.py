"""What anybody can work out about a deck from what lies face up: which cards are in it, though not their order."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .cards import DECKAHEDRON


def cards_in_deck(seen: dict[str, Any]) -> list[str]:
    """The cards of a deck, from a seat's view of its character."""
    own = Counter(DECKAHEDRON) + Counter(seen["added"])
    return sorted((own - Counter(seen["discard"]) - Counter(seen["exhaustion"])).elements())
