"""How things are said (QS-2, QS-17, QS-24, QS-46, QS-61, QS-67)."""

from typing import Any

import pytest

from agonist.questworlds.srd.people.setup import ContestSetup, RecoverySetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import AbilityEntry, LastingEntry, ResourceEntry
from agonist.tabletop import whose
from tests.questworlds_srd.scenes import act, but, foe, hero, log, open_now, play, start, until

QUIET = {"story_points": False}


def test_whose_dice_they_are() -> None:
    """QS-4: the odds' d20, not the odds's."""
    referee = start("contest", ContestSetup(contestants=(hero(), foe("the odds"))), QUIET)
    tactic = open_now(referee, "tactic")
    referee.answer(tactic.id, tactic.form().fallback())
    names = [each.request.what for each in referee.pending]
    assert {"Asa's d20", "the odds' d20"} <= set(names)
    assert whose("Bo") == "Bo's"


@pytest.mark.parametrize(
    ("stance", "told"), [("gambit", "risks a gambit"), ("defensive", "responds defensively")]
)
def test_qs_46_a_stance_is_told_as_a_deed(stance: str, told: str) -> None:
    """QS-46: who answers hears what the other does."""
    rivals = SequenceSetup(contestants=(hero(side="a"), hero("Bo", side="b")))
    referee = until("tactic", start("scored", rivals, QUIET))
    mine = open_now(referee, "tactic")
    referee.answer(mine.id, act(stance=stance)(mine.form()))
    referee.let_pass()
    assert f"Asa {told}." in open_now(referee, "tactic").request.text


CURE = ContestSetup(
    contestants=(hero(lasting=(LastingEntry(value=-5, label="a wound", touches=("Brawn",)),)),),
    cures="Asa",
    cured="a wound",
)
BOLSTER = ContestSetup(
    contestants=(hero(),), resources=(ResourceEntry(name="Harvest", bonus=5),), bolsters="Harvest"
)


@pytest.mark.parametrize(
    ("setup", "dice", "heading", "degree"),
    [
        (CURE, [19, 15], "A wound is not cured", "a defeat of degree 2"),
        (CURE, [3, 19], "A wound is cured", "a victory of degree 1"),
        (BOLSTER, [19, 15], "Harvest is not bolstered", "a defeat of degree 2"),
        (BOLSTER, [3, 19], "Harvest is bolstered", "a victory of degree 1"),
    ],
)
def test_qs_24_no_wound_wins(setup: ContestSetup, dice: list[int], heading: str, degree: str) -> None:
    """QS-17, QS-24: what is cured or bolstered is nobody."""
    referee = play("contest", setup, dice, {}, QUIET)
    assert referee.result.heading == heading
    assert referee.result.summary == f"{heading}: {degree}."


def test_qs_24_no_wound_wins_a_sequence_either() -> None:
    lasting = (LastingEntry(value=-5, label="a wound", touches=("Brawn",)),)
    setup = SequenceSetup(contestants=(hero(lasting=lasting),), cures="Asa", cured="a wound")
    referee = play("scored", setup, [19, 15, 19, 15], {"parting shot": "no"}, QUIET)
    assert referee.result.summary.startswith("A wound is not cured: a defeat")


def test_qs_61_the_point_of_a_second_chance_is_told() -> None:
    """QS-61: it is burned before the roll, and everybody hears it."""
    people = (hero(rating=10), hero("Bo", 20), foe("One", 20), foe("Two", 20))
    says: dict[str, Any] = {
        "tactic": act(wager=10),
        "ruling": but(**{"their wager": 10}),
        "parting shot": "no",
        "story point": "no",
        "second chance": {"pick": "try", "with": "Wits"},
    }
    setup = SequenceSetup(contestants=people)
    referee = play("wagered", setup, [20, 20] + [19, 20] * 8 + [3, 19] * 4, says, {}, leftover=True)
    told = [line for line in log(referee) if "for a second chance" in line]
    assert told[0] == "Asa burns a story point for a second chance (1 left in the pool)."


