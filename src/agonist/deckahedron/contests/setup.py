"""What each contest starts from."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from agonist.tabletop import HOUSE_RULES

from ..fight.foes import FoeSetup
from ..people.characters import CharacterSetup
from ..people.knobs import BOOK, DeckKnobs
from ..people.scene import Against

Count = Annotated[int, Meta(ge=0, le=20)]
RestKind = Literal["rest", "day"]


class HitSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is hit by what. The damage is rolled and split, or Stamina, Harm and Wounds are given directly."""

    characters: tuple[CharacterSetup, ...]
    source: Annotated[str, Meta(min_length=1, max_length=80, description="What hits them.")] = "A blow"
    damage: Annotated[str, Meta(description="Dice such as 1d6, or a number; empty if taken directly.")] = (
        "1d6"
    )
    against: Annotated[Against, Meta(description="The body, the mind, or both.")] = "physical"
    stamina: Annotated[Count, Meta(description="Lost directly, without a roll.")] = 0
    harm: Annotated[Count, Meta(description="Taken directly, without a roll.")] = 0
    wounds: Annotated[Count, Meta(description="Taken directly, without a roll.")] = 0


class FightSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who fights against whom, and what it is about."""

    characters: tuple[CharacterSetup, ...]
    foes: tuple[FoeSetup, ...]
    scene: Annotated[str, Meta(max_length=200, description="Where, and what it is about.")] = ""


class SceneOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table may choose for any contest."""

    knobs: Annotated[DeckKnobs | UnsetType, HOUSE_RULES] = UNSET

    @property
    def house(self) -> DeckKnobs:
        """The rules' numbers, as this table has them."""
        return BOOK if self.knobs is UNSET else self.knobs


class FightOptions(SceneOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a fight begins."""

    first: Annotated[
        Literal["characters", "foes"], Meta(description="Who strikes first: foes lie in ambush.")
    ] = "characters"


class RestSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who rests, and whether for some hours or for a day of healing."""

    characters: tuple[CharacterSetup, ...]
    kind: Annotated[RestKind, Meta(description="A rest of several hours, or a day's healing.")] = "rest"
