"""Simulation: the same numbers everywhere, honest intervals, and a stop when it is precise enough."""

from typing import Any

import pytest

from agonist.kernel import AgonistError
from agonist.odds.jobs import Tally
from agonist.odds.luck import ADJUSTED
from agonist.odds.simulation import Simulated, simulate, wilson


@pytest.mark.unmeasured
def test_numbers_depend_on_the_seed_only():
    """Two processes count what one counts."""
    one = simulate("deckahedron", "fight", preset="goblin", contests=2_000, seed=3, processes=1)
    two = simulate("deckahedron", "fight", preset="goblin", contests=2_000, seed=3, processes=2)
    other = simulate("deckahedron", "fight", preset="goblin", contests=2_000, seed=4, processes=1)
    assert one.as_data() == two.as_data()
    assert one.means != other.means


def test_it_stops_when_it_is_precise_enough():
    found = simulate("questworlds", "simple", contests=100_000, precision=0.03, processes=1)
    assert 1_000 <= found.contests < 3_000
    assert found.error <= 0.03


def test_it_stops_when_time_is_up():
    found = simulate("questworlds", "simple", contests=10_000_000, seconds=0.3, processes=1)
    assert found.contests < 100_000
    assert "Stopped" in found.notes[0]


@pytest.mark.unmeasured
def test_every_game_and_type_can_be_simulated():
    """Any contest type that has presets plays to its end with its bots."""
    from agonist.kernel import games

    for each in games():
        for kind in each.types:
            for preset in list(kind.presets)[:1]:
                found = simulate(each.name, kind.name, preset=preset, contests=4, processes=1)
                assert sum(found.outcomes.values()) == pytest.approx(1)


@pytest.mark.unmeasured
def test_bots_are_chosen_by_seat():
    setup = {
        "contestants": [
            {"name": "One", "seat": "one", "abilities": [{"name": "Wits", "rating": 13}]},
            {"name": "Two", "resistance": True, "abilities": [{"name": "Wiles", "rating": 13}]},
        ],
        "first": "One",
    }
    more: dict[str, Any] = {"setup": setup, "contests": 600, "processes": 1, "seed": 2}
    timid = simulate("questworlds", "extended", bots={"one": "const:1", "gm": "const:1"}, **more)
    bold = simulate("questworlds", "extended", bots={"one": "allin", "gm": "allin"}, **more)
    assert timid.outcomes != bold.outcomes
    assert bold.win == pytest.approx(0.5, abs=4 * 0.5 / 600**0.5)


@pytest.mark.parametrize(
    "wrong",
    [{"preset": "nowhere"}, {"bots": {"": "genius"}}, {"contests": 0}, {"setup": {"contestants": []}}],
)
def test_what_cannot_be_simulated_is_refused(wrong):
    with pytest.raises(AgonistError):
        simulate("questworlds", "extended", **{"contests": 10, "processes": 1, **wrong})


def test_intervals_hold_what_they_promise():
    """Of many intervals at 95 %, about 95 in 100 hold the true chance."""
    from random import Random

    random = Random(1)
    held = 0
    for _ in range(1_000):
        low, high = wilson(sum(random.random() < 0.07 for _ in range(150)), 150)
        held += low <= 0.07 <= high
    assert 920 <= held <= 985


def test_intervals_without_luck_hold_what_they_promise():
    """With luck taken out a chance is a mean of numbers: 95 in 100 intervals hold the true one, no more, no fewer."""
    from random import Random

    random, held = Random(2), 0
    for _ in range(400):
        tally = Tally(60, {"win": 30, "lose": 30}, {"won": 30, "lost": 30})
        for _ in range(60):
            tally.note(ADJUSTED, random.uniform(0.2, 0.6))
        low, high = Simulated("", tally, seed=0, method="simulated").intervals["win"]
        held += low <= 0.4 <= high
    assert 365 <= held <= 393


@pytest.mark.parametrize(
    ("type", "team"), [("contest", "Cyrene’s side"), ("challenge", "Travellers"), ("subjugate", "Intruders")]
)
def test_a_win_is_the_first_teams(type, team):
    """In Forge teams win, not seats: the first team's wins are the wins."""
    found = simulate("forge", type, contests=40, seed=3, processes=1)
    assert found.win == found.outcomes[team] > 0
