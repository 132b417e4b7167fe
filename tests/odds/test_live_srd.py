"""Solved sequences of today's QuestWorlds against the real rules, round by round, from positions of live play."""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest

from agonist.kernel import (
    Chance,
    Contest,
    ContestType,
    Policy,
    Procedure,
    enumerate_contest,
    enumerate_procedure,
    enumerate_turn,
    game,
    speaks_at,
)
from agonist.kernel.game import Seen
from agonist.kernel.requests import Ask
from agonist.questworlds.srd.bots import standing, wagering
from agonist.questworlds.srd.odds.chaining import _Play as Chained
from agonist.questworlds.srd.odds.scoring import FIXED
from agonist.questworlds.srd.odds.scoring import _Play as Scored
from agonist.questworlds.srd.odds.staking import policy_from
from agonist.questworlds.srd.odds.wagering import Policy as Wagers
from agonist.questworlds.srd.odds.wagering import Solved, Upshot
from agonist.questworlds.srd.rolls.knobs import BOOK
from tests.odds.live_turns import answered, turn
from tests.odds.test_questworlds_srd import QUIET, first_side, seats, trading
from tests.questworlds_srd.scenes import foe, hero

Chances = dict[str, Fraction]
Moves = Mapping[tuple[int, ...], float]


def begun(kind: ContestType[Any], one: int, two: int, **more: Any) -> Any:
    people = [hero("One", abilities={"Wits": one}, **more), foe(resistance=two, **_resolve(more))]
    return kind.begin(*kind.setup_from({"contestants": people}, QUIET))


def _resolve(more: dict[str, Any]) -> dict[str, Any]:
    return {"resolve": 3} if more else {}


def rounds(kind: ContestType[Any], state: Any, policies: dict[str, Policy], random: Random) -> Iterator[Any]:
    """The starts of rounds in live play."""
    for _ in range(200):
        if kind.outcome(state) is not None:
            return
        if state.in_round and all(each.standing for each in state.contestants) and not state.falls:
            yield state.copy()
        turn(kind, state, policies, random)


def by_one_round(kind: ContestType[Any], state: Any, policies: dict[str, Policy], later: Any) -> Chances:
    """The chances of each end: one round by the real rules, and what the solver says of every position after it."""
    found: Chances = {}
    for after, chance in enumerate_turn(kind, state, policies).values():
        solved = later(after)
        if solved is None:
            solved = dict(enumerate_contest(kind, after, policies, first_side).of)
        for key, share in solved.items():
            found[key] = found.get(key, Fraction(0)) + chance * share
    return {key: chance for key, chance in found.items() if chance}


def agree(
    kind: ContestType[Any],
    starts: Iterator[Any],
    policies: dict[str, Policy],
    random: Random,
    later: Callable[[Any], Chances | None],
    most: int,
) -> int:
    """Hold every other of these starts of rounds to one round by the real rules; gives how many there were."""
    checked = 0
    for state in starts:
        if checked == most or random.random() < 0.5:
            continue
        here = later(state)
        assert here is not None
        assert by_one_round(kind, state, policies, later) == here
        checked += 1
    return checked


def keyed(course: Any) -> Chances:
    return {result.key: chance for result, chance in course.items() if chance}


def check_scored(contests: int, most: int, least: int) -> None:
    kind, checked = game("questworlds-srd").type("scored"), 0
    for seed in range(contests):
        random = Random(seed)
        one, two = random.randint(3, 34), random.randint(3, 34)
        mine, theirs = random.choice(list(FIXED)), random.choice(list(FIXED))
        own, other = FIXED[mine], FIXED[theirs]
        policies = seats(standing(lambda *_, s=own: s), standing(lambda *_, s=other: s))
        solver = Scored(one, two, mine, theirs, "player")

        def later(state: Any, solver: Scored = solver) -> Chances | None:
            rp = [each.rp for each in state.contestants]
            return keyed(solver.course(*rp).outcomes) if max(rp) < 5 else None

        starts = rounds(kind, begun(kind, one, two), policies, random)
        checked += agree(kind, starts, policies, random, later, most - checked)
    assert checked >= least


def resolved(solver: Chained, state: Any) -> Chances | None:
    """What the solver says of a position; nothing where somebody is out."""
    first, second = state.contestants
    if min(first.resolve, second.resolve) <= 0:
        return None
    lost = first.rating("Wits").whole - solver.ratings[0]
    return keyed(solver.course(first.resolve, second.resolve, lost))


def check_chained(contests: int, most: int, least: int) -> None:
    kind, checked = game("questworlds-srd").type("chained"), 0
    for seed in range(contests):
        random = Random(seed)
        one, two, trade = (
            random.randint(6, 30),
            random.randint(6, 30),
            random.choice(("never", "always", "last")),
        )
        policies = seats(trading(trade))
        later = partial(resolved, Chained(one, two, 5, 3, trade, BOOK))
        live = begun(kind, one, two, resolve=5, starting_resolve=5)
        starts = rounds(kind, live, policies, random)
        checked += agree(kind, starts, policies, random, later, most - checked)
    assert checked >= least


