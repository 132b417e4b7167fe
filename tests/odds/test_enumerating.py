"""Any small contest exactly, by its real rules."""

import pytest

from agonist.kernel import AgonistError
from agonist.odds import enumerate_odds, simulate
from agonist.questworlds.classic.odds.single import simple


def contestants(*ratings):
    return [
        {
            "name": f"Side {n}",
            "resistance": n % 2 == 0,
            "side": "ours" if n % 2 else "theirs",
            "abilities": [{"name": "Wits", "rating": rating}],
        }
        for n, rating in enumerate(ratings, 1)
    ]


def test_a_simple_contest_by_every_roll():
    """QW-7."""
    found = enumerate_odds("questworlds", "simple", setup={"contestants": contestants(17, 30)})
    assert found.method == "exact"
    assert found.win == simple(17, 30).win


def test_a_small_group_contest_by_every_roll():
    """QW-40: two against two; the simulation agrees."""
    setup = {"contestants": contestants(11, 14, 16, 10)}
    exact = enumerate_odds("questworlds", "group-simple", setup=setup, bots={"": "defaults"}, seconds=30)
    found = simulate(
        "questworlds", "group-simple", setup=setup, bots={"": "defaults"}, contests=600, processes=1
    )
    assert exact.method == "exact"
    assert sum(exact.outcomes.values()) == 1
    assert found.win == pytest.approx(float(exact.win), abs=4 * 0.5 / 600**0.5)


@pytest.mark.unmeasured
def test_what_is_too_unlikely_to_follow_is_told_as_the_error():
    """QW-14 to QW-22: an extended contest of small totals, followed only as far as wanted."""
    from agonist.questworlds.classic.odds.playing import extended

    setup = {"contestants": contestants(3, 2), "first": "Side 1"}
    bots = {"": "const:1"}
    options = {"propose_bids": False}
    found = enumerate_odds("questworlds", "extended", setup=setup, options=options, bots=bots, enough=0.001)
    exact = extended(3, 2, policy="const:1", against="const:1")
    assert found.method == "solved"
    assert 0 < found.error <= 0.01
    assert float(found.win) <= float(exact.win) <= float(found.win) + found.error


def test_a_contest_that_is_too_large_is_refused():
    with pytest.raises(AgonistError, match="simulation"):
        enumerate_odds("questworlds", "extended", seconds=0.2)
