"""Flaws: who brings them up, what they leave, and what they teach (QS-14, QS-15, QS-29)."""

from typing import Any

import pytest

from agonist.questworlds.srd.people.setup import ContestSetup, OnePrizeSetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import LastingEntry
from tests.questworlds_srd.scenes import act, but, foe, hero, log, play

QUIET = {"story_points": False}
PROUD = hero(flaws=("Proud",))
AGAINST = {"pick": "Proud", "with": "against"}
BY = {"pick": "Proud", "with": "by"}
TEMPTS = but(**{"flaw Proud": "tempts"})


def contest(dice: list[int], says: dict[str, Any], *people: Any) -> Any:
    setup = ContestSetup(prize="the gate", contestants=people or (PROUD, foe()))
    return play("contest", setup, dice, says, QUIET)


def effect(size: int, *on: str) -> dict[str, Any]:
    return {"pick": "leave", "with": {"size": str(size), "label": "a promise", "on": list(on)}}


@pytest.mark.parametrize(
    ("dice", "how", "size"),
    [([3, 18, 9, 6], {"pick": "resist", "with": "Wits"}, -10), ([9, 6], "give-in", 5)],
)
def test_qs_15_what_a_flaw_leaves_lasts(dice: list[int], how: Any, size: int) -> None:
    """QS-15, QS-23: a consequence of having resisted, or a benefit for giving in, on an ability."""
    says = {"ruling": [TEMPTS], "temptation": how, "after a flaw": effect(size, "Charm")}
    referee = contest(dice, says)
    assert referee.result.sheets["Asa"].lasting == (
        LastingEntry(value=size, label="a promise", touches=("Charm",)),
    )
    assert referee.state.find("Asa").rating("Charm").whole == 12 + size
    assert referee.state.find("Asa").rating("Wits").whole == 15
    assert any(f"a promise: {'+' if size > 0 else '−'}{abs(size)} on Charm" in line for line in log(referee))


def test_qs_15_a_temptation_that_is_taken_back_leaves_nothing() -> None:
    """QS-15: the game master's second word makes nothing of the first; a third brings it back as it fell."""
    resists = {"pick": "resist", "with": "Wits"}
    says = {"temptation": [resists], "after a flaw": [effect(-10, "Charm")]}
    gone = contest([3, 18, 9, 6], {**says, "ruling": [TEMPTS, but(situation="5")]})
    assert not gone.result.sheets["Asa"].lasting
    says = {"temptation": [resists], "after a flaw": [effect(-10, "Charm")]}
    back = contest([3, 18, 9, 6], {**says, "ruling": [TEMPTS, but(situation="5"), TEMPTS]})
    assert [each.value for each in back.result.sheets["Asa"].lasting] == [-10]


def test_qs_29_a_player_says_that_a_flaw_stands_against_the_tactic() -> None:
    """QS-14, QS-15, QS-29: then it hinders and teaches, unless the game master says otherwise."""
    told = contest([9, 6], {"tactic": act(flaw=AGAINST)})
    assert told.state.find("Asa").rating("Wits").whole == 10
    assert told.result.sheets["Asa"].marks == ("Proud",)
    assert "Proud hinders Asa: −5." in log(told)
    other = {"tactic": act(flaw=AGAINST), "ruling": [but(**{"flaw Proud": "no"})]}
    denied = contest([9, 6], other)
    assert denied.state.find("Asa").rating("Wits").whole == 15
    assert denied.result.sheets["Asa"].marks == ()
    assert "Proud does not hinder Asa after all." in log(denied)


def test_qs_15_a_player_acts_by_a_flaw() -> None:
    """QS-15, QS-29: no contest about it; it teaches, the game master may have it leave a benefit, and who has just
    given in cannot contest the hindrance (QS-14)."""
    says = {"tactic": act(flaw=BY), "ruling": [but(**{"for the flaw": effect(10, "Charm")})]}
    referee = contest([9, 6], says)
    who = referee.state.find("Asa")
    assert who.gave_in == ["Proud"]
    assert referee.result.sheets["Asa"].marks == ("Proud",)
    assert [each.value for each in referee.result.sheets["Asa"].lasting] == [10]
    assert "Asa acts by Proud." in log(referee)
    plain = contest([9, 6], {"tactic": act(flaw=BY)})
    assert not plain.result.sheets["Asa"].lasting
    given_up = contest(
        [9, 6], {"tactic": [act(flaw=BY), act(ability="Charm")], "ruling": [but(tactic="refuse")]}
    )
    assert given_up.result.sheets["Asa"].marks == ()


def test_qs_29_flaws_teach_in_a_round_and_for_one_prize_too() -> None:
    """QS-29: wherever a hindrance has given a penalty; once a session."""
    hindered = {"tactic": act(flaw=AGAINST)}
    rounds = play("scored", SequenceSetup(contestants=(PROUD, foe())), [9, 6, 9, 6], hindered, QUIET)
    assert rounds.state.find("Asa").marks == ["Proud"]
    prize = OnePrizeSetup(contestants=(PROUD, hero("Bo")))
    alone = play("one-prize", prize, [3, 19], {"tactic Asa": act(flaw=AGAINST)}, QUIET)
    assert "Proud" in alone.result.sheets["Asa"].marks
