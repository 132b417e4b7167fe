"""Cures whose consequence changes while the contest is on (QS-23, QS-24)."""

from typing import Any

import pytest

from agonist.kernel import SetupRefused
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.setup import ContestSetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import LastingEntry
from tests.questworlds_srd.scenes import but, go_on, hero, log, play

QUIET = {"story_points": False}
SETUPS = {"contest": ContestSetup, "scored": SequenceSetup}
WON = {"contest": [15, 20], "scored": [15, 20] * 3}


def cure(kind: str, **more: Any) -> Any:
    patient = hero("Bo", lasting=(LastingEntry(value=-15, label="a broken arm"),))
    return SETUPS[kind](contestants=(hero(),), helpers=(patient,), cures="Bo", cured="a broken arm", **more)


def obstacle(referee: Any) -> int:
    return int(referee.state.find("a broken arm").resistance)


@pytest.mark.parametrize("kind", SETUPS)
def test_what_was_struck_before_the_dice_is_not_cured_again(kind: str) -> None:
    """QS-24: the game master corrects the consequence away, and then the roll is won."""
    for path, value in (("gone", "yes"), ("value", 5), ("value", 0)):
        referee = play(kind, cure(kind), [], {"parting shot": "no"}, QUIET)
        referee.override(f"helpers.0.lasting.0.{path}", value, reason="long healed")
        done = go_on(referee, WON[kind], {"parting shot": "no"})
        assert done.over
        assert "Bo: a broken arm was gone already." in log(done)
        assert not any("is cured" in line for line in log(done))


@pytest.mark.parametrize("kind", SETUPS)
def test_a_consequence_that_a_new_session_shrinks_is_easier_to_cure(kind: str) -> None:
    """QS-23, QS-24: base and its size as it is now."""
    says = {"what lasts": {"0": "-5"}, "parting shot": "no", "free action": "wait"}
    shrunk = play(kind, cure(kind, begins="session"), [], says, QUIET)
    assert obstacle(shrunk) == 15


@pytest.mark.parametrize("kind", SETUPS)
def test_a_consequence_that_a_new_session_takes_away_needs_no_cure(kind: str) -> None:
    """QS-23, QS-24: nothing is rolled for."""
    says = {"what lasts": {"0": "0"}}
    gone = play(kind, cure(kind, begins="session"), [], says, QUIET)
    assert gone.over
    assert "Bo: a broken arm was gone already." in log(gone)
    assert gone.result.sides == {}
    assert not gone.result.sheets["Asa"].experience


@pytest.mark.parametrize("kind", SETUPS)
def test_a_corrected_consequence_is_as_hard_to_cure_as_it_is_large(kind: str) -> None:
    """QS-24: unless the game master had set another resistance."""
    referee = play(kind, cure(kind), [], {}, QUIET)
    referee.override("helpers.0.lasting.0.value", -5, reason="it was less")
    assert obstacle(referee) == 15
    harder = play(kind, cure(kind), [], {"ruling": [but(resistance="exceptional")]}, QUIET)
    assert obstacle(harder) == 30
    harder.override("helpers.0.lasting.0.value", -5, reason="it was less")
    assert obstacle(harder) == 30


def test_a_corrected_resistance_stays_when_the_game_master_says_more() -> None:
    """QS-10, QS-11: a ruling takes back what an earlier one set, and no correction."""
    referee = play("contest", cure("contest"), [], {}, QUIET)
    referee.override("contestants.1.resistance", 3, reason="a good splint")
    window = next(each for each in referee.pending if each.request.what == "ruling")
    referee.answer(window.id, but(situation="5")(window.form()))
    assert obstacle(referee) == 3


def test_what_is_cured_has_a_name_of_its_own() -> None:
    """QS-24: it stands in the contest under its label."""
    for label in ("", "Asa"):
        patient = hero("Bo", lasting=(LastingEntry(value=-15, label=label),))
        setup = ContestSetup(contestants=(hero(),), helpers=(patient,), cures="Bo", cured=label)
        with pytest.raises(SetupRefused, match="name of its own"):
            GAME.type("contest").setup_from(setup)
