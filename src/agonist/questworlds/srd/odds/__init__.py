"""Odds of QuestWorlds as it is played today: contests, groups, one prize, and sequences to their end."""

from typing import TYPE_CHECKING, Any

from agonist.kernel import Many, Way, Written
from agonist.odds.declared import Knows, part_of
from agonist.odds.inquiries import Parameter, Question, choice, number, turning

from ..rolls.knobs import StoryKnobs

if TYPE_CHECKING:
    from .chaining import chained
    from .scoring import scored
    from .single import contest, group_contest, one_prize
    from .staking import wagered

__all__ = ["KNOWS", "QUESTIONS", "chained", "contest", "group_contest", "one_prize", "scored", "wagered"]

_GAME = "questworlds-srd"
_RATING = Written(
    r"[-−]?\d{1,4}\s*([mMwW]\s*\d{0,2})?", "a rating such as 15, 7M, 4M2 or the plain total 27", "15"
)


def _rating(key: str, label: str) -> Parameter:
    return Parameter(key, label, _RATING, "Such as 15, or 7M with a mastery.", place=True)


_USUAL = (*map(str, range(5, 21)), *(f"{n}M" for n in range(1, 11)))
_ALONG = (("first", _USUAL), ("second", _USUAL))
_FEWER = (("first", _USUAL[:16]), ("second", _USUAL[:16]))


_FIRST = _rating("first", "The character's rating")
_SECOND = _rating("second", "The resistance")
_NAMES = (
    ("win", "The character wins"),
    ("tie", "Tie"),
    ("lose", "The character loses"),
    ("endless", "It never ends"),
    ("outcomes", "How it ends"),
    ("rounds", "Rounds, on average"),
    *(
        (f"{word}-{degree}", f"{word.capitalize()} of degree {degree}")
        for word in ("victory", "defeat")
        for degree in range(20)
    ),
)


def _stance(key: str, label: str) -> Parameter:
    says = {
        "steady": "As it comes, which is what most people do",
        "gambit": "Always a gambit",
        "defensive": "Always defensively",
        "best": "Best play, which waits until the other has no answer: it may never end",
    }
    return choice(key, label, "", says, "steady")


_INITIATIVE = choice(
    "initiative",
    "Who has the initiative",
    "In every round: who declares first, so that the other can answer.",
    {"player": "The character", "opposition": "The opposition"},
    "player",
)
_WAGERS = Written(
    r"best|max|allin|const:\d{1,4}|fraction:[\d./]{1,12}",
    "const:N, max, allin, fraction:F or best",
    ways=(
        Way("best", "Best play"),
        Way("const", "Always the same wager", "AP", start=3, most=160),
        Way("max", "As much as is allowed"),
        Way("allin", "Everything there is"),
        Way("fraction", "A share of the AP", "%", start=50, parts=100),
    ),
)


def _wagers(key: str, label: str) -> Parameter:
    return Parameter(key, label, _WAGERS, optional=True, default="best")


_DICE = ("big_success", "success", "critical", "big_faces", "mastery")
_POINTS = (
    "out",
    "least_points",
    "points_by_degree",
    "lead_by_degree",
    "gambit_wins",
    "gambit_costs",
    "defensive_gives",
    "defensive_saves",
)


def _turning(*names: str) -> Parameter:
    return turning(StoryKnobs, *names)


