"""Sweeps in arrays give what single questions give."""

import pytest

from agonist.forge.odds.pools import plain
from agonist.odds import forge, questworlds
from agonist.questworlds.classic.odds.single import simple_counts
from agonist.questworlds.classic.odds.tables import LEVELS


@pytest.mark.parametrize("better", ["high", "low"])
@pytest.mark.parametrize("surplus", [True, False])
def test_a_table_of_simple_contests(better, surplus):
    """QW-2 to QW-7: every pair of ratings, masteries and hopeless ones included, to the last pair of faces."""
    ratings = [-2, 0, 1, 2, 10, 19, 20, 21, 33, 40, 41, 59, 75]
    table = questworlds.simple_table(ratings, ratings, better_roll=better, surplus_bumps_down=surplus)
    for i, one in enumerate(ratings):
        for j, two in enumerate(ratings):
            counts = simple_counts(one, two, better_roll=better, surplus_bumps_down=surplus)
            assert [counts[level] for level in LEVELS] == list(table[i, j])


def test_tables_of_pools_and_contests():
    """FG-10, FG-21: floats that agree with the fractions."""
    efforts = forge.effort_table(12, 4)
    table = forge.contest_table(6, 5, 4, 5)
    for dice in range(13):
        assert efforts[dice, : dice + 1] == pytest.approx(plain(dice, 4).floats(), abs=1e-14)
    for ours in range(1, 7):
        for theirs in range(1, 6):
            margin = forge.contest(attack=f"{ours}@4", defend=f"{theirs}@5").margin
            for number, chance in margin.items():
                assert table[ours - 1, theirs - 1, number + 5] == pytest.approx(float(chance), abs=1e-14)
