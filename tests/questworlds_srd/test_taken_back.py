"""A ruling that is taken back takes along what came of it, and the log says so (QS-3, QS-11, QS-13, QS-29)."""

from typing import Any

import pytest

from agonist.kernel import Referee
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.setup import ContestSetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import AbilityEntry, LastingEntry, ModifierEntry, ResourceEntry
from tests.questworlds_srd.scenes import act, but, foe, helped, hero, log, open_now, play, start

QUIET = {"story_points": False}
FAR = {"pick": "other", "with": -50}


def contest(dice: list[int], says: dict[str, Any], *people: Any, **more: Any) -> Any:
    setup = ContestSetup(prize="the gate", contestants=people or (hero(), foe()), **more)
    return play("contest", setup, dice, says, QUIET)


def rating(referee: Any, ability: str = "") -> int:
    who = referee.state.find("Asa")
    return int(who.rating(ability or who.hand).whole)


def test_qs_29_a_hindrance_that_is_taken_back_teaches_nothing() -> None:
    """QS-14, QS-29: a flaw's −5, then "no": neither the penalty nor the experience is left."""
    proud = hero(flaws=("Proud",))
    hinders = but(**{"flaw Proud": "-5"})
    kept = contest([9, 6], {"ruling": [hinders]}, proud, foe())
    assert kept.result.sheets["Asa"].experience == 1
    back = contest([9, 6], {"ruling": [hinders, but(situation="0")]}, proud, foe())
    assert back.result.sheets["Asa"].experience == 0
    assert back.result.sheets["Asa"].marks == ()
    assert "Proud does not hinder Asa after all." in log(back)
    assert rating(back) == 15


def test_qs_3_an_augment_does_not_outlive_its_tactic() -> None:
    """QS-3, QS-13: hopeless, another is chosen: what helped the first does not help the second, nor its price last."""
    says = {
        "tactic": [helped("Wits", augment="Charm"), act(ability="Brawn")],
        "ruling": [but(augment="5", situation=FAR)],
        "hopeless": "other",
    }
    plain = contest([9, 6], says)
    assert rating(plain) == 10
    assert not plain.state.find("Asa").modifiers
    rolled = {**says, "tactic": [helped("Wits", augment="Charm"), act(ability="Brawn")]}
    rolled["ruling"] = [but(augment="roll", situation=FAR)]
    lost = contest([19, 3, 9, 6], rolled)
    assert rating(lost) == 10
    assert not lost.result.sheets["Asa"].lasting


def test_qs_13_who_comes_back_to_a_tactic_has_what_was_rolled_for_it() -> None:
    """QS-13: help is rolled once for a tactic, though another was thought of meanwhile."""
    says = {
        "tactic": [helped("Wits", augment="Charm"), act(ability="Brawn"), helped("Wits", augment="Charm")],
        "ruling": [but(augment="roll", situation=FAR), but(situation=FAR), but(augment="roll")],
        "hopeless": "other",
    }
    referee = contest([12, 20, 9, 6], says)
    assert rating(referee) == 15 + 15


OWED = hero(
    abilities=[
        AbilityEntry(name="Owed a favour", rating=10, relationship=True),
        AbilityEntry(name="Wits", rating=15),
    ]
)
PRICE = but(relationship="consequence")


def refused_and_gone(dice: list[int], words: list[Any], *tactics: str) -> Any:
    """The last tactic is refused before its dice, so that its player leaves: a defeat."""
    says = {
        "tactic": [*(act(ability=ability) for ability in tactics), "leave"],
        "ruling": [*words, but(tactic="refuse")],
        "parting shot": "no",
    }
    referee = play("scored", SequenceSetup(contestants=(OWED, foe())), dice, says, QUIET)
    assert referee.state.find("Asa").result.defeat
    assert "If Asa loses, Owed a favour suffers for it." in log(referee)
    return [each.touches for each in referee.result.sheets["Asa"].lasting]


def test_qs_2_who_was_called_upon_by_a_refused_tactic_pays_nothing() -> None:
    """QS-2, QS-11: the price had been announced, and no die was cast for it."""
    assert refused_and_gone([], [PRICE], "Owed a favour") == []


