"""DK-40: rest and healing."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.deckahedron import GAME
from agonist.deckahedron.cards import STAMINA
from agonist.deckahedron.contests.rest import Resting, RestType, rest
from agonist.kernel import GM, Contest, Draw
from tests.deckahedron.small import all_cards, asked, play

LOST = ["1334s", "3344s", "4112sx", "1342s"]


def resting(kind: str = "rest", **siv: Any) -> Contest[Resting]:
    setup, options = RestType().setup_from({"characters": [{"name": "Siv", **siv}], "kind": kind})
    return Contest(RestType().begin(setup, options), [])


def rested(kind: str, *answers: Any, **siv: Any) -> Contest[Resting]:
    contest = resting(kind, **siv)
    play(rest(contest, contest.state.characters[0]), *answers)
    return contest


def test_dk_40_a_rest_discards_one_harm_token_and_keeps_a_card_for_each_that_remains() -> None:
    """DK-40: Harm and Wounds together; which cards is chance."""
    contest = rested("rest", ["1342s", "3344s"], harm=2, wounds=1, exhaustion=LOST)
    siv = contest.state.characters[0]
    assert (siv.harm, siv.wounds) == (1, 1)
    assert siv.exhaustion == ["1342s", "3344s"]
    assert siv.discard == ["1334s", "4112sx"]
    assert siv.stamina == 8


def test_dk_40_a_rest_takes_several_hours() -> None:
    """DK-40: and says so wherever one is set up."""
    told = Path(__file__).parents[2] / "src/agonist/deckahedron/setup.toml"
    assert tomllib.loads(told.read_text())["RestSetup"]["kind"]["words"]["rest"] == "Several hours"
    assert "several hours" in GAME.rules["DK-40"]


def test_dk_40_the_kept_cards_are_chosen_at_random() -> None:
    """DK-40: a draw from the whole Exhaustion pile."""
    contest = resting(harm=2, exhaustion=LOST)
    draw = asked(rest(contest, contest.state.characters[0]))
    assert isinstance(draw, Draw)
    assert (sorted(draw.pile), draw.count, draw.seat) == (sorted(LOST), 1, "siv")


def test_dk_40_all_cards_stay_if_there_are_fewer_than_tokens() -> None:
    """DK-40: three tokens, two cards."""
    contest = rested("rest", harm=2, wounds=2, exhaustion=LOST[:2])
    siv = contest.state.characters[0]
    assert (siv.exhaustion, siv.stamina) == (sorted(LOST[:2]), 8)


def test_dk_40_without_tokens_all_cards_come_back() -> None:
    """DK-40: to the discard pile."""
    contest = rested("rest", harm=1, exhaustion=LOST)
    siv = contest.state.characters[0]
    assert (siv.exhaustion, siv.discard, siv.stamina) == ([], sorted(LOST), 10)


@pytest.mark.parametrize("kind", ["rest", "day"])
def test_dk_40_all_slots_are_free_again(kind) -> None:
    """DK-40, DK-20: filled until rest."""
    coat = {
        "name": "coat",
        "slots": [{"takes": "harm", "filled": True}, {"takes": "stamina", "filled": True}],
    }
    contest = rested(kind, protection=[coat])
    assert not any(slot.filled for card in contest.state.characters[0].protection for slot in card.slots)


def test_dk_40_a_days_healing() -> None:
    """DK-40: all Harm tokens and one Wound token with its card, then the same."""
    contest = rested("day", "1112w", ["1342s"], harm=2, wounds=2, exhaustion=LOST)
    siv = contest.state.characters[0]
    assert (siv.harm, siv.wounds) == (0, 1)
    assert siv.exhaustion == ["1342s"]
    assert "1112w" not in siv.deck + siv.discard
    assert "1121w" in siv.deck
    assert contest.state.supply.count("1112w") == 1


@pytest.mark.parametrize("where", ["deck", "discard"])
def test_dk_40_the_wound_card_goes_wherever_it_lies(where) -> None:
    """DK-40: from the deck or from the discard pile; with one there is nothing to choose."""
    contest = rested("day", wounds=1, discard=["1121w"] if where == "discard" else [])
    siv = contest.state.characters[0]
    assert siv.wounds == 0
    assert not any("w" in card for card in siv.deck + siv.discard)
    assert contest.state.supply.count("1112w") + contest.state.supply.count("1121w") == 2


def test_dk_40_whether_somebody_gets_up_is_the_game_masters_to_say() -> None:
    """DK-14, DK-40: asked only if there is Stamina again."""
    contest = resting("rest", exhaustion=list(STAMINA), standing="incapacitated")
    ask = asked(rest(contest, contest.state.characters[0]))
    assert (ask.seat, ask.what) == (GM, "get up")
    assert rested("rest", "up", exhaustion=list(STAMINA)).state.characters[0].up
    assert not rested("rest", "down", exhaustion=list(STAMINA)).state.characters[0].up


@given(
    kind=st.sampled_from(["rest", "day"]),
    harm=st.integers(0, 2),
    wounds=st.integers(0, 2),
    lost=st.lists(st.integers(0, 9), unique=True),
)
def test_dk_40_cards_and_tokens_after_any_rest(kind, harm, wounds, lost) -> None:
    """DK-40, DK-2: nothing is created or lost, and the Exhaustion pile is as large as it should be."""
    exhaustion = [STAMINA[n] for n in lost]
    contest = resting(kind, harm=harm, wounds=wounds, exhaustion=exhaustion)
    before = all_cards(contest.state)
    siv = contest.state.characters[0]
    run = rest(contest, siv)
    try:
        request = next(run)
        while True:
            is_draw = isinstance(request, Draw)
            request = run.send(request.pile[: request.count] if is_draw else request.legal().fallback())  # type: ignore[union-attr]
    except StopIteration:
        pass
    assert all_cards(contest.state) == before
    assert (siv.harm, siv.wounds) == (
        (0, max(0, wounds - 1)) if kind == "day" else (max(0, harm - 1), wounds)
    )
    assert len(siv.exhaustion) == min(len(exhaustion), siv.harm + siv.wounds)
    assert siv.stamina == 10 - len(siv.exhaustion)
    assert siv.up


def test_several_rest_and_are_asked_at_once() -> None:
    kind = GAME.type("rest")
    setup, options = kind.setup_from({"characters": [{"name": "Siv", "harm": 1}, {"name": "Bera"}]})
    contest = Contest(kind.begin(setup, options), [])
    play(kind.turn(contest), "", "I sharpen the axe.")
    for _ in range(2):
        assert kind.outcome(contest.state) is None
        play(kind.turn(contest))
    outcome = kind.outcome(contest.state)
    assert outcome is not None
    assert outcome.summary == "Siv has 10 Stamina. Bera has 10 Stamina."
    assert outcome.sheets["Siv"].harm == 0
