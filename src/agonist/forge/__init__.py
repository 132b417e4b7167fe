"""Forge Gauntlet: skill tests, gauntlets and conflicts, in both editions."""

from importlib.resources import files

from ..kernel import Game, rules_from
from .enterprise_types import ExploreType, NavigateType, UncontestedType
from .gauntlet_types import ConflictType, DestructionType, MediateType, SubjugateType
from .sheet import Sheet
from .single_types import (
    ChallengeType,
    ContestOfTeamsType,
    GroupChallengeType,
    GroupContestType,
    SingleContestType,
)

__all__ = ["GAME"]

GAME = Game(
    name="forge",
    title="Forge Gauntlet",
    blurb="Pools of six-sided dice, traits that cut both ways, and teams that stand or break.",
    rules_version="3",
    types=(
        ChallengeType(),
        GroupChallengeType(),
        SingleContestType(),
        GroupContestType(),
        ContestOfTeamsType(),
        DestructionType(),
        MediateType(),
        SubjugateType(),
        NavigateType(),
        ExploreType(),
        ConflictType(),
        UncontestedType(),
    ),
    credits="Forge Gauntlet, by its author, Rumpunzel.",
    rules=rules_from((files(__package__) / "rules.md").read_text(encoding="utf-8")),
    sheet=Sheet,
)
