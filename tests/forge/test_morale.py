"""Morale, keeping it, its collapse, and last stands."""

from typing import Any

import pytest

from agonist.forge.gauntlet.morale import CaptainNamed, Collapsed, LastStandEntered, MoraleMoved, TeamLost
from agonist.forge.people.sheet import Trait
from agonist.forge.test.added_dice import AddedDice
from agonist.forge.test.challenge import DifficultySet

from .stage import Stage, attack, full, gauntlet, person, team

HIT, MISS = [6, 6, 6], [1, 1, 1]
INJURIES = (1, 2, 3)


def clash(kind: str = "subjugate", ash: Any = None, birch: Any = None, **rest: Any) -> Stage:
    """Reds (Ash, Alder) against Blues (Birch, Beech)."""
    aim = "destroy" if kind == "destruction" else "other"
    reds = team("Reds", ash or person("Ash"), person("Alder"), goal="Win", aim=aim)
    blues = team("Blues", birch or person("Birch"), person("Beech"), goal="Win", aim=aim)
    return Stage(kind, gauntlet(reds, blues, **rest))


def alone(kind: str = "subjugate", ash: Any = None, birch: Any = None) -> Stage:
    aim = "destroy" if kind == "destruction" else "other"
    return Stage(
        kind,
        gauntlet(
            team("Reds", ash or person("Ash"), aim=aim),
            team("Blues", birch or person("Birch"), aim=aim),
        ),
    )


def moves(stage: Stage) -> list[tuple[str, int]]:
    return [(event.team, event.change) for event in stage.events(MoraleMoved)]


def test_fg_50_each_test_counts_once_for_each_team() -> None:
    """FG-50: +1 for the test that succeeds, −1 for the one that fails, defences included."""
    stage = alone().say("act", attack("Birch")).dice("Ash", HIT)
    stage.until("harm")
    assert moves(stage) == [("Reds", 1), ("Blues", -1)]
    tied = alone().say("act", attack("Birch"))
    tied.until("keep morale")
    assert moves(tied) == [("Reds", -1), ("Blues", 1)]


def test_fg_50_a_group_counts_once() -> None:
    """FG-50: once per test, however many take part."""
    stage = clash().say("who acts", "Ash").say("act", attack("Birch", company=["Alder"]))
    stage.say("join the attack", "vigor").say("join the defence", "vigor").dice("Ash", [6, 1, 1, 1])
    stage.until("harm")
    assert moves(stage) == [("Reds", 1), ("Blues", -1)]


def test_fg_50_keeping_morale_counts_too() -> None:
    """FG-50: from −1, 1 more when it is kept."""
    stage = alone().say("act", attack("Birch"))
    stage.until("act", "Birch")
    assert moves(stage) == [("Reds", -1), ("Blues", 1), ("Reds", 1)]
    assert stage.state.team("Reds").morale == 0


def test_fg_50_who_leaves_costs_1() -> None:
    """FG-50: a member who surrenders."""
    stage = clash().say("who acts", "Alder").say("act", "surrender", about="Alder")
    stage.until("act", "Ash")
    assert moves(stage) == [("Reds", -1)]


def test_fg_50_destruction_keeps_no_morale() -> None:
    """FG-50: contention only."""
    stage = alone("destruction").say("act", attack("Birch")).dice("Ash", HIT)
    stage.until("act", "Birch")
    assert moves(stage) == []


def test_fg_51_broken_morale_is_a_trait_against_any_member() -> None:
    """FG-51: rated at how far below 0; gone at 0 or more."""
    stage = clash().say("who acts", "Ash").say("act", attack("Birch", company=[]), attack("Beech"))
    stage.say("join the defence", "stay out").dice("Ash", HIT).dice("Alder", MISS, [6])
    stage.say("add dice", "morale:Beech:BROKEN MORALE", about="Alder")
    stage.until("who acts", "Birch")
    assert [(e.source, e.dice, e.cites()) for e in stage.events(AddedDice)] == [("BROKEN MORALE", 1, "FG-51")]
    whole = clash().say("who acts", "Ash").say("act", attack("Birch", company=[])).dice("Birch", HIT)
    whole.until("act", "Alder")
    assert "add dice" not in whole.whats()


