"""Graduated goals, wherever they are fought for (QS-25)."""

from typing import Any

import pytest

from agonist.kernel import SetupRefused, seat_view
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.setup import ContestSetup, GroupContestSetup, SequenceSetup
from tests.questworlds_srd.scenes import act, foe, hero, log, play

GOALS = ("in", "unseen", "with the key")
QUIET = {"story_points": False}


def group(dice: list[int], says: dict[str, Any], **more: Any) -> Any:
    setup = GroupContestSetup(contestants=(hero(), hero("Bo"), foe()), goals=GOALS, **more)
    return play("group-contest", setup, dice, says, QUIET)


def test_qs_25_a_group_reaches_goals_by_its_own_degree() -> None:
    """QS-25, QS-27: the sum decides how many, and one of them picks for all."""
    won = group([3, 19, 3, 9], {"goals Asa": [["unseen", "with the key"]]})
    assert won.state.result.key == "victory-1"
    assert won.result.goals == ("unseen", "with the key")
    assert "Reached: unseen and with the key." in log(won)
    assert group([15, 19, 15, 19], {}).result.goals == GOALS
    assert group([19, 19, 19, 19], {}).result.goals == ()


@pytest.mark.parametrize("kind", ["scored", "wagered", "chained"])
def test_qs_25_a_sequence_reaches_goals_by_its_outcome(kind: str) -> None:
    """QS-25: a victory of degree 0 or 1 one or two of three; a defeat of degree 0 what the game master grants."""
    setup = SequenceSetup(contestants=(hero(), foe()), goals=GOALS)
    edit = {"pick": "edit", "with": "The tide comes in."}
    says = {"tactic": edit, "plot edit": "major", "pay for the edit": "yes"}
    options = {"story_points_per_roll": 1}

    def ended(how: str, **more: Any) -> Any:
        rich = SequenceSetup(**{**setup_of(setup), "story_points": 3})
        return play(kind, rich, [], {**says, "settled": how, **more}, options)

    assert ended("victory-0", goals=[["unseen"]]).result.goals == ("unseen",)
    assert ended("victory-1", goals=[["in", "unseen"]]).result.goals == ("in", "unseen")
    assert ended("victory-2").result.goals == GOALS
    assert ended("defeat-0", **{"grant a goal": "in"}).result.goals == ("in",)
    assert ended("defeat-1").result.goals == ()
    assert ended("tie").result.goals == ()


def setup_of(setup: SequenceSetup) -> dict[str, Any]:
    return {name: getattr(setup, name) for name in setup.__struct_fields__}


def test_qs_25_what_is_broken_off_reaches_nothing() -> None:
    """QS-71: nothing comes of it, and nobody picks."""
    setup = SequenceSetup(contestants=(hero(), foe()), goals=GOALS)
    off = play("scored", setup, [], {"round": "break-off"}, QUIET)
    assert off.over
    assert off.result.goals == ()


def test_qs_25_goals_and_what_the_opposition_wants_in_a_sequence() -> None:
    """QS-25, QS-70: the characters' goals are open, the opposition's are the game master's."""
    setup = SequenceSetup(contestants=(hero(), foe()), goals=GOALS, opposition_goals=("gold",))
    referee = play("scored", setup, [], {"tactic": act()}, QUIET)
    seen = seat_view(referee, "asa").state
    assert tuple(seen["goals"]) == GOALS
    assert "opposition_goals" not in seen


@pytest.mark.parametrize("goals", [("in", "in"), ("in", " "), ("none",)])
def test_qs_25_goals_are_told_apart(goals: tuple[str, ...]) -> None:
    with pytest.raises(SetupRefused, match="told apart"):
        GAME.type("contest").setup_from(ContestSetup(contestants=(hero(), foe()), goals=goals))