def test_qs_2_who_was_called_upon_before_pays_though_another_tactic_was_refused() -> None:
    """QS-2, QS-11: what was tried last with dice is what was lost with."""
    touched = refused_and_gone([9, 9], [PRICE, PRICE], "Owed a favour", "Wits")
    assert touched == [("Owed a favour",)]


@pytest.mark.parametrize(("then", "left"), [("no", 0), ("5", 0), ("roll", -10)])
def test_qs_13_the_toll_of_help_goes_with_its_roll(then: str, left: int) -> None:
    """QS-13: a helping ability is strained by a lost roll, and not where the game master wants no roll after all."""
    says = {
        "tactic": helped("Wits", augment="Charm"),
        "ruling": [but(augment="roll"), but(augment=then, situation="5")],
    }
    referee = contest([19, 3, 9, 6], says)
    assert [each.value for each in referee.result.sheets["Asa"].lasting] == ([left] if left else [])
    spared = "Charm of Asa is spared the toll of helping." in log(referee)
    assert spared == (not left)


@pytest.mark.parametrize(("then", "with_"), [("5", "12"), ("roll", "2")])
def test_qs_13_what_is_taken_back_counts_in_no_roll_for_the_new_ruling(then: str, with_: str) -> None:
    """QS-11, QS-13, QS-15, QS-29: the lost roll of help had strained Charm by 10; the game master wants no roll after
    all, and a flaw tempts: it is resisted with Charm as it was, with the strain only if help is still rolled for."""
    says = {
        "tactic": helped("Wits", augment="Charm"),
        "ruling": [but(augment="roll"), but(augment=then, **{"flaw Proud": "tempts"})],
        "temptation": {"pick": "resist", "with": "Charm"},
    }
    referee = contest([19, 3, 2, 20, 9, 6], says, hero(flaws=("Proud",)), foe())
    rolls = [line.event for line in referee.lines if type(line.event).__name__ == "Rolled"]
    assert [(each.ability, each.rating) for each in rolls if each.name == "Asa"][:2] == [
        ("Charm", "12"),
        ("Charm", with_),
    ]


def test_qs_11_nothing_is_told_twice_and_what_is_taken_back_is_told() -> None:
    """QS-8 to QS-12: help, a situation, a resistance and struck effects, over three words of the game master."""
    mixed = (LastingEntry(value=10, label="fresh"), LastingEntry(value=-5, label="sore"))
    who = hero(lasting=mixed)
    first = but(augment="10", situation="5", resistance="hard", effects="strike")
    second = but(augment="10", situation="-5", resistance="hard", effects="strike")
    third = but(augment="no")
    says = {"tactic": helped("Wits", augment="Charm"), "ruling": [first, second, third]}
    lines = log(contest([9, 6], says, who, foe()))
    told = lines[lines.index("Asa goes about it with Wits.") :]
    assert told[: told.index(next(each for each in told if " success" in each))] == [
        "Asa goes about it with Wits.",
        "Charm helps Asa: +5.",
        "Asa: +5 for the situation.",
        "Charm helps Asa: +10.",
        "Benefits and consequences of Asa cancel out this time.",
        "The guard: the resistance is 20.",
        "Asa: −5 for the situation.",
        "Charm does not help Asa: the game master sees no way.",
        "Asa: nothing for the situation after all.",
        "Benefits and consequences of Asa count after all.",
        "The guard: the resistance is as it was.",
    ]


def test_qs_9_a_resistance_that_is_taken_back_is_told_to_who_knew_it() -> None:
    """QS-9, QS-70."""
    setup = ContestSetup(contestants=(hero(), foe()))
    says = {"ruling": [but(resistance="hard"), but(situation="5")]}
    lines = log(play("contest", setup, [9, 6], says, {**QUIET, "show_resistance": "open"}))
    assert lines.count("The guard: the resistance is 20.") == 1
    assert "The guard: the resistance is as it was." in lines


def test_qs_16_numbers_are_told_once() -> None:
    """QS-16: though the game master says something else besides."""
    setup = SequenceSetup(contestants=(hero(), foe("One"), foe("Two")))
    referee = play("scored", setup, [9, 6], {"ruling": [but(situation="5")]}, QUIET)
    assert log(referee).count("Asa: −5 for numbers.") == 1


