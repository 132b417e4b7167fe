"""A story point after the dice: its player's right, and no question (QS-30, QS-31)."""

from typing import Any

import pytest

from agonist.kernel import Referee
from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.setup import ContestSetup, GroupContestSetup, OnePrizeSetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import FollowerEntry, ResourceEntry
from tests.questworlds_srd.scenes import act, but, foe, go_on, helped, hero, open_now, play, start, until

SETUPS: dict[str, Any] = {
    "contest": ContestSetup,
    "group-contest": GroupContestSetup,
    "one-prize": OnePrizeSetup,
    "scored": SequenceSetup,
    "wagered": SequenceSetup,
    "chained": SequenceSetup,
}


def duel(kind: str, **more: Any) -> Any:
    return SETUPS[kind](contestants=(hero(ability="Wits"), foe()), **more)


@pytest.mark.parametrize("kind", SETUPS)
def test_a_story_point_is_a_window_of_its_player_alone_after_the_dice(kind: str) -> None:
    """QS-31: nothing else is open, it is directed at who rolled, and unsaid the pool is left alone."""
    referee = until("story point", start(kind, duel(kind)), [9, 6])
    point = open_now(referee, "story point")
    assert referee.pending == (point,)
    assert (point.seat, point.window, point.request.directed) == ("asa", True, True)
    referee.let_pass()
    assert referee.state.story_points == 1


@pytest.mark.parametrize("kind", SETUPS)
def test_it_can_be_burned_there(kind: str) -> None:
    """QS-31: one more success."""
    referee = until("story point", start(kind, duel(kind)), [9, 6])
    referee.answer(open_now(referee, "story point").id, "yes")
    assert referee.state.story_points == 0
    assert any("burns a story point" in line.event.text() for line in referee.lines)


@pytest.mark.parametrize("kind", SETUPS)
def test_nobody_who_is_not_waited_for_is_asked(kind: str) -> None:
    """QS-31: to bots and in simulations a roll is a roll."""
    referee = Referee.start(GAME, kind, duel(kind), seed=bytes(32))
    while not referee.over:
        due = next(each for each in referee.pending if not each.window)
        assert due.request.what != "story point"
        referee.answer(due.id, due.form().fallback())
    assert referee.state.story_points == 1


def offered(kind: str, setup: Any, dice: list[int], says: dict[str, Any], options: Any = None) -> list[str]:
    """Of whose rolls a story point could be burned."""
    told: list[str] = []

    def noted(form: Any) -> Any:
        told.append("offered")
        return form.fallback()

    play(kind, setup, dice, {**says, "story point": noted}, options)
    return told


@pytest.mark.parametrize(("dice", "count"), [([3, 20], 0), ([9, 10], 0), ([3, 6], 1)])
def test_where_only_a_victory_counts_a_point_is_for_a_victory(dice: list[int], count: int) -> None:
    """QS-17, QS-31: to win over a community, 12 against 10: 1 to 0 is won, 1 to 2 with the lower die stays lost, 1 to
    1 with the lower die would be won."""
    setup = ContestSetup(
        contestants=(hero(), foe()), resources=(ResourceEntry(name="Harvest"),), story_points=1
    )
    calls = {"tactic": act(resource={"pick": "Harvest", "with": "Charm"})}
    assert len(offered("contest", setup, dice, calls)) == count


@pytest.mark.parametrize(("stance", "count"), [("plain", 1), ("defensive", 0)])
def test_where_no_resolution_point_is_at_stake_there_is_no_offer(stance: str, count: int) -> None:
    """QS-31, QS-46: both defensive, a victory of degree 0 or 1 brings nothing."""
    says = {"tactic": act(stance=stance), "ruling": but(**{"their stance": stance})}
    assert len(offered("scored", duel("scored"), [9, 6], says)) == count


@pytest.mark.parametrize(("wager", "count"), [(2, 1), (1, 0)])
def test_where_a_wager_costs_the_same_there_is_no_offer(wager: int, count: int) -> None:
    """QS-31, QS-54: half of 1 is 1, as much as at degree 1."""
    says = {"tactic": act(wager=wager), "ruling": but(**{"their wager": 1})}
    assert len(offered("wagered", duel("wagered"), [9, 6], says)) == count


def test_help_that_cannot_be_larger_takes_no_point() -> None:
    """QS-13, QS-31: +20 is all that an augment gives."""
    strong = hero(abilities={"Wits": 15, "Brawn": "10M2"})
    setup = ContestSetup(contestants=(strong, foe()), story_points=3)
    says = {"tactic": helped("Wits", augment="Brawn"), "ruling": [but(augment="roll")]}
    assert offered("contest", setup, [10, 20], says) == []
    assert len(offered("contest", setup, [15, 20], says)) == 1


def test_several_points_are_offered_where_one_changes_nothing() -> None:
    """QS-31: with the option for more a roll, wherever any number of them makes a difference."""
    setup = ContestSetup(
        contestants=(hero(), foe()), resources=(ResourceEntry(name="Harvest"),), story_points=3
    )
    calls = {"tactic": act(resource={"pick": "Harvest", "with": "Charm"})}
    lost = [13, 10]
    assert offered("contest", setup, lost, calls) == []
    assert len(offered("contest", setup, lost, calls, {"story_points_per_roll": "pool"})) == 1


def test_the_pool_may_be_corrected_while_somebody_thinks() -> None:
    """QS-30: no more is burned than there is."""
    referee = until(
        "story point", start("contest", duel("contest"), {"story_points_per_roll": "pool"}), [9, 6]
    )
    referee.override("story_points", 5, reason="a miscount")
    referee.answer(open_now(referee, "story point").id, 3)
    assert referee.state.story_points == 2
    again = until("story point", start("contest", duel("contest")), [9, 6])
    again.override("story_points", 0, reason="a miscount")
    again.answer(open_now(again, "story point").id, "yes")
    assert go_on(again).state.story_points == 0


def test_a_followers_roll_takes_points_too() -> None:
    """QS-31: of the player who rolled."""
    ott = FollowerEntry(name="Ott", rating=10, role="contestant")
    setup = SequenceSetup(
        contestants=(hero(followers=(ott,)), foe("One"), foe("Two")),
        pairings=(Pairing(one="Ott", two="One"), Pairing(one="Asa", two="Two")),
    )
    referee = until("story point", start("scored", setup), [9, 6])
    referee.let_pass()
    assert open_now(until("story point", referee, [9, 6]), "story point").request.about == "Ott"
