"""Forge odds: challenges, contests, morale, duels."""

from typing import TYPE_CHECKING, Any

from agonist.kernel import Flag, Many, Number, Piece, Written
from agonist.odds.declared import Knows, part_of
from agonist.odds.inquiries import Parameter, Question, number

if TYPE_CHECKING:
    from .challenges import challenge, group_challenge, morale
    from .contests import contest, margins
    from .dueling import duel
    from .pools import Pool, effort, plain
    from .tables import contest_table, effort_table

__all__ = [
    "KNOWS",
    "QUESTIONS",
    "Pool",
    "challenge",
    "contest",
    "contest_table",
    "duel",
    "effort",
    "effort_table",
    "group_challenge",
    "margins",
    "morale",
    "plain",
]

_MOST = 60
_DICE = Piece("dice", "Dice", start=4, most=_MOST)
_TRAINING = Piece("training", "Training: hits from", "@", start=5, least=3, most=6)
_PLAIN = Written(r"\d{1,3}\s*@\s*[3-6]\+?", "dice@training such as 4@5", pieces=(_DICE, _TRAINING))
_POOL = Written(
    r"\d{1,3}\s*@\s*[3-6]\+?\s*(\+(fervor|focus|fortune|min\d{1,3}|add\d{1,3}))*",
    "dice@training such as 8@5, with more by +fervor, +focus, +fortune, +min2, +add1",
    pieces=(
        _DICE,
        _TRAINING,
        Piece("fervor", "Fervor", "+fervor", tick=True),
        Piece("focus", "Focus", "+focus", tick=True),
        Piece("fortune", "Fortune", "+fortune", tick=True),
        Piece("minimum", "Minimum effort", "+min", most=20, always=False),
        Piece("added", "Added dice", "+add", most=20, always=False),
    ),
)
_MEAN = ("mean", "Effort to expect")


def _tick(key: str, label: str, help: str) -> Parameter:
    return Parameter(key, label, Flag(), help, optional=True, default=False)


def _group(one: str, least: int) -> Many:
    """Pools in one text, the main actor's first."""
    return Many(_POOL, _MOST, least, one=one, joined=",")


QUESTIONS = (
    Question(
        "forge",
        "challenge",
        "Challenge",
        "The effort of one test, and the chance to reach a difficulty.",
        "agonist odds forge challenge --dice 5 --training 5 --difficulty 2 --focus",
        (
            number("dice", "Dice", "Dice rolled: the attribute.", _MOST, None),
            number(
                "training", "Training: hits from", "The least face that hits: 3, 4, 5 or 6.", 6, None, least=3
            ),
            number("difficulty", "Difficulty", "The effort needed.", _MOST, 1),
            _tick("fervor", "Fervor", "Each 6 adds a die."),
            _tick("focus", "Focus", "Each 1 is rolled again once."),
            _tick("fortune", "Fortune", "All dice are rolled again once where that is better."),
            number("added", "Added dice", "Dice added by traits, boons and banes.", _MOST, more=True),
            number("minimum", "Minimum effort", "The minimum effort of an asset.", _MOST, more=True),
        ),
        "agonist.forge.odds.challenges:challenge",
        (("harm", "Harm"), _MEAN),
        (("dice", tuple(range(1, 13))), ("training", (3, 4, 5, 6)), ("difficulty", tuple(range(1, 9)))),
    ),
    Question(
        "forge",
        "group",
        "Group challenge",
        "A group's efforts together, and the harm of each member if the group fails.",
        "agonist odds forge group --member 4@5 --member 3@6 --difficulty 2",
        (
            number("difficulty", "Difficulty", "For one; each further member adds 1.", _MOST, 1),
            Parameter(
                "members",
                "Members",
                Many(_POOL, _MOST, 1, one="member"),
                "The main actor first.",
                option="member",
            ),
        ),
        "agonist.forge.odds.challenges:group_challenge",
        (_MEAN, *((f"harm_{n}", f"Harm of member {n}") for n in range(1, 13))),
    ),
    Question(
        "forge",
        "contest",
        "Contest",
        "Effort against effort, with the margins both ways; a tie is the defender's.",
        "agonist odds forge contest --attack 8@5 --defend 7@5 --attack-minimum 2",
        (
            Parameter(
                "attack",
                "Attack",
                Many(_group("attacker", 1), _MOST, 1, one="attacking side"),
                "Who attacks together is one side, the main actor first.",
            ),
            Parameter(
                "defend",
                "Defence",
                _group("defender", 0),
                "Leave it out where nobody defends.",
                optional=True,
                default="",
            ),
            number("attack_minimum", "Attack: minimum effort", "Of the whole attack.", _MOST, more=True),
            number("defend_minimum", "Defence: minimum effort", "Of the whole defence.", _MOST, more=True),
            number("attack_added", "Attack: added dice", "To the whole attack.", _MOST, more=True),
            number("defend_added", "Defence: added dice", "To the whole defence.", _MOST, more=True),
        ),
        "agonist.forge.odds.contests:contest",
        (
            ("win", "The attack wins"),
            ("tie", "Tie"),
            ("lose", "The attack loses"),
            ("margin", "Margin of the attack"),
        ),
    ),
    Question(
        "forge",
        "morale",
        "Keeping morale",
        "The chance that a team's morale collapses at the end of its turn.",
        "agonist odds forge morale --captain 4@5 --below 1 --test 0.5 --test 0.6",
        (
            number(
                "below",
                "Morale is below 0 by",
                "How far below 0 it is now; negative if above.",
                20,
                1,
                least=-20,
            ),
            Parameter("captain", "Captain", _POOL, "The captain's pool."),
            Parameter(
                "helpers",
                "Helping teammates",
                Many(_POOL, _MOST, one="helping teammate"),
                optional=True,
                default=(),
                option="helper",
            ),
            Parameter(
                "tests",
                "Tests still to come",
                Many(Number(0, 100, default=50, parts=100, unit="%"), _MOST, one="chance of success"),
                "The chance of each test still to come this turn.",
                optional=True,
                default=(),
                option="test",
            ),
        ),
        "agonist.forge.odds.challenges:morale",
        (
            ("success", "Morale holds"),
            ("collapse", "Morale collapses"),
            ("broken", "Morale is below 0 at the end"),
            ("morale", "Morale at the end of the turn"),
        ),
    ),
    Question(
        "forge",
        "duel",
        "Duel",
        "A gauntlet of destruction of one against one, to its end, with boxes and injuries.",
        "agonist odds forge duel --first 4@5 --second 4@5",
        (
            Parameter("first", "Who begins", _PLAIN),
            Parameter("second", "The other", _PLAIN),
            _tick("misfortunes", "Misfortunes add dice", "Each adds dice for the other's worst misfortune."),
        ),
        "agonist.forge.odds.dueling:duel",
        (
            ("win", "Who begins wins"),
            ("tie", "Tie"),
            ("lose", "The other wins"),
            ("mean", "Exchanges to expect"),
            ("outcomes", "How it ends for who begins"),
        ),
    ),
)

KNOWS = Knows(reading="agonist.forge.odds.reading:reading")

_PARTS = {
    "Pool": "pools",
    "challenge": "challenges",
    "contest": "contests",
    "contest_table": "tables",
    "duel": "dueling",
    "effort": "pools",
    "effort_table": "tables",
    "group_challenge": "challenges",
    "margins": "contests",
    "morale": "challenges",
    "plain": "pools",
}


def __getattr__(name: str) -> Any:
    return part_of(__name__, _PARTS, name)