@pytest.mark.parametrize(
    ("one", "two", "resolve", "trade"),
    [
        (15, 70, 5, "always"),
        (70, 15, 5, "never"),
        (15, 12, 1, "last"),
        (15, 12, 2, "last"),
        (5, 8, 5, "always"),
    ],
)
def test_qs_64_a_chained_round_leads_where_the_solver_says_at_its_limits(
    one: int, two: int, resolve: int, trade: str
) -> None:
    """QS-64, QS-65: not 5 points are traded, nor with a rating of 0; *last* is a loss of all that is left; and what is
    scored beyond that counts in the degree."""
    kind = game("questworlds-srd").type("chained")
    policies, later = seats(trading(trade)), partial(resolved, Chained(one, two, 5, 3, trade, BOOK))
    live = begun(kind, one, two, resolve=resolve, starting_resolve=5)
    for state in itertools.islice(rounds(kind, live, policies, Random(0)), 3):
        assert by_one_round(kind, state, policies, later) == later(state)


def by_rule(wagers: Wagers, starting: int, *, opens: bool = False) -> Policy:
    """A seat that wagers as a policy of the solver's does, and lets a wager that is cut short stand or fall alike; the
    game master may have the opposition open every round (QS-34)."""
    choose = wagers.wager
    assert choose is not None
    states = wagering(lambda ap: choose(ap, starting))

    def decide(seen: Seen, ask: Ask) -> Any:
        if ask.what == "cut short":
            return "stand" if wagers.stands else "fall"
        if ask.what == "round" and opens:
            ap = next(each["ap"] for each in seen.state["contestants"] if each["name"] == ask.about)
            stated = max(1, min(ap, choose(ap, starting)))
            return {"pick": "initiative", "with": {"their wager": stated, "their aim": "prize"}}
        return states(seen, ask)

    return speaks_at("ruling", *(("round",) if opens else ()))(decide)


def exchanges(
    kind: ContestType[Any], state: Any, policies: dict[str, Policy], fallen: Random | None, last: int
) -> Moves:
    """Both sides' AP after the `last` exchange of a round, by the real rules; the first one's dice may have fallen."""

    def procedure(contest: Contest[Any]) -> Procedure[tuple[int, ...]]:
        walk, thrown, luck = kind.turn(contest), 0, deepcopy(fallen)
        answer: Any = None
        while True:
            try:
                request = walk.send(answer)
            except StopIteration:
                break
            dice = (
                [n for n, each in enumerate(request) if isinstance(each, Chance)]
                if isinstance(request, tuple)
                else []
            )
            if dice and thrown == last:
                break
            if luck is not None and not thrown:
                answer = answered(request, contest.state, policies, luck)
            else:
                answer = yield request
            thrown += any(isinstance(answer[n], tuple) for n in dice)
        return tuple(each.ap for each in contest.state.contestants)

    found: dict[Any, float] = defaultdict(float)
    for _, both, chance in enumerate_procedure(state, procedure, policies):
        found[both] += float(chance)
    return found


def moves(changes: list[Upshot], own: int, other: int, wager: int) -> Moves:
    """Both sides' AP after an exchange, as the solver has it."""
    found: dict[Any, float] = defaultdict(float)
    for change in changes:
        mine, theirs = change.moves(wager)
        found[own + mine, other + theirs] += change.chance
    return found


def check_wagered_round(kind: ContestType[Any], state: Any, play: Solved, policies: Any, luck: Random) -> int:
    """QS-53 to QS-56; gives how many exchanges there were: a round may also only be wound up."""
    own, other = (each.ap for each in state.contestants)
    real = exchanges(kind, state, policies, None, 1)
    if set(real) == {(own, other)}:
        return 0
    mine, theirs = int(play.mine[own, other]), int(play.theirs[own, other])
    player = mine > theirs or (mine == theirs and play.player_first)
    assert real == pytest.approx(moves(play.changes, own, other, mine if player else theirs))
    [(a, b)] = exchanges(kind, state, policies, luck, 1)
    if min(a, b) <= 0:
        return 1
    wager = min(theirs, b) if player else play.second_wager(a, b, mine)
    assert exchanges(kind, state, policies, luck, 2) == pytest.approx(moves(play.changes, a, b, wager))
    return 2


def check_wagered(contests: int, most: int, least: int) -> None:
    """QS-52 to QS-57: an exchange at a time, since the dice of both together are 160,000; whoever opens."""
    kind, checked = game("questworlds-srd").type("wagered"), 0
    rules = ("const:1", "const:3", "const:8", "max", "allin", "fraction:1/2", "fraction:1/4")
    for seed in range(contests):
        random = Random(seed)
        one, two = random.randint(2, 24), random.randint(2, 24)
        both = policy_from(random.choice(rules), "policy"), policy_from(random.choice(rules), "policy")
        first = seed % 2 == 0
        play = Solved((one, two), (one, two), both, player_first=first)
        policies = seats(by_rule(both[0], one), by_rule(both[1], two, opens=not first))
        for state in rounds(kind, begun(kind, one, two), policies, random):
            if checked < most and random.random() < 0.5:
                checked += check_wagered_round(kind, state, play, policies, random)
    assert checked >= least


@pytest.mark.unmeasured
def test_a_live_wagered_round_leads_where_the_solver_says() -> None:
    check_wagered(12, 10, 10)


@pytest.mark.unmeasured
def test_a_live_scored_round_leads_where_the_solver_says() -> None:
    check_scored(8, 8, 8)


@pytest.mark.unmeasured
def test_a_live_chained_round_leads_where_the_solver_says() -> None:
    check_chained(8, 8, 8)


@pytest.mark.soak
def test_hundreds_of_live_rounds_lead_where_the_solvers_say() -> None:
    check_scored(150, 300, 200)
    check_chained(150, 300, 200)
    check_wagered(300, 600, 400)
