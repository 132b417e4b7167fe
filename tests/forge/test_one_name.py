"""FG-22: two things of one name are two things, and the one chosen is the one used. Sheets from play are accepted."""

from typing import Any

import pytest

from agonist.forge import GAME
from agonist.forge.gauntlet.advantage import Discards
from agonist.forge.harm.suffering import DoorOfDeath
from agonist.forge.people.sheet import Asset, Bane, Boon, Knowledge, Trait
from agonist.forge.test.added_dice import AddedDice
from agonist.forge.test.detriment import AssetDropped, AssetUsed
from agonist.forge.test.pool import TraitUsed

from .stage import Stage, attack, challenge, duel, full, gauntlet, person, seek, team


@pytest.mark.parametrize(("key", "dice"), [("boon:Ash:AN EDGE", 3), ("boon:Ash:AN EDGE (2)", 1)])
def test_fg_22_of_two_boons_of_one_name_the_one_chosen_is_used(key: str, dice: int) -> None:
    ash = person("Ash", boons=[Boon("AN EDGE", 3, "vigor"), Boon("AN EDGE", 1, "vigor")])
    stage = Stage("challenge", challenge(ash)).say("approach", "vigor").say("add dice", key).play()
    assert [event.dice for event in stage.events(AddedDice)] == [dice]
    assert [boon["rating"] for boon in stage.sheet("Ash")["boons"]] == [4 - dice]


def test_fg_22_the_label_promises_what_is_used() -> None:
    """FG-22: told apart by rating and owner."""
    birch = person("Birch", banes=[Bane("LIMP", 3), Bane("LIMP", 1)], traits=[Trait("LIMP", 2)])
    stage = Stage("contest", duel(person("Ash"), birch))
    labels = {key: option.label for key, option in stage.options("add dice", "Ash").items()}
    assert labels["bane:Birch:LIMP"] == "Add 3 dice: Birch’s LIMP"
    assert labels["bane:Birch:LIMP (2)"] == "Add 1 die: Birch’s LIMP (2)"
    assert labels["trait:Birch:LIMP"] == "Add 2 dice: Birch’s LIMP"
    stage.say("add dice", "bane:Birch:LIMP (2)").play()
    assert [bane["rating"] for bane in stage.sheet("Birch")["banes"]] == [3]


def test_fg_22_two_assets_of_one_name() -> None:
    """FG-22, FG-19: the second is used, and wears."""
    ash = person("Ash", assets=[Asset("ROPE", "maneuver", 2), Asset("ROPE", "maneuver", 1)])
    stage = Stage("challenge", challenge(ash)).say("asset or detriment", "asset:ROPE (2)").play()
    assert [event.least for event in stage.events(AssetUsed)] == [1]
    assert [asset["quality"] for asset in stage.sheet("Ash")["assets"]] == [2, 0]
    fine = person("Ash", assets=[Asset("ROPE", "maneuver", 2), Asset("ROPE", "maneuver", 5)])
    lost = Stage("challenge", challenge(fine, environment=[Trait("CLIFF", 3)]))
    lost.say("asset or detriment", "asset:ROPE (2)").play()
    assert [event.quality for event in lost.events(AssetDropped)] == [4]
    assert [asset["quality"] for asset in lost.sheet("Ash")["assets"]] == [2, 4]


def test_fg_22_two_own_traits_of_one_name() -> None:
    """FG-22, FG-16, FG-14: one for a modifier, the other to the own detriment."""
    ash = person("Ash", traits=[Trait("VAIN", 1), Trait("VAIN", 3)], favor=0)
    stage = Stage("challenge", challenge(ash)).dice("Ash", [1, 6, 6], [1])
    assert set(stage.options("use a trait")) == {"use:VAIN (2)"}
    stage.say("use a trait", {"pick": "use:VAIN (2)", "with": ["focus"]}).say(
        "asset or detriment", "own:VAIN"
    )
    stage.play()
    assert [event.favor for event in stage.events(TraitUsed)] == [0]
    assert stage.sheet("Ash")["favor"] == 1


def test_fg_22_a_trait_may_be_called_like_one_of_the_environment() -> None:
    """FG-22, FG-14: raising by the one does not mean the other."""
    ash = person("Ash", traits=[Trait("DARK", 1)], favor=1)
    stage = Stage("challenge", challenge(ash, environment=[Trait("DARK", 1)]))
    stage.say("difficulty", {"environment": "none"})
    made = {"make": {"pick": "boon", "with": "Ash"}, "name": "A HOLD"}
    assert {"raise:DARK", "raise:DARK (2)"} < set(stage.options("raise the difficulty"))
    stage.say("raise the difficulty", {"pick": "raise:DARK (2)", "with": made})
    assert "environment:DARK" not in stage.options("use a trait")
    assert "use:DARK" in stage.options("use a trait")


