"""QuestWorlds: simple, group simple, extended and group extended contests. The game as it is declared."""

from importlib.resources import files

from agonist.kernel import Game, rules_from

from .people.setup import Sheet
from .rolls.knobs import QuestKnobs
from .types.extended import ExtendedContest, GroupContest
from .types.group_simple import GroupSimpleContest
from .types.simple import SimpleContest

GAME = Game(
    name="questworlds",
    title="QuestWorlds (older edition)",
    blurb="Stories about people who want something badly, and contests with opponents who want it too.",
    rules_version="4",
    types=(SimpleContest(), GroupSimpleContest(), ExtendedContest(), GroupContest()),
    credits=(
        "QuestWorlds © 2019–2023 Moon Design Publications. Its rules are published under the ORC License."
    ),
    rules=rules_from(files(__package__).joinpath("rules.md").read_text(encoding="utf-8")),
    sheet=Sheet,
    knobs=QuestKnobs,
)
