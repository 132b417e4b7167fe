"""Enumeration: every outcome of the real rules, with exact chances."""

from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Annotated, Any

import pytest

from agonist.kernel import (
    Ask,
    Contest,
    Course,
    GameBroken,
    Mixed,
    Past,
    Procedure,
    Roll,
    Seen,
    State,
    defaults,
    enumerate_contest,
    enumerate_procedure,
    enumerate_turn,
    every_answer,
    run,
)
from examples.standoff import Duel, Setup, Standoff

KIND = Duel()


def begin(nerve: int) -> Standoff:
    return KIND.begin(Setup(nerve=nerve), None)


def always(deed: str) -> Any:
    return lambda _, ask: deed if ask.what == "deed" else ask.legal().fallback()


def clash(first: str, second: str) -> Fraction:
    """The chance that the first reaches more than the second, counted apart from the rules."""
    wins = cases = 0
    for (mine, theirs), (a, b) in product(permutations(range(1, 7), 2), product(range(1, 7), repeat=2)):
        cases += 1
        wins += a + mine * (first == "strike") > b + theirs * (second == "strike")
    return Fraction(wins, cases)


def test_a_turn_is_enumerated_exactly_and_merged() -> None:
    """Striking against waiting: 30 deals times 36 rolls merge to states whose chances are those counted by hand."""
    policy = {"first": always("strike"), "second": always("wait"), "gm": defaults}
    after = enumerate_turn(KIND, begin(1), policy)
    assert sum(chance for _, chance in after.values()) == 1
    lost = sum((chance for state, chance in after.values() if not state.rivals[1].nerve), Fraction(0))
    assert lost == clash("strike", "wait")


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("nerve", "enough"), [(1, 1e-9), (2, 1e-3), pytest.param(2, 1e-5, marks=pytest.mark.soak)]
)
def test_a_contest_is_enumerated_to_its_end(nerve: int, enough: float) -> None:
    """Equal rivals have equal chances; what is undecided is told, not shared out."""
    chances = enumerate_contest(
        KIND, begin(nerve), always("strike"), lambda _, end: end.winners, enough=enough
    )
    assert chances[("Ash",)] == chances[("Birch",)]
    assert 0 < chances.undecided <= Fraction(enough)
    assert sum(chances.of.values()) + chances.undecided == 1
    assert chances[("Nobody",)] == 0
    assert "undecided" in repr(chances)


def test_a_limit_on_turns_leaves_the_rest_undecided() -> None:
    chances = enumerate_contest(KIND, begin(3), always("wait"), lambda _, end: end.winners, turns=1)
    assert chances.undecided == 1


def test_enumeration_agrees_with_random_runs() -> None:
    """A lopsided contest, enumerated and run 3,000 times: within 4 standard errors."""
    policy = {"first": always("strike"), "second": always("wait"), "gm": defaults}
    exact = enumerate_contest(KIND, begin(1), policy, lambda _, end: end.winners, enough=1e-9)[("Ash",)]
    random = Random(8)
    wins = sum(run(KIND, begin(1), policy, random).winners == ("Ash",) for _ in range(3_000))
    error = float(exact * (1 - exact) / 3_000) ** 0.5
    assert abs(wins / 3_000 - float(exact)) < 4 * error


def test_a_mixed_policy_weighs_its_answers() -> None:
    """Half striking, half waiting gives the mean of the two."""

    def mixed(_: Seen, ask: Any) -> Any:
        return Mixed((("strike", 1), ("wait", 1))) if ask.what == "deed" else ask.legal().fallback()

    policy = {"first": mixed, "second": always("wait"), "gm": defaults}
    after = enumerate_turn(KIND, begin(1), policy)
    lost = sum((chance for state, chance in after.values() if not state.rivals[1].nerve), Fraction(0))
    assert lost == (clash("strike", "wait") + clash("wait", "wait")) / 2


def test_every_answer_explores_all_deeds() -> None:
    explored = list(enumerate_procedure(begin(1), KIND.turn, every_answer))
    assert sum(chance for _, _, chance in explored) == 1
    assert len(explored) == 30 * 4 * 36


def test_a_part_of_a_procedure_is_enumerated_with_what_it_returns() -> None:
    def two_dice(_: Contest[Standoff]) -> Procedure[int]:
        faces = yield Roll.d(6, 2)
        (again,) = yield (Roll((2,)),)
        return sum(faces) * again[0]

    returned: dict[int, Fraction] = {}
    for _, total, chance in enumerate_procedure(begin(1), two_dice, defaults):
        returned[total] = returned.get(total, Fraction(0)) + chance
    assert returned[2] == Fraction(1, 72)
    assert returned[4] == Fraction(3, 72) + Fraction(1, 72)


def test_no_answer_is_a_broken_game() -> None:
    with pytest.raises(GameBroken, match="no answer"):
        enumerate_turn(KIND, begin(1), lambda _, ask: Mixed(()))


class Remembering(State):
    nerve: int
    names: list[str]
    played: Annotated[int, Past] = 0
    by_name: dict[str, int] = {}


def test_the_key_leaves_the_past_out_and_keeps_the_rest() -> None:
    here, there = Remembering(1, ["a"], played=3), Remembering(1, ["a"], played=9)
    assert here.key() == there.key()
    assert here != there
    assert Remembering(1, ["b"]).key() != here.key()
    assert Remembering(1, ["a"], by_name={"x": 1}).key() != here.key()


def test_a_copy_shares_nothing_that_changes() -> None:
    state = begin(2)
    twin = state.copy()
    twin.rivals[0].nerve = 0
    assert state.rivals[0].nerve == 2
    assert twin != state


class Chest(State):
    """All kinds of fields that a state may have."""

    coins: list[Remembering]
    kept: dict[str, list[Remembering]]
    pair: tuple[Remembering, int]
    marks: set[str]
    best: Remembering | None = None


def test_a_copy_shares_nothing_in_whatever_a_state_holds_it() -> None:
    """Lists, dictionaries, tuples, sets, and what may be there or not: what changes in the copy stays in the copy."""
    one = Remembering(1, ["a"], by_name={"x": 1})
    state = Chest([one.copy()], {"here": [one.copy()]}, (one.copy(), 2), {"m"}, one.copy())
    twin = state.copy()
    assert twin == state
    assert twin.best is not None
    for each in (twin.coins[0], twin.kept["here"][0], twin.pair[0], twin.best):
        each.names.append("b")
        each.by_name["y"] = 2
        each.nerve = 9
    twin.marks.add("n")
    assert state == Chest([one], {"here": [one]}, (one, 2), {"m"}, one)
    assert Chest([], {}, (one, 0), set()).copy().best is None


def test_a_copied_state_at_a_turns_start_continues_without_its_past() -> None:
    """Play two turns, keep the second turn's start, and go on from there alone: the same ends are possible."""
    course: Course[Standoff] = Course(KIND, begin(2))
    random = Random(2)
    while course.turn_start is None or course.turn_start.at == 0:
        for slot, request in enumerate(course.slots):
            course.fill(
                slot, request.legal().fallback() if isinstance(request, Ask) else _roll(request, random)
            )
    resumed = Course.resume(KIND, course.turn_start)
    assert resumed.at == course.turn_start.at
    assert resumed.contest.state == course.contest.state
    assert [type(s) for s in resumed.slots] == [type(s) for s in course.slots]


def _roll(request: Any, random: Random) -> tuple[Any, ...]:
    return tuple(request.form().sample(random))
