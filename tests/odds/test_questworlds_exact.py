"""QuestWorlds odds against the enumerated real rules."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agonist.kernel import AgonistError, Policy, defaults, enumerate_procedure, run
from agonist.questworlds.chassis.ratings import Rating
from agonist.questworlds.classic.bots import Purse, bidding
from agonist.questworlds.classic.odds.playing import extended, solved
from agonist.questworlds.classic.odds.position import FIRST, SECOND, Position, parse_policy
from agonist.questworlds.classic.odds.rolls import parse_rating, written
from agonist.questworlds.classic.odds.single import exchange, simple
from agonist.questworlds.classic.odds.solver import Solution, solve
from agonist.questworlds.classic.plans.offers import most_to_stake
from tests.odds.real_questworlds import begin, enumerated, level, policies

RATINGS = st.integers(1, 70)


@given(RATINGS)
def test_ratings_are_read_and_written_as_the_game_does(whole):
    """QW-1."""
    assert written(whole) == str(Rating(whole))
    assert parse_rating(written(whole)) == Rating.parse(str(Rating(whole))).whole == whole


@pytest.mark.parametrize("text", ["7W", "7m", "3w2", "27", " 17 ", "20M"])
def test_every_way_to_write_a_rating(text):
    """QW-1."""
    assert parse_rating(text) == Rating.parse(text).whole


@pytest.mark.parametrize("text", ["", "M", "21M", "0M", "7M0", "seven", "7.5", "9999"])
def test_what_is_no_rating_is_refused_with_what_is_right(text):
    with pytest.raises(AgonistError, match="Accepted"):
        parse_rating(text)


@pytest.mark.unmeasured
@settings(max_examples=25)
@given(RATINGS, RATINGS, st.sampled_from(["high", "low"]), st.booleans())
def test_a_simple_contest_is_what_the_rules_enumerate(one, two, better, surplus):
    """QW-3, QW-4, QW-6, QW-7: to the last of the 400 pairs of faces."""
    kind, state = begin("simple", one, two, better_roll=better, surplus_bumps_down=surplus)
    real = enumerated(kind, state, defaults)
    ours = simple(one, two, better_roll=better, surplus_bumps_down=surplus)
    assert {name: chance for name, chance in ours.outcomes.items() if chance} == dict(real.of)
    assert ours.win + ours.tie + ours.lose == 1


def test_a_hopeless_rating_fails_and_only_breaks_ties():
    """QW-2: with a rating of 0 or less every die is a failure."""
    odds = simple(0, 0)
    assert odds.outcomes["marginal-victory"] == Fraction(190, 400)
    assert odds.tie == Fraction(20, 400)


@settings(max_examples=12)
@given(RATINGS, RATINGS, st.integers(1, 9), st.integers(-4, 4))
@example(16, 10, 3, 0)
@example(10, 16, 3, 0)
@example(15, 10, 3, 0)
def test_one_exchange_is_what_the_rules_enumerate(one, two, bid, edge):
    """QW-17 to QW-20: the changes of both totals for a bid."""
    kind, state = begin("extended", one, two, edge=edge, edges=True)
    own: dict[int, Fraction] = {}
    other: dict[int, Fraction] = {}
    most = max(1, one)
    bid = min(bid, most)
    for after, _, chance in enumerate_procedure(state, kind.turn, policies(f"const:{bid}", "const:1", state)):
        ours, theirs = (
            now.ap - then.ap for now, then in zip(after.contestants, state.contestants, strict=True)
        )
        own[ours] = own.get(ours, Fraction(0)) + chance
        other[theirs] = other.get(theirs, Fraction(0)) + chance
    odds = exchange(one, two, bid=bid, edge=edge)
    assert {change: chance for change, chance in odds.own.items() if chance} == own
    assert {change: chance for change, chance in odds.other.items() if chance} == other


CASES = [
    (3, 2, "allin", "allin", {"first": "Two"}),
    pytest.param(4, 4, "const:3", "const:2", {"first": "Two"}, marks=pytest.mark.soak),
    (5, 2, "fraction:0.5", "allin", {"better_roll": "low"}),
    (2, 4, "const:9", "fraction:0.34", {"edge": 1, "against_edge": -1}),
    pytest.param(9, 2, "fraction:0.4", "allin", {}, marks=pytest.mark.soak),
    pytest.param(2, 9, "allin", "const:2", {}, marks=pytest.mark.soak),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("one", "two", "policy", "against", "more"), CASES)
def test_an_extended_contest_is_what_the_rules_enumerate(one, two, policy, against, more):
    """QW-14 to QW-22: the degrees under given bids, desperation stakes, edges and the ratings gap included."""
    real_more = {"edges": True, **more} if "edge" in more else more
    kind, state = begin("extended", one, two, **real_more)
    enough = 1e-6 if max(one, two) < 9 else 1e-4
    real = enumerated(kind, state, policies(policy, against, state), enough=enough)
    begins = {"One": "player", "Two": "resistance"}[more.get("first", "One")]
    more = {name: value for name, value in more.items() if name != "first"}
    ours = extended(one, two, policy=policy, against=against, begins=begins, **more)
    for name, chance in ours.outcomes.items():
        assert float(chance) == pytest.approx(float(real[name]), abs=float(real.undecided) + 1e-12)


@pytest.mark.parametrize("rating", [4, 13, 20, 33])
def test_all_in_on_both_sides_is_even(rating):
    """Equal ratings, and both always stake all: exactly one half."""
    odds = extended(rating, rating, policy="allin", against="allin")
    assert odds.win == (Fraction(1, 2) if odds.method == "exact" else pytest.approx(0.5, abs=1e-14))
    assert odds.method == "exact" or rating > 13


def test_solved_and_exact_agree_where_both_are_known():
    """The layers in floats and the elimination in fractions are different roads to the same numbers."""
    for policy, against in (("const:3", "allin"), ("fraction:0.5", "const:2")):
        exact = extended(8, 7, policy=policy, against=against)
        position = Position.opening(8, 7)
        solution = solve(position, parse_policy(policy), parse_policy(against))
        assert exact.method == "exact"
        assert solution.win == pytest.approx(float(exact.win), abs=solution.error)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("one", "two"), [(2, 2), (3, 2), (2, 4)])
def test_best_play_is_found_by_trying_every_bid_of_the_real_rules(one, two):
    """QW-16: value iteration over the enumerated rules, bid by bid, gives the same values and a bid as good."""
    kind, state = begin("extended", one, two)
    solution = solve(Position.opening(one, two), error=1e-12)
    values = _by_the_rules(kind, state, one + two)
    for (acts, first, second), value in values.items():
        assert solution.value(acts, first, second) == pytest.approx(value, abs=1e-9)


def _by_the_rules(kind, state, total):
    """The value of every position, from the chances that the real rules give each bid."""
    state.begun = True
    moves = {}
    for first in range(1, total):
        for second in range(1, total - first + 1):
            for acts in (0, 1):
                here = state.copy()
                here.contestants[0].ap, here.contestants[1].ap = first, second
                here.order = ["One", "Two"]
                here.acting = acts
                own = here.contestants[acts]
                most = max(own.ap, own.starting_ap) if acts == 0 else own.ap
                for bid in range(1, most + 1):
                    moves[acts, first, second, bid] = _after(kind, here, bid)
    values = {place[:3]: 0.5 for place in moves}
    for _ in range(60):
        new: dict = {}
        for (acts, first, second, _bid), ways in moves.items():
            worth = sum(
                chance * (1.0 if b <= 0 else 0.0 if a <= 0 else values[1 - acts, a, b])
                for (a, b), chance in ways.items()
            )
            best = max if acts == 0 else min
            place = (acts, first, second)
            new[place] = best(new.get(place, worth), worth)
        values = new
    return values


def _after(kind, here, bid):
    ways: dict = {}
    for after, _, chance in enumerate_procedure(
        here, kind.turn, policies(f"const:{bid}", f"const:{bid}", here)
    ):
        totals = tuple(each.ap for each in after.contestants)
        ways[totals] = ways.get(totals, 0.0) + float(chance)
    return ways


def best_bidder(solution: Solution, side: int) -> Policy:
    """The policy of a solution, for one of its sides; AP that are hidden still have to be the starting ones."""
    here = solution.position
    hidden = here.second_ap if side == 0 else here.first_ap

    def choose(purse: Purse) -> int:
        other = hidden if purse.other is None else purse.other
        return solution.bid(0, purse.own, other) if side == 0 else solution.bid(1, other, purse.own)

    return bidding(choose)


@pytest.mark.unmeasured
def test_the_solvers_value_is_what_simulated_play_of_its_policy_gives():
    """Best play of 13 against 13 through the real rules, within 4 standard errors."""
    kind, state = begin("extended", 13, 13)
    solution = solved(Position.opening(13, 13))
    player, resistance = state.contestants
    policy = {player.seat: best_bidder(solution, 0), resistance.seat: best_bidder(solution, 1)}
    random = Random(7)
    n = 2_500
    wins = sum("victory" in level(None, run(kind, state, policy, random)) for _ in range(n))
    assert wins / n == pytest.approx(solution.win, abs=4 * (solution.win * (1 - solution.win) / n) ** 0.5)


@settings(max_examples=10)
@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from([0, 1]))
def test_nobody_does_better_by_another_bid(one, two, acts):
    """The best bid is at least as good as every other, and the value is that of the best bid."""
    solution = solve(Position.opening(one, two, acts=acts))
    by_bid = solution.by_bid()
    best = max(by_bid.values()) if acts == 0 else min(by_bid.values())
    assert by_bid[solution.best_bid] == pytest.approx(best, abs=1e-9)
    assert solution.win == pytest.approx(best, abs=1e-9)
    assert solution.error < 1e-9


def test_the_certified_error_holds_between_two_solutions():
    """A coarse solution is no further from a fine one than both certify."""
    fine = solve(Position.opening(30, 27), error=1e-13)
    for wanted in (1e-3, 1e-6):
        coarse = solve(Position.opening(30, 27), error=wanted)
        assert abs(coarse.win - fine.win) <= coarse.error + fine.error
        assert coarse.error <= wanted


@pytest.mark.parametrize("policy", ["const:0", "const:x", "fraction:2", "fraction:0", "all-in", "best:2", ""])
def test_what_is_no_policy_is_refused(policy):
    with pytest.raises(AgonistError, match="const:N, allin"):
        extended(13, 13, policy=policy)


def test_an_own_exchange_table_changes_only_its_cells():
    """QW-17 with other numbers: the rules' own cells written out change nothing; a harsher cell does."""
    rules = {"critical-success": "transfer 1", "success-success": "lose 1/2", "failure-fumble": "lose 1"}
    assert exchange(17, 14, bid=5, table=rules).own == exchange(17, 14, bid=5).own
    harsh = exchange(17, 14, bid=5, table="success-failure = lose 3; success-success = transfer 1")
    lost = harsh.outcomes["wins-loss-3"] + harsh.outcomes["wins-loss-1"]
    assert lost == exchange(17, 14, bid=5).outcomes["wins-loss-1"]
    assert harsh.win == exchange(17, 14, bid=5).win
    assert extended(13, 13, table={"success-success": "lose 2"}).win != extended(13, 13).win


