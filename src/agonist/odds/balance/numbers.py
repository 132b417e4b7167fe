"""The numbers of a set-up that are somebody's: where they stand, what they are called, and a little more or less."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from agonist.kernel import AgonistError, ContestType, Fields, Form, Many, Maybe

FIVE, SMALL = 5, 8
"""Five points more or less; one, of a number smaller than this."""
Raised = Callable[[str, int], str | None]
"""From a text that stands for a number, and by how much, to the text so much higher; None where it is none."""


class Leaf(NamedTuple):
    """A number of a set-up: the way to it, what it is called, what it is, and by how much it is moved."""

    path: tuple[str | int, ...]
    label: str
    value: int | str
    by: int


def leaves_of(kind: ContestType[Any], setup: Any, raised: Raised) -> list[Leaf]:
    """The numbers of everybody in a set-up that are not as usual, those of people first named first."""
    return [*_leaves(kind.setup_form, msgspec.to_builtins(setup), (), (), raised)]


def _leaves(
    form: Form, data: Any, path: tuple[str | int, ...], names: tuple[str, ...], raised: Raised
) -> Iterator[Leaf]:
    while isinstance(form, Maybe):
        form = form.of
    if isinstance(form, Fields) and isinstance(data, dict):
        named = (*names, str(data["name"])) if data.get("name") else names
        for field in form.fields:
            value = data.get(field.key)
            inner = field.form.of if isinstance(field.form, Maybe) else field.form
            if isinstance(value, bool) or value in (None, "", [], (), {}):
                continue
            by = _by(value, raised) if named and value != field.default else 0
            if by:
                label = ", ".join(dict.fromkeys((*named, field.label)))
                yield Leaf((*path, field.key), label, value, by)
            elif isinstance(inner, Fields | Many):
                yield from _leaves(inner, value, (*path, field.key), named, raised)
    elif isinstance(form, Many) and isinstance(data, list | tuple):
        for n, row in enumerate(data):
            yield from _leaves(form.of, row, (*path, n), names, raised)


def _by(value: Any, raised: Raised) -> int:
    """By how much a number is moved; not at all what is none."""
    if isinstance(value, str):
        return FIVE if raised(value, FIVE) is not None else 0
    return (FIVE if abs(value) >= SMALL else 1) if isinstance(value, int) else 0


def moved(
    kind: ContestType[Any], setup: Any, options: Any, leaf: Leaf, sign: int, raised: Raised
) -> Any | None:
    """The set-up with one number moved; nothing if the game does not take that."""
    data = _open(msgspec.to_builtins(setup))
    here: Any = data
    for step in leaf.path[:-1]:
        here = here[step]
    by = sign * leaf.by
    here[leaf.path[-1]] = raised(leaf.value, by) if isinstance(leaf.value, str) else leaf.value + by
    try:
        return kind.setup_from(data, options).setup
    except AgonistError:
        return None


def _open(data: Any) -> Any:
    """Lists and objects that can be changed."""
    if isinstance(data, dict):
        return {key: _open(each) for key, each in data.items()}
    return [_open(each) for each in data] if isinstance(data, list | tuple) else data
