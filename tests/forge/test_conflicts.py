"""The earlier edition: what differs in conflicts."""

from typing import Any

import pytest

from agonist.forge.edition import hinders
from agonist.forge.gauntlet.morale import CaptainNamed, Collapsed, LastStandEntered, MoraleMoved, TeamLost
from agonist.forge.gauntlet.turns import TurnBegins
from agonist.forge.harm.suffering import Absorbed, DoorOfDeath
from agonist.forge.people.character import entered
from agonist.forge.people.sheet import SKILLS, Asset, Sheet, SkillName, Track, Trait
from agonist.forge.scene import Memory, Scene, handicap
from agonist.forge.test.challenge import DifficultySet
from agonist.forge.test.steps import Compared

from .stage import Stage, attack, full, gauntlet, marks, person, seek, team

HIT, MISS = [6, 6, 6], [1, 1, 1]


def conflict(ash: Any = None, birch: Any = None, options: Any = None, **rest: Any) -> Stage:
    """Ash against Birch."""
    setup = gauntlet(team("Reds", ash or person("Ash")), team("Blues", birch or person("Birch")), **rest)
    return Stage("conflict", setup, options)


def clash(reds: int = 3, blues: int = 1, options: Any = None, **rest: Any) -> Stage:
    names = ["Ash", "Alder", "Aspen"][:reds], ["Birch", "Beech", "Box"][:blues]
    teams = [
        team("Reds", *map(person, names[0]), goal="Win"),
        team("Blues", *map(person, names[1]), goal="Win"),
    ]
    return Stage("conflict", gauntlet(*teams, **rest), options)


def moves(stage: Stage) -> list[tuple[str, int, str]]:
    return [(event.team, event.change, event.cites()) for event in stage.events(MoraleMoved)]


def test_cf_1_whoever_started_it_fixes_the_order_of_turns() -> None:
    """CF-1: once, for all rounds; every side has a goal and a captain."""
    teams = [
        team(name, person(who)) for name, who in (("Reds", "Ash"), ("Blues", "Birch"), ("Greens", "Cedar"))
    ]
    stage = Stage("conflict", gauntlet(*teams, started_by="Birch")).say(
        "turn order", ["Greens", "Reds", "Blues"]
    )
    stage.say("act", *["pass"] * 7)
    assert stage.until("turn order").seat == "birch"
    while len(stage.events(TurnBegins)) < 5:
        stage.step()
    assert [event.team for event in stage.events(TurnBegins)] == ["Greens", "Reds", "Blues", "Greens", "Reds"]
    assert "next team" not in stage.whats()
    assert [t.captain for t in stage.state.teams] == ["Ash", "Birch", "Cedar"]


def test_cf_1_a_team_that_is_out_is_skipped() -> None:
    """CF-1: the order goes on without it."""
    teams = [
        team(name, person(who)) for name, who in (("Reds", "Ash"), ("Blues", "Birch"), ("Greens", "Cedar"))
    ]
    stage = Stage("conflict", gauntlet(*teams)).say("act", "pass", "surrender", "pass", "pass")
    while len(stage.events(TurnBegins)) < 5:
        stage.step()
    assert [event.team for event in stage.events(TurnBegins)] == ["Reds", "Blues", "Greens", "Reds", "Greens"]


def test_cf_2_stress_is_in_the_track_of_the_conflict() -> None:
    """CF-2: with boxes three of 1, two of 2, one of 3."""
    stage = conflict(track="social").say("act", attack("Birch")).dice("Ash", [5, 5, 1])
    stage.until("act", "Birch")
    assert [(e.name, e.kind, e.rating, e.cites()) for e in stage.events(Absorbed)] == [
        ("Birch", "social stress", 2, "CF-2")
    ]
    assert [box.size for box in stage.state.who("Birch").stress["social"]] == [1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("track", "severity", "hindered"),
    [
        ("physical", 1, {"fight", "maneuver", "wilderness", "craft"}),
        ("physical", 3, {"fight", "maneuver", "wilderness", "craft"}),
        ("social", 2, {"influence", "resources"}),
        ("mental", 2, set()),
        ("mental", 3, set(SKILLS)),
    ],
)
def test_cf_2_what_a_track_hinders(track: Track, severity: int, hindered: set[SkillName]) -> None:
    """CF-2: the highest marked box is a minimum difficulty for these skills; major mental stress hinders all."""
    assert {skill for skill in SKILLS if hinders(track, severity, skill)} == hindered
    character = entered("Ash", "ash", "A", Sheet(stress={track: marks(severity)}))
    scene = Scene(edition="conflict", characters=[character], memory=Memory())
    assert {skill for skill in SKILLS if handicap(scene, character, skill)} == hindered
    assert max(handicap(scene, character, skill) for skill in SKILLS) == (severity if hindered else 0)


