"""Others help when they have heard the tactic, and whom they like (QS-12, QS-13, QS-18, QS-28)."""

from typing import Any

import pytest

from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd.people.setup import ContestSetup, GroupContestSetup, OnePrizeSetup
from tests.questworlds_srd.scenes import act, but, foe, go_on, hero, log, open_now, play, start, until

QUIET = {"story_points": False}


def alone(**more: Any) -> ContestSetup:
    return ContestSetup(contestants=(hero(), foe()), helpers=(hero("Bo"),), **more)


def two(kind: str, **more: Any) -> Any:
    if kind == "one-prize":
        return OnePrizeSetup(contestants=(hero(), hero("Cy"), foe()), helpers=(hero("Bo"),), **more)
    people = (hero(), hero("Cy"), foe("One"), foe("Two"))
    pairs = (Pairing(one="Asa", two="One"), Pairing(one="Cy", two="Two"))
    return GroupContestSetup(contestants=people, pairings=pairs, helpers=(hero("Bo"),), **more)


def helps(referee: Any) -> list[tuple[str, str, int]]:
    """Whom something helps, and how much."""
    return [
        (who.name, each.label, each.value) for who in referee.state.characters() for each in who.modifiers
    ]


def test_help_is_said_when_the_tactic_has_been_heard() -> None:
    """QS-12, QS-18: beside the dice, not before; whoever wants to can claim it, and nobody must."""
    referee = start("contest", alone(), QUIET)
    assert [each.request.what for each in referee.pending] == ["tactic"]
    until("help", referee, [], {"tactic": act(words="I talk to him")})
    window = open_now(referee, "help")
    assert (window.seat, window.window, window.request.directed) == ("bo", True, False)
    assert "Asa uses Wits, “I talk to him”." in window.request.text
    assert any(each.request.what == "Asa's d20" for each in referee.pending)
    referee.answer(window.id, "Charm")
    assert helps(go_on(referee, [9, 6])) == [("Asa", "Bo (Charm)", 5)]
    assert helps(play("contest", alone(), [9, 6], {}, QUIET)) == []


@pytest.mark.parametrize(("said", "value"), [("10", [10]), ("no", [])])
def test_the_game_master_weighs_help_that_came_late(said: str, value: list[int]) -> None:
    """QS-12, QS-13: +5 is offered first; the game master takes or refuses each."""
    referee = until("help", start("contest", alone(), QUIET))
    referee.answer(open_now(referee, "help").id, "Charm")
    ruling = open_now(referee, "ruling")
    referee.answer(ruling.id, ruling.form().fallback() | {"help Bo": said})
    assert [each[2] for each in helps(go_on(referee, [9, 6]))] == value
    assert log(referee).count("Bo (Charm) helps Asa: +5.") == 1


def test_what_the_game_master_has_said_before_stays_said() -> None:
    """QS-11, QS-12: help changes nothing else."""
    referee = until("help", start("contest", alone(), QUIET))
    ruling = open_now(referee, "ruling")
    referee.answer(ruling.id, but(situation="-5", resistance="hard")(ruling.form()))
    referee.answer(open_now(referee, "help").id, "Charm")
    go_on(referee, [9, 6])
    assert sorted(each[2] for each in helps(referee)) == [-5, 5]
    assert referee.state.find("The guard").resistance == 20


def test_help_is_for_the_tactic_that_was_heard() -> None:
    """QS-11, QS-12: with another tactic it is said anew, or not."""
    referee = until("help", start("contest", alone(), QUIET))
    referee.answer(open_now(referee, "help").id, "Charm")
    ruling = open_now(referee, "ruling")
    referee.answer(ruling.id, ruling.form().fallback() | {"tactic": "refuse"})
    until("help", referee, [], {"tactic": act(ability="Brawn")})
    assert "Asa uses Brawn." in open_now(referee, "help").request.text
    assert helps(go_on(referee, [9, 6])) == []


def test_help_for_one_of_many_after_a_prize_counts() -> None:
    """QS-12, QS-28: who helps says whom."""
    says = {"help": [{"pick": "Cy", "with": "Charm"}]}
    referee = play("one-prize", two("one-prize"), [9, 9, 3], says, QUIET)
    assert helps(referee) == [("Cy", "Bo (Charm)", 5)]


def test_help_in_a_group_goes_to_whom_it_is_meant_for() -> None:
    """QS-12, QS-27: said pair by pair; everybody helps one."""
    second = play("group-contest", two("group-contest"), [9, 6, 9, 6], {"help": ["none", "Charm"]}, QUIET)
    assert helps(second) == [("Cy", "Bo (Charm)", 5)]
    both = play("group-contest", two("group-contest"), [9, 6, 9, 6], {"help": "Charm"}, QUIET)
    assert helps(both) == [("Asa", "Bo (Charm)", 5)]


def test_nobody_helps_the_other_side() -> None:
    """QS-12: between characters everybody helps their own."""
    setup = ContestSetup(contestants=(hero(side="a"), hero("Cy", side="b")), helpers=(hero("Bo", side="b"),))
    referee = play("contest", setup, [9, 6], {"help": ["Charm"]}, QUIET)
    assert helps(referee) == [("Cy", "Bo (Charm)", 5)]


def test_rolled_help_is_rolled_once() -> None:
    """QS-13: +20 at degree 2 and more; the toll is the helper's."""
    referee = until("help", start("contest", alone(), QUIET))
    referee.answer(open_now(referee, "help").id, "Charm")
    rolls = {"ruling": [lambda form: form.fallback() | {"help Bo": "roll"}]}
    go_on(referee, [15, 10, 9, 6], rolls)
    assert [each.value for each in referee.state.find("Bo").lasting] == [-15]
    assert helps(referee) == [("Asa", "Bo (Charm)", 5)]


def test_the_game_master_has_a_say_where_nothing_is_rolled() -> None:
    """QS-11, QS-20: a tactic in an assured contest passes the game master too."""
    referee = until("ruling", start("contest", alone(assured="unrolled"), QUIET))
    ruling = open_now(referee, "ruling")
    assert ruling.window
    referee.answer(ruling.id, ruling.request.assumed() | {"tactic": "refuse"})
    assert [each.request.what for each in referee.pending] == ["tactic"]
    done = go_on(referee, [], {"tactic": act(ability="Brawn")})
    assert done.state.find("Asa").hand == "Brawn"
    assert done.state.result.key == "victory-0"


def test_a_leaders_roll_can_be_helped() -> None:
    """QS-12, QS-26: by others than the leader."""
    setup = ContestSetup(
        contestants=(hero(), foe()), helpers=(hero("Bo"), hero("Cy")), effort="contributing", leader="Bo"
    )
    says = {"help Cy": ["none", "Charm"]}
    referee = play("contest", setup, [9, 6, 9, 6], says, QUIET)
    bo = referee.state.find("Bo")
    assert ("Cy (Charm)", 5) in [(each.label, each.value) for each in bo.modifiers]
