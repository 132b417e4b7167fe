"""The middle of a roll: dice, hits, and everything that may be done to them, in its order."""

from typing import Any

import pytest

from agonist.forge.people.sheet import Asset, Bane, Boon, Skill, Trait
from agonist.forge.test.added_dice import AddedDice
from agonist.forge.test.detriment import AssetUsed, Detriment
from agonist.forge.test.pool import Rolled, TraitUsed
from agonist.forge.test.sources import NotFitting
from agonist.forge.test.steps import Compared
from agonist.kernel import corrections

from .stage import Stage, challenge, duel, gauntlet, person, team

STEPS = ["approach", "raise the difficulty", "add dice", "use a trait", "asset or detriment"]


def rich(name: str = "Ash", **more: Any) -> Any:
    """Somebody with something to do at every step."""
    sheet: dict[str, Any] = {
        "traits": [Trait("NIMBLE", 2), Trait("DRUNKARD", 1)],
        "favor": 3,
        "boons": [Boon("HEAD START", 1, "vigor")],
        "assets": [Asset("ROPE", "maneuver", 2)],
    }
    return person(name, **sheet | more)


@pytest.mark.parametrize(("training", "effort"), [(6, 1), (5, 2), (4, 3), (3, 4)])
def test_fg_10_each_die_at_the_training_is_a_hit(training: int, effort: int) -> None:
    """FG-10: dice equal to the attribute, hits at or above the training are the effort."""
    actor = person("Ash", vigor=5, skills={"maneuver": Skill(training)})
    stage = Stage("challenge", challenge(actor)).say("approach", "vigor").dice("Ash", [1, 3, 4, 5, 6]).play()
    assert [event.effort for event in stage.events(Rolled)] == [effort]


def test_fg_14_the_steps_of_a_test_come_in_order() -> None:
    """FG-14: difficulty, raise it, roll, add dice, spend Favor, detriment or asset, outcome."""
    stage = Stage("challenge", challenge(rich(), environment=[Trait("MUD", 1)])).play()
    assert [what for what in stage.whats() if what in STEPS] == STEPS
    order = [type(line.event).__name__ for line in stage.referee.lines]
    assert order.index("DifficultySet") < order.index("Rolled") < order.index("Compared")


def test_fg_14_what_nobody_may_choose_is_not_asked() -> None:
    """FG-14: a step without anything to take is skipped."""
    assert Stage("challenge", challenge(person("Ash"))).play().whats() == ["approach", "consequence", "harm"]


@pytest.mark.parametrize("done", [False, True])
def test_fg_14_who_adds_dice_looks_at_them_before_the_rest_or_says_that_is_all(done: bool) -> None:
    """FG-14: the later steps are offered again where new dice lie, unless that was all."""
    stage = Stage("challenge", challenge(rich(), environment=[Trait("MUD", 1)]))
    stage.say("difficulty", {"environment": "none"}).say("add dice", "environment:MUD")
    stage.say("then", *(["done"] if done else [])).play()
    assert stage.whats().count("use a trait") == (1 if done else 2)


def test_fg_14_an_asset_is_kept_where_it_does_not_help_any_more() -> None:
    """FG-14, FG-19: chosen together with dice that make it needless."""
    ash = person("Ash", assets=[Asset("ROPE", "maneuver", 1)])
    stage = Stage("challenge", challenge(ash, environment=[Trait("MUD", 2)])).say(
        "add dice", "environment:MUD"
    )
    stage.say("difficulty", {"environment": "none"}).say("asset or detriment", "asset:ROPE")
    stage.dice("Ash", [1, 1, 1], [6, 6]).play()
    assert not stage.events(AssetUsed)
    assert stage.sheet("Ash")["assets"][0]["quality"] == 1


def test_fg_14_a_trait_is_good_for_one_thing_even_in_one_form() -> None:
    """FG-14, FG-16: chosen for a modifier and as a detriment at once, it is the former, and the rest is asked again."""
    ash = person("Ash", traits=[Trait("VAIN", 1)], favor=1, assets=[Asset("ROPE", "maneuver", 2)])
    stage = Stage("challenge", challenge(ash))
    stage.say("use a trait", {"pick": "use:VAIN", "with": ["focus"]}).say(
        "asset or detriment", "own:VAIN", "enough"
    )
    stage.dice("Ash", [1, 2, 2], [2]).play()
    assert not stage.events(Detriment)
    assert stage.whats().count("asset or detriment") == 2


