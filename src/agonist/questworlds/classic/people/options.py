"""What the game master chooses when setting up; everybody at the table sees it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from agonist.tabletop import HOUSE_RULES

from ...chassis.ratings import Rating
from ..rolls.faces import BetterRoll
from ..rolls.knobs import BOOK, QuestKnobs


class SimpleOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of every contest: QW-6, QW-4, QW-8, QW-23."""

    better_roll: BetterRoll = "high"
    surplus_bumps_down: bool = True
    base_resistance: int | str = 14
    hurt_penalty: Literal[-3, -1] = -3
    knobs: Annotated[QuestKnobs | UnsetType, HOUSE_RULES] = UNSET

    @property
    def base(self) -> Rating:
        return Rating.parse(self.base_resistance)

    @property
    def house(self) -> QuestKnobs:
        """The rules' numbers, as this table has them."""
        return BOOK if self.knobs is UNSET else self.knobs


class ExtendedOptions(SimpleOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of an extended contest: edges and handicaps (QW-20), proposals (QW-15), gifts from outside (QW-33)."""

    edges: bool = False
    propose_bids: bool = True
    gift_limit: Literal["target-number", "rating"] = "target-number"


class GroupOptions(ExtendedOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of a group extended contest: QW-21, QW-37."""

    double_fumble: Literal["tie", "hurts-both", "ask"] = "tie"
    change_when_attacked: bool = True