def test_qs_2_a_relationship_s_price_is_announced() -> None:
    """QS-2: before the roll, and told to be taken back if it is."""
    friends = hero(abilities=[AbilityEntry(name="Owed by the ferrymen", rating=10, relationship=True)])
    setup = ContestSetup(contestants=(friends, foe()))
    told = log(play("contest", setup, [3, 19], {"ruling": [but(relationship="consequence")]}, QUIET))
    announced = told.index("If Asa loses, Owed by the ferrymen suffers for it.")
    assert announced < min(n for n, line in enumerate(told) if " success" in line)
    says = {"ruling": [but(relationship="ability"), but(situation="5")]}
    back = log(play("contest", setup, [3, 19], says, QUIET))
    assert "If Asa loses, Owed by the ferrymen cannot be called upon until the next advance." in back
    assert "A defeat costs Asa nothing more after all." in back


def test_qs_67_a_trade_ends_a_recovery_and_time_does_not() -> None:
    """QS-67: who trades the loss ends it, though there was time for more."""
    setup = RecoverySetup(
        contestants=(hero("Bo"), hero(resolve=3)), helper="Bo", helped="Asa", defeat="helper", time=5
    )
    referee = play("recovery", setup, [19, 3], {"loss": "trade"}, QUIET)
    assert "That takes an hour, and the recovery ends with it." in log(referee)
    assert not any("no more time" in line for line in log(referee))
    spent = play(
        "recovery",
        setup,
        [19, 3] * 5,
        {"loss": "lose", "recovery": {"pick": "try", "with": "Wits"}},
        QUIET,
        leftover=True,
    )
    assert not any("ends with it" in line for line in log(spent))


def test_qs_36_help_that_was_fought_for_is_told_once() -> None:
    """QS-12, QS-36: what was gone for and what it is worth, in one line; and that it adds nothing where it does not."""
    aim = {"pick": "augment", "with": {"for": "Asa", "ability": "Charm"}}
    setup = SequenceSetup(contestants=(hero(), foe()))
    told = log(play("scored", setup, [12, 19, 3, 19], {"tactic": [act(aim=aim), act(aim=aim)]}, QUIET))
    assert [line for line in told if "Charm" in line and "helps" in line] == [
        "Asa goes for something else and has it: Charm helps Asa, +15.",
        "Asa goes for something else and has it: Charm helps Asa, +10, which is no more than helps already.",
    ]


@pytest.mark.parametrize("name", ["The marsh lords", "The captain"])
def test_qs_4_the_words_of_a_roll_fit_one_and_many(name: str) -> None:
    """QS-4, QS-16: whether an opponent is one or a crowd the game is not told, so that no verb says it."""
    told = log(play("contest", ContestSetup(contestants=(hero(), foe(name))), [9, 13], {}, QUIET))
    assert "Asa: 9 against Wits 15, 1 success." in told
    assert f"{name}: 13 against Resistance 10, 0 successes." in told


@pytest.mark.parametrize("name", ["The marsh lords", "The captain"])
def test_qs_45_the_words_of_a_tally_fit_one_and_many(name: str) -> None:
    """QS-16, QS-45, QS-64: nor does what they take, nor that they are out."""
    setup = SequenceSetup(contestants=(hero("Asa", "15M2"), foe(name, 1)))
    told = log(play("scored", setup, [15, 20], {"parting shot": "no"}, QUIET))
    assert f"{name}: 5 RP more, 5 in all." in told
    assert f"Out: {name} (5 RP)." in told
    setup = SequenceSetup(contestants=(hero(), foe(name, resolve=5)))
    told = log(play("chained", setup, [3, 19], {}, {**QUIET, "show_resolve": True}))
    assert f"{name}: 2 resolve lost, 3 left." in told