def test_fg_14_raising_the_difficulty_earns_a_boon_or_bane_rated_so() -> None:
    """FG-14: by a trait's rating, on success."""
    prize = {"make": {"pick": "boon", "with": "Ash"}, "name": "WARMED UP"}
    stage = Stage("challenge", challenge(rich())).say("approach", "vigor")
    stage.say("raise the difficulty", {"pick": "raise:NIMBLE", "with": prize}).dice("Ash", [5, 5, 6]).play()
    assert [(c.effort, c.difficulty) for c in stage.events(Compared)] == [(3, 3)]
    made = stage.sheet("Ash")["boons"][-1]
    assert (made["name"], made["rating"], made["attribute"]) == ("WARMED UP", 2, "vigor")


def test_fg_14_a_raise_that_fails_earns_nothing() -> None:
    """FG-14: only success pays out."""
    prize = {"make": {"pick": "boon", "with": "Ash"}, "name": "WARMED UP"}
    actor = rich(boons=[])
    stage = Stage("challenge", challenge(actor)).say("approach", "vigor")
    stage.say("raise the difficulty", {"pick": "raise:NIMBLE", "with": prize}).dice("Ash", [5, 5, 1]).play()
    assert "boons" not in stage.sheet("Ash")
    assert stage.result.losers == ("Actors",)


def test_fg_14_in_a_contest_opponents_count_the_raise_as_effort() -> None:
    """FG-14: the attacker with 3 against 1 and a raise of 2 has not beaten it; with 4 it has, and the bane is made."""
    prize = {"make": {"pick": "bane", "with": "Birch"}, "name": "OFF BALANCE"}
    for faces, winner in (([5, 5, 5, 1], "Defenders"), ([5, 5, 5, 5], "Attackers")):
        stage = Stage("contest", duel(rich("Ash", vigor=4), person("Birch"))).say(
            "approach", "vigor", "vigor"
        )
        stage.say("raise the difficulty", {"pick": "raise:NIMBLE", "with": prize})
        stage.dice("Ash", faces).dice("Birch", [5, 1, 1]).play()
        assert stage.result.winners == (winner,)
        assert [b["name"] for b in stage.sheet("Birch").get("banes", [])] == ["OFF BALANCE"] * (
            winner == "Attackers"
        )


def test_fg_14_each_option_shows_what_it_would_do() -> None:
    """FG-14: dice, difficulty, Favor and effort stand beside the options."""
    stage = Stage("challenge", challenge(rich(), environment=[Trait("MUD", 1)])).say(
        "difficulty", {"environment": "none"}
    )
    stage.say("approach", "vigor").dice("Ash", [5, 1, 1])
    assert "difficulty 1 becomes 3" in stage.options("raise the difficulty")["raise:NIMBLE"].help
    assert "+1 die" in stage.options("add dice")["environment:MUD"].help
    effects = stage.options("use a trait")["use:NIMBLE"].then.options
    assert "2 now" in next(option.help for option in effects if option.key == "focus")
    last = stage.options("asset or detriment")
    assert "at least 2 effort, now 1" in last["asset:ROPE"].help
    assert "difficulty 1 becomes 2" in last["own:DRUNKARD"].help
    assert "Now: 1 hit, 1 needed: enough." in stage.until("asset or detriment").text


def test_fg_14_a_detriment_or_an_asset_but_not_both() -> None:
    """FG-14: an own detrimental trait raises difficulty and Favor by its rating; then no asset is offered."""
    stage = Stage("challenge", challenge(rich())).say("approach", "vigor")
    stage.say("asset or detriment", "own:DRUNKARD").dice("Ash", [5, 5, 1]).play()
    assert stage.sheet("Ash")["favor"] == 4
    assert [(c.effort, c.difficulty) for c in stage.events(Compared)] == [(2, 2)]
    assert stage.whats().count("asset or detriment") == 1


def test_fg_14_a_trait_is_good_for_one_thing_in_a_test() -> None:
    """FG-14, FG-16: what raised the difficulty is no help and no detriment any more."""
    prize = {"make": {"pick": "boon", "with": "Ash"}, "name": "WARMED UP"}
    stage = Stage("challenge", challenge(rich())).say(
        "raise the difficulty", {"pick": "raise:NIMBLE", "with": prize}
    )
    assert "use:NIMBLE" not in stage.options("use a trait")
    assert "own:NIMBLE" not in stage.options("asset or detriment")


