"""The kernel of arrays plays what the real rules play, and luck is what dice give and take."""

import itertools
from random import Random
from typing import Any

import numpy as np
import pytest

from agonist.odds.jobs import array_kernel, make_job
from agonist.odds.luck import ADJUSTED, LUCK
from agonist.odds.simulation import simulate
from agonist.odds.studies.working import work_out
from agonist.questworlds.classic.odds.many_at_once import bid_tables, simulate_extended
from agonist.questworlds.classic.odds.playing import extended, solved
from agonist.questworlds.classic.odds.position import RESULTS, Position, parse_policy


def policy(text: str) -> Any:
    return parse_policy(text)


def counted(*given: Any, **more: Any) -> dict[str, int]:
    places, _ = simulate_extended(*given, **more)
    return dict(zip(RESULTS, np.bincount(places, minlength=len(RESULTS)).tolist(), strict=True))


def within(hits: float, n: int, chance: float, errors: float = 4) -> None:
    assert hits / n == pytest.approx(chance, abs=errors * (chance * (1 - chance) / n) ** 0.5 + 1e-12)


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


@pytest.mark.parametrize(
    ("one", "two", "ours", "theirs", "edge"),
    [(17, 14, "fraction:0.5", "allin", 0), (9, 12, "const:4", "fraction:0.3", 2)],
)
def test_the_kernel_gives_the_exact_chances(one: int, two: int, ours: str, theirs: str, edge: int) -> None:
    """QW-14 to QW-22: each result within 4 standard errors of the calculated chance, which the rules confirm."""
    position = Position.opening(one, two, first_edge=edge)
    n = 200_000
    counts = counted(position, bid_tables(position, policy(ours), policy(theirs)), n, seed=1)
    exact = extended(one, two, policy=ours, against=theirs, edge=edge)
    assert sum(counts.values()) == n
    for name, count in counts.items():
        within(count, n, float(exact.outcomes[name]))


def test_best_play_wins_as_often_as_solved() -> None:
    """The solver's value is what play of its own policy gives, 200 000 times."""
    solution = solved(Position.opening(20, 18))
    tables = bid_tables(
        solution.position,
        lambda own, other: solution.bid(0, own, other),
        lambda own, other: solution.bid(1, other, own),
    )
    counts = counted(solution.position, tables, 200_000, seed=3)
    within(sum(count for name, count in counts.items() if "victory" in name), 200_000, solution.win)


