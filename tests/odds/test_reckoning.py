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


def test_what_loses_all_is_not_told_as_one_of_the_many() -> None:
    """To give up was told as 21 ± 18 where 19 of 19 were lost, since the usual answer had been lucky in these; and what
    had won 6 of 15 as 97 ± 16, since 14 other answers nearly always win."""
    random, table = Random(4), Standing([*range(9)], 0)
    wins = [[float(random.random() < chance) for _ in range(230)] for chance in (0.4, 0.45, 0.5)]
    table.results = [wins[0], *(wins[n % 3][: 20 * (1 + n % 4)] for n in range(7)), [0.0] * 19]
    given_up = table.worths()[8]
    assert given_up.chance < 0.1
    assert given_up.chance + 1.96 * given_up.error < 0.25
    table = Standing([*range(16)], 0)
    table.results = [[1.0] * 204, *([1.0] * 42 for _ in range(14)), [1.0, 0.0, 0.0, 1.0, 0.0] * 3]
    spoilt = table.worths()[15]
    assert abs(spoilt.chance - 0.4) < 1.96 * spoilt.error < 0.3
