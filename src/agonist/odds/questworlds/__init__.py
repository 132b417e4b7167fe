"""QuestWorlds odds: simple contests, exchanges, extended contests, best play."""

from typing import TYPE_CHECKING, Any

from ..asking import Parameter, Question, part_of
from ..filling_in import Way

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

_RATING = "Such as 17, or 7M with a mastery."
_FIRST = Parameter("first", _RATING, required=True, place=True, label="The player's rating")
_SECOND = Parameter("second", _RATING, required=True, place=True, label="The resistance")
_BETTER = Parameter(
    "better_roll",
    "Which natural die is better when both sides have the same result.",
    "choice",
    "high",
    choices=("high", "low"),
    label="Between equal results",
    says=("the higher die wins", "the lower die wins"),
    more=True,
)
_STEPS = ("critical", "success", "failure", "fumble")
_TABLE = Parameter(
    "table",
    "A house rule for what an exchange costs, for example critical-success = transfer 1.",
    "table",
    label="A house rule for the exchange table",
    cells=tuple(
        (f"{better}-{worse}", f"{better.capitalize()} against {worse}")
        for n, better in enumerate(_STEPS[:3])
        for worse in _STEPS[n:]
    ),
    offers=(
        ("lose 0", "nothing is lost"),
        ("lose 1/2", "half the bid is lost"),
        *((f"lose {n}", f"{n} × the bid is lost") for n in range(1, 4)),
        *((f"transfer {n}", f"{n} × the bid is transferred") for n in range(1, 4)),
    ),
    more=True,
    empty="as in the rules",
)
_POLICY = "On the command line: const:N, allin, fraction:F or best."
_BIDS = (
    Way("best", "Best play"),
    Way("const", "Always the same bid", "AP", start=3, most=250),
    Way("allin", "Everything there is"),
    Way("fraction", "A share of the AP", "%", start=50, parts=100),
)
_NAMES = (
    ("win", "The player wins"),
    ("tie", "Tie"),
    ("lose", "The player loses"),
    ("outcomes", "How it ends"),
)


_NOW = "For a contest under way, or one in which followers add AP. If not given, the rating."


def _edge(name: str, label: str) -> Parameter:
    return Parameter(
        name,
        "Added to the bid in every exchange that this side acts in and wins, before multiplying; "
        "below 0 it is a handicap.",
        "number",
        0,
        least=-100,
        most=100,
        label=label,
    )


def _ap(name: str, label: str, help: str, empty: str) -> Parameter:
    return Parameter(name, help, "number", least=1, most=250, label=label, more=True, empty=empty)


QUESTIONS = (
    Question(
        "questworlds",
        "simple",
        "Simple contest",
        "The chances of a simple contest.",
        "agonist odds questworlds simple 17 10M",
        (_FIRST, _SECOND, _BETTER),
        "agonist.odds.questworlds.single:simple",
        _NAMES,
    ),
    Question(
        "questworlds",
        "exchange",
        "One exchange",
        "What one exchange of an extended contest does to both totals, for a bid.",
        "agonist odds questworlds exchange 17 14 --bid 5 --edge 3",
        (
            Parameter("actor", _RATING, required=True, place=True, label="Rating of who acts"),
            Parameter("responder", _RATING, required=True, place=True, label="Rating of who answers"),
            Parameter("bid", "The AP bid.", "number", required=True, least=1, most=1000, label="Bid, in AP"),
            _edge("edge", "Edge of who acts"),
            _BETTER,
            _TABLE,
        ),
        "agonist.odds.questworlds.single:exchange",
        (
            ("win", "Who acts wins"),
            ("tie", "Tie"),
            ("lose", "Who acts loses"),
            ("outcomes", "What the exchange brings who acts"),
            ("own", "AP of who acts"),
            ("other", "AP of who answers"),
            *((f"wins-transfer-{n}", f"Takes {n} × the bid") for n in range(1, 11)),
            *((f"wins-loss-{n}", f"Strikes {n} × the bid off") for n in range(1, 11)),
            *((f"loses-transfer-{n}", f"Gives {n} × the bid") for n in range(1, 11)),
            *((f"loses-loss-{n}", f"Loses {n} × the bid") for n in range(1, 11)),
            ("wins-loss-half", "Strikes half the bid off"),
            ("loses-loss-half", "Loses half the bid"),
        ),
    ),
    Question(
        "questworlds",
        "extended",
        "Extended contest",
        "A player's character against the game master's resistance, to the end: by best play, or by other bids.",
        "agonist odds questworlds extended 13 13 --policy const:3 --against best",
        (
            _FIRST,
            _SECOND,
            Parameter("policy", _POLICY, default="best", label="The player bids", ways=_BIDS),
            Parameter("against", _POLICY, default="best", label="The resistance bids", ways=_BIDS),
            _edge("edge", "The player's edge"),
            _edge("against_edge", "The resistance's edge"),
            Parameter(
                "begins",
                "Who acts first.",
                "choice",
                "player",
                choices=("player", "resistance"),
                option="first",
                label="Who acts first",
                says=("The player", "The resistance"),
            ),
            _ap("ap", "The player's AP now", _NOW, "as the rating"),
            _ap("against_ap", "The resistance's AP now", _NOW, "as the rating"),
            _ap(
                "starting_ap",
                "The player's AP at the start",
                "How far a desperation stake may go: the rating and what followers added. "
                "If not given, the rating, or the AP now if these are more.",
                "the rating, or the AP now if more",
            ),
            _BETTER,
            _TABLE,
        ),
        "agonist.odds.questworlds.playing:extended",
        _NAMES,
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