def test_fg_15_one_environmental_trait_and_one_other_source() -> None:
    """FG-15: of a known trait, a boon and a bane only one, and one of the environment."""
    setup = duel(
        rich("Ash"),
        person("Birch", traits=[Trait("SLOW", 1)], banes=[Bane("LIMP", 1)]),
        environment=[Trait("MUD", 1), Trait("RAIN", 1)],
    )
    stage = Stage("contest", setup).say("approach", "vigor", "vigor")
    offered = set(stage.options("add dice", "Ash"))
    assert {"environment:MUD", "environment:RAIN", "trait:Birch:SLOW", "bane:Birch:LIMP"} < offered
    stage.say("add dice", "environment:MUD", "trait:Birch:SLOW", about="Ash").play()
    assert [(e.source, e.dice) for e in stage.events(AddedDice)] == [("MUD", 1), ("SLOW", 1)]
    assert stage.asked.count(("add dice", "ash", "Ash")) == 1


def test_fg_15_the_environmental_trait_that_hinders_does_not_help() -> None:
    """FG-15, FG-11: what makes the difficulty adds no dice."""
    stage = Stage("challenge", challenge(person("Ash"), environment=[Trait("MUD", 1)])).play()
    assert "add dice" not in stage.whats()


@pytest.mark.parametrize(("rating", "most"), [(1, 1), (2, 2), (3, 3)])
def test_fg_16_as_many_effects_as_the_rating_for_one_favor(rating: int, most: int) -> None:
    """FG-16: one own trait, 1 Favor, different effects."""
    stage = Stage("challenge", challenge(person("Ash", traits=[Trait("NIMBLE", rating)], favor=2)))
    form = stage.options("use a trait")["use:NIMBLE"].then
    assert (form.least, form.most) == (1, most)
    chosen = ["focus", "fervor", "fortune"][:most]
    stage.say("use a trait", {"pick": "use:NIMBLE", "with": chosen}).play()
    assert [event.favor for event in stage.events(TraitUsed)] == [0 if rating == 3 and most == 1 else 1]
    assert stage.whats().count("use a trait") == 1


def test_fg_16_with_rating_3_a_single_effect_is_free() -> None:
    """FG-16: without Favor a rating of 3 gives one effect, lower ratings none."""
    actor = person("Ash", traits=[Trait("LEGEND", 3), Trait("NIMBLE", 2)])
    stage = Stage("challenge", challenge(actor))
    offered = stage.options("use a trait")
    assert {"use:LEGEND"} == {key for key in offered if key.startswith("use:")}
    assert offered["use:LEGEND"].then.most == 1
    stage.say("use a trait", {"pick": "use:LEGEND", "with": ["focus"]}).play()
    assert stage.events(TraitUsed)[0].favor == 0


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("example", {"vigor": "fervor", "intuition": "focus", "reason": "fortune"}),
        ("table", {"vigor": "fervor", "intuition": "fortune", "reason": "focus"}),
    ],
)
def test_fg_17_which_attribute_has_which_modifier(option: str, expected: dict[str, str]) -> None:
    """FG-17: option `modifiers`; the attribute's own modifier is offered first."""
    for attribute, modifier in expected.items():
        actor = person("Ash", traits=[Trait("NIMBLE", 1)], favor=1)
        stage = Stage("challenge", challenge(actor), {"modifiers": option}).say("approach", attribute)
        assert stage.options("use a trait")["use:NIMBLE"].then.options[0].key == modifier


def used(effects: list[str], *rolls: list[int]) -> Stage:
    actor = person("Ash", vigor=len(rolls[0]), traits=[Trait("NIMBLE", 3)], favor=3)
    stage = Stage("challenge", challenge(actor)).say("approach", "vigor")
    return stage.say("use a trait", {"pick": "use:NIMBLE", "with": effects}).dice("Ash", *rolls).play()


def test_fg_17_fervor_adds_a_die_for_each_6_added_dice_included() -> None:
    """FG-17: two 6s add two dice, of which one 6 adds another."""
    stage = used(["fervor"], [6, 6, 2], [6, 1], [5])
    assert stage.events(Rolled)[-1].pool == (1, 2, 5, 6, 6, 6)


def test_fg_17_focus_rolls_each_1_once_again() -> None:
    """FG-17: a 1 that stays a 1 is not rolled a third time."""
    stage = used(["focus"], [1, 1, 4], [1, 6])
    assert stage.events(Rolled)[-1].pool == (1, 4, 6)


