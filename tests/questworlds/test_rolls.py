"""QW-2 to QW-7, QW-17: what dice come to."""

import json
from pathlib import Path

import pytest

from agonist.questworlds.chassis.ratings import Rating
from agonist.questworlds.classic.rolls.faces import Clash, bumped, mastery_bumps, read
from agonist.questworlds.classic.rolls.results import EXCHANGE, Level, Result, portion
from tests.questworlds.test_ratings import EXAMPLES

DATA = json.loads((Path(__file__).parent / "data" / "dice_pairs.json").read_text())
C, S, F, X = Result.CRITICAL, Result.SUCCESS, Result.FAILURE, Result.FUMBLE


@pytest.mark.parametrize(
    ("one", "two", "better_roll", "surplus", "row"), DATA["rows"], ids=lambda value: str(value)[:6]
)
def test_qw_17_all_pairs_of_dice(one, two, better_roll, surplus, row) -> None:
    """QW-3, QW-4, QW-6, QW-7, QW-17: all 400 pairs of dice, worked out from the rules apart from the code."""
    ratings = Rating(one), Rating(two)
    for n, letter in enumerate(row):
        dice = n // 20 + 1, n % 20 + 1
        first, second, winner, degree, cell = DATA["legend"][letter]
        natural = read(ratings[0], dice[0]), read(ratings[1], dice[1])
        results = bumped(natural, mastery_bumps(*ratings), surplus_down=surplus)
        clash = Clash(("one", "two"), dice, results)
        assert [result.word for result in results] == [first, second], dice
        won = clash.winner(better_roll)
        assert ("nobody" if won is None else clash.names[won]) == winner, dice
        assert _degree(clash.level(better_roll), winner) == degree, dice
        assert _cell(results, won) == cell, dice


def _degree(level: Level, winner: str) -> str:
    assert level.victory == (winner == "one")
    assert level.defeat == (winner == "two")
    return level.degree.word if level else "tie"


def _cell(results: tuple[Result, Result], won: int | None) -> str:
    if won is None:
        return "tie"
    cell = EXCHANGE[results[won], results[1 - won]]
    return f"{'transfers' if cell.transfer else 'loses'} {cell.multiple}"


def test_qw_17_the_table_of_dice_is_whole() -> None:
    """QW-17: many pairs of ratings, 400 dice each, and every letter is in the legend."""
    assert len(DATA["rows"]) > 90
    assert {len(row[4]) for row in DATA["rows"]} == {400}
    assert set("".join(row[4] for row in DATA["rows"])) == set(DATA["legend"])


@pytest.mark.parametrize(
    ("rating", "die", "result"),
    [
        (20, 1, C),
        (20, 20, X),
        (20, 19, S),
        (1, 1, C),
        (1, 2, F),
        (14, 14, S),
        (14, 15, F),
        (14, 20, X),
        (34, 14, S),
    ],
)
def test_qw_3_reading_a_die(rating, die, result) -> None:
    """QW-3: 1 critical, 20 fumble, at most the target number success, above it failure."""
    assert read(Rating(rating), die) == result


@pytest.mark.parametrize("die", range(1, 21))
def test_qw_2_a_hopeless_roll_fails_whatever_the_die_shows(die) -> None:
    """QW-2: over QW-3, also on a 1 and on a 20."""
    assert read(Rating(0), die) == read(Rating(-9), die) == F


def test_qw_2_the_die_of_a_hopeless_roll_breaks_ties() -> None:
    """QW-2: two failures: the better die still wins marginally."""
    clash = Clash(("a", "b"), (20, 19), (F, F))
    assert clash.level("high") == Level.MARGINAL_VICTORY


def test_qw_4_worked_example() -> None:
    """QW-4: 7M against 14 is 7 against 14 with one bump up for the first."""
    example = EXAMPLES["against_each_other"]
    one, two = Rating.parse(example["one"]), Rating.parse(example["two"])
    assert [one.target, two.target] == example["targets"]
    assert list(mastery_bumps(one, two)) == example["bumps"]


def test_qw_4_masteries_cancel() -> None:
    """QW-4: only the difference counts."""
    assert mastery_bumps(Rating(45), Rating(41)) == (0, 0)
    assert mastery_bumps(Rating(5), Rating(45)) == (0, 2)


@pytest.mark.parametrize(
    ("results", "bumps", "after", "without_surplus"),
    [
        ((X, F), (1, 0), (F, F), (F, F)),
        ((S, F), (1, 0), (C, F), (C, F)),
        ((C, F), (1, 0), (C, X), (C, F)),
        ((S, C), (3, 0), (C, F), (C, C)),
        ((C, X), (2, 0), (C, X), (C, X)),
        ((C, C), (1, 1), (C, C), (C, C)),
        ((C, X), (1, 1), (C, X), (C, F)),
        ((C, S), (1, 1), (C, S), (C, C)),
        ((C, S), (2, 1), (C, F), (C, C)),
        ((S, S), (-1, 0), (F, S), (F, S)),
        ((X, S), (-1, 0), (X, S), (X, S)),
    ],
)
def test_qw_4_bumps(results, bumps, after, without_surplus) -> None:
    """QW-4: up to a critical, then the opponent down; both at once are the same whoever is counted first."""
    assert bumped(results, bumps, surplus_down=True) == after
    assert bumped(results[::-1], bumps[::-1], surplus_down=True) == after[::-1]
    assert bumped(results, bumps, surplus_down=False) == without_surplus


def test_qw_6_better_roll() -> None:
    """QW-6: the higher natural die, or the lower; equal dice tie."""
    clash = Clash(("a", "b"), (12, 5), (S, S))
    assert (clash.better_die("high"), clash.better_die("low")) == (0, 1)
    assert Clash(("a", "b"), (5, 5), (S, S)).better_die("high") is None


@pytest.mark.parametrize(
    ("results", "dice", "level"),
    [
        ((S, S), (9, 3), "marginal-victory"),
        ((S, S), (3, 9), "marginal-defeat"),
        ((S, S), (3, 3), "tie"),
        ((X, X), (20, 20), "tie"),
        ((F, X), (15, 20), "minor-victory"),
        ((F, C), (15, 1), "major-defeat"),
        ((C, X), (1, 20), "complete-victory"),
    ],
)
def test_qw_7_levels(results, dice, level) -> None:
    """QW-7: by steps apart; two fumbles always tie; the loser has the mirror image."""
    clash = Clash(("a", "b"), dice, results)
    assert clash.level("high").key == level
    mirrored = Clash(("b", "a"), dice[::-1], results[::-1]).level("high")
    assert mirrored == clash.level("high").mirrored


def test_qw_7_two_fumbles_of_different_dice_tie() -> None:
    """QW-7: a bump can make fumbles of different dice; they tie all the same."""
    assert Clash(("a", "b"), (20, 19), (X, X)).level("high") == Level.TIE


@pytest.mark.parametrize("example", EXAMPLES["prices"], ids=str)
def test_qw_19_worked_examples(example) -> None:
    """QW-19: bid 3 at 2x is 6, at ½ it is 2: half points round up."""
    results = Result[example["better"].upper()], Result[example["worse"].upper()]
    assert portion(example["bid"], EXCHANGE[results].halves, 2) == example["price"]


@pytest.mark.parametrize(
    ("whole", "parts", "of", "result"),
    [(1, 1, 2, 1), (5, 1, 2, 3), (4, 1, 8, 1), (3, 1, 8, 0), (11, 1, 4, 3)],
)
def test_qw_19_rounding(whole, parts, of, result) -> None:
    """QW-19: to the nearest whole number, halves up."""
    assert portion(whole, parts, of) == result
