"""What is certain, and ties: contests, pairs of a group, and leaders (QS-7, QS-10, QS-20, QS-26, QS-27, QS-70)."""

from typing import Any

import pytest

from agonist.kernel import seat_view
from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd.people.setup import ContestSetup, GroupContestSetup, SequenceSetup
from tests.questworlds_srd.scenes import but, foe, go_on, hero, log, open_now, play, start, until

QUIET = {"story_points": False}


def group(dice: list[int], *people: Any, says: dict[str, Any] | None = None, **options: Any) -> Any:
    return play(
        "group-contest",
        GroupContestSetup(contestants=people),
        dice,
        says,
        {**QUIET, **options},
        leftover=True,
    )


def test_qs_10_a_pair_against_nothing_is_assured_in_a_group_too() -> None:
    """QS-10, QS-20, QS-27: Asa loses every roll against nothing and has a victory; Bo's pair is as ever."""
    people = (hero(), hero("Bo"), foe("The wall", 0), foe("The dog", 15))
    referee = group([16, 17, 3, 15], *people)
    asa, bo = (referee.state.find(name) for name in ("Asa", "Bo"))
    assert (asa.result.key, bo.result.key) == ("victory-0", "defeat-1")
    assert "Asa against The wall: a victory of degree 0. The victory was never in doubt." in log(referee)
    assert referee.state.result.key == "defeat-1"
    assert asa.experience == 1
    assert group([16, 17, 15, 19], *people).state.find("Asa").experience == 0
    won = group([15, 17, 3, 15], *people)
    assert won.state.find("Asa").result.key == "victory-2"


def test_qs_20_what_was_rolled_in_an_assured_pair_is_what_is_suggested() -> None:
    """QS-20: a rolled defeat suggests a consequence, though the victory is certain."""
    offered: list[str] = []

    def look(form: Any) -> Any:
        offered.extend(option.label for option in form.fields[0].form.options)
        return form.fallback()

    people = (hero(), hero("Bo"), foe("The wall", 0), foe("The dog", 15))
    group([16, 17, 3, 15], *people, says={"lasting effects": look})
    assert "Consequence −5" in offered


@pytest.mark.parametrize("kind", ["contest", "group-contest"])
def test_qs_70_that_it_is_assured_is_not_shown_before_its_outcome(kind: str) -> None:
    """QS-70: while a story point can still be burned nobody but the game master knows that the resistance is 0."""
    people = (hero(), foe("The wall", 0))
    setup = ContestSetup(contestants=people) if kind == "contest" else GroupContestSetup(contestants=people)
    referee = until("story point", start(kind, setup), [16, 17])
    assert open_now(referee, "story point").seat == "asa"
    assert "resistance" not in seat_view(referee, "asa").state["contestants"][1]
    assert seat_view(referee, "gm").state["contestants"][1]["resistance"] == 0
    heard = [line.event.text() for line in referee.lines if line.event.seen_by("asa")]
    assert "The wall: 17, 0 successes." in heard
    assert not any(" 0: " in line for line in heard)
    go_on(referee)
    assert seat_view(referee, "asa").state["contestants"][1]["resistance"] == 0
    heard = [line.event.text() for line in referee.lines if line.event.seen_by("asa")]
    assert any("never in doubt" in line for line in heard)


def test_qs_7_a_leader_s_tie_is_settled_like_any_other() -> None:
    """QS-7, QS-26: who leads after others have contributed rolls a contest of their own; `ask`, as ever, asks."""
    lead: dict[str, Any] = {"helpers": (hero("Cyr", 10),), "leader": "Cyr", "effort": "contributing"}
    setup = ContestSetup(contestants=(hero(), foe()), **lead)
    dice = [3, 19, 13, 13]
    modest = {"ruling Cyr": but(situation={"pick": "other", "with": -10})}
    asked = play("contest", setup, dice, {**modest, "tie": "victory"}, QUIET)
    assert asked.state.find("Cyr").result.key == "victory-0"
    assert "QS-7" in {line.event.cites() for line in asked.lines}
    given = play("contest", setup, dice, modest, {**QUIET, "tie": "player"})
    assert given.state.find("Cyr").result.key == "victory-0"
    stays = play("contest", setup, dice, modest, {**QUIET, "tie": "standoff"})
    assert stays.state.find("Cyr").result.key == "tie"


def test_qs_7_a_leader_s_tie_after_a_sequence_is_asked_about() -> None:
    """QS-7, QS-26: a sequence has no option for it, and the game master is asked."""
    setup = SequenceSetup(
        contestants=(hero(), foe()), helpers=(hero("Cyr", 10),), leader="Cyr", effort="contributing"
    )
    says = {
        "parting shot": "no",
        "tie": "victory",
        "ruling Cyr": but(situation={"pick": "other", "with": -15}),
    }
    referee = play("scored", setup, [15, 19, 15, 19, 13, 13], says, QUIET)
    assert referee.state.find("Cyr").result.key == "victory-0"


def test_qs_10_a_leader_against_nothing_is_sure_to_win() -> None:
    """QS-10, QS-26."""
    setup = ContestSetup(
        contestants=(hero(), foe(resistance=0)),
        helpers=(hero("Cyr", 1),),
        leader="Cyr",
        effort="contributing",
    )
    referee = play("contest", setup, [3, 19, 19, 20], {}, QUIET)
    assert referee.state.find("Cyr").result.key == "victory-0"
    assert referee.state.find("Cyr").experience == 0


def test_qs_71_who_gives_up_one_pair_rolls_no_more_in_the_next() -> None:
    """QS-27, QS-71: giving up is for the whole of it; if nobody rolls no contest takes place."""
    setup = GroupContestSetup(
        contestants=(hero(), hero("Bo"), foe("One"), foe("Two")),
        pairings=(
            Pairing(one="Asa", two="One"),
            Pairing(one="Bo", two="Two"),
            Pairing(one="Asa", two="Two"),
        ),
    )
    says = {"tactic Asa": ["give-up"]}
    referee = play("group-contest", setup, [3, 19], says, QUIET)
    assert referee.over
    assert log(referee).count("Asa gives up before the dice: no contest takes place.") == 1
    nobody = play("group-contest", setup, [], {"tactic": "give-up"}, QUIET)
    assert nobody.result.summary.startswith("No contest takes place")