def test_cf_2_stress_is_a_minimum_difficulty_and_an_opponents_minimum_effort() -> None:
    """CF-2: physical stress 2 in a fight; injuries do not count in this edition."""
    hurt = person("Birch", stress={"physical": marks(2)}, injuries=marks(3))
    stage = conflict(birch=hurt).say("act", attack("Birch"))
    stage.until("harm")
    assert stage.events(Compared)[0].effort == 2


def test_cf_3_more_effort_inflicts_the_difference() -> None:
    """CF-3: and the attacker takes nothing in any case."""
    stage = conflict().say("act", attack("Birch")).dice("Birch", HIT)
    stage.until("act", "Birch")
    assert not stage.events(Absorbed)


@pytest.mark.parametrize(("twice", "fall"), [(False, [-1]), (True, [-1, -1])])
def test_cf_3_a_beaten_attack_costs_morale_once_or_by_option_twice(twice: bool, fall: list[int]) -> None:
    """CF-3: −1 in all, −2 with `attack_failure_counts_twice`."""
    stage = (
        conflict(options={"attack_failure_counts_twice": twice})
        .say("act", attack("Birch"))
        .dice("Birch", HIT)
    )
    stage.until("keep morale")
    assert [change for name, change, _ in moves(stage) if name == "Reds"] == fall
    assert moves(stage)[0] == ("Reds", -1, "CF-3")


def test_cf_4_morale_in_every_conflict() -> None:
    """CF-4: +1 success, −1 failure, and a tie fails; it is kept as in FG-52."""
    stage = conflict().say("act", attack("Birch"))
    stage.until("act", "Birch")
    assert moves(stage) == [("Reds", -1, "CF-4"), ("Blues", 1, "CF-4"), ("Reds", 1, "CF-4")]
    assert stage.events(DifficultySet)[0].parts == {"BROKEN MORALE": 1}


def test_cf_4_a_failed_test_to_keep_it_has_a_consequence_of_the_game_masters() -> None:
    """CF-4, FG-12: stress in a track that the game master names, or a turn of the story; nothing buys the morale."""
    stage = (
        conflict().say("act", attack("Birch")).dice("Ash keeping", MISS).say("consequence", "mental").play()
    )
    assert [event.kind for event in stage.events(Absorbed)] == ["mental stress"]
    assert stage.result.winners == ("Blues",)
    told = conflict().say("act", attack("Birch")).dice("Ash keeping", MISS)
    assert set(told.options("consequence")) == {"physical", "mental", "social", "narrative"}
    told.say("consequence", {"pick": "narrative", "with": "The banner burns."}).play()
    assert not told.events(Absorbed)
    assert [event.team for event in told.events(Collapsed)] == ["Reds"]


def test_cf_10_the_first_collapse_harms_nobody_who_already_stands() -> None:
    """CF-10, CF-8: only morale that collapses again kills; and the team goes on by the one who stands."""
    scarred = person("Ash", stress={"physical": full()}, favor=3)
    stage = Stage(
        "conflict", gauntlet(team("Reds", scarred, person("Alder")), team("Blues", person("Birch")))
    )
    stage.say("turn order", ["Blues", "Reds"]).say("act", attack("Ash"), "pass", about="Birch").dice(
        "Birch", [6, 1, 1]
    )
    stage.say("Door of Death", {"pick": "pay", "with": "BROKEN"}).say("after the Door of Death", "stand")
    stage.until("who acts", "Ash")
    assert stage.state.who("Ash").last_stand == "in"
    stage.dice("Ash keeping", MISS, MISS).say("consequence", *[{"pick": "narrative", "with": ""}] * 2)
    stage.until("act", "Birch")
    assert [event.team for event in stage.events(Collapsed)] == ["Reds"]
    assert (stage.state.who("Ash").last_stand, stage.state.who("Ash").fate) == ("in", "")
    assert not stage.state.team("Reds").lost
    stage.play()
    assert [event.team for event in stage.events(Collapsed)] == ["Reds", "Reds"]
    assert stage.result.perished == ("Ash",)


