"""The choices that a game master makes when setting up. Everybody at the table sees them."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..edition import EditionName


class EnterpriseOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FG-17: which attributes have Focus and Fortune."""

    modifiers: Literal["example", "table"] = "example"


class SingleOptions(EnterpriseOptions, frozen=True, forbid_unknown_fields=True):
    """FG-12: in the earlier edition harm is stress."""

    edition: EditionName = "gauntlet"


class GauntletOptions(EnterpriseOptions, frozen=True, forbid_unknown_fields=True):
    """FG-48: whether there is a prelude."""

    prelude: bool = False


class ConflictOptions(GauntletOptions, frozen=True, forbid_unknown_fields=True):
    """CF-3: whether a beaten attack costs morale twice."""

    attack_failure_counts_twice: bool = False
