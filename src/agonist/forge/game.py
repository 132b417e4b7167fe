"""Forge Gauntlet: skill tests, gauntlets and conflicts, in both editions. The game as it is declared."""

from importlib.resources import files

from agonist.kernel import Game, rules_from

from .people.knobs import ForgeKnobs
from .people.sheet import Sheet
from .types.gauntlets import (
    ConflictType,
    DestructionType,
    ExploreType,
    MediateType,
    NavigateType,
    SubjugateType,
    UncontestedType,
)
from .types.singles import (
    ChallengeType,
    ContestOfTeamsType,
    GroupChallengeType,
    GroupContestType,
    SingleContestType,
)

GAME = Game(
    name="forge",
    title="Forge Gauntlet",
    blurb="Pools of six-sided dice, traits that cut both ways, and teams that stand or break.",
    rules_version="4",
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
    knobs=ForgeKnobs,
)