def test_fg_17_fortune_rolls_all_dice_again() -> None:
    """FG-17: all of them, once."""
    stage = used(["fortune"], [1, 2, 6], [5, 5, 5])
    assert stage.events(Rolled)[-1].pool == (5, 5, 5)


def test_fg_17_several_modifiers_work_in_an_order_in_which_none_undoes_another() -> None:
    """FG-17: Fortune, then Focus, then Fervor."""
    stage = used(["fervor", "focus", "fortune"], [1, 1, 1], [1, 6, 2], [6], [3, 3])
    assert stage.events(Rolled)[-1].pool == (2, 3, 3, 6, 6)


def test_fg_18_disposition_makes_the_opponents_training_a_tier_worse() -> None:
    """FG-18, FG-14: the attacker's hits are counted anew when the defender uses it."""
    defender = person("Birch", traits=[Trait("CALM", 1)], favor=1, disposition="I")
    stage = Stage("contest", duel(person("Ash"), defender)).say("approach", "reason", "vigor")
    stage.say("use a trait", {"pick": "use:CALM", "with": ["disposition"]})
    stage.dice("Ash", [5, 5, 6]).dice("Birch", [5, 1, 1]).play()
    assert [(c.names, c.effort, c.difficulty) for c in stage.events(Compared)] == [(("Ash",), 1, 1)]
    assert stage.result.winners == ("Defenders",)


def test_fg_18_not_beyond_6_and_only_against_the_right_attribute() -> None:
    """FG-18: 6+ stays 6+; it is offered only if an opponent tests what one is disposed against."""
    attacker = person("Ash", skills={"fight": Skill(6)})
    defender = person("Birch", traits=[Trait("CALM", 1)], favor=1, disposition="I")
    stage = Stage("contest", duel(attacker, defender)).say("approach", "reason", "vigor")
    stage.say("use a trait", {"pick": "use:CALM", "with": ["disposition"]}).dice("Ash", [5, 5, 6]).play()
    assert stage.events(Compared)[0].effort == 1
    other = Stage("contest", duel(attacker, defender)).say("approach", "vigor", "vigor")
    offered = other.options("use a trait", "Birch")["use:CALM"].then.options
    assert "disposition" not in {option.key for option in offered}
    alone = Stage("challenge", challenge(person("Ash", traits=[Trait("CALM", 1)], favor=1)))
    assert "disposition" not in {o.key for o in alone.options("use a trait")["use:CALM"].then.options}


@pytest.mark.parametrize(
    ("quality", "least", "after"), [(1, 1, 0), (2, 2, 1), (3, 1, 2), (4, 1, 3), (5, 2, 4)]
)
def test_fg_19_an_asset_gives_a_minimum_effort_and_drops(quality: int, least: int, after: int) -> None:
    """FG-19: its quality, from 3 on (quality − 1) // 2; the failed test costs a masterpiece its drop too."""
    actor = person("Ash", assets=[Asset("ROPE", "maneuver", quality)])
    setup = challenge(actor, environment=[Trait("CLIFF", 3)])
    stage = Stage("challenge", setup).say("asset or detriment", "asset:ROPE").play()
    assert [event.least for event in stage.events(AssetUsed)] == [least]
    assert stage.sheet("Ash")["assets"][0]["quality"] == after


def test_fg_19_a_masterpiece_does_not_drop_if_the_test_succeeds() -> None:
    """FG-19: quality 3 stays 3."""
    actor = person("Ash", assets=[Asset("ROPE", "maneuver", 3)])
    stage = Stage("challenge", challenge(actor)).say("asset or detriment", "asset:ROPE").play()
    assert stage.result.winners == ("Actors",)
    assert stage.sheet("Ash")["assets"][0]["quality"] == 3


def test_fg_19_off_label_gives_one_and_at_0_it_is_unusable() -> None:
    """FG-19: another skill, or the other side of a contest, gives 1; quality 0 is not offered."""
    gear = [Asset("PAN", "craft", 2), Asset("BROKEN ROPE", "maneuver", 0)]
    stage = Stage("challenge", challenge(person("Ash", assets=gear)))
    offered = stage.options("asset or detriment")
    assert "asset:BROKEN ROPE" not in offered
    assert "at least 1 effort" in offered["asset:PAN"].help
    assert "off-label" in offered["asset:PAN"].help
    setup = duel(person("Ash", assets=[Asset("SHIELD", "fight", 2, "defend")]), person("Birch"))
    assert "at least 1 effort" in Stage("contest", setup).options("asset or detriment")["asset:SHIELD"].help