QUESTIONS = (
    Question(
        _GAME,
        "contest",
        "Contest",
        "The chances of a contest.",
        "agonist odds questworlds-srd contest 15 10 --story-points 1 --spend helps",
        (
            _FIRST,
            _SECOND,
            number("story_points", "Story points in the pool", "At most one goes into a roll.", 99),
            choice(
                "spend",
                "A story point is burned",
                "",
                {
                    "never": "never",
                    "helps": "to lift a defeat to a tie or a victory, or a tie to a victory",
                    "loss": "to lessen a defeat too",
                    "degree": "always",
                },
                "helps",
            ),
            _turning(*_DICE, "story_point"),
        ),
        "agonist.questworlds.srd.odds.single:contest",
        (*_NAMES, ("spent", "A story point is burned")),
        _ALONG,
    ),
    Question(
        _GAME,
        "group-contest",
        "Group contest",
        "The chances of a group contest: pairs of ratings whose successes are added up.",
        "agonist odds questworlds-srd group-contest 15:10 10:10 5M:10",
        (
            Parameter(
                "pairs",
                "Pairs",
                Many(
                    Written(r"[^:]{1,8}:[^:]{1,8}", "two ratings such as 15:10", "15:10"), 20, 1, one="pair"
                ),
                "A character's rating and what it meets, such as 15:10.",
                place=True,
            ),
            _turning(*_DICE),
        ),
        "agonist.questworlds.srd.odds.single:group_contest",
        _NAMES,
    ),
    Question(
        _GAME,
        "one-prize",
        "Many after one prize",
        "For each of several after one prize the chance to have it, alone or shared.",
        "agonist odds questworlds-srd one-prize 15 10 5M",
        (
            Parameter(
                "ratings", "Ratings", Many(_RATING, 20, 2, one="rating"), "Such as 15 10 5M.", place=True
            ),
            _turning(*_DICE),
        ),
        "agonist.questworlds.srd.odds.single:one_prize",
        (
            ("win", "The first has it alone"),
            ("tie", "The first shares it"),
            ("lose", "The first goes without"),
            ("alone", "Has it alone"),
            ("shared", "Shares it"),
            ("nobody", "Nobody has it"),
        ),
    ),
    Question(
        _GAME,
        "scored",
        "Scored sequence",
        "A scored sequence of two to its end: by stances that are kept, or by best play.",
        "agonist odds questworlds-srd scored 10 15 --policy defensive --against steady",
        (
            _FIRST,
            _SECOND,
            _stance("policy", "The character plays"),
            _stance("against", "The opposition plays"),
            _INITIATIVE,
            _turning(*_DICE, *_POINTS),
        ),
        "agonist.questworlds.srd.odds.scoring:scored",
        (*_NAMES, ("opening", "Stances at 0 to 0")),
        _FEWER,
    ),
    Question(
        _GAME,
        "wagered",
        "Wagered sequence",
        "A wagered sequence of two to its end: by best play, or by wagers that follow a rule.",
        "agonist odds questworlds-srd wagered 15 10 --policy const:3 --against best",
        (
            _FIRST,
            _SECOND,
            _wagers("policy", "The character wagers"),
            _wagers("against", "The opposition wagers"),
            _INITIATIVE,
            _turning("big_success", "success", "mastery", "transfer_gap", "ap_by_degree"),
        ),
        "agonist.questworlds.srd.odds.staking:wagered",
        (*_NAMES, ("score", "The character's score"), ("opening", "First wagers")),
    ),
    Question(
        _GAME,
        "chained",
        "Chained sequence",
        "A chained sequence of two to its end, in which nobody yields.",
        "agonist odds questworlds-srd chained 15 10 --resolve 5 --against-resolve 3 --trade last",
        (
            _FIRST,
            _SECOND,
            number("resolve", "The character's resolve", "", 30, 5, least=1),
            number("against_resolve", "The opposition's resolve", "", 30, 3, least=1),
            choice(
                "trade",
                "Losses are traded for consequences",
                "",
                {"never": "never", "always": "always", "last": "where one would be out"},
                "never",
            ),
            _turning(
                *_DICE, "least_lost", "lost_by_degree", "most_traded", "trade_size", "resolve_by_degree"
            ),
        ),
        "agonist.questworlds.srd.odds.chaining:chained",
        _NAMES,
        _ALONG,
    ),
)

KNOWS = Knows(raised="agonist.questworlds.chassis.ratings:raised")

_PARTS = {
    "chained": "chaining",
    "contest": "single",
    "group_contest": "single",
    "one_prize": "single",
    "scored": "scoring",
    "wagered": "staking",
}


def __getattr__(name: str) -> Any:
    return part_of(__name__, _PARTS, name)