def test_cf_5_nobody_defends_with_what_the_actor_is_disposed_against() -> None:
    """CF-5: disposition I sets Vigor over Reason; it costs nothing, and cannot be bought besides."""
    ash = person("Ash", disposition="I", traits=[Trait("CALM", 1)], favor=1)
    stage = Stage("conflict", gauntlet(team("Reds", ash), team("Blues", person("Birch"), person("Beech"))))
    stage.say("act", attack("Birch", "vigor"))
    assert "CF-5" in stage.options("defend")["reason"].unavailable
    assert not stage.options("defend")["vigor"].unavailable
    stage.step()
    assert "CF-5" in stage.options("join the defence")["reason"].unavailable
    effects = stage.options("use a trait", "Ash")["use:CALM"].then.options
    assert "disposition" not in {option.key for option in effects}
    assert stage.state.who("Ash").favor == 1
    seeking = conflict(person("Ash")).say("act", seek("Birch", attribute="intuition"))
    assert "CF-5" in seeking.options("defend")["vigor"].unavailable


def test_cf_6_vigor_adds_the_margin_to_morale() -> None:
    """CF-6: 2 on top of the success."""
    stage = conflict().say("act", seek("Birch")).dice("Ash", [5, 5, 1]).say("advantage", "morale")
    stage.until("act", "Birch")
    assert stage.state.team("Reds").morale == 3
    assert moves(stage)[-1] == ("Reds", 2, "CF-6")


def test_cf_6_intuition_reaches_assets_rated_at_most_the_margin() -> None:
    """CF-6: of any skill; a discarded one is taken within the margin too."""
    gear = [Asset("KNIFE", "fight", 1), Asset("PEN", "craft", 2), Asset("SWORD", "fight", 3)]
    stage = (
        conflict(birch=person("Birch", assets=gear))
        .say("act", seek("Birch", attribute="intuition"))
        .dice("Ash", [5, 5, 1])
    )
    assert set(stage.options("advantage")) == {"make", "discard:KNIFE", "discard:PEN"}
    stage.say("advantage", "discard:PEN").say("act", "pass", about="Birch")
    stage.say("act", seek("Birch", attribute="intuition"), about="Ash").dice("Ash", [5, 1, 1])
    stage.until("act", "Birch")
    stage.step()
    assert set(stage.options("advantage")) == {"make", "discard:KNIFE"}


def test_cf_6_a_beaten_advantage_costs_morale_as_an_attack_does() -> None:
    """CF-6, CF-3: 1 less, and no stress."""
    stage = conflict().say("act", seek("Birch")).dice("Birch", HIT)
    stage.until("keep morale")
    assert moves(stage) == [("Reds", -1, "CF-3"), ("Blues", 1, "CF-4")]
    assert not stage.events(Absorbed)


def test_cf_7_a_member_costs_1_and_a_captain_as_many_as_remain() -> None:
    """CF-7: and they name another; morale does not collapse by that."""
    stage = clash(3).say("who acts", "Aspen", "Ash").say("act", "surrender", "surrender")
    stage.until("act", "Alder")
    assert moves(stage) == [("Reds", -1, "CF-7"), ("Reds", -1, "CF-7")]
    lead = clash(3).say("who acts", "Ash").say("act", "surrender").say("captain", "Aspen")
    lead.until("who acts", "Aspen")
    assert moves(lead) == [("Reds", -2, "CF-7")]
    assert [(e.captain, e.cites()) for e in lead.events(CaptainNamed)] == [("Aspen", "CF-7")]
    assert not lead.events(Collapsed)


def collapsed(*stands: str) -> Stage:
    """Reds (Ash, Alder) lose their morale in the first turn and say who stands."""
    stage = clash(2, 2).say("who acts", "Ash").say("act", attack("Birch", company=[]), about="Ash")
    stage.say("act", "pass", about="Alder").say("consequence", {"pick": "narrative", "with": ""}).dice(
        "Ash keeping", MISS
    )
    for name in ("Ash", "Alder"):
        stage.say("last stand", "yes" if name in stands else "no", about=name)
    return stage


def test_cf_8_any_members_may_enter_their_last_stand() -> None:
    """CF-8: all are asked, and the team is not out while one of them is in it; the others still act."""
    stage = collapsed("Ash", "Alder")
    stage.until("who acts", "Birch")
    assert [event.name for event in stage.events(LastStandEntered)] == ["Ash", "Alder"]
    one = collapsed("Alder")
    one.until("who acts", "Birch")
    assert not one.state.team("Reds").lost
    assert one.state.team("Reds").captain == "Ash"
    assert not one.state.who("Ash").out


