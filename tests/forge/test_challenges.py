"""Challenges, alone and in groups: difficulty, consequences, let it ride."""

import pytest

from agonist.forge import GAME
from agonist.forge.people.sheet import Asset, Boon, Skill, Trait
from agonist.forge.scene import Memory, Ride
from agonist.forge.test.approach import Rides
from agonist.forge.test.challenge import DifficultySet
from agonist.forge.test.steps import Compared, XpMarked

from .stage import Stage, challenge, full, gauntlet, marks, person, team

CITY = [Trait("WALL", 2), Trait("RAIN", 1)]


def difficulty(stage: Stage) -> int:
    return stage.events(DifficultySet)[0].difficulty


def test_fg_11_one_environmental_and_one_opposing_trait_make_the_difficulty() -> None:
    """FG-11: the game master picks at most one of each; they add up."""
    setup = challenge(person("Ash"), environment=CITY, opposing=[Trait("GUARDS", 1), Trait("DOGS", 1)])
    stage = (
        Stage("challenge", setup)
        .say("difficulty", {"environment": "WALL", "opposing": "in the way:GUARDS"})
        .play()
    )
    assert difficulty(stage) == 3
    assert stage.events(DifficultySet)[0].parts == {"WALL": 2, "GUARDS": 1}
    assert stage.asked[1][:2] == ("difficulty", "gm")


@pytest.mark.parametrize("answer", [{"environment": "none"}, None])
def test_fg_11_one_if_in_doubt(answer: dict[str, str] | None) -> None:
    """FG-11: 1 if nothing else makes it hard, and then nobody is asked."""
    setup = challenge(person("Ash"), environment=CITY if answer else [])
    stage = Stage("challenge", setup)
    if answer:
        stage.say("difficulty", answer)
    assert difficulty(stage.play()) == 1
    assert ("difficulty" in stage.whats()) == bool(answer)


def test_fg_11_traits_of_somebody_in_the_way_count() -> None:
    """FG-11: an opposing trait of a character who only stands in the way."""
    setup = challenge(person("Ash"), others=[team("Gate", person("Guard", "gm", traits=[Trait("ALERT", 2)]))])
    stage = Stage("challenge", setup).say("difficulty", {"opposing": "trait:Guard:ALERT"}).play()
    assert difficulty(stage) == 2


def test_fg_11_a_trait_that_sets_the_difficulty_adds_no_dice() -> None:
    """FG-11, FG-15: neither the environment's nor that of somebody who stands in the way."""
    guard = person("Guard", "gm", traits=[Trait("ALERT", 1), Trait("VAIN", 1)])
    setup = challenge(person("Ash"), others=[team("Gate", guard)], environment=[Trait("WALL", 1)])
    stage = Stage("challenge", setup)
    stage.say("difficulty", {"environment": "WALL", "opposing": "trait:Guard:ALERT"})
    assert set(stage.options("add dice")) == {"trait:Guard:VAIN"}


def test_fg_11_each_group_is_asked_for_by_name() -> None:
    """FG-11: with several groups one knows for whom the difficulty is."""
    setup = challenge(person("Ash"), person("Alder"), environment=CITY)
    stage = Stage("challenge", setup).say("approach", "vigor", "reason").play()
    asked = [about for what, _, about in stage.asked if what == "difficulty"]
    assert asked == ["Ash", "Alder"]
    again = Stage("challenge", setup).say("approach", "vigor", "reason")
    assert again.until("difficulty").text.startswith("What makes it hard for Ash?")


def test_fg_11_an_injury_is_a_minimum_difficulty() -> None:
    """FG-11: at least its severity."""
    assert difficulty(Stage("challenge", challenge(person("Ash", injuries=marks(1, 3)))).play()) == 3


@pytest.mark.parametrize("gauntlet", ["yes", "no"])
def test_fg_11_above_3_a_gauntlet_is_offered(gauntlet: str) -> None:
    """FG-11: the game master may call for a gauntlet; nothing is rolled then."""
    setup = challenge(person("Ash"), environment=[Trait("CLIFF", 3)], opposing=[Trait("WIND", 1)])
    stage = Stage("challenge", setup).say("gauntlet instead", gauntlet).play()
    assert stage.result.gauntlet_instead == (gauntlet == "yes")
    assert bool(stage.events(Compared)) == (gauntlet == "no")


def test_fg_11_at_3_no_gauntlet_is_offered_and_reaching_the_difficulty_succeeds() -> None:
    """FG-11: effort at the difficulty is enough."""
    stage = (
        Stage("challenge", challenge(person("Ash"), environment=[Trait("CLIFF", 3)]))
        .dice("Ash", [5, 6, 5])
        .play()
    )
    assert "gauntlet instead" not in stage.whats()
    assert stage.result.winners == ("Actors",)
    assert not stage.events(XpMarked)


