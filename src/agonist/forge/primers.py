"""What somebody needs who plays for the first time: the aim, the numbers, what tends to be wise."""

from __future__ import annotations

__all__ = ["CONTENTION", "CONTEST", "DESTRUCTION", "ENTERPRISE", "EXPEDITION", "TEST"]

_DICE = (
    "You roll as many dice as your attribute has: Vigor, Intuition or Reason. "
    "Each of your skill's number or more (5+) is a hit; hits are your effort."
)
_TRAITS = (
    "CAPITALS are traits: yours can mend a roll for 1 Favor (●), those around can add dice. "
    "You may decline any offer."
)
_BOXES = "Harm needs an empty box (☐) of at least its size. Who has none left may be lost for good."
_AGAINST = "The attacker rolls first. The defender has to reach that effort, and the loser is harmed by the difference."
_ACT = (
    "On your turn attack, best with your highest attribute and whoever has the fewest dice, "
    "or gain an advantage that helps later."
)
_MORALE = (
    "Each test won lifts your team's morale, each lost lowers it. Below 0 the captain has to hold the team "
    "together at the end of its turn, or it loses."
)
_ARRIVAL = (
    "Each success lifts your morale and lowers the journey's. When the journey's breaks you have arrived; "
    "when yours breaks, you are lost."
)

TEST = (
    _DICE,
    "Effort that reaches the difficulty succeeds; what is lacking can become harm.",
    _TRAITS,
    _BOXES,
)
CONTEST = (_DICE, _AGAINST, _TRAITS, _BOXES)
DESTRUCTION = (
    "The last team that can act wins; to give up is death.",
    _DICE,
    _AGAINST,
    _ACT,
    _TRAITS,
    _BOXES,
)
CONTENTION = (_MORALE, _DICE, _AGAINST, _ACT, _TRAITS, _BOXES)
_TOGETHER = "All go together: efforts add up, and each one more makes it 1 harder."
ENTERPRISE = ("Pass every obstacle before harm stops you.", _DICE, _TOGETHER, _TRAITS, _BOXES)
EXPEDITION = (_ARRIVAL, _DICE, _TOGETHER, _TRAITS, _BOXES)
