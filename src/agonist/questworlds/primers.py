"""What somebody needs who plays for the first time: the aim, the numbers, what tends to be wise."""

from __future__ import annotations

__all__ = ["EXTENDED", "GROUP_EXTENDED", "GROUP_SIMPLE", "SIMPLE"]

_ROLL = (
    "Both sides roll a twenty-sided die: up to your ability's number is a success, more a failure, "
    "1 a critical, 20 a fumble."
)
_MASTERY = "An M after a number is a mastery: it lifts your result a step, unless the other has one too."
_HERO = "A hero point (★) lifts your result a step after the roll. Spend it where much is at stake."
_AP = "Advantage points (AP) say how well you stand. At 0 you are beaten; the further below, the worse."
_BID = (
    "Who acts bids AP. Who does worse loses half the bid, all of it, or up to three times as much; "
    "if equal, the better die decides, mostly the higher."
)
_DEGREE = (
    "The better result wins; more steps apart is a greater victory. "
    "On equal ones the better die, mostly the higher, wins narrowly."
)

SIMPLE = (_ROLL, _DEGREE, _MASTERY, _HERO)
GROUP_SIMPLE = (
    _ROLL,
    "Each pair scores for its winner, 1 to 5 by how much better the result is. More points win.",
    _MASTERY,
    _HERO,
)
EXTENDED = (
    _AP,
    _BID,
    _ROLL,
    _MASTERY,
    _HERO,
    "The stronger side does best with small bids and patience, the weaker with one big bid.",
)
GROUP_EXTENDED = (
    _AP,
    "Each round all say what they do and bid, then act in order. The last side standing wins.",
    _BID,
    _ROLL,
    _HERO,
    "Go for one opponent together: who is out bids no more.",
)
