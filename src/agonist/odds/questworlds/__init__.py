"""QuestWorlds odds: simple contests, exchanges, extended contests, best play."""

from typing import TYPE_CHECKING, Any

from ..asking import Parameter, Question, part_of

if TYPE_CHECKING:
    from .playing import extended, play, solved
    from .position import Position
    from .single import exchange, simple
    from .solver import Solution
    from .tables import simple_table

__all__ = [
    "Position",
    "QUESTIONS",
    "Solution",
    "exchange",
    "extended",
    "play",
    "simple",
    "simple_table",
    "solved",
]

_FIRST = Parameter("first", "The first side's rating, such as 17 or 7M.", required=True, place=True)
_SECOND = Parameter("second", "The second side's rating.", required=True, place=True)
_BETTER = Parameter("better_roll", "Which natural die is better.", "choice", "high", choices=("high", "low"))
_TABLE = Parameter("table", "An own exchange table: cells such as critical-success = transfer 1.", "table")
_POLICY = "Bidding: const:N, allin, fraction:F, or best."

QUESTIONS = (
    Question(
        "questworlds",
        "simple",
        "Simple contest",
        "The chances of a simple contest.",
        "agonist odds questworlds simple 17 10M",
        (_FIRST, _SECOND, _BETTER),
        "agonist.odds.questworlds.single:simple",
    ),
    Question(
        "questworlds",
        "exchange",
        "One exchange",
        "What one exchange of an extended contest does to both totals, for a bid.",
        "agonist odds questworlds exchange 17 14 --bid 5 --edge 3",
        (
            Parameter("actor", "The rating of who acts and bids.", required=True, place=True),
            Parameter("responder", "The rating of who answers.", required=True, place=True),
            Parameter("bid", "The AP bid.", "number", required=True, least=1, most=1000),
            Parameter(
                "edge",
                "The actor's edge; a negative number is a handicap.",
                "number",
                0,
                least=-100,
                most=100,
            ),
            _BETTER,
            _TABLE,
        ),
        "agonist.odds.questworlds.single:exchange",
    ),
    Question(
        "questworlds",
        "extended",
        "Extended contest",
        "A player's character against the game master's resistance, to the end: by best play, or by policies.",
        "agonist odds questworlds extended 13 13 --policy const:3 --against best",
        (
            _FIRST,
            _SECOND,
            Parameter("policy", f"The first side's bids. {_POLICY}", default="best"),
            Parameter("against", f"The second side's bids. {_POLICY}", default="best"),
            Parameter(
                "begins",
                "Who acts first.",
                "choice",
                "player",
                choices=("player", "resistance"),
                option="first",
            ),
            _BETTER,
            Parameter(
                "edge", "The first side's edge (negative: handicap).", "number", 0, least=-100, most=100
            ),
            Parameter(
                "against_edge",
                "The second side's edge (negative: handicap).",
                "number",
                0,
                least=-100,
                most=100,
            ),
            Parameter("ap", "The first side's AP now, if not its rating.", "number", least=1, most=250),
            Parameter(
                "against_ap", "The second side's AP now, if not its rating.", "number", least=1, most=250
            ),
            Parameter(
                "starting_ap",
                "The first side's AP at the start, for desperation stakes.",
                "number",
                least=1,
                most=250,
            ),
            _TABLE,
        ),
        "agonist.odds.questworlds.playing:extended",
    ),
)

_PARTS = {
    "Position": "position",
    "Solution": "solver",
    "exchange": "single",
    "extended": "playing",
    "play": "playing",
    "simple": "single",
    "simple_table": "tables",
    "solved": "playing",
}


def __getattr__(name: str) -> Any:
    return part_of(__name__, _PARTS, name)
