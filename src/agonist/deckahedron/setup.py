"""What each contest starts from."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .characters import CharacterSetup
from .foes import FoeSetup
from .scene import Against

Count = Annotated[int, Meta(ge=0, le=20)]
RestKind = Literal["rest", "day"]


class HitSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is hit by what. The damage is rolled and split, or Stamina, Harm and Wounds are given directly."""

    characters: tuple[CharacterSetup, ...]
    source: Annotated[str, Meta(min_length=1, max_length=80)] = "A blow"
    damage: str = "1d6"
    against: Against = "physical"
    stamina: Count = 0
    harm: Count = 0
    wounds: Count = 0


class FightSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who fights against whom, and what it is about."""

    characters: tuple[CharacterSetup, ...]
    foes: tuple[FoeSetup, ...]
    scene: Annotated[str, Meta(max_length=200)] = ""


class RestSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who rests, and whether for a while or for a day of healing."""

    characters: tuple[CharacterSetup, ...]
    kind: RestKind = "rest"
