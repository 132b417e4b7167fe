"""What a game master can correct, told apart by whom and what it is about."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import Correction

from .drawing import words


class Row(msgspec.Struct, frozen=True):
    """A value that can be corrected: whose it is, what it is called there, and the correction itself."""

    owner: str
    label: str
    one: Correction


def grouped(all: list[Correction], state: dict[str, Any]) -> list[tuple[str, list[Row]]]:
    """The corrections by whose they are, in their order."""
    groups: dict[str, list[Row]] = {}
    for one in all:
        row = row_of(one, state)
        groups.setdefault(row.owner, []).append(row)
    return list(groups.items())


def row_of(one: Correction, state: dict[str, Any]) -> Row:
    """Follow a correction's path through what the game master sees, and name what is on the way."""
    steps = one.path.split(".")
    here: Any = state
    owner, after = "", 0
    for n, step in enumerate(steps[:-1]):
        here = _inside(here, step)
        if not owner and isinstance(here, dict) and isinstance(here.get("name"), str):
            owner, after = here["name"], n + 1
    between = [str(int(step) + 1) if step.isdecimal() else words(step).lower() for step in steps[after:-1]]
    label = one.label.partition(": ")[2] or one.label
    return Row(owner, words(" ".join([*between, label])), one)


def _inside(here: Any, step: str) -> Any:
    if isinstance(here, list | tuple) and step.isdecimal() and int(step) < len(here):
        return here[int(step)]
    return here.get(step) if isinstance(here, dict) else None