def test_fg_12_failing_marks_xp_and_brings_harm_for_what_lacks() -> None:
    """FG-12: a misfortune rated difficulty − effort, named by its bearer."""
    stage = Stage("challenge", challenge(person("Ash"), environment=[Trait("CLIFF", 3)]))
    stage.say("consequence", "misfortune").dice("Ash", [5, 1, 1])
    assert stage.until("harm").seat == "ash"
    stage.say("harm", {"box": "2", "name": "bruised pride"}).play()
    assert stage.sheet("Ash")["misfortunes"] == [{"box": 2, "name": "bruised pride"}]
    assert stage.result.xp == {"Ash": {"maneuver": 1}}


@pytest.mark.parametrize(("kind", "winners"), [("narrative", ()), ("cost", ("Actors",))])
def test_fg_12_the_game_master_may_choose_a_story_instead(kind: str, winners: tuple[str, ...]) -> None:
    """FG-12: a narrative consequence, success at a cost included; the XP is marked all the same."""
    stage = Stage("challenge", challenge(person("Ash"))).say(
        "consequence", {"pick": kind, "with": "The rope snaps."}
    )
    stage.play()
    assert stage.result.winners == winners
    assert stage.result.xp == {"Ash": {"maneuver": 1}}
    assert "misfortunes" not in stage.sheet("Ash")
    assert any("The rope snaps." in text for text in stage.told())


def test_fg_12_under_the_earlier_edition_it_is_stress_in_a_track() -> None:
    """FG-12, CF-2: the game master names the track."""
    stage = (
        Stage("challenge", challenge(person("Ash")), {"edition": "conflict"})
        .say("consequence", "social")
        .play()
    )
    assert stage.sheet("Ash")["stress"] == {"social": [{"box": 1, "name": "social stress 1"}]}


def after(*rides: Ride) -> Memory:
    return Memory(rides=list(rides))


RODE = Ride("Ash", "maneuver", "vigor", "Get through")


def test_fg_13_what_failed_is_refused_next_time() -> None:
    """FG-13: the memory of one contest closes skill and attribute for the same goal in the next."""
    first = Stage("challenge", challenge(person("Ash"))).say("approach", "vigor").play()
    assert [(r.skill, r.attribute) for r in first.events(Rides)] == [("maneuver", "vigor")]
    again = Stage(
        "challenge",
        challenge(person("Ash"), memory=Memory(rides=[Ride(**first.result.carried["memory"]["rides"][0])])),
    )
    options = again.options("approach")
    assert "FG-13" in options["vigor"].unavailable
    assert not options["reason"].unavailable
    elsewhere = Stage("challenge", challenge(person("Ash"), goal="Another goal", memory=after(RODE)))
    assert not elsewhere.options("approach")["vigor"].unavailable
    assert "situation" not in elsewhere.whats()


def test_fg_13_failures_ride_on_the_sheet_to_the_next_contest() -> None:
    """FG-13: through a gauntlet too; when the situation has changed they are gone from it."""
    first = Stage("challenge", challenge(person("Ash"))).say("approach", "vigor").play()
    rides = [{"skill": "maneuver", "attribute": "vigor", "goal": "Get through"}]
    assert first.sheet("Ash")["rides"] == rides
    kind = GAME.type("destruction")
    setup = kind.enlist(
        gauntlet(team("A", person("Ash")), team("B", person("Birch"))), "Ash", first.sheet("Ash"), "ash"
    )
    fought = Stage("destruction", setup).say("act", "pass", "surrender").play()
    assert fought.sheet("Ash")["rides"] == rides
    setup = GAME.type("challenge").enlist(challenge(person("Ash")), "Ash", fought.sheet("Ash"), "ash")
    again = Stage("challenge", setup)
    assert "FG-13" in again.options("approach")["vigor"].unavailable
    changed = Stage("challenge", setup).say("situation", "yes").dice("Ash", [6, 6, 6]).play()
    assert "rides" not in changed.sheet("Ash")


def test_fg_13_until_the_game_master_says_that_the_situation_changed() -> None:
    """FG-13: then it is open again."""
    stage = Stage("challenge", challenge(person("Ash"), memory=after(RODE))).say("situation", "yes")
    assert not stage.options("approach")["vigor"].unavailable
    assert stage.state.memory.rides == []


def test_fg_13_what_changed_is_this_goal_s_situation_for_who_tries_it_now() -> None:
    """FG-13: other goals ride on, and so does the failure of somebody who does not try now."""
    elsewhere = Ride("Ash", "maneuver", "vigor", "Get out again")
    another = Ride("Birch", "maneuver", "vigor", "Get through")
    stage = Stage("challenge", challenge(person("Ash"), memory=after(RODE, elsewhere, another)))
    stage.say("situation", "yes").until("approach")
    assert stage.state.memory.rides == [elsewhere, another]


def test_fg_13_another_attribute_may_be_harder() -> None:
    """FG-13: the game master may raise the difficulty."""
    stage = (
        Stage("challenge", challenge(person("Ash"), memory=after(RODE)))
        .say("approach", "reason")
        .say("raise", 2)
    )
    assert difficulty(stage.play()) == 2
    assert stage.events(DifficultySet)[0].parts == {"tried before": 2}


