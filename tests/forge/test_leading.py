"""FG-20, FG-24: a group chooses its main actor, every time."""

from agonist.forge.people.sheet import Boon, Trait
from agonist.forge.test.challenge import DifficultySet
from agonist.forge.test.pool import Rolled

from .stage import Stage, attack, challenge, duel, enterprise, gauntlet, marks, person, team

BOON = [Boon("ROPE", 1, "vigor")]


def test_fg_20_a_group_challenge_has_the_main_actor_that_it_chooses() -> None:
    """FG-20: whose boons can be used, and whose injury counts."""
    setup = challenge(person("Ash", injuries=marks(3)), person("Alder", boons=BOON))
    stage = Stage("group-challenge", setup).say("who leads", "Alder")
    assert "boon:Alder:ROPE" in stage.options("add dice", "Alder")
    assert stage.state.test.difficulty == 2
    other = Stage("group-challenge", setup).say("who leads", "Ash").play()
    assert ("add dice", "alder", "Alder") not in other.asked
    assert [event.difficulty for event in other.events(DifficultySet)] == [3]


def test_fg_20_who_does_the_same_chooses_too() -> None:
    """FG-20: two with equal approaches in a plain challenge are a group, and choose."""
    stage = Stage("challenge", challenge(person("Ash"), person("Alder"))).say("approach", "vigor", "vigor")
    assert set(stage.options("who leads")) == {"Ash", "Alder"}


def test_fg_20_who_is_to_lead_may_give_it_on() -> None:
    """FG-20: who has become the main actor speaks for the group, before the dice."""
    stage = Stage("group-challenge", challenge(person("Ash"), person("Alder"))).say("who leads", "Alder")
    assert set(stage.options("who leads", "Alder")) == {"Ash", "Alder"}


def test_fg_20_the_captain_is_offered_first() -> None:
    """FG-20: of both sides of a contest."""
    teams = [
        team("A", person("Ash"), person("Alder"), captain="Alder"),
        team("B", person("Birch"), person("Beech")),
    ]
    stage = Stage("group-contest", duel(person("Ash"), person("Birch"), teams=teams))
    assert list(stage.options("who leads", "Alder")) == ["Alder", "Ash"]
    stage.step()
    assert list(stage.options("who leads", "Birch")) == ["Birch", "Beech"]


def test_fg_20_attack_and_defence_of_a_gauntlet_choose() -> None:
    """FG-20, FG-24: another may lead, but the dice for numbers go to who attacked and who was attacked."""
    reds = team("Reds", person("Ash"), person("Alder", boons=BOON))
    stage = Stage("subjugate", gauntlet(reds, team("Blues", person("Birch"), person("Beech", boons=BOON))))
    stage.say("who acts", "Ash").say("act", attack("Birch", company=["Alder"]))
    stage.say("join the attack", "vigor").say("join the defence", "vigor")
    stage.say("who leads", "Alder").say("who leads", "Beech", about="Birch")
    assert "boon:Alder:ROPE" in stage.options("add dice", "Alder")
    assert "boon:Beech:ROPE" in stage.options("add dice", "Beech")
    assert {e.name: len(e.dice) for e in stage.events(Rolled)} == {
        "Ash": 4,
        "Alder": 3,
        "Birch": 4,
        "Beech": 3,
    }


def test_fg_20_keeping_morale_as_a_group_has_a_chosen_main_actor() -> None:
    """FG-20, FG-52: the captain is offered first."""
    reds = team("Reds", person("Ash"), person("Alder", boons=BOON))
    stage = Stage("subjugate", gauntlet(reds, team("Blues", person("Birch"))))
    stage.say("help keep morale", "vigor", about="Alder")
    stage.until("keep morale", "Ash")
    assert list(stage.options("who leads", "Ash")) == ["Ash", "Alder"]
    stage.say("who leads", "Alder")
    assert "boon:Alder:ROPE" in stage.options("add dice", "Alder")


def test_fg_20_who_goes_on_chooses_who_leads() -> None:
    """FG-20, FG-60: of those who go; the captain first, and another if the captain stays behind."""
    people = person("Ash"), person("Alder"), person("Aspen")
    stage = Stage("navigate", enterprise(*people, chain=[Trait("SWAMP", 1)]))
    assert list(stage.options("who leads", "Ash")) == ["Ash", "Alder", "Aspen"]
    stays = Stage("navigate", enterprise(*people)).say("go on", "stay", about="Ash")
    assert list(stays.options("who leads", "Alder")) == ["Alder", "Aspen"]
