"""Small helps for putting things into words."""

from __future__ import annotations

from collections.abc import Sequence


def amount(count: int, what: str) -> str:
    """A number of things.

    >>> amount(1, "card"), amount(3, "card"), amount(0, "card")
    ('1 card', '3 cards', 'no cards')
    """
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def listed(things: Sequence[str], last: str = "and") -> str:
    """Things in a row, as one says them.

    >>> listed(["one", "two", "three"])
    'one, two and three'
    """
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


SPOKEN = {"stamina": "a Stamina point", "harm": "a Harm", "wound": "a Wound"}
"""What a part of a hit is called."""
