"""FG-22: two things of one name are two things, and the one chosen is the one used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar


class Named(Protocol):
    """A trait, a boon, a bane, an asset."""

    name: str


T = TypeVar("T", bound=Named)


def told_apart(things: Sequence[T]) -> dict[str, T]:
    """Each thing by its name, a further one of the same name with a number.

    >>> class Thing:
    ...     def __init__(self, name): self.name = name
    >>> list(told_apart([Thing("VAIN"), Thing("LAME"), Thing("VAIN")]))
    ['VAIN', 'LAME', 'VAIN (2)']
    """
    found = {thing.name: thing for thing in things}
    if len(found) == len(things):
        return found
    found = {}
    for thing in things:
        label, number = thing.name, 1
        while label in found:
            number += 1
            label = f"{thing.name} ({number})"
        found[label] = thing
    return found


def fresh(name: str, taken: Iterable[str]) -> str:
    """A default name that is not taken yet.

    >>> fresh("AN EDGE", []), fresh("AN EDGE", ["AN EDGE", "AN EDGE 2"])
    ('AN EDGE', 'AN EDGE 3')
    """
    known, number, free = set(taken), 1, name
    while free in known:
        number += 1
        free = f"{name} {number}"
    return free