def test_fg_52_the_captain_tests_another_skill_against_the_rating() -> None:
    """FG-52: at the end of the turn, in which morale fell to −2; teammates make a group."""
    stage = clash().say("who acts", "Ash").say("act", attack("Birch", company=[]), attack("Birch"))
    form = stage.options("keep morale", "Ash")
    assert "fight" not in form
    stage.say("keep morale", {"pick": "craft", "with": "vigor"}).say("help keep morale", "reason")
    stage.until("who acts", "Birch")
    assert stage.events(DifficultySet)[-1].difficulty == 3
    assert stage.events(DifficultySet)[-1].parts == {"BROKEN MORALE": 2, "helpers": 1}


def test_fg_52_a_team_at_0_tests_nothing() -> None:
    """FG-52: only a team with the trait."""
    stage = alone().say("act", "pass")
    stage.until("act", "Birch")
    assert "keep morale" not in stage.whats()


def test_fg_52_failing_to_keep_it_collapses_it_and_is_a_misfortune() -> None:
    """FG-52, FG-42: the captain takes the margin, then morale collapses."""
    stage = alone().say("act", attack("Birch")).dice("Ash keeping", MISS).play()
    assert [event.team for event in stage.events(Collapsed)] == ["Reds"]
    assert stage.result.winners == ("Blues",)
    assert stage.sheet("Ash")["misfortunes"][0]["box"] == 1
    assert stage.result.morale == {"Reds": -2, "Blues": 1}


def test_fg_52_it_collapses_at_once_when_the_captain_leaves() -> None:
    """FG-52: in the middle of the turn."""
    stage = clash().say("who acts", "Ash").say("act", "surrender", about="Ash").play()
    assert [event.why for event in stage.events(Collapsed)] == ["Ash leads no more"]
    assert stage.result.winners == ("Blues",)
    assert stage.state.who("Alder").out == "lost"


def test_fg_52_where_no_morale_is_kept_the_team_names_another_captain() -> None:
    """FG-52: destruction goes on."""
    reds = team("Reds", person("Ash"), person("Alder"), person("Aspen"), aim="destroy")
    stage = Stage("destruction", gauntlet(reds, team("Blues", person("Birch"), aim="destroy")))
    stage.say("who acts", "Ash").say("act", "surrender", about="Ash").say("captain", "Aspen")
    stage.until("who acts", "Aspen")
    assert [(e.captain, e.cites()) for e in stage.events(CaptainNamed)] == [("Aspen", "FG-52")]
    assert not stage.events(Collapsed)


def test_fg_53_a_last_stand_takes_over_as_captain_and_the_others_still_act() -> None:
    """FG-53: morale and trait stay; who has not acted this turn does."""
    stage = (
        clash()
        .say("who acts", "Ash")
        .say("act", "surrender", about="Ash")
        .say("last stand", "yes", about="Alder")
    )
    stage.until("act", "Alder")
    assert stage.state.team("Reds").captain == "Alder"
    assert stage.state.team("Reds").morale == -1
    assert [event.name for event in stage.events(LastStandEntered)] == ["Alder"]
    assert not stage.events(TeamLost)


def test_fg_53_the_captain_tests_again_and_a_further_collapse_needs_a_further_last_stand() -> None:
    """FG-53: with none left the team loses."""
    stage = (
        clash()
        .say("who acts", "Ash", about="Ash")
        .say("last stand", "yes", about="Ash")
        .say("last stand", "yes", about="Alder")
    )
    stage.say("act", attack("Birch", company=[]), about="Ash").say("act", *["pass"] * 9)
    stage.dice("Ash keeping", MISS, MISS).dice("Alder keeping", MISS).play()
    assert [event.name for event in stage.events(LastStandEntered)] == ["Ash", "Alder"]
    assert len(stage.events(Collapsed)) == 3
    assert set(stage.result.perished) == {"Ash", "Alder"}