def test_qs_8_a_correction_outlives_another_ruling() -> None:
    """QS-8: a modifier of the set-up that was corrected stays as corrected, whatever else is said."""
    who = hero(modifiers=(ModifierEntry(label="the dark", value=-5),))
    referee = start("contest", ContestSetup(contestants=(who, foe())), QUIET)
    tactic = open_now(referee, "tactic")
    referee.answer(tactic.id, tactic.form().fallback())
    referee.override("contestants.0.modifiers.0.value", -10, reason="it is darker")
    window = open_now(referee, "ruling")
    referee.answer(window.id, window.form().fallback() | {"situation": "5"})
    assert rating(referee) == 15 - 10 + 5


def test_qs_17_one_resource_counts_once() -> None:
    """QS-17: called again in a sequence it is lowered again, and its new value takes the place of the old."""
    setup = SequenceSetup(
        contestants=(hero(), foe(resistance=20)), resources=(ResourceEntry(name="Harvest", bonus=15),)
    )
    calls = act(resource={"pick": "Harvest", "with": "Charm"})
    referee = play("scored", setup, [3, 19, 9, 9, 3, 19, 9, 9], {"tactic": [calls, calls]}, QUIET)
    given = [each.value for each in referee.state.find("Asa").modifiers if each.kind == "resource"]
    assert given == [10]
    assert referee.state.resources[0].now == 5
    lost = play("scored", setup, [3, 19, 9, 9, 19, 3, 9, 9], {"tactic": [calls, calls]}, QUIET)
    assert [each.value for each in lost.state.find("Asa").modifiers if each.kind == "resource"] == [15]
    assert lost.state.resources[0].now == 5


def test_qs_17_a_resource_below_nothing_counts_where_it_is_required() -> None:
    """QS-17: unasked and unrolled; it is used then, and not if the game master takes that back."""
    worn = (ResourceEntry(name="Harvest", bonus=5, now=-10), ResourceEntry(name="Wood", bonus=5))
    says = {"ruling": [but(requires="Harvest")]}
    referee = contest([9, 6], says, resources=worn)
    assert rating(referee) == 5
    assert [each.now for each in referee.result.carried["resources"]] == [-15, 5]
    assert "It takes Harvest, which is worn out: −10 for Asa." in log(referee)
    back = contest([9, 6], {"ruling": [but(requires="Harvest"), but(situation="0")]}, resources=worn)
    assert rating(back) == 15
    assert [each.now for each in back.result.carried["resources"]] == [-10, 5]
    assert "It does not take Harvest after all." in log(back)


@pytest.mark.parametrize(
    ("now", "bolstered", "against"), [(15, 0, 25), (5, 0, 15), (-5, 0, 5), (-20, 0, 0), (15, 5, 30)]
)
def test_qs_17_bolstering_is_against_the_present_bonus(now: int, bolstered: int, against: int) -> None:
    """QS-17: base and what the resource is worth now; a penalty makes it easier."""
    harvest = ResourceEntry(name="Harvest", bonus=15, now=now, bolstered=bolstered)
    setup = ContestSetup(contestants=(hero(),), resources=(harvest,), bolsters="Harvest")
    referee = play("contest", setup, [], {}, QUIET)
    assert referee.state.find("Harvest").resistance == against


def test_qs_11_in_a_strict_contest_a_changed_ruling_is_given_once() -> None:
    """QS-11: what the game master has said need not be said again before the dice."""
    setup = ContestSetup(contestants=(hero(flaws=("Proud",)), foe()))
    referee = Referee.start(GAME, "contest", setup, QUIET, seed=bytes(32), strict=True)
    tactic = open_now(referee, "tactic")
    referee.answer(tactic.id, tactic.form().fallback())
    ruling = open_now(referee, "ruling")
    assert not ruling.window
    referee.answer(ruling.id, ruling.form().fallback() | {"flaw Proud": {"pick": "doubt", "with": "-5"}})
    doubt = open_now(referee, "doubt a flaw")
    referee.answer(doubt.id, "yes")
    assert not any(each.request.what == "ruling" for each in referee.pending)
    assert sum(" success" in line for line in log(referee)) == 4
