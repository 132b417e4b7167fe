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
