"""Ways to say a thing in the log."""

from __future__ import annotations


def listed(names: tuple[str, ...] | list[str], last: str = "and") -> str:
    """Names in a sentence: ``Ash, Birch and Elm``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def begun(sentence: str) -> str:
    """A sentence that may begin with a name in small letters."""
    return sentence[:1].upper() + sentence[1:]


def whose(name: str) -> str:
    """A name as an owner's.

    >>> whose("Asa"), whose("the odds")
    ("Asa's", "the odds'")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def quoted(words: str) -> str:
    return f" “{words}”" if words else ""
