"""Luck is what dice give and take, and exchanges in arrays are the rules' own."""

import itertools
from typing import Any

import pytest

from agonist.odds.luck import ADJUSTED, LUCK
from agonist.odds.simulation import simulate
from agonist.questworlds.classic.odds.exchanges import _faces
from agonist.questworlds.classic.odds.playing import extended
from agonist.questworlds.classic.odds.position import Position


def contest(one: object, two: object, **more: Any) -> dict[str, Any]:
    """One, a player's character, against Two, the game master's."""
    return {
        "contestants": [
            {"name": "One", "seat": "one", "abilities": [{"name": "Wits", "rating": one}]},
            {"name": "Two", "resistance": True, "abilities": [{"name": "Wiles", "rating": two}]},
        ],
        "first": "One",
        **more,
    }


LUCKY: dict[str, Any] = {
    "setup": contest(17, 14),
    "bots": {"one": "const:3", "gm": "allin"},
    "luck_adjusted": True,
    "processes": 1,
}


def check_luck(found: Any, errors: float = 3) -> float:
    """Luck is 0 on average; how many times fewer contests tell as much."""
    n, sums, squares = found.contests, found.tally.sums, found.tally.squares
    assert sums[LUCK] / n == pytest.approx(0, abs=errors * (squares[LUCK] / n / n) ** 0.5)
    exact = extended(17, 14, policy="const:3", against="allin")
    spread = max(1e-18, squares[ADJUSTED] / n - (sums[ADJUSTED] / n) ** 2)
    assert found.win == pytest.approx(float(exact.win), abs=max(1e-9, errors * (spread / n) ** 0.5))
    raw = found.tally.verdicts["win"] / n
    return float(raw * (1 - raw) / spread)


def test_luck_is_taken_from_the_dice_that_fell() -> None:
    """Unbiased, and eight times fewer contests tell as much."""
    assert check_luck(simulate("questworlds", "extended", contests=400, **LUCKY)) >= 8


def test_the_interval_that_is_told_holds_nineteen_times_in_twenty() -> None:
    """Of the chance to win with luck taken out: one without its 1.96 would hold in two of three."""
    exact = float(extended(17, 14, policy="const:3", against="allin").win)
    found = [simulate("questworlds", "extended", contests=40, seed=seed, **LUCKY) for seed in range(60)]
    held = [low < exact < high for low, high in (each.intervals["win"] for each in found)]
    assert sum(held) >= 53


@pytest.mark.soak
def test_the_luck_of_very_many_is_nothing_on_average() -> None:
    """The same over 100,000 contests."""
    assert check_luck(simulate("questworlds", "extended", contests=100_000, **LUCKY)) >= 10


@pytest.mark.parametrize("pieces", [1, 7])
def test_the_same_seed_gives_the_same_numbers(pieces: int) -> None:
    asked: dict[str, Any] = {
        "setup": contest(9, 9),
        "bots": {"": "const:2"},
        "contests": pieces * 40,
        "processes": 1,
    }
    one, two = (simulate("questworlds", "extended", seed=5, **asked) for _ in range(2))
    other = simulate("questworlds", "extended", seed=6, **asked)
    assert one.outcomes == two.outcomes != other.outcomes


def test_what_a_bot_does_beside_bidding_leaves_luck_unbiased() -> None:
    """Hero points and parting shots are decisions, not luck: the dice alone are measured."""
    setup = contest(17, 14)
    setup["contestants"][0]["hero_points"] = 3
    found = simulate(
        "questworlds",
        "extended",
        setup=setup,
        bots={"": "bold"},
        contests=300,
        luck_adjusted=True,
        processes=1,
    )
    n = found.contests
    assert found.tally.sums[LUCK] / n == pytest.approx(0, abs=3 * (found.tally.squares[LUCK] / n / n) ** 0.5)
    assert found.method == "simulated"


def test_luck_is_refused_where_nobody_measures_it() -> None:
    with pytest.raises(Exception, match="luck of deckahedron"):
        simulate("deckahedron", "fight", contests=10, luck_adjusted=True, processes=1)


def test_pairs_of_faces_are_the_cells_of_the_calculation() -> None:
    """QW-17, QW-18: the pairs of faces, one by one through the game's own reading, make up the counted cells."""
    for one, two, low in itertools.product((3, 17, 20, 27, 45), (1, 14, 33), ("high", "low")):
        position = Position.opening(one, two, better_roll=low)
        counts: dict[tuple[int, int, bool], int] = {}
        for who, halves, transfer in zip(*(each.tolist() for each in _faces(position)), strict=True):
            if halves:
                counts[who, halves, bool(transfer)] = counts.get((who, halves, bool(transfer)), 0) + 1
        assert counts == {(cell.winner, cell.halves, cell.transfer): cell.count for cell in position.cells}
