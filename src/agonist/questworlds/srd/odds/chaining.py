"""Chained sequences to the end, exactly (QS-64, QS-65)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from agonist.odds.answer import Odds
from agonist.tabletop import knobs_from

from ..rolls.knobs import StoryKnobs
from ..rolls.results import Result, defeat, victory
from .rolls import FACES, rating, results, summed, told

TRADES = ("never", "always", "last")


class _Course(dict[Result, Fraction]):
    """The chances of each outcome from a situation; `rounds` is how many there are to come."""

    rounds = Fraction(0)


def chained(
    first: str | int,
    second: str | int,
    *,
    resolve: int = 5,
    against_resolve: int = 3,
    trade: str = "never",
    knobs: Mapping[str, Any] | None = None,
) -> Odds:
    """QS-64, QS-65: nobody yields; the character trades losses for consequences never, always, or where the loss
    would be the last."""
    one, two = rating(first, "first"), rating(second, "second")
    house = knobs_from(StoryKnobs, knobs or {})
    play = _Play(one.whole, two.whole, resolve, against_resolve, trade, house)
    course = play.course(resolve, against_resolve, 0)
    outcomes = told({result.key: chance for result, chance in course.items()})
    numbers = {**summed(outcomes), "outcomes": outcomes, "rounds": course.rounds}
    title = f"Chained sequence of {one} with {resolve} resolve against {two} with {against_resolve}"
    return Odds(title, numbers, rules=("QS-64", "QS-65"))


class _Play:
    """Situations are both sides' resolve, and what the character's ability has lost by trading."""

    def __init__(
        self, one: int, two: int, resolve: int, against: int, trades: str, knobs: StoryKnobs
    ) -> None:
        self.knobs = knobs
        self.ratings, self.starts, self.trades = (one, two), (resolve, against), trades
        self._courses: dict[tuple[int, int, int], _Course] = {}

    def course(self, mine: int, theirs: int, penalty: int) -> _Course:
        key = mine, theirs, penalty
        if key not in self._courses:
            self._courses[key] = self._played(mine, theirs, penalty)
        return self._courses[key]

    def _played(self, mine: int, theirs: int, penalty: int) -> _Course:
        """A tie changes nothing, so all the rest is over the chance of no tie."""
        found = _Course()
        moves = Fraction(0)
        rounds = Fraction(0)
        for result, count in results(self.ratings[0] + penalty, self.ratings[1], self.knobs).items():
            if not result.sign:
                continue
            chance = Fraction(count, FACES)
            later = self._after(mine, theirs, penalty, result)
            moves += chance
            rounds += chance * later.rounds
            for end, share in later.items():
                found[end] = found.get(end, Fraction(0)) + chance * share
        ended = _Course({end: share / moves for end, share in found.items()})
        ended.rounds = (1 + rounds) / moves
        return ended

    def _after(self, mine: int, theirs: int, penalty: int, result: Result) -> _Course:
        points = self.knobs.resolve_lost(result.degree)
        if result.victory:
            left = theirs - points
            return self.course(mine, left, penalty) if left > 0 else self._end(victory, self.starts[1] - left)
        if self._trades(mine, penalty, points):
            return self.course(mine, theirs, penalty + self.knobs.trade(points))
        left = mine - points
        return self.course(left, theirs, penalty) if left > 0 else self._end(defeat, self.starts[0] - left)

    def _trades(self, mine: int, penalty: int, points: int) -> bool:
        """QS-64: never 5 or more, nor with a whole rating of 0 or less."""
        if points > self.knobs.most_traded or self.ratings[0] + penalty <= 0:
            return False
        return self.trades == "always" or (self.trades == "last" and points >= mine)

    def _end(self, ending: Callable[[int], Result], points: int) -> _Course:
        """QS-65: by all points scored against the loser."""
        return _Course({ending(self.knobs.chained_degree(points)): Fraction(1)})