def test_cf_8_it_loses_when_nobody_enters_one() -> None:
    """CF-8: then the others win."""
    stage = collapsed().play()
    assert stage.result.winners == ("Blues",)


def test_cf_8_it_loses_when_all_who_did_are_gone() -> None:
    """CF-8: Alder stands and leaves; Ash alone does not save the team."""
    stage = collapsed("Alder").say("act", "pass", about="Birch").say("act", "pass", about="Beech")
    stage.say("who acts", "Birch", "Alder").say("act", "surrender", about="Alder").play()
    assert stage.result.losers == ("Reds",)
    assert [event.cites() for event in stage.events(TeamLost)] == ["CF-8"]
    assert not stage.state.who("Ash").fate


def test_cf_8_when_all_opponents_are_defeated_all_have_lost_but_the_stand_ends_well() -> None:
    """CF-8, CF-10: a collapsed team cannot win; who is in a last stand lives with an epiphany."""
    stage = (
        collapsed("Ash").say("act", "surrender", about="Birch").say("act", "surrender", about="Beech").play()
    )
    assert stage.result.winners == ()
    assert stage.result.disaster
    assert stage.result.epiphanies == ("Ash",)
    assert stage.result.perished == ()


def test_cf_9_a_team_whose_morale_has_not_collapsed_wins_when_all_others_have_lost() -> None:
    """CF-9: also by their surrender."""
    stage = conflict().say("act", "surrender").play()
    assert stage.result.winners == ("Blues",)
    assert stage.referee.lines[-2].event.cites() == "CF-9"


def strained(favor: int, **rest: Any) -> Stage:
    """Birch has one box of 1 left and takes stress 3."""
    birch = person("Birch", stress={"physical": full(1)}, favor=favor)
    return conflict(birch=birch, **rest).say("act", attack("Birch")).dice("Ash", HIT)


def test_cf_10_stress_that_no_box_can_take_costs_as_much_favor_for_a_new_trait() -> None:
    """CF-10: then surrender or last stand."""
    stage = (
        strained(4)
        .say("Door of Death", {"pick": "pay", "with": "SCARRED"})
        .say("after the Door of Death", "stand")
    )
    stage.until("act", "Birch")
    birch = stage.state.who("Birch")
    assert birch.favor == 1
    assert birch.traits == [Trait("SCARRED", 3)]
    assert birch.last_stand == "in"
    assert [box.size for box in birch.stress["physical"] if not box.harm] == [1]
    assert [(e.favor, e.cites()) for e in stage.events(DoorOfDeath)] == [(3, "CF-10")]
    out = (
        strained(4)
        .say("Door of Death", {"pick": "pay", "with": "SCARRED"})
        .say("after the Door of Death", "surrender")
    )
    assert out.play().result.winners == ("Reds",)


def test_cf_10_else_the_story_ends() -> None:
    """CF-10: with too little Favor."""
    stage = strained(2).play()
    assert stage.result.perished == ("Birch",)


def test_cf_10_in_a_last_stand_stress_that_is_not_absorbed_is_the_end() -> None:
    """CF-10: whatever Favor is left."""
    stage = (
        strained(9)
        .say("Door of Death", {"pick": "pay", "with": "SCARRED"})
        .say("after the Door of Death", "stand")
    )
    stage.say("act", "pass", about="Birch").say("act", attack("Birch"), about="Ash").dice("Ash", HIT)
    stage.say("add dice", "enough").play()
    assert stage.result.perished == ("Birch",)
    assert stage.whats().count("Door of Death") == 1


def test_cf_10_in_a_last_stand_morale_that_breaks_again_is_the_end() -> None:
    """CF-10: those in it perish, others may enter theirs."""
    stage = collapsed("Ash").say("act", "pass", about="Birch").say("act", "pass", about="Beech")
    stage.say("who acts", "Birch", "Ash").say("act", "pass", about="Ash").say("act", "pass", about="Alder")
    stage.dice("Ash keeping", MISS).say("consequence", {"pick": "narrative", "with": ""})
    stage.say("last stand", "no", about="Alder").play()
    assert stage.result.perished == ("Ash",)
    assert stage.result.winners == ("Blues",)
    assert len(stage.events(Collapsed)) == 2
