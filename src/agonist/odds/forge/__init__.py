"""Forge odds: challenges, contests, morale, duels."""

from typing import TYPE_CHECKING, Any

from ..asking import Parameter, Question, part_of
from ..filling_in import Piece

if TYPE_CHECKING:
    from .challenges import challenge, group_challenge, morale
    from .contests import contest, margins
    from .dueling import duel
    from .pools import Pool, effort, plain
    from .tables import contest_table, effort_table

__all__ = [
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
_PLAIN = (_DICE, _TRAINING)
_POOL = (
    _DICE,
    _TRAINING,
    Piece("fervor", "Fervor", "+fervor", tick=True),
    Piece("focus", "Focus", "+focus", tick=True),
    Piece("fortune", "Fortune", "+fortune", tick=True),
    Piece("minimum", "Minimum effort", "+min", most=20, always=False),
    Piece("added", "Added dice", "+add", most=20, always=False),
)
_WRITTEN = (
    "On the command line dice@training such as 8@5, with more by +fervor, +focus, +fortune, +min2, +add1."
)
_MEAN = ("mean", "Effort to expect")


def _count(
    name: str, help: str, label: str, default: int | None = 0, *, most: int = _MOST, more: bool = False
) -> Parameter:
    return Parameter(
        name,
        help,
        "number",
        default,
        least=0,
        most=most,
        required=default is None,
        label=label,
        more=more,
    )


QUESTIONS = (
    Question(
        "forge",
        "challenge",
        "Challenge",
        "The effort of one test, and the chance to reach a difficulty.",
        "agonist odds forge challenge --dice 5 --training 5 --difficulty 2 --focus",
        (
            _count("dice", "Dice rolled: the attribute.", "Dice", None),
            Parameter(
                "training",
                "The least face that hits: 3, 4, 5 or 6.",
                "number",
                required=True,
                least=3,
                most=6,
                label="Training: hits from",
            ),
            _count("difficulty", "The effort needed.", "Difficulty", 1),
            Parameter("fervor", "Each 6 adds a die.", "flag", False, label="Fervor"),
            Parameter("focus", "Each 1 is rolled again once.", "flag", False, label="Focus"),
            Parameter(
                "fortune",
                "All dice are rolled again once where that is better.",
                "flag",
                False,
                label="Fortune",
            ),
            _count("added", "Dice added by traits, boons and banes.", "Added dice", more=True),
            _count("minimum", "The minimum effort of an asset.", "Minimum effort", more=True),
        ),
        "agonist.odds.forge.challenges:challenge",
        (("harm", "Harm"), _MEAN),
    ),
    Question(
        "forge",
        "group",
        "Group challenge",
        "A group's efforts together, and the harm of each member if the group fails.",
        "agonist odds forge group --member 4@5 --member 3@6 --difficulty 2",
        (
            _count("difficulty", "For one; each further member adds 1.", "Difficulty", 1),
            Parameter(
                "members",
                f"A member's pool, the main actor's first. {_WRITTEN}",
                many=True,
                required=True,
                option="member",
                label="Member",
                pieces=_POOL,
            ),
        ),
        "agonist.odds.forge.challenges:group_challenge",
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
                f"An attacking side; a group with commas, the main actor first. Several: give it again. {_WRITTEN}",
                many=True,
                required=True,
                label="Attacker",
                pieces=_POOL,
                joined=",",
            ),
            Parameter(
                "defend",
                "The defending side, in the same way; leave it out where nobody defends.",
                default="",
                label="Defender",
                pieces=_POOL,
                joined=",",
            ),
            _count("attack_minimum", "Of the whole attack.", "Attack: minimum effort", more=True),
            _count("defend_minimum", "Of the whole defence.", "Defence: minimum effort", more=True),
            _count("attack_added", "To the whole attack.", "Attack: added dice", more=True),
            _count("defend_added", "To the whole defence.", "Defence: added dice", more=True),
        ),
        "agonist.odds.forge.contests:contest",
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
            Parameter(
                "below",
                "How far below 0 it is now; negative if above.",
                "number",
                1,
                least=-20,
                most=20,
                label="Morale is below 0 by",
            ),
            Parameter(
                "captain", f"The captain's pool. {_WRITTEN}", required=True, label="Captain", pieces=_POOL
            ),
            Parameter(
                "helpers",
                "A helping teammate's pool.",
                many=True,
                option="helper",
                default=(),
                label="Helping teammate",
                pieces=_POOL,
            ),
            Parameter(
                "tests",
                "The chance of a test still to come this turn.",
                "fraction",
                many=True,
                option="test",
                default=(),
                label="Test still to come",
                pieces=(Piece("chance", "Chance of success", start=50, most=100, parts=100, unit="%"),),
            ),
        ),
        "agonist.odds.forge.challenges:morale",
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
            Parameter(
                "first",
                "The one who begins, as dice@training such as 4@5.",
                required=True,
                label="Who begins",
                pieces=_PLAIN,
            ),
            Parameter(
                "second", "The other, in the same way.", required=True, label="The other", pieces=_PLAIN
            ),
            Parameter(
                "misfortunes",
                "Each adds dice for the other's worst misfortune.",
                "flag",
                False,
                label="Misfortunes add dice",
            ),
        ),
        "agonist.odds.forge.dueling:duel",
        (
            ("win", "Who begins wins"),
            ("tie", "Tie"),
            ("lose", "The other wins"),
            ("mean", "Exchanges to expect"),
            ("outcomes", "How it ends for who begins"),
        ),
    ),
)

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
