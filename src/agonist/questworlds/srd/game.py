"""QuestWorlds as it is played today: contests and sequences. The game as it is declared."""

from importlib.resources import files

from agonist.kernel import Game, rules_from

from .kinds.recovery import Recovery
from .kinds.sequences import ChainedSequence, ScoredSequence, WageredSequence
from .people.sheets import Sheet
from .rolls.knobs import StoryKnobs
from .single.contest import PlainContest
from .single.group_contest import GroupContest
from .single.one_prize import OnePrize

GAME = Game(
    name="questworlds-srd",
    title="QuestWorlds",
    blurb="Count successes, share story points, and play long contests as sequences: scored, wagered or chained.",
    rules_version="4",
    types=(
        PlainContest(),
        GroupContest(),
        OnePrize(),
        ScoredSequence(),
        WageredSequence(),
        ChainedSequence(),
        Recovery(),
    ),
    credits=(
        "QuestWorlds © copyright 2019–2023 Moon Design Publications LLC. "
        "The rules of its System Reference Document 0.97 are used under the ORC License."
    ),
    rules=rules_from(files(__package__).joinpath("rules.md").read_text(encoding="utf-8")),
    sheet=Sheet,
    knobs=StoryKnobs,
    leads=True,
)
