"""The numbers that the model of today's QuestWorlds reckons with, from the document and the rulings."""

from __future__ import annotations

import re
from typing import NamedTuple

NONE = "no relevant ability"
CLASSES = {
    "simple": -20, "easy": -15, "routine": -10, "straightforward": -5, "base": 0,
    "challenging": 5, "hard": 10, "punishing": 15, "exceptional": 20,
}  # fmt: skip
EDITS = {"marginal": 1, "minor": 2, "major": 3}
PRICES = {0: (-5, -10), 1: (-5,)}
"""QS-22: what a victory of a degree may cost."""
BOONS = {0: (5, 10), 1: (10,)}
"""QS-22: what a defeat of a degree may bring."""


class Result(NamedTuple):
    """QS-6: 1 for a victory, −1 for a defeat, 0 for a tie; and the degree."""

    sign: int
    degree: int = 0

    def other(self) -> Result:
        return Result(-self.sign, self.degree)

    def word(self) -> str:
        """As the log has it."""
        return f"{'victory' if self.sign > 0 else 'defeat'} of degree {self.degree}" if self.sign else "tie"

    def key(self) -> str:
        """As an outcome has it."""
        return f"{'victory' if self.sign > 0 else 'defeat'}-{self.degree}" if self.sign else "tie"


def result_of(key: str) -> Result:
    word, _, degree = key.partition("-")
    return Result(0) if word == "tie" else Result(1 if word == "victory" else -1, int(degree))


def whole_of(text: str | int) -> int:
    """QS-1: what a rating as it is written comes to."""
    found = re.fullmatch(r"([−-]?\d+)(M(\d*))?", str(text))
    assert found, text
    number = int(found[1].replace("−", "-"))
    return number + 20 * int(found[3] or 1) if found[2] else number


def target(whole: int) -> int:
    """QS-3: the part within the tier."""
    return (whole - 1) % 20 + 1


def masteries(whole: int) -> int:
    return (whole - 1) // 20 if whole > 0 else 0


def is_big(whole: int, face: int) -> bool:
    """QS-4: the die shows the target number."""
    return whole > 0 and face == target(whole)


def successes(whole: int, face: int) -> int:
    """QS-3 to QS-5: two, one or none from the die, and one for each mastery; none without a rating."""
    if whole <= 0:
        return 0
    number = target(whole)
    return (2 if face == number else 1 if face < number else 0) + masteries(whole)


def compared(one: tuple[int, int], two: tuple[int, int]) -> Result:
    """QS-6: two pairs of successes and die, from the first's view."""
    if one[0] != two[0]:
        return Result(1 if one[0] > two[0] else -1, abs(one[0] - two[0]))
    return Result((one[1] > two[1]) - (one[1] < two[1]))


def resistance(base: int, said: str | dict[str, int], as_set: int) -> int:
    """QS-9: base and class, never below 0; or as it was; or any number that the game master types."""
    if isinstance(said, dict):
        return said["with"]
    return as_set if said == "as-set" else max(0, base + CLASSES[said])


def by_degree(degree: int) -> int:
    """QS-13, QS-14, QS-21: 5 for degree 0, 20 for degree 3 and more."""
    return 5 * min(4, degree + 1)


def resolution_points(degree: int, winner: str, loser: str) -> int:
    """QS-46: gambits add, defences take off, and never below 0."""
    points = degree + 1
    if winner == loser == "gambit":
        points += 2
    else:
        points += {"gambit": 1, "defensive": -1}.get(winner, 0)
        points += {"gambit": 2, "defensive": -2}.get(loser, 0)
    return max(0, points)


def scored_degree(difference: int) -> int:
    """QS-45."""
    return min(4, max(0, (difference - 1) // 2))


def half_up(number: int) -> int:
    return (number + 1) // 2


def wager_price(wager: int, degree: int) -> int:
    """QS-54."""
    return wager * degree if degree else half_up(wager)


def wagered_degree(ap: int) -> int:
    """QS-57: 0 to −10, −11 to −20, and so on."""
    return min(4, max(0, (-ap - 1) // 10))


def quarter_up(number: int) -> int:
    """QS-61."""
    return -(-number // 4)


def chained_degree(points: int) -> int:
    """QS-65: 1, 2–3, 4–5, 6–7, 8 or more."""
    return min(4, points // 2)
