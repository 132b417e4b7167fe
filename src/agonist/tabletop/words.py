"""Ways to say a thing, the same in every game."""

from __future__ import annotations

from collections.abc import Sequence


def listed(things: Sequence[str], last: str = "and") -> str:
    """Things in a row, as one says them.

    >>> listed(["Ash", "Birch", "Elm"]), listed(["Ash"]), listed([])
    ('Ash, Birch and Elm', 'Ash', '')
    """
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def amount(count: int, what: str, none: str = "no") -> str:
    """A number of things.

    >>> amount(1, "card"), amount(3, "card"), amount(0, "card"), amount(0, "Wound", "0")
    ('1 card', '3 cards', 'no cards', '0 Wounds')
    """
    return f"{count or none} {what}{'' if count == 1 else 's'}"


def signed(number: int) -> str:
    """A number with its sign, as it is written by hand.

    >>> signed(3), signed(-6), signed(0)
    ('+3', '−6', '0')
    """
    return f"{number:+}".replace("-", "−") if number else "0"


def minus(number: int) -> str:
    """A number with a proper minus sign.

    >>> minus(-4), minus(7)
    ('−4', '7')
    """
    return str(number).replace("-", "−")


def begun(sentence: str) -> str:
    """A sentence that may begin with a name in small letters."""
    return sentence[:1].upper() + sentence[1:]


def verb(word: str, many: bool) -> str:
    """What one does, or several do."""
    return word if many else f"{word}s"


def whose(name: str) -> str:
    """A name as an owner's.

    >>> whose("Asa"), whose("the odds")
    ("Asa's", "the odds'")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def quoted(words: str) -> str:
    """Somebody's own words at the end of a sentence, if there are any."""
    return f" “{words}”" if words else ""