def test_fg_13_another_skill_is_always_open() -> None:
    """FG-13: with all attributes of one skill closed, the others are open and no harder."""
    rides = [Ride("Ash", "maneuver", a, "Get through") for a in ("vigor", "intuition", "reason")]
    stage = Stage("challenge", challenge(person("Ash"), skill=None, memory=after(*rides)))
    options = stage.options("approach")
    assert options["maneuver"].unavailable
    assert not options["craft"].unavailable
    stage.say("approach", {"pick": "craft", "with": "vigor"}).play()
    assert "raise" not in stage.whats()


def test_fg_13_with_nothing_left_to_try_nothing_is_tried() -> None:
    """FG-13: a settled skill that has failed in every way."""
    rides = [Ride("Ash", "maneuver", a, "Get through") for a in ("vigor", "intuition", "reason")]
    stage = Stage("challenge", challenge(person("Ash"), memory=after(*rides))).play()
    assert stage.result.summary == "Nothing is left to try."
    assert not stage.events(Compared)


def pair(**rest: object) -> Stage:
    return Stage("group-challenge", challenge(person("Ash"), person("Birch"), **rest))


def test_fg_20_one_more_for_each_beyond_the_first_and_efforts_add_up() -> None:
    """FG-20: 2 against two who reach 1 each."""
    stage = pair().dice("Ash", [5, 1, 1]).dice("Birch", [5, 1, 1]).play()
    assert [(c.effort, c.difficulty, c.success) for c in stage.events(Compared)] == [(2, 2, True)]


def test_fg_20_a_group_fails_together_each_for_the_own_effort() -> None:
    """FG-20: 1 XP each, and harm for the difficulty less the own effort."""
    stage = pair(environment=[Trait("CLIFF", 2)]).dice("Ash", [5, 5, 1]).dice("Birch", [1, 1, 1])
    stage.say("harm", {"box": "1", "name": "scraped"}, about="Ash").say("harm", "fell", about="Birch").play()
    assert stage.result.xp == {"Ash": {"maneuver": 1}, "Birch": {"maneuver": 1}}
    assert stage.sheet("Ash")["misfortunes"] == [{"box": 1, "name": "scraped"}]
    assert stage.sheet("Birch")["misfortunes"] == [{"box": 3, "name": "fell"}]


def test_fg_20_only_the_main_actor_uses_more_than_the_environment() -> None:
    """FG-20: a helper is offered the environment and assets, not traits, boons or Favor."""
    helper = person(
        "Birch",
        traits=[Trait("STRONG", 2)],
        favor=2,
        boons=[Boon("PUSH", 1, "vigor")],
        assets=[Asset("ROPE", "maneuver", 1)],
    )
    setup = challenge(person("Ash"), helper, environment=[Trait("CLIFF", 1), Trait("LADDER", 1)])
    stage = Stage("group-challenge", setup).say("difficulty", {"environment": "CLIFF"})
    assert set(stage.options("add dice", "Birch")) == {"environment:LADDER"}
    assert set(stage.options("asset or detriment", "Birch")) == {"asset:ROPE"}
    assert not {("use a trait", "birch", "Birch"), ("raise the difficulty", "birch", "Birch")} & set(
        stage.asked
    )


def test_fg_20_only_the_main_actors_injury_counts() -> None:
    """FG-20: a helper's injury is no minimum difficulty."""
    hurt = person("Ash", injuries=marks(3))
    helped = Stage("group-challenge", challenge(person("Birch"), hurt)).play()
    assert helped.events(DifficultySet)[0].difficulty == 2
    led = Stage("group-challenge", challenge(hurt, person("Birch"))).play()
    assert led.events(DifficultySet)[0].difficulty == 3


def test_fg_20_the_same_approach_to_the_same_goal_always_makes_a_group() -> None:
    """FG-20: equal skill and attribute join; another attribute tests alone."""
    setup = challenge(person("Ash"), person("Birch"), person("Cedar"))
    stage = Stage("challenge", setup).say("approach", "vigor", "vigor", "reason").play()
    assert [c.names for c in stage.events(Compared)] == [("Ash", "Birch"), ("Cedar",)]
    assert [d.difficulty for d in stage.events(DifficultySet)] == [2, 1]


def test_fg_20_a_group_tests_one_skill_with_any_attributes() -> None:
    """FG-20: the main actor's skill is everybody's."""
    stage = Stage("group-challenge", challenge(person("Ash"), person("Birch"), skill=None))
    stage.say("approach", {"pick": "craft", "with": "vigor"}, about="Ash").say(
        "approach", "reason", about="Birch"
    ).play()
    assert stage.result.xp == {"Ash": {"craft": 1}, "Birch": {"craft": 1}}


def test_fg_12_harm_outside_gauntlets_can_end_a_story() -> None:
    """FG-12, FG-32: a misfortune that nothing can absorb leads to the Door of Death, and the sheet says so."""
    doomed = person("Ash", misfortunes=full(), injuries=full(boxes=(1, 2, 3)), skills={"maneuver": Skill(6)})
    stage = Stage("challenge", challenge(doomed)).say("Door of Death", "retired").play()
    assert stage.result.perished == ("Ash",)
    assert stage.sheet("Ash")["fate"] == "retired"
