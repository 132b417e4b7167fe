"""The sheet: attributes, skills, traits, dispositions, assets, boons and banes, boxes."""

import pytest

from agonist.forge.people.character import entered, severity, sheet_of
from agonist.forge.people.sheet import (
    Asset,
    Bane,
    Boon,
    Knowledge,
    Sheet,
    Skill,
    Trait,
    disposed_against,
    training_by_xp,
)
from agonist.forge.test.added_dice import AddedDice
from agonist.forge.test.steps import XpMarked

from .stage import Stage, challenge, duel, marks, person


@pytest.mark.parametrize(
    ("xp", "training"), [(0, 6), (9, 6), (10, 5), (29, 5), (30, 4), (59, 4), (60, 3), (200, 3)]
)
def test_fg_1_xp_makes_training(xp: int, training: int) -> None:
    """FG-1: 10 XP make 5+, 30 make 4+, 60 make 3+."""
    assert training_by_xp(xp) == training


def test_fg_1_an_attribute_is_a_number_of_dice_and_failing_can_improve_the_training() -> None:
    """FG-1: four dice for Vigor 4; the tenth XP makes 5+."""
    novice = person("Ash", vigor=4, skills={"maneuver": Skill(6, 9)})
    stage = Stage("challenge", challenge(novice)).say("approach", "vigor").dice("Ash", [1, 2, 3, 5]).play()
    (marked,) = stage.events(XpMarked)
    assert (marked.xp, marked.training, marked.better) == (10, 5, True)
    assert stage.sheet("Ash")["skills"]["maneuver"] == {"training": 5, "xp": 10}


def test_fg_1_a_skill_that_is_not_named_is_untrained() -> None:
    """FG-1: training 6+, no XP; XP on the sheet count at once."""
    character = entered("Ash", "ash", "A", Sheet(skills={"craft": Skill(6, 30)}))
    assert character.skills["fight"] == Skill(6, 0)
    assert character.skills["craft"].training == 4


@pytest.mark.parametrize(
    ("disposition", "over"),
    [
        ("I", {"vigor": "reason", "intuition": "vigor", "reason": "intuition"}),
        ("II", {"vigor": "intuition", "intuition": "reason", "reason": "vigor"}),
    ],
)
def test_fg_2_dispositions(disposition: str, over: dict[str, str]) -> None:
    """FG-2: one is disposed against the attribute that the one in use is over."""
    assert {attribute: disposed_against(disposition, attribute) for attribute in over} == over


def test_fg_2_a_whole_sheet_goes_in_and_comes_out() -> None:
    """FG-2: traits public and secret, Favor, disposition, assets, boons, banes, boxes and knowledge survive."""
    sheet = Sheet(
        vigor=4,
        skills={"fight": Skill(4, 33)},
        traits=[Trait("TALL", 1), Trait("HUNTED", 2, secret=True)],
        favor=3,
        disposition="II",
        assets=[Asset("AXE", "fight", 2, "attack")],
        boons=[Boon("HIGH GROUND", 2, "vigor", enduring=True)],
        banes=[Bane("LIMP", 1)],
        misfortunes=marks(1, 2),
        injuries=marks(1),
        stress={"mental": marks(3)},
        knows=[Knowledge("Birch", "COWARD")],
        epiphanies=1,
    )
    assert sheet_of(entered("Ash", "ash", "A", sheet)) == sheet


def test_fg_3_a_boon_adds_its_rating_in_dice_and_is_gone() -> None:
    """FG-3: used once."""
    lucky = person("Ash", boons=[Boon("HEAD START", 2, "vigor")])
    stage = Stage("challenge", challenge(lucky))
    stage.say("approach", "vigor").say("add dice", "boon:Ash:HEAD START").dice(
        "Ash", [1, 1, 1], [5, 2]
    ).play()
    assert [event.dice for event in stage.events(AddedDice)] == [2]
    assert "boons" not in stage.sheet("Ash")
    assert stage.result.winners == ("Actors",)


def test_fg_3_an_enduring_boon_loses_one_rating() -> None:
    """FG-3: enduring ones lose 1 rating instead, and are gone at 0."""
    lucky = person("Ash", boons=[Boon("GOOD BOOTS", 2, "vigor", enduring=True)])
    stage = (
        Stage("challenge", challenge(lucky))
        .say("approach", "vigor")
        .say("add dice", "boon:Ash:GOOD BOOTS")
        .play()
    )
    assert stage.sheet("Ash")["boons"] == [
        {"name": "GOOD BOOTS", "rating": 1, "attribute": "vigor", "enduring": True, "passing": False}
    ]
    worn = person("Ash", boons=[Boon("GOOD BOOTS", 1, "vigor", enduring=True)])
    stage = (
        Stage("challenge", challenge(worn))
        .say("approach", "vigor")
        .say("add dice", "boon:Ash:GOOD BOOTS")
        .play()
    )
    assert "boons" not in stage.sheet("Ash")


@pytest.mark.parametrize(("agrees", "left"), [("yes", 0), ("no", 1)])
def test_fg_3_a_boon_is_tied_to_its_attribute_unless_the_game_master_agrees(agrees: str, left: int) -> None:
    """FG-3: with another attribute the game master is asked."""
    lucky = person("Ash", boons=[Boon("HEAD START", 2, "reason")])
    stage = Stage("challenge", challenge(lucky)).say("approach", "vigor")
    stage.say("add dice", "boon:Ash:HEAD START").say("another attribute", agrees).play()
    assert len(stage.sheet("Ash").get("boons", [])) == left
    assert ("another attribute", "gm", "Ash") in stage.asked


def test_fg_3_a_bane_helps_anyone_against_its_bearer_with_any_attribute() -> None:
    """FG-3: whoever tests against the bearer adds its dice, once."""
    setup = duel(person("Ash"), person("Birch", banes=[Bane("SAND IN MY EYES!", 2)]))
    stage = (
        Stage("contest", setup)
        .say("add dice", "bane:Birch:SAND IN MY EYES!")
        .dice("Ash", [1, 1, 1], [6, 6])
        .play()
    )
    assert stage.result.winners == ("Attackers",)
    assert "banes" not in stage.sheet("Birch")


def test_fg_3_only_the_bearer_has_a_boon() -> None:
    """FG-3: a boon of a teammate is not offered."""
    helper = person("Birch", boons=[Boon("HEAD START", 2, "vigor")])
    stage = Stage("group-challenge", challenge(person("Ash"), helper)).play()
    assert "add dice" not in stage.whats()


def test_fg_4_boxes() -> None:
    """FG-4: three misfortune boxes of 1, two of 2, one of 3; injury boxes 1, 2, 3."""
    character = entered("Ash", "ash", "A", Sheet(misfortunes=marks(2), injuries=marks(1)))
    assert [box.size for box in character.misfortune] == [1, 1, 1, 2, 2, 3]
    assert [box.size for box in character.injury] == [1, 2, 3]
    assert (severity(character.misfortune), severity(character.injury)) == (2, 1)
