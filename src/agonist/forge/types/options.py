"""The choices that a game master makes when setting up. Everybody at the table sees them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from agonist.tabletop import HOUSE_RULES

from ..edition import EditionName
from ..people.knobs import BOOK, ForgeKnobs


class EnterpriseOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FG-17: which attributes have Focus and Fortune."""

    modifiers: Literal["example", "table"] = "example"
    knobs: Annotated[ForgeKnobs | UnsetType, HOUSE_RULES] = UNSET

    @property
    def house(self) -> ForgeKnobs:
        """The rules' numbers, as this table has them."""
        return BOOK if self.knobs is UNSET else self.knobs


class SingleOptions(EnterpriseOptions, frozen=True, forbid_unknown_fields=True):
    """FG-12: in the earlier edition harm is stress."""

    edition: EditionName = "gauntlet"


class GauntletOptions(EnterpriseOptions, frozen=True, forbid_unknown_fields=True):
    """FG-48: whether there is a prelude."""

    prelude: bool = False


class ConflictOptions(GauntletOptions, frozen=True, forbid_unknown_fields=True):
    """CF-3: whether a beaten attack costs morale twice."""

    attack_failure_counts_twice: bool = False
