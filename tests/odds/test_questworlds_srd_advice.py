"""Live advice on today's QuestWorlds: from what the seat knows, and from nothing else (QS-70)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import Pending, Referee, seat_view
from agonist.odds.adviser import weigh
from agonist.odds.counsel import played_on
from agonist.odds.situations import Position, situation_of
from agonist.questworlds.srd import GAME
from tests.questworlds_srd.scenes import foe, hero

KINDS = ("contest", "group-contest", "one-prize", "scored", "wagered", "chained")


def asked(kind: str, resistance: int, resolve: int, **more: Any) -> tuple[Referee[Any], Pending]:
    """Asa's first tactic, against somebody of whom she knows nothing."""
    who = hero(ability="Wits")
    setup = GAME.type(kind).setup_type(contestants=(who, foe(resistance=resistance, resolve=resolve)), **more)
    referee = Referee.start(GAME, kind, setup, seed=bytes(32))
    return referee, next(each for each in referee.pending if each.seat == "asa")


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=4, deadline=None)
@given(one=st.integers(1, 60), other=st.integers(1, 60), spirit=st.integers(1, 9))
def test_what_is_hidden_does_not_show_in_advice(kind: str, one: int, other: int, spirit: int) -> None:
    """QS-70: resistance, AP and the opposition's resolve."""
    first, second = (
        Position(situation_of(*asked(kind, rating, resolve)))
        for rating, resolve in ((one, 4), (other, spirit))
    )
    assert first.imaginable
    assert weigh(first, requests=1) == weigh(second, requests=1)


def test_what_was_fixed_beforehand_does_not_show_in_advice() -> None:
    """QS-20, QS-26: nor that a contest is assured, nor what the opposition wants."""
    plain = Position(situation_of(*asked("contest", 14, 5)))
    sure = Position(situation_of(*asked("contest", 14, 5, assured="unrolled", opposition_goals=("gold",))))
    assert weigh(plain, requests=1) == weigh(sure, requests=1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tactic_is_advised_on(kind: str) -> None:
    """Every kind of contest, from a seat that does not know everything."""
    referee, pending = asked(kind, 14, 3)
    question = next(each for each in seat_view(referee, "asa").asked if each.id == pending.id)
    found = played_on(situation_of(referee, pending), question, requests=800)
    assert found.choices
    assert all(0 <= each.value <= 1 for each in found.choices)


def test_a_story_point_that_decides_is_advised() -> None:
    """QS-31: 1 to 1 with the lower die is a defeat, and with a point a victory, whatever is hidden."""
    setup = GAME.type("contest").setup_type(contestants=(hero(), foe()), story_points=1)
    dice: Any = dict.fromkeys(("gm", "asa"), "typed")
    referee = Referee.start(GAME, "contest", setup, seed=bytes(32), dice=dice)
    referee.patient_with = frozenset({"asa"})
    for answer in (referee.pending[0].form().fallback(), [3], [6]):
        waiting = next(each for each in referee.pending if not each.window)
        referee.answer(waiting.id, answer)
    pending = next(each for each in referee.pending if each.request.what == "story point")
    worths = {each.answer: each for each in weigh(Position(situation_of(referee, pending))).worths}
    assert (worths["yes"].chance, worths["no"].chance) == (1, 0)
    assert worths["yes"].error < 0.005


def test_resolve_is_imagined_as_the_losses_allow() -> None:
    """QS-63, QS-70: who is in has some left, whatever was lost."""
    referee, _ = asked("chained", 14, 9)
    for seed in range(8):
        twin = referee.state.copy()
        who = twin.find("The guard")
        who.points = 6
        GAME.type("chained").imagine(twin, "asa", Random(seed))
        assert who.resolve == who.starting_resolve - 6 >= 1


def test_giving_up_before_the_dice_is_no_half_success() -> None:
    """QS-71: nobody has the prize, so it is worth no more than a defeat to who wanted it."""
    referee = Referee.start(
        GAME, "contest", GAME.type("contest").setup_type(contestants=(hero(), foe())), seed=bytes(32)
    )
    referee.answer(referee.pending[0].id, "give-up")
    assert referee.result is not None
    assert [referee.kind.success(referee.state, referee.result, seat) for seat in ("asa", "gm")] == [0, 0]


@pytest.mark.parametrize("kind", ["scored", "wagered", "chained"])
def test_the_best_bot_does_not_break_off_what_it_would_lose(kind: str) -> None:
    """QS-71: to break off is a ruling, and no success of the opposition's."""
    setup = GAME.type(kind).setup_type(contestants=(hero(ability="Wits"), foe(resistance=3)))
    referee = Referee.start(GAME, kind, setup, seed=bytes(32))
    state = referee.state.copy()
    outcome = GAME.type(kind).outcome(state)
    assert outcome is None
    steering = next(each for each in referee.pending if each.request.what == "round")
    referee.answer(steering.id, "break-off")
    while not referee.over:
        referee.answer(referee.pending[0].id, referee.pending[0].form().fallback())
    assert referee.result is not None
    assert referee.kind.success(referee.state, referee.result, "gm") == 0
    assert referee.kind.success(referee.state, referee.result, "asa") == 0.5
