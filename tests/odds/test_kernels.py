"""The quick kernels play what the real rules play."""

from random import Random
from typing import Any

import pytest

from agonist.kernel import defaults, run
from agonist.odds.forge.kernel import simulate_gauntlet
from agonist.odds.forge.pools import Pool
from agonist.odds.questworlds.kernel import bid_tables, simulate_extended
from agonist.odds.questworlds.playing import extended, solved
from agonist.odds.questworlds.position import Position
from agonist.odds.questworlds.position import parse_policy as parsed
from tests.odds import real_forge, real_questworlds


def parse_policy(text: str) -> Any:
    return parsed(text)


def within(hits, n, chance):
    assert hits / n == pytest.approx(chance, abs=4 * (chance * (1 - chance) / n) ** 0.5 + 1e-12)


@pytest.mark.parametrize(
    ("one", "two", "policy", "against", "edge"),
    [(17, 14, "fraction:0.5", "allin", 0), (9, 12, "const:4", "fraction:0.3", 2)],
)
def test_the_extended_kernel_gives_the_exact_chances(one, two, policy, against, edge):
    """QW-14 to QW-22: each result within 4 standard errors of the calculated chance, which the rules confirm."""
    position = Position.opening(one, two, first_edge=edge)
    tables = bid_tables(position, parse_policy(policy), parse_policy(against))
    n = 200_000
    counts = simulate_extended(position, tables, n, seed=1)
    exact = extended(one, two, policy=policy, against=against, edge=edge)
    assert sum(counts.values()) == n
    for name, count in counts.items():
        within(count, n, float(exact.outcomes[name]))


@pytest.mark.unmeasured
def test_the_extended_kernel_plays_the_real_rules():
    """The same contest through the real rules."""
    kind, state = real_questworlds.begin("extended", 17, 14)
    policy = real_questworlds.policies("fraction:0.5", "allin", state)
    position = Position.opening(17, 14)
    quick = simulate_extended(
        position, bid_tables(position, parse_policy("fraction:0.5"), min), 200_000, seed=2
    )
    random = Random(4)
    n = 1_500
    results = [real_questworlds.level(None, run(kind, state, policy, random)) for _ in range(n)]
    for name, count in quick.items():
        within(results.count(name), n, count / 200_000)


def test_best_play_wins_as_often_as_solved():
    """The solver's value is what play of its own policy gives, 200 000 times."""
    solution = solved(Position.opening(20, 18))
    tables = bid_tables(
        solution.position,
        lambda own, other: solution.bid(0, own, other),
        lambda own, other: solution.bid(1, other, own),
    )
    counts = simulate_extended(solution.position, tables, 200_000, seed=3)
    within(sum(count for name, count in counts.items() if "victory" in name), 200_000, solution.win)


@pytest.mark.unmeasured
def test_the_gauntlet_kernel_plays_the_real_rules():
    """FG-41 to FG-45: four against four and three against four, within 4 standard errors of the real rules."""
    for sizes, n in (((4, 4), 90), ((3, 4), 70)):
        teams = [
            [real_forge.fighter(f"{name}{i}", 4, 5 + i % 2) for i in range(size)]
            for name, size in zip("AB", sizes, strict=True)
        ]
        kind, state = real_forge.begin("destruction", *teams)
        random = Random(8)
        wins = sum(run(kind, state, defaults, random).winners == ("North",) for _ in range(n))
        pools = [[Pool(4, 5 + i % 2) for i in range(size)] for size in sizes]
        quick = simulate_gauntlet(pools[0], pools[1], 20_000, seed=9)
        assert sum(quick.values()) == 20_000
        within(wins, n, quick["first"] / 20_000)


def test_the_gauntlet_kernel_agrees_with_the_duel():
    """One against one is what the duel was solved for; XP is too rare to be seen at 3+."""
    from agonist.odds.forge.dueling import duel

    quick = simulate_gauntlet([Pool(3, 3)], [Pool(3, 3)], 100_000, seed=1, xp=60)
    within(quick["first"], 100_000, duel(first="3@3", second="3@3").win)


def test_the_same_seed_gives_the_same_numbers():
    position = Position.opening(9, 9)
    tables = bid_tables(position, min, min)
    assert simulate_extended(position, tables, 999, seed=5) == simulate_extended(
        position, tables, 999, seed=5
    )
