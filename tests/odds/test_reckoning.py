"""What few contests tell: a chance with its ± lies where the true one is, 94 times of 100 and more."""

from math import comb
from random import Random

import pytest

from agonist.odds.reckoning import chance_of
from agonist.odds.saying import chance_said
from agonist.odds.standing import Standing

CHANCES = [n / 40 for n in range(1, 40)]


@pytest.mark.parametrize("contests", [9, 13, 25, 100])
def test_a_chance_is_within_what_so_few_contests_tell(contests: int) -> None:
    """Through every number of wins: of eight that were all lost a third may have been to win."""

    def held(true: float) -> float:
        told = 0.0
        for won in range(contests + 1):
            chance, error, _ = chance_of([1.0] * won + [0.0] * (contests - won))
            if abs(chance - true) <= 1.96 * error:
                told += comb(contests, won) * true**won * (1 - true) ** (contests - won)
        return told

    found = [held(true) for true in CHANCES]
    assert min(found) > 0.91
    assert sum(found) / len(found) > 0.95


@pytest.mark.parametrize("true", [0.03, 0.15, 0.3, 0.5])
def test_so_are_those_of_other_answers(true: float) -> None:
    """Two answers that are as good, and mostly come to the same with the same dice: as in a long contest, a dozen
    contests of each. Both used to be told as surely lost where none of a dozen was won."""
    random, held, tables = Random(7), [0, 0], 400
    for _ in range(tables):
        table = Standing(["as ever", "anew"], 0)
        usual = [float(random.random() < true) for _ in range(13)]
        other = [each if random.random() < 0.7 else float(random.random() < true) for each in usual]
        table.results = [usual, other]
        for n, worth in table.worths().items():
            held[n] += abs(worth.chance - true) <= 1.96 * worth.error
    assert min(held) > 0.92 * tables
    assert sum(held) > 0.94 * 2 * tables


def test_nothing_that_was_won_is_told_by_how_much_it_may_be_at_most() -> None:
    chance, error, _ = chance_of([0.0] * 13)
    assert chance_said(chance, 1.96 * error) == "under 23%"
    chance, error, _ = chance_of([1.0] * 100)
    assert chance_said(chance, 1.96 * error) == "over 96%"