def test_fg_22_identical_assets_can_each_be_discarded() -> None:
    """FG-22, FG-46: options differ, and the chosen one goes."""
    birch = person("Birch", assets=[Asset("AXE", "fight", 1, "attack"), Asset("AXE", "fight", 1, "defend")])
    stage = Stage("mediate", gauntlet(team("Reds", person("Ash")), team("Blues", birch)))
    stage.say("act", seek("Birch", attribute="intuition")).dice("Ash", [6, 6, 6])
    assert {"discard:AXE", "discard:AXE (2)"} < set(stage.options("advantage"))
    stage.say("advantage", "discard:AXE (2)").until("act", "Birch")
    assert [event.asset for event in stage.events(Discards)] == ["AXE"]
    assert [asset.use for asset in stage.state.who("Birch").assets] == ["attack"]


def test_fg_22_default_names_differ_by_themselves() -> None:
    """FG-22: of boons and banes, and of what the Door of Death leaves."""
    ash = person("Ash", boons=[Boon("AN EDGE", 1, "vigor")])
    stage = Stage("mediate", gauntlet(team("Reds", ash), team("Blues", person("Birch"))))
    stage.say("act", seek("Birch")).dice("Ash", [6, 6, 6])
    make: Any = stage.options("advantage")["make"].then
    assert make.fallback()["name"] == "AN EDGE 2"
    scarred = [Trait("MARKED FOR LIFE", 3), Trait("BRAVE", 3)]
    birch = person("Birch", injuries=full(boxes=(1, 2, 3)), traits=scarred, favor=3)
    door = Stage("subjugate", gauntlet(team("Reds", person("Ash")), team("Blues", birch)))
    door.say("act", attack("Birch")).dice("Ash", [6, 6, 6])
    ways = door.options("Door of Death")
    assert ways["pay:BRAVE"].then.fallback() == "MARKED FOR LIFE 2"
    assert ways["pay:MARKED FOR LIFE"].then.fallback() == "MARKED FOR LIFE"


def test_fg_32_a_sheet_that_play_has_written_is_accepted() -> None:
    """FG-32, FG-22: a second MARKED FOR LIFE, and a name with a colon."""
    scarred = [Trait("MARKED FOR LIFE", 3), Trait("BRAVE", 3)]
    birch = person("Birch", injuries=full(boxes=(1, 2, 3)), traits=scarred, favor=3)
    setup = gauntlet(team("Reds", person("Ash")), team("Blues", birch))
    for name in ("MARKED FOR LIFE", "SEEN: THE END"):
        stage = Stage("subjugate", setup).say("act", attack("Birch")).dice("Ash", [6, 6, 6])
        stage.say("Door of Death", {"pick": "pay:BRAVE", "with": name}).play()
        assert [event.trait for event in stage.events(DoorOfDeath)] == [name]
        kind = GAME.type("subjugate")
        again = kind.enlist(setup, "Birch", stage.sheet("Birch"), "birch")
        kind.setup_from(again, {})
        ways = Stage("subjugate", again).say("act", attack("Birch")).options("add dice", "Ash")
        assert len([key for key in ways if key.startswith("trait:Birch:")]) == 2


def test_fg_2_more_than_play_brings_fits_on_a_sheet() -> None:
    """FG-22: a boon for a margin of 12 is accepted at the next set-up."""
    stage = Stage("challenge", challenge(person("Ash", boons=[Boon("A MIRACLE", 12, "vigor")], favor=120)))
    assert stage.play().sheet("Ash")["boons"][0]["rating"] == 12


def test_fg_22_a_known_secret_stays_known_beside_a_trait_of_its_name() -> None:
    """FG-22, FG-46: a public trait of the same name does not hide what somebody has learned."""
    birch = person("Birch", traits=[Trait("COWARD", 1), Trait("COWARD", 2, secret=True)])
    ash = person("Ash", knows=[Knowledge("Birch", "COWARD")])
    stage = Stage("contest", duel(ash, birch))
    labels = [o.label for k, o in stage.options("add dice", "Ash").items() if k.startswith("trait:")]
    assert labels == ["Add 1 die: Birch’s COWARD", "Add 2 dice: Birch’s COWARD (2)"]
    unaware = Stage("contest", duel(person("Ash"), birch))
    assert "trait:Birch:COWARD (2)" not in unaware.options("add dice", "Ash")
