"""Reading dice: results, bumps, the better roll, the outcome of a simple contest (QW-2 to QW-7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import msgspec

from ...chassis.ratings import Rating
from .knobs import BOOK, QuestKnobs
from .results import Level, Result

BetterRoll = Literal["high", "low"]
Pair = tuple[Result, Result]


def read(rating: Rating, die: int, knobs: QuestKnobs = BOOK) -> Result:
    """QW-3, and QW-2 for a rating of 0 or less: what the die alone comes to."""
    if rating.hopeless:
        return Result.FAILURE
    if die <= knobs.critical:
        return Result.CRITICAL
    if die > 20 - knobs.fumble:
        return Result.FUMBLE
    return Result.SUCCESS if die <= rating.target else Result.FAILURE


def mastery_bumps(one: Rating, two: Rating) -> tuple[int, int]:
    """QW-4: masteries cancel; who has more gets the difference in bumps up."""
    more = one.masteries - two.masteries
    return max(0, more), max(0, -more)


@lru_cache(maxsize=1_000)
def bumped(results: Pair, bumps: tuple[int, int], *, surplus_down: bool) -> Pair:
    """QW-4: both sides' bumps at once, up if positive.

    Each side's own steps come first. What is left over above a critical takes the opponent down; where both have
    something left over, it cancels.
    """
    raised = [result + bump for result, bump in zip(results, bumps, strict=True)]
    over = [max(0, value - Result.CRITICAL) for value in raised]
    if surplus_down:
        first, second = over[1] - over[0], over[0] - over[1]
        raised = [min(raised[0], 3) - max(0, first), min(raised[1], 3) - max(0, second)]
    return _held(raised[0]), _held(raised[1])


@lru_cache(maxsize=10_000)
def read_both(
    wholes: tuple[int, int],
    dice: tuple[int, int],
    lasting: tuple[int, int],
    surplus_down: bool,
    knobs: QuestKnobs = BOOK,
) -> tuple[Pair, Pair]:
    """QW-3, QW-4: what two dice come to alone, and what with the bumps of masteries and of what lasts."""
    one, two = Rating(wholes[0]), Rating(wholes[1])
    natural = read(one, dice[0], knobs), read(two, dice[1], knobs)
    masteries, each = mastery_bumps(one, two), knobs.mastery_bumps
    bumps = each * masteries[0] + lasting[0], each * masteries[1] + lasting[1]
    return natural, bumped(natural, bumps, surplus_down=surplus_down)


def _held(step: int) -> Result:
    return Result(max(Result.FUMBLE, min(Result.CRITICAL, step)))


class Clash(msgspec.Struct, frozen=True):
    """Two rolls against each other, the first side first: the natural dice, and the results after bumps."""

    names: tuple[str, str]
    dice: tuple[int, int]
    results: Pair

    def shown(self) -> dict[str, list[Any]]:
        """As everybody sees it."""
        words = [result.word for result in self.results]
        return {"names": list(self.names), "dice": list(self.dice), "results": words}

    def better_die(self, better_roll: BetterRoll) -> int | None:
        """QW-6: whose natural die is better; None for equal dice."""
        one, two = self.dice
        if one == two:
            return None
        return 0 if (one > two) == (better_roll == "high") else 1

    def winner(self, better_roll: BetterRoll) -> int | None:
        """Who has the better result, or on the same result the better roll; two fumbles tie."""
        one, two = self.results
        if one != two:
            return 0 if one > two else 1
        return None if one == Result.FUMBLE else self.better_die(better_roll)

    def level(self, better_roll: BetterRoll, knobs: QuestKnobs = BOOK) -> Level:
        """QW-7: the outcome of a simple contest from the first side's view."""
        winner = self.winner(better_roll)
        if winner is None:
            return Level.TIE
        one, two = self.results
        return Level.of(knobs.degree_by_steps(abs(one - two)), victory=winner == 0)
