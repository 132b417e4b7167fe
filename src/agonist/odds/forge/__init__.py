"""Forge odds: challenges, contests, morale, duels."""

from typing import TYPE_CHECKING, Any

from ..asking import Parameter, Question, part_of

if TYPE_CHECKING:
    from .contests import contest, margins
    from .dueling import duel
    from .pools import Pool, effort, plain
    from .tables import contest_table, effort_table
    from .tests_of_skill import challenge, group_challenge, morale

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

_POOL = "dice@training such as 8@5, with more by +fervor, +focus, +fortune, +min2, +add1"
_MOST = 60

QUESTIONS = (
    Question(
        "forge",
        "challenge",
        "Challenge",
        "The effort of one test, and the chance to reach a difficulty.",
        "agonist odds forge challenge --dice 5 --training 5 --difficulty 2 --focus",
        (
            Parameter("dice", "Dice rolled: the attribute.", "number", required=True, least=0, most=_MOST),
            Parameter(
                "training",
                "The least face that hits: 3, 4, 5 or 6.",
                "number",
                required=True,
                least=3,
                most=6,
            ),
            Parameter("difficulty", "The effort needed.", "number", 1, least=0, most=_MOST),
            Parameter("fervor", "Each 6 adds a die.", "flag", False),
            Parameter("focus", "Each 1 is rolled again once.", "flag", False),
            Parameter("fortune", "All dice are rolled again once where that is better.", "flag", False),
            Parameter("added", "Dice added by traits, boons and banes.", "number", 0, least=0, most=_MOST),
            Parameter("minimum", "The minimum effort of an asset.", "number", 0, least=0, most=_MOST),
        ),
        "agonist.odds.forge.tests_of_skill:challenge",
    ),
    Question(
        "forge",
        "group",
        "Group challenge",
        "A group's efforts together, and the harm of each member if the group fails.",
        "agonist odds forge group --member 4@5 --member 3@6 --difficulty 2",
        (
            Parameter("members", f"A member's pool: {_POOL}.", many=True, required=True, option="member"),
            Parameter(
                "difficulty",
                "The difficulty for one; each further member adds 1.",
                "number",
                1,
                least=0,
                most=_MOST,
            ),
        ),
        "agonist.odds.forge.tests_of_skill:group_challenge",
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
                f"An attacking side: {_POOL}; a group with commas, the main actor first. Several: give it again.",
                many=True,
                required=True,
            ),
            Parameter(
                "defend",
                "The defending side, in the same way; leave it out where nobody defends.",
                default="",
            ),
            Parameter("attack_minimum", "The attacker's minimum effort.", "number", 0, least=0, most=_MOST),
            Parameter("defend_minimum", "The defender's minimum effort.", "number", 0, least=0, most=_MOST),
            Parameter("attack_added", "Dice added to the attack.", "number", 0, least=0, most=_MOST),
            Parameter("defend_added", "Dice added to the defence.", "number", 0, least=0, most=_MOST),
        ),
        "agonist.odds.forge.contests:contest",
    ),
    Question(
        "forge",
        "morale",
        "Keeping morale",
        "The chance that a team's morale collapses at the end of its turn.",
        "agonist odds forge morale --captain 4@5 --below 1 --test 0.5 --test 0.6",
        (
            Parameter("captain", f"The captain's pool: {_POOL}.", required=True),
            Parameter(
                "below",
                "How far below 0 the morale is now; negative if above.",
                "number",
                1,
                least=-20,
                most=20,
            ),
            Parameter("helpers", "A helping teammate's pool.", many=True, option="helper", default=()),
            Parameter(
                "tests",
                "The chance of a test still to come this turn.",
                "fraction",
                many=True,
                option="test",
                default=(),
            ),
        ),
        "agonist.odds.forge.tests_of_skill:morale",
    ),
    Question(
        "forge",
        "duel",
        "Duel",
        "A gauntlet of destruction of one against one, to its end, with boxes and injuries.",
        "agonist odds forge duel --first 4@5 --second 4@5",
        (
            Parameter("first", "The one who begins, as dice@training such as 4@5.", required=True),
            Parameter("second", "The other, in the same way.", required=True),
            Parameter("misfortunes", "Each adds dice for the other's worst misfortune.", "flag", False),
        ),
        "agonist.odds.forge.dueling:duel",
    ),
)

_PARTS = {
    "Pool": "pools",
    "challenge": "tests_of_skill",
    "contest": "contests",
    "contest_table": "tables",
    "duel": "dueling",
    "effort": "pools",
    "effort_table": "tables",
    "group_challenge": "tests_of_skill",
    "margins": "contests",
    "morale": "tests_of_skill",
    "plain": "pools",
}


def __getattr__(name: str) -> Any:
    return part_of(__name__, _PARTS, name)
