"""QuestWorlds odds: simple contests, exchanges, extended contests, best play."""

from typing import TYPE_CHECKING, Any

from agonist.kernel import Field, Fields, Maybe, Number, Way, Written
from agonist.odds.declared import Knows, part_of
from agonist.odds.inquiries import Parameter, Question, choice, number, turning

from ..rolls.knobs import QuestKnobs

if TYPE_CHECKING:
    from .playing import extended, play, solved
    from .position import Position
    from .single import exchange, simple
    from .solver import Solution
    from .tables import simple_table

__all__ = [
    "Position",
    "KNOWS",
    "QUESTIONS",
    "Solution",
    "exchange",
    "extended",
    "play",
    "simple",
    "simple_table",
    "solved",
]

_RATING = Written(
    r"[-−]?\d{1,4}\s*([mMwW]\s*\d{0,2})?", "a rating such as 17, 7M, 3M2 or the plain total 27", "17"
)


def _rating(key: str, label: str) -> Parameter:
    return Parameter(key, label, _RATING, "Such as 17, or 7M with a mastery.", place=True)


_USUAL = (*map(str, range(5, 21)), *(f"{n}M" for n in range(1, 11)))


_FIRST = _rating("first", "The player's rating")
_SECOND = _rating("second", "The resistance")
_BETTER = choice(
    "better_roll",
    "Between equal results",
    "Which natural die is better when both sides have the same result.",
    {"high": "the higher die wins", "low": "the lower die wins"},
    "high",
    more=True,
)
_STEPS = ("critical", "success", "failure", "fumble")
_PRICE = Written(
    "(lose|transfer) (0|1/2|½|[1-9]|10)",
    "prices such as transfer 1 or lose 1/2",
    offers=(
        ("lose 0", "nothing is lost"),
        ("lose 1/2", "half the bid is lost"),
        *((f"lose {n}", f"{n} × the bid is lost") for n in range(1, 4)),
        *((f"transfer {n}", f"{n} × the bid is transferred") for n in range(1, 4)),
    ),
)
_TABLE = Parameter(
    "table",
    "A house rule for the exchange table",
    Fields(
        tuple(
            Field(
                f"{better}-{worse}",
                f"{better.capitalize()} against {worse}",
                Maybe(_PRICE, "as in the rules"),
                optional=True,
            )
            for n, better in enumerate(_STEPS[:3])
            for worse in _STEPS[n:]
        )
    ),
    "A house rule for what an exchange costs, for example critical-success = transfer 1.",
    optional=True,
    more=True,
)
_BIDS = Written(
    r"best|allin|const:\d{1,4}|fraction:(0?\.\d+|1(\.0*)?|0)",
    "const:N, allin, fraction:F or best",
    ways=(
        Way("best", "Best play"),
        Way("const", "Always the same bid", "AP", start=3, most=250),
        Way("allin", "Everything there is"),
        Way("fraction", "A share of the AP", "%", start=50, parts=100),
    ),
)
_NAMES = (
    ("win", "The player wins"),
    ("tie", "Tie"),
    ("lose", "The player loses"),
    ("outcomes", "How it ends"),
)


_NOW = "For a contest under way, or one in which followers add AP. If not given, the rating."


_EDGE = (
    "Added to the bid in every exchange that this side acts in and wins, before multiplying; "
    "below 0 it is a handicap."
)


def _edge(key: str, label: str) -> Parameter:
    return number(key, label, _EDGE, 100, least=-100)


def _ap(key: str, label: str, help: str, empty: str) -> Parameter:
    return Parameter(key, label, Maybe(Number(1, 250), empty), help, optional=True, more=True)


def _policy(key: str, label: str) -> Parameter:
    return Parameter(key, label, _BIDS, optional=True, default="best")


_ROLLS = ("critical", "fumble", "mastery_bumps")
_CELLS = (
    *(f"{better}_{worse}" for n, better in enumerate(_STEPS[:3]) for worse in _STEPS[n:]),
    "transfer_gap",
)

QUESTIONS = (
    Question(
        "questworlds",
        "simple",
        "Simple contest",
        "The chances of a simple contest.",
        "agonist odds questworlds simple 17 10M",
        (
            _FIRST,
            _SECOND,
            _BETTER,
            turning(QuestKnobs, *_ROLLS, "steps_marginal", "steps_minor", "steps_major"),
        ),
        "agonist.questworlds.classic.odds.single:simple",
        _NAMES,
        (("first", _USUAL), ("second", _USUAL)),
    ),
    Question(
        "questworlds",
        "exchange",
        "One exchange",
        "What one exchange of an extended contest does to both totals, for a bid.",
        "agonist odds questworlds exchange 17 14 --bid 5 --edge 3",
        (
            _rating("actor", "Rating of who acts"),
            _rating("responder", "Rating of who answers"),
            number("bid", "Bid, in AP", "The AP bid.", 1000, None, least=1),
            _edge("edge", "Edge of who acts"),
            _BETTER,
            _TABLE,
            turning(QuestKnobs, *_ROLLS, *_CELLS),
        ),
        "agonist.questworlds.classic.odds.single:exchange",
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
            ("wins-transfer-half", "Takes half the bid"),
            ("loses-transfer-half", "Gives half the bid"),
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
            _policy("policy", "The player bids"),
            _policy("against", "The resistance bids"),
            _edge("edge", "The player's edge"),
            _edge("against_edge", "The resistance's edge"),
            choice(
                "begins",
                "Who acts first",
                "",
                {"player": "The player", "resistance": "The resistance"},
                "player",
                option="first",
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
            turning(
                QuestKnobs,
                *_ROLLS,
                *_CELLS,
                "starting_percent",
                "marginal_down_to",
                "minor_down_to",
                "major_down_to",
            ),
        ),
        "agonist.questworlds.classic.odds.playing:extended",
        _NAMES,
    ),
)

KNOWS = Knows(
    advice="agonist.questworlds.classic.odds.advice:advise",
    policy="agonist.questworlds.classic.odds.bots:bidder",
    reading="agonist.questworlds.classic.odds.reading:reading",
    values="agonist.questworlds.classic.odds.duels:duel_of",
    raised="agonist.questworlds.chassis.ratings:raised",
    luck="agonist.questworlds.classic.odds.luck:luck_of",
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