def random_setup(random: Random) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """A contest that the kernel plays: ratings, who begins, edges, options and bids by chance."""
    setup = contest(random.randint(3, 26), random.randint(3, 26), first=random.choice(("One", "Two")))
    for each in setup["contestants"]:
        each["edge"] = random.choice((0, 0, -2, 3))
    options = {
        "better_roll": random.choice(("high", "low")),
        "surplus_bumps_down": random.random() < 0.5,
        "edges": random.random() < 0.5,
    }
    ways = ("const:1", "const:4", "const:9", "fraction:0.3", "fraction:0.8")
    return setup, options, {"one": random.choice(ways), "gm": random.choice((*ways, "allin"))}


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(5))
def test_simulations_in_arrays_agree_with_the_real_rules(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On set-ups by chance: every outcome of the real rules within 4 standard errors of what the kernel says."""
    setup, options, bots = random_setup(Random(seed))
    asked: dict[str, Any] = {"setup": setup, "options": options, "bots": bots, "processes": 1}
    quick = simulate("questworlds", "extended", contests=200_000, **asked)
    assert quick.method == "simulated in arrays"
    for room in ("jobs", "simulation"):
        monkeypatch.setattr(f"agonist.odds.{room}.array_kernel", lambda _: None)
    real = simulate("questworlds", "extended", contests=300, **asked)
    assert real.method == "simulated"
    for name in real.outcomes.keys() | quick.outcomes.keys():
        within(real.outcomes.get(name, 0) * real.contests, real.contests, quick.outcomes.get(name, 0))


def with_more(**more: Any) -> dict[str, Any]:
    """A contest whose first contestant has more than one ability."""
    one, two = contest(17, 14)["contestants"]
    return contest(17, 14, contestants=[{**one, **more}, two])


@pytest.mark.parametrize(
    ("setup", "bots"),
    [
        (contest(17, 14), {"": "bold"}),
        (contest(17, 14), {"": "const:3", "one": "allin"}),
        (contest(17, 14, outsiders=[{"name": "Three", "abilities": [{"name": "Song", "rating": 12}]}]), {}),
        (with_more(followers=[{"name": "Pym", "rating": 12, "ability": "Law"}]), {}),
        (with_more(lasting=[{"effect": "hurt"}]), {}),
        (with_more(abilities=[{"name": "Wits", "rating": 17}, {"name": "Fists", "rating": 9}]), {}),
    ],
)
def test_a_contest_with_more_to_it_goes_through_the_real_rules(
    setup: dict[str, Any], bots: dict[str, str]
) -> None:
    """Bots that do more than bid, bids by a total that is hidden from the bidder (QW-13), helpers, followers, harm."""
    bots = {"": "const:3", **bots}
    assert array_kernel(make_job("questworlds", "extended", setup=setup, bots=bots)) is None
    assert array_kernel(make_job("questworlds", "extended", setup=contest(17, 14), bots={"": "const:3"}))


@pytest.mark.parametrize("pieces", [1, 7])
def test_the_same_seed_gives_the_same_numbers(pieces: int) -> None:
    asked: dict[str, Any] = {"setup": contest(9, 9), "bots": {"": "const:2"}, "contests": pieces * 10_000}
    one, two = (simulate("questworlds", "extended", seed=5, **asked) for _ in range(2))
    other = simulate("questworlds", "extended", seed=6, **asked)
    assert one.outcomes == two.outcomes != other.outcomes


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


def test_luck_is_nothing_on_average_and_most_of_the_chance() -> None:
    """100,000 contests in arrays: unbiased, and the same answer from far fewer, as values for these bids are known."""
    found = simulate("questworlds", "extended", contests=100_000, **LUCKY)
    assert check_luck(found) >= 1_000_000
    assert "nothing is left to chance" in " ".join(found.notes)
    low, high = found.intervals["win"]
    assert low < float(extended(17, 14, policy="const:3", against="allin").win) < high


def real_luck(monkeypatch: pytest.MonkeyPatch, contests: int) -> float:
    for room in ("jobs", "simulation"):
        monkeypatch.setattr(f"agonist.odds.{room}.array_kernel", lambda _: None)
    return check_luck(simulate("questworlds", "extended", contests=contests, **LUCKY))


def test_luck_through_the_real_rules_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a contest goes through the real rules its luck is taken from the dice that fell there."""
    assert real_luck(monkeypatch, 400) >= 8


@pytest.mark.soak
def test_luck_through_the_real_rules_is_nothing_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same over 100,000 contests of the real rules."""
    assert real_luck(monkeypatch, 100_000) >= 10


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


def test_faces_of_the_kernel_are_the_cells_of_the_calculation() -> None:
    """QW-17, QW-18: the pairs of faces, one by one through the game's own reading, make up the counted cells."""
    from agonist.questworlds.classic.odds.many_at_once import _faces

    for one, two, low in itertools.product((3, 17, 20, 27, 45), (1, 14, 33), ("high", "low")):
        position = Position.opening(one, two, better_roll=low)
        counts: dict[tuple[int, int, bool], int] = {}
        for who, halves, transfer in zip(*(each.tolist() for each in _faces(position)), strict=True):
            if halves:
                counts[who, halves, bool(transfer)] = counts.get((who, halves, bool(transfer)), 0) + 1
        assert counts == {(cell.winner, cell.halves, cell.transfer): cell.count for cell in position.cells}


def test_a_study_uses_the_kernel_by_itself_and_says_so() -> None:
    """Cells whose contest it plays exactly; one with helpers goes through the real rules. Both agree on the chance."""
    work: dict[str, Any] = {"game": "questworlds", "type": "extended", "preset": "bridge", "seed": 1}
    work |= {
        "changes": {"setup": contest(17, 14), "options": {}, "bots": {"": "const:3"}},
        "contests": 50_000,
    }
    quick = work_out("0" * 16, work)
    assert quick["method"] == "simulated in arrays"
    helper = {"name": "Three", "abilities": [{"name": "Song", "rating": 12}]}
    work["changes"]["setup"] = contest(17, 14, outsiders=[helper])
    real = work_out("0" * 16, {**work, "contests": 200})
    assert real["method"] == "simulated"
    within(real["win"] * real["contests"], real["contests"], quick["win"])
