"""What the game master chooses when setting up; everybody at the table sees it (QS-70)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from agonist.tabletop import HOUSE_RULES

from ...chassis import Rating
from ..rolls.knobs import BOOK, StoryKnobs


class CommonOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of every kind of contest."""

    base_resistance: int | str = 10
    story_points: bool = True
    story_refresh: Literal["session", "downtime", "ask"] = "session"
    story_points_per_roll: int | str = 1
    story_points_pvp: bool = False
    experience: bool = True
    show_resistance: Literal["after", "open", "never"] = "after"
    knobs: Annotated[StoryKnobs | UnsetType, HOUSE_RULES] = UNSET

    @property
    def base(self) -> Rating:
        return Rating.parse(self.base_resistance)

    @property
    def house(self) -> StoryKnobs:
        """The rules' numbers, as this table has them."""
        return BOOK if self.knobs is UNSET else self.knobs

    @property
    def plays(self) -> Literal["any", "scored", "wagered", "chained"]:
        """QS-33: what kind of sequences the game plays, where these options say it."""
        return "any"

    @property
    def on_a_tie(self) -> str:
        """QS-7: what becomes of a tie in a contest's own roll; where no option says it the game master is asked."""
        return "ask"

    @property
    def points_per_roll(self) -> int | None:
        """QS-31: how many story points one roll may take; None for the whole pool."""
        return None if self.story_points_per_roll == "pool" else int(self.story_points_per_roll)


class ContestOptions(CommonOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of a contest: ties (QS-7), and the kind of sequence that the game plays (QS-33, QS-62)."""

    tie: Literal["ask", "standoff", "player"] = "ask"
    sequence_kind: Literal["scored", "wagered", "chained"] = "scored"

    @property
    def plays(self) -> Literal["any", "scored", "wagered", "chained"]:
        """QS-33: scored is what they are where nobody has said anything."""
        return "any" if self.sequence_kind == "scored" else self.sequence_kind

    @property
    def on_a_tie(self) -> str:
        return self.tie


class SequenceOptions(CommonOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of every sequence: who takes parting shots (QS-42)."""

    parting_shots: Literal["players", "all", "characters-only"] = "players"


class WageredOptions(SequenceOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of a wagered sequence: QS-40, QS-54, QS-55, QS-61."""

    new_pairing_ap: Literal["keep", "fresh"] = "keep"
    wager_tie: Literal["both-half", "nothing"] = "both-half"
    transfer_gap: Literal["6", "off"] = "6"
    second_chance_penalty: Literal[-5, -6] = -5


class ChainedOptions(SequenceOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of a chained sequence: QS-64, QS-70."""

    power_cost: Literal["off", "defeat", "zero-victory"] = "off"
    show_resolve: bool = False
