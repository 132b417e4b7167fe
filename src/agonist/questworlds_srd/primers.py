"""What somebody needs who plays for the first time: the aim, the numbers, what tends to be wise."""

from __future__ import annotations

_ROLL = (
    "Both sides roll a twenty-sided die. Below your number is a success, exactly your number a big one "
    "(two successes), above it none."
)
_MASTERY = "An M after a number is a mastery: one more success, whatever the die shows."
_DECIDES = "More successes win, and the difference is the degree. On equal ones the higher die wins narrowly."
_STORY = "A story point from the common pool (★) is one more success, burned after the dice have fallen."

CONTEST = (
    _ROLL,
    _DECIDES,
    _MASTERY,
    _STORY,
    "Say what you do: another ability that fits may help, a flaw hinder.",
)
GROUP_CONTEST = (
    _ROLL,
    "Each rolls for themselves, but all successes of your side are added up: the higher sum wins.",
    _MASTERY,
    _STORY,
)
ONE_PRIZE = (
    _ROLL,
    "Everybody is after the same thing: most successes have it, among equals the highest die.",
    _MASTERY,
)

_ROUND = "Each round both sides state what they do and roll; a tie changes nothing."
SCORED = (
    "You want the prize, and so do they. Each round the loser takes points, more the clearer it was: at 5 one is out.",
    _ROLL,
    _DECIDES,
    _MASTERY,
    "A gambit makes a round count for more, a defensive response for less, whoever wins it.",
    _STORY,
)
WAGERED = (
    "Advantage points (AP) say how well you stand. At 0 you are out; the further below, the worse.",
    "Each round both act once and wager AP: the loser pays half the wager, or as many times the wager as the degree.",
    _ROLL,
    _DECIDES,
    "Exactly your number wins the AP over to you. Small wagers suit the stronger, one large one the weaker.",
    _STORY,
)
CHAINED = (
    "Resolve says how much you can take, in this scene and the next. Each lost round costs some: at 0 one is out.",
    _ROLL,
    _DECIDES,
    "You may take a penalty on your ability instead of a loss. After each round you may yield.",
    _STORY,
)
RECOVERY = (
    "Resolve comes back roll by roll, against the base resistance: one more than the degree of a victory.",
    _ROLL,
    _DECIDES,
    "What a defeat costs was settled before. Stop whenever you like.",
)