def at_the_door(kind: str, rating: int = 3) -> Stage:
    """Birch, with no injury box left, is hit for 3 and can pay."""
    birch = person("Birch", injuries=full(boxes=INJURIES), traits=[Trait("BRAVE", 3)], favor=rating)
    stage = (
        clash(kind, birch=birch)
        .say("who acts", "Ash")
        .say("act", attack("Birch", company=[]))
        .dice("Ash", HIT)
    )
    return stage.say("Door of Death", {"pick": "pay:BRAVE", "with": "MAIMED"})


def test_fg_54_after_the_door_of_death_surrender_or_stand() -> None:
    """FG-54: at once, out of turn."""
    stage = at_the_door("subjugate").say("after the Door of Death", "surrender")
    stage.play()
    assert stage.state.who("Birch").out == "surrendered"
    standing = at_the_door("destruction").say("after the Door of Death", "stand")
    standing.until("act", "Alder")
    assert standing.state.who("Birch").last_stand == "in"
    assert standing.state.who("Birch").traits == [Trait("MAIMED", 3)]


def test_fg_54_surrender_in_destruction_is_the_end() -> None:
    """FG-54, FG-47: one perishes."""
    stage = at_the_door("destruction").say("after the Door of Death", "surrender")
    stage.until("act", "Alder")
    assert stage.state.who("Birch").fate == "perished"


def test_fg_55_if_all_others_lose_one_lives_with_an_epiphany() -> None:
    """FG-55: the last stand ends well."""
    stage = at_the_door("destruction").say("after the Door of Death", "stand")
    stage.until("act", "Alder")
    stage.say("act", "surrender", about="Alder").say("act", "pass", about="Birch").say(
        "act", "pass", about="Beech"
    )
    stage.say("act", "surrender", about="Ash").play()
    assert stage.result.winners == ("Blues",)
    assert stage.result.epiphanies == ("Birch",)
    assert stage.sheet("Birch")["epiphanies"] == 1
    assert "fate" not in stage.sheet("Birch")


def test_fg_55_an_injury_that_is_not_absorbed_is_the_end() -> None:
    """FG-55: no second Door of Death, whatever there is to pay with."""
    stage = at_the_door("destruction", rating=9).say("after the Door of Death", "stand")
    stage.say("act", attack("Birch"), about="Alder").dice("Alder", HIT)
    stage.until("act", "Beech")
    assert stage.state.who("Birch").fate == "perished"
    assert stage.whats().count("Door of Death") == 1


def test_fg_55_if_the_team_loses_who_is_in_a_last_stand_perishes() -> None:
    """FG-55: the others are safe."""
    stage = clash().say("who acts", "Ash").say("act", attack("Birch", company=[]), about="Ash")
    stage.say("act", *["pass"] * 5).dice("Ash keeping", MISS, MISS)
    stage.say("last stand", "yes", about="Ash").say("last stand", "no", about="Alder").play()
    assert stage.result.winners == ("Blues",)
    assert stage.result.perished == ("Ash",)
    assert stage.state.who("Alder").out == "lost"


@pytest.mark.parametrize("kind", ["mediate", "subjugate"])
def test_fg_55_one_last_stand_for_a_character_and_gauntlet(kind: str) -> None:
    """FG-55: who has had it is not asked again."""
    stage = alone(kind).say("act", attack("Birch"), "pass", "pass").say("last stand", "yes")
    stage.dice("Ash keeping", MISS, MISS).play()
    assert stage.whats().count("last stand") == 1
    assert stage.result.perished == ("Ash",)


def test_fg_24_each_of_a_group_takes_harm_even_if_the_team_loses_by_the_first() -> None:
    """FG-24, FG-52: the captain perishes, morale collapses, nobody stands; the ally's injury comes all the same."""
    birch = person("Birch", injuries=full(boxes=INJURIES))
    stage = clash(birch=birch).say("who acts", "Ash").say("act", attack("Birch", company=[]))
    stage.say("join the defence", "vigor").dice("Ash", [6, 6, 6, 1]).play()
    assert stage.result.winners == ("Reds",)
    assert stage.result.perished == ("Birch",)
    assert [mark["box"] for mark in stage.sheet("Beech")["injuries"]] == [3]