def test_fg_19_an_asset_that_changes_nothing_is_not_offered() -> None:
    """FG-19: where the effort is as great already there is nothing to choose."""
    actor = person("Ash", assets=[Asset("ROPE", "maneuver", 1)])
    stage = Stage("challenge", challenge(actor)).dice("Ash", [5, 1, 1]).play()
    assert "asset or detriment" not in stage.whats()


def test_fg_22_volunteering_in_a_contest_gives_the_opponent_dice() -> None:
    """FG-22: an own detrimental trait gives its rating in dice to the opponent and Favor to its owner."""
    setup = duel(person("Ash", traits=[Trait("CLUMSY", 2)]), person("Birch"))
    stage = Stage("contest", setup).say("asset or detriment", "own:CLUMSY:Birch")
    stage.dice("Ash", [5, 5, 1]).dice("Birch", [5, 1, 1, 1, 1]).play()
    assert stage.sheet("Ash")["favor"] == 2
    assert [event.gives for event in stage.events(Detriment)] == ["Birch"]


def test_fg_22_dice_of_the_environment_have_to_fit() -> None:
    """FG-22, FG-15: the game master is asked, once in a scene; what does not fit is not offered again."""
    setup = challenge(person("Ash"), environment=[Trait("FOG", 2)])
    stage = Stage("challenge", setup).say("difficulty", {"environment": "none"})
    stage.say("add dice", "environment:FOG").say("does it fit", "no").play()
    assert not stage.events(AddedDice)
    assert stage.whats().count("add dice") == 1
    fits = Stage("challenge", setup).say("difficulty", {"environment": "none"})
    fits.say("add dice", "environment:FOG").play()
    assert [event.dice for event in fits.events(AddedDice)] == [2]
    assert ("does it fit", "gm", "Ash") in fits.asked


def test_fg_22_the_game_master_may_withdraw_a_justified_trait() -> None:
    """FG-22: then it needs a new reason; a correction says so."""
    reds, blues = team("Reds", person("Ash")), team("Blues", person("Birch", traits=[Trait("VAIN", 1)]))
    stage = Stage("mediate", gauntlet(reds, blues)).say("add dice", *["trait:Birch:VAIN"] * 3, about="Ash")
    while stage.whats().count("act") < 3:
        stage.step()
    assert stage.whats().count("does it fit") == 1
    (path,) = [c.path for c in corrections(stage.state) if "Ash uses Birch’s VAIN" in c.label]
    stage.referee.override(path, "no", reason="The mirror is broken.")
    stage.say("does it fit", "no")
    while stage.whats().count("does it fit") < 2:
        stage.step()
    assert [event.source for event in stage.events(NotFitting)] == ["VAIN"]


def test_fg_22_dice_volunteered_late_are_rolled_at_once() -> None:
    """FG-22: the defender's detriment adds to the attacker's roll, whatever the attacker has used before."""
    setup = duel(person("Ash"), person("Birch", traits=[Trait("CLUMSY", 2)]))
    stage = Stage("contest", setup).say("asset or detriment", "own:CLUMSY:Ash")
    stage.dice("Ash", [5, 1, 1], [6, 6]).dice("Birch", [5, 5, 1]).play()
    assert stage.result.winners == ("Attackers",)
    greedy = Stage("contest", setup).say("add dice", "trait:Birch:CLUMSY", about="Ash")
    assert "own:CLUMSY:Ash" in greedy.options("asset or detriment", "Birch")


def test_fg_22_a_volunteered_trait_takes_nothing_from_what_the_opponent_may_use() -> None:
    """FG-22: the defender has the dice of the attacker's CLUMSY, and still uses the better DRUNKARD."""
    ash = person("Ash", traits=[Trait("CLUMSY", 1), Trait("DRUNKARD", 2)])
    stage = Stage("contest", duel(ash, person("Birch"))).say("asset or detriment", "own:CLUMSY:Birch")
    stage.say("add dice", "trait:Ash:DRUNKARD", about="Birch").dice("Birch", [1, 1, 1, 1], [6, 6]).play()
    assert [(e.name, e.dice) for e in stage.events(AddedDice)] == [("Birch", 2)]
    assert stage.result.winners == ("Defenders",)