@pytest.mark.parametrize(
    "cell", [{"success-critical": "lose 1"}, {"critical-success": "give 1"}, {"a-b": "lose 1"}]
)
def test_what_is_no_exchange_table_is_refused(cell):
    with pytest.raises(AgonistError, match="critical-success"):
        exchange(17, 14, bid=5, table=cell)


@given(own=st.integers(1, 30), one=st.integers(1, 20), two=st.integers(1, 20))
def test_qw_16_a_second_player_may_bid_as_much_as_at_the_start(own, one, two):
    """QW-16: each up to the own start, a resistance no more than it has; as the game itself says."""
    player, resistance = Position.opening(one, two, second_start=two), Position.opening(one, two)
    assert player.most(SECOND, own) == most_to_stake(False, own, two)
    assert resistance.most(SECOND, own) == most_to_stake(True, own, two)
    assert player.most(FIRST, own) == resistance.most(FIRST, own) == most_to_stake(False, own, one)
    assert player.held(SECOND, lambda *_: 99)(own, 5) == most_to_stake(False, own, two)


def test_qw_16_every_bid_of_a_second_player_is_weighed():
    """QW-16: with 2 AP left of 9 the second may still bid 9, and may do better by it than by 2."""
    position = Position(8, 8, 5, 2, first_start=8, second_start=9, acts=SECOND)
    player, resistance = solve(position), solve(replace(position, second_start=0))
    assert set(player.by_bid()) == set(range(1, 10))
    assert set(resistance.by_bid()) == {1, 2}
    assert player.win == pytest.approx(min(player.by_bid().values()), abs=1e-6)
    assert player.win < resistance.win


def test_a_handicap_that_eats_every_bid_still_ends():
    """QW-20: who gains nothing by acting still wins by answering, as the responder's wins know no handicap."""
    solution = solve(Position.opening(90, 3, first_edge=-400), lambda *_: 1, lambda *_: 1)
    assert solution.error < 1e-9
    assert solution.win > 0.999
