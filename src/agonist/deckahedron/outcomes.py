"""How things stand at the end, in words and as sheets for what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from agonist.kernel import OPEN, Outcome
from agonist.tabletop import listed

from .characters import Sheet, sheet_of
from .scene import Character


class Left(msgspec.Struct, frozen=True):
    """What a contest left of a character."""

    stamina: Annotated[int, OPEN]
    harm: Annotated[int, OPEN]
    wounds: Annotated[int, OPEN]
    standing: Annotated[str, OPEN]


class Aftermath(Outcome, frozen=True, kw_only=True):
    """How a hit, a fight or a rest ended: what is left of each character."""

    left: Annotated[dict[str, Left], OPEN]


class FightOver(Aftermath, frozen=True, kw_only=True):
    """DK-35: how a fight ended; `won` by the characters or not."""

    won: Annotated[bool, OPEN]
    rounds: Annotated[int, OPEN]
    foes: Annotated[dict[str, str], OPEN]


def what_is_left(characters: Sequence[Character]) -> dict[str, Left]:
    return {each.name: Left(each.stamina, each.harm, each.wounds, each.standing) for each in characters}


def sheets_of(characters: Sequence[Character]) -> dict[str, Sheet]:
    return {each.name: sheet_of(each) for each in characters}


def how_they_are(characters: Sequence[Character]) -> str:
    """Each character's state in a sentence."""
    return " ".join(_how(each) for each in characters)


def _how(character: Character) -> str:
    has = [f"{character.stamina} Stamina"]
    if character.harm:
        has.append(f"{character.harm} Harm")
    if character.wounds:
        has.append(f"{character.wounds} {'Wound' if character.wounds == 1 else 'Wounds'}")
    return f"{character.name} {_STANDING[character.standing]} {listed(has)}."


_STANDING = {"up": "has", "incapacitated": "is incapacitated with", "gone": "got away with"}
