"""Solved sequences of today's QuestWorlds against the real rules, round by round, from positions of live play."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from agonist.kernel import Contest, ContestType, Policy, enumerate_contest, enumerate_turn, game
from agonist.kernel.chance import realise
from agonist.kernel.course import cut_off, cuts_short, decisions_first
from agonist.kernel.game import Seen
from agonist.kernel.requests import Ask
from agonist.questworlds_srd.bots.policies import standing
from agonist.questworlds_srd.odds.chaining import _Play as Chained
from agonist.questworlds_srd.odds.scoring import FIXED
from agonist.questworlds_srd.odds.scoring import _Play as Scored
from tests.odds.test_questworlds_srd import QUIET, first_side, seats, trading
from tests.questworlds_srd.scenes import foe, hero

Chances = dict[str, Fraction]


def begun(kind: ContestType[Any], one: int, two: int, **more: Any) -> Any:
    people = [hero("One", abilities={"Wits": one}, **more), foe(resistance=two, **_resolve(more))]
    return kind.begin(*kind.setup_from({"contestants": people}, QUIET))


def _resolve(more: dict[str, Any]) -> dict[str, Any]:
    return {"resolve": 3} if more else {}


def turn(kind: ContestType[Any], state: Any, policies: dict[str, Policy], random: Random) -> None:
    """One turn of live play."""
    contest: Contest[Any] = Contest(state)
    walk, answer = kind.turn(contest), None
    while True:
        try:
            request = walk.send(answer)
        except StopIteration:
            return
        slots = request if isinstance(request, tuple) else (request,)
        answers: list[Any] = list(cut_off(slots, [None] * len(slots)))
        for slot in decisions_first(slots):
            part = slots[slot]
            if isinstance(part, Ask):
                answers[slot] = policies[part.seat](Seen(part.seat, state), part)
            else:
                answers[slot] = realise(part, lambda _, n: random.randrange(n))
            if cuts_short(part, answers[slot]):
                break
        answer = tuple(answers) if isinstance(request, tuple) else answers[0]


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
        solver = Chained(one, two, 5, 3, trade)

        def later(state: Any, solver: Chained = solver) -> Chances | None:
            first, second = state.contestants
            if min(first.resolve, second.resolve) <= 0:
                return None
            lost = first.rating("Wits").whole - solver.ratings[0]
            return keyed(solver.course(first.resolve, second.resolve, lost))

        live = begun(kind, one, two, resolve=5, starting_resolve=5)
        starts = rounds(kind, live, policies, random)
        checked += agree(kind, starts, policies, random, later, most - checked)
    assert checked >= least


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
