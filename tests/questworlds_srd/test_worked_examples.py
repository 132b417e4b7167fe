"""The rulings' worked examples, as data."""

import json
from pathlib import Path
from typing import Any

import pytest

from agonist.questworlds.chassis import Rating
from agonist.questworlds.srd.aftermath.goals import goals_won
from agonist.questworlds.srd.kinds.scored import rp_taken
from agonist.questworlds.srd.people.setup import GroupContestSetup, SequenceSetup
from agonist.questworlds.srd.rolls.knobs import BOOK
from agonist.questworlds.srd.rolls.resistance import resistance
from agonist.questworlds.srd.rolls.results import beside, result_from
from agonist.questworlds.srd.rolls.rolls import Clash, successes
from agonist.questworlds.srd.sequence.closing import overall_degree
from agonist.questworlds.srd.sequence.state import Beaten
from agonist.questworlds.srd.single.group_contest import sums_compared
from agonist.questworlds.srd.single.one_prize import Bid, best, unshared
from tests.questworlds_srd.scenes import foe, hero, play

EXAMPLES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "worked_examples.json").read_text())


@pytest.mark.parametrize("row", EXAMPLES["successes"], ids=str)
def test_successes_of_a_die(row: dict[str, Any]) -> None:
    """QS-3, QS-4, QS-5."""
    assert successes(Rating.parse(row["rating"]), row["die"]) == row["successes"]


@pytest.mark.parametrize("row", EXAMPLES["modified"], ids=str)
def test_modifiers_cross_tiers(row: dict[str, Any]) -> None:
    """QS-1, QS-3, QS-8."""
    assert str(Rating.parse(row["sheet"]).plus(sum(row["modifiers"]))) == row["whole"]


@pytest.mark.parametrize("row", EXAMPLES["results"], ids=str)
def test_two_rolls_compared(row: dict[str, Any]) -> None:
    """QS-5, QS-6, QS-31."""
    dice = row["dice"][0], row["dice"][1]
    counts = successes(Rating.parse(row["one"]), dice[0]), successes(Rating.parse(row["two"]), dice[1])
    clash = Clash(("one", "two"), dice, counts).burned((row.get("burned", 0), 0))
    assert list(clash.successes) == row["successes"]
    assert clash.result.key == row["result"]
    assert Clash(("two", "one"), dice[::-1], clash.successes[::-1]).result == clash.result.mirrored


@pytest.mark.parametrize("row", EXAMPLES["effects"], ids=str)
def test_what_a_degree_suggests(row: dict[str, Any]) -> None:
    """QS-21, QS-22."""
    result = result_from(row["result"])
    assert BOOK.lasting_value(result) == row["value"]
    assert list(beside(result)) == row["beside"]


@pytest.mark.parametrize("row", EXAMPLES["resistances"], ids=str)
def test_resistance_classes(row: dict[str, Any]) -> None:
    """QS-9."""
    assert str(resistance(row["class"], Rating(row["base"]))) == row["rating"]


@pytest.mark.parametrize("row", EXAMPLES["augments"], ids=str)
def test_rolled_augments(row: dict[str, Any]) -> None:
    """QS-13."""
    assert BOOK.augment_value(result_from(row["result"])) == row["value"]


def test_group_contest() -> None:
    """QS-27: own outcomes, sums by side, the group's degree."""
    example = EXAMPLES["group"]
    names = ["Asa", "Bo", "Cy"]
    people = tuple(
        hero(name, abilities={"Wits": each["rating"]})
        for name, each in zip(names, example["rolls"], strict=True)
    )
    setup = GroupContestSetup(contestants=(*people, foe("The crowd", example["base"])), story_points=0)
    referee = play("group-contest", setup, [die for each in example["rolls"] for die in each["dice"]])
    assert [referee.state.find(name).result.key for name in names] == [
        each["own"] for each in example["rolls"]
    ]
    assert list(referee.state.sums.values()) == example["sums"]
    assert referee.state.result.key == example["result"] == sums_compared(*example["sums"]).key


def test_one_prize() -> None:
    """QS-28: sharing, and what decides where it cannot be shared."""
    example = EXAMPLES["one_prize"]
    bids = [
        Bid(str(n), count, die, sheet)
        for n, ((count, die), sheet) in enumerate(zip(example["rolls"], example["sheets"], strict=True))
    ]
    assert [int(each.name) for each in best(bids)] == example["share"]
    assert [int(each.name) for each in unshared(best(bids))] == example["alone"]


@pytest.mark.parametrize("row", EXAMPLES["goals"], ids=str)
def test_graduated_goals(row: dict[str, Any]) -> None:
    """QS-25."""
    assert goals_won(result_from(row["result"]), row["goals"]) == row["reached"]


@pytest.mark.parametrize("row", EXAMPLES["rp"], ids=str)
def test_resolution_points_of_a_round(row: dict[str, Any]) -> None:
    """QS-45, QS-46."""
    assert rp_taken(row["degree"], row["winner"], row["loser"]) == row["rp"]


@pytest.mark.parametrize("row", EXAMPLES["scored_end"], ids=str)
def test_the_outcome_of_a_scored_sequence(row: dict[str, Any]) -> None:
    """QS-45."""
    assert BOOK.scored_degree(row["difference"]) == row["degree"]


@pytest.mark.parametrize("row", EXAMPLES["overall"], ids=str)
def test_the_overall_degree(row: dict[str, Any]) -> None:
    """QS-43."""
    beaten = [Beaten(str(n), "theirs", degree, rating) for n, (rating, degree) in enumerate(row["beaten"])]
    assert overall_degree(beaten) == row["degree"]


@pytest.mark.parametrize("row", EXAMPLES["starting_ap"], ids=str)
def test_starting_advantage(row: dict[str, Any]) -> None:
    """QS-52."""
    setup = SequenceSetup(contestants=(hero(rating=row["rating"]), foe(resistance=row["rating"])))
    state = play("wagered", setup, []).state
    assert [each.ap for each in state.contestants] == [row["ap"], row["ap"]]
