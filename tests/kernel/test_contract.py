"""The example game keeps the contract of every game; and what the harness finds, it finds."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import GM, AgonistError, Referee, Transcript, verify
from agonist.kernel.contract import check_contract
from examples.standoff import GAME

SETUPS = st.builds(
    lambda one, two, nerve: {"names": [one, two + "'s rival"], "nerve": nerve},
    st.text(max_size=8),
    st.text(max_size=8),
    st.integers(1, 9),
)


@given(SETUPS.filter(lambda s: s["names"][0] != s["names"][1]), st.integers(0, 2**32))
@settings(max_examples=60)
def test_the_contract_holds_for_the_example(setup: dict[str, Any], seed: int) -> None:
    """Replay, restore, undo, views, refusals and verification, over random set-ups and random legal play."""
    check_contract(GAME, "standoff", setup, None, Random(seed), most=60)


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("answer"), st.integers(0, 1), st.sampled_from(["strike", "wait", "nonsense", 3])),
        st.tuples(st.just("late"), st.integers(0, 40), st.sampled_from(["strike", "wait"])),
        st.tuples(st.just("type"), st.integers(0, 1), st.integers(0, 7)),
        st.tuples(st.just("undo"), st.integers(0, 40), st.just(None)),
        st.tuples(st.just("override"), st.integers(0, 2), st.integers(-1, 10)),
        st.tuples(st.just("dice"), st.integers(0, 2), st.sampled_from(["typed", "sealed", "either"])),
        st.tuples(st.just("nonce"), st.integers(0, 2), st.sampled_from(["c0ffee", "no nonce"])),
    ),
    max_size=40,
)


def act(referee: Referee[Any], kind: str, where: int, what: Any) -> None:
    seat = ("first", "second", GM)[where % 3]
    match kind:
        case "answer" if referee.pending:
            referee.answer(referee.pending[where % len(referee.pending)].id, what)
        case "late":
            referee.answer(f"{where}.0.0", what)
        case "type" if referee.pending:
            referee.answer(referee.pending[where % len(referee.pending)].id, [what])
        case "undo":
            referee.undo(where)
        case "override":
            referee.override(f"rivals.{where}.nerve", what, reason="so it is")
        case "dice":
            referee.set_dice(seat, what)
        case "nonce":
            referee.contribute(seat, what)


@given(st.integers(0, 2**32), ACTS)
@settings(max_examples=200)
def test_no_mix_of_acts_breaks_anything(seed: int, acts: list[tuple[str, int, Any]]) -> None:
    """Whatever is tried in whatever order: what is refused changes nothing, what is accepted replays."""
    referee = Referee.start(GAME, "standoff", {}, seed=seed.to_bytes(32, "big"))
    for kind, where, what in acts:
        before = referee.state.copy(), referee.transcript.to_json(), len(referee.lines)
        try:
            act(referee, kind, where, what)
        except AgonistError:
            assert before == (referee.state, referee.transcript.to_json(), len(referee.lines))
    again = Referee.replay(GAME, Transcript.from_json(referee.transcript.to_json()))
    assert again.state == referee.state
    assert again.lines == referee.lines
    assert [p.id for p in again.pending if p.request.what == "deed"] == [
        p.id for p in referee.pending if p.request.what == "deed"
    ]
    if referee.over:
        verify(GAME, Transcript.from_json(referee.transcript.to_json()))


def test_the_harness_notices_a_game_that_remembers_outside_its_state() -> None:
    """A game whose rules read something that is not in the state does not replay, and the contract says so."""
    import msgspec

    from examples.standoff import Duel

    class Forgetful(Duel):
        turns = 0

        def turn(self, contest: Any) -> Any:
            Forgetful.turns += 1
            contest.state.rivals[0].nerve += Forgetful.turns % 97
            yield from super().turn(contest)

    broken = msgspec.structs.replace(GAME, types=(Forgetful(),))
    with pytest.raises((AssertionError, AgonistError)):
        check_contract(broken, "standoff", {"nerve": 2}, None, Random(1), most=40)
