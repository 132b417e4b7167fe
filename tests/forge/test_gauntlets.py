"""Gauntlets: setting up, turns, attacks, advantages, surrender, preludes."""

from typing import Any

import pytest

from agonist.forge.gauntlet.attack import Joined, SkillProposed
from agonist.forge.gauntlet.ending import Disaster
from agonist.forge.gauntlet.morale import MoraleMoved, TeamLost
from agonist.forge.gauntlet.turns import DoesNotFit, Passed, TurnBegins
from agonist.forge.harm.suffering import Absorbed
from agonist.forge.people.sheet import Asset, Skill, Trait
from agonist.forge.test.boons import BoonOrBane
from agonist.forge.test.challenge import DifficultySet
from agonist.forge.test.pool import Rolled
from agonist.forge.types.setup import GauntletSetup, TeamSetup
from agonist.kernel import SetupRefused, seat_view

from .stage import Stage, attack, full, gauntlet, marks, person, seek, team

HIT, MISS = [6, 6, 6], [1, 1, 1]


def reds(*members: Any, **rest: Any) -> TeamSetup:
    return team("Reds", *(members or (person("Ash"), person("Alder"))), goal="Win", **rest)


def blues(*members: Any, **rest: Any) -> TeamSetup:
    return team("Blues", *(members or (person("Birch"), person("Beech"))), goal="Win", **rest)


def clash(kind: str = "subjugate", options: Any = None, **rest: Any) -> Stage:
    """Reds (Ash, Alder) against Blues (Birch, Beech), Reds first; "who acts" takes them in order."""
    return Stage(kind, gauntlet(reds(), blues(), **rest), options)


def single(kind: str = "subjugate", ash: Any = None, birch: Any = None, **rest: Any) -> Stage:
    """Ash against Birch."""
    return Stage(kind, gauntlet(reds(ash or person("Ash")), blues(birch or person("Birch")), **rest))


def test_fg_40_teams_with_goals_captains_and_abstainers() -> None:
    """FG-40: the first member leads unless another is named; who abstains takes no part."""
    setup = gauntlet(reds(captain="Alder"), blues(abstain=["Beech"]))
    stage = Stage("mediate", setup)
    assert [(t.captain, t.members) for t in stage.state.teams] == [
        ("Alder", ["Ash", "Alder"]),
        ("Birch", ["Birch"]),
    ]
    assert stage.state.who("Beech").out == "abstains"
    with pytest.raises(SetupRefused, match="does not abstain"):
        Stage("mediate", gauntlet(reds(), blues(abstain=["Birch", "Beech"])))


@pytest.mark.parametrize("kind", ["destruction", "mediate", "subjugate"])
def test_fg_40_the_game_master_is_told_where_destruction_does_not_fit(kind: str) -> None:
    """FG-40: and may make it contention; if all would destroy, nobody is asked."""
    stage = Stage("destruction", gauntlet(reds(aim="destroy"), blues())).say("type of gauntlet", kind)
    stage.until("who acts")
    assert stage.state.kind == kind
    assert [event.teams for event in stage.events(DoesNotFit)] == [("Blues",)]
    fitting = Stage("destruction", gauntlet(reds(aim="destroy"), blues(aim="destroy")))
    fitting.until("who acts")
    assert not fitting.events(DoesNotFit)


def test_fg_41_a_team_without_anybody_to_act_has_lost_and_the_last_one_wins() -> None:
    """FG-41: two surrender, the other team wins and achieves its goal."""
    stage = clash().say("act", "surrender").say("last stand", "no", about="Alder").play()
    assert stage.result.winners == ("Blues",)
    assert stage.result.losers == ("Reds",)
    assert stage.result.achieved == ("Blues",)
    assert not stage.result.disaster


@pytest.mark.parametrize("achieved", [[], ["Reds"]])
def test_fg_41_if_all_have_lost_the_game_master_rules_on_the_goals(achieved: list[str]) -> None:
    """FG-41: offered is that nobody achieves theirs."""
    stage = Stage("conflict", gauntlet(reds(person("Ash")), blues(person("Birch"))))
    stage.say("act", attack("Birch"), "surrender").say("last stand", "yes").say("disaster", achieved)
    stage.say("consequence", {"pick": "narrative", "with": ""})
    stage.dice("Birch", [6, 1, 1]).dice("Ash keeping", MISS).play()
    assert stage.result.disaster
    assert stage.result.winners == ()
    assert stage.result.losers == ("Reds", "Blues")
    assert stage.result.achieved == tuple(achieved)
    assert [event.achieved for event in stage.events(Disaster)] == [tuple(achieved)]
    assert stage.result.epiphanies == ("Ash",)


def test_fg_42_a_failed_attack_is_a_misfortune_for_who_tested() -> None:
    """FG-42: rated at the margin of failure, in every type."""
    for kind in ("destruction", "mediate", "subjugate"):
        stage = single(kind).say("act", attack("Birch")).dice("Birch", [5, 5, 1])
        stage.until("act", "Birch")
        assert [(e.name, e.kind, e.rating) for e in stage.events(Absorbed)] == [("Ash", "misfortune", 2)]


def test_fg_42_a_tie_fails_without_harm() -> None:
    """FG-42: XP, no harm."""
    stage = single().say("act", attack("Birch")).dice("Ash", [5, 1, 1]).dice("Birch", [5, 1, 1])
    stage.until("act", "Birch")
    assert not stage.events(Absorbed)
    assert stage.state.who("Ash").earned == {"fight": 1}


@pytest.mark.parametrize(
    ("kind", "harm"), [("destruction", "injury"), ("subjugate", "injury"), ("mediate", "misfortune")]
)
def test_fg_42_a_failed_defence_depends_on_the_type(kind: str, harm: str) -> None:
    """FG-42: an injury in destruction and subjugation, a misfortune in mediation, rated at the margin."""
    stage = single(kind).say("act", attack("Birch")).dice("Ash", [5, 5, 1])
    stage.until("act", "Birch")
    assert [(e.name, e.kind, e.rating) for e in stage.events(Absorbed)] == [("Birch", harm, 2)]


def test_fg_42_in_a_group_defence_each_takes_their_own() -> None:
    """FG-42, FG-24: the attacker's effort less the own, at least 1."""
    stage = (
        clash()
        .say("who acts", "Ash")
        .say("act", attack("Birch", company=[]))
        .say("join the defence", "vigor")
    )
    stage.dice("Ash", [5, 5, 5, 5]).dice("Birch", [5, 1, 1]).dice("Beech", [5, 5, 1])
    stage.until("act", "Alder")
    assert [(e.name, e.rating) for e in stage.events(Absorbed)] == [("Birch", 3), ("Beech", 2)]


def test_fg_42_a_failed_defence_against_an_advantage_brings_no_harm() -> None:
    """FG-42: the advantage, and no more."""
    stage = single().say("act", seek("Birch")).dice("Ash", HIT)
    stage.until("act", "Birch")
    assert not stage.events(Absorbed)
    assert stage.events(BoonOrBane)


def turns(stage: Stage) -> list[tuple[str, int]]:
    return [(event.team, event.round) for event in stage.events(TurnBegins)]


def test_fg_43_the_starters_team_goes_first() -> None:
    """FG-43: whoever started it."""
    stage = clash(started_by="Beech")
    stage.until("who acts")
    assert turns(stage) == [("Blues", 1)]


def test_fg_43_members_act_once_each_in_any_order_and_two_teams_alternate() -> None:
    """FG-43: whoever is first to; nobody acts twice in a turn."""
    stage = clash().say("who acts", "Alder", "Beech").say("act", *["pass"] * 4)
    stage.until("who acts", "Ash")
    asked = [about for what, _, about in stage.asked if what == "act"]
    for _ in range(200):
        if len(asked) == 4:
            break
        stage.step()
        asked = [about for what, _, about in stage.asked if what == "act"]
    assert asked == ["Alder", "Ash", "Beech", "Birch"]
    assert turns(stage)[:2] == [("Reds", 1), ("Blues", 1)]
    assert "next team" not in stage.whats()


def test_fg_43_the_captain_names_the_next_team() -> None:
    """FG-43: of those that have not acted this round; a new round is opened by any but the last."""
    third = team("Greens", person("Cedar"))
    stage = Stage("subjugate", gauntlet(reds(person("Ash")), blues(person("Birch")), third))
    stage.say("act", *["pass"] * 4)
    assert set(stage.options("next team")) == {"Blues", "Greens"}
    assert stage.until("next team").seat == "ash"
    stage.say("next team", "Greens", "Reds")
    offered: set[str] = set()
    for _ in range(100):
        if len(turns(stage)) == 4:
            break
        if stage.referee.pending[0].request.what == "next team":
            offered = {option.key for option in stage.referee.pending[0].form().options}  # type: ignore[attr-defined]
        stage.step()
    assert turns(stage) == [("Reds", 1), ("Greens", 1), ("Blues", 1), ("Reds", 2)]
    assert offered == {"Reds", "Greens"}
    assert ("next team", "birch", "Birch") in stage.asked


def test_fg_44_attack_advantage_surrender_or_pass() -> None:
    """FG-44: these are the options, and passing is told."""
    stage = single()
    assert list(stage.options("act")) == ["attack", "advantage", "surrender", "pass"]
    stage.say("act", "pass").until("act", "Birch")
    assert [event.name for event in stage.events(Passed)] == ["Ash"]


def test_fg_45_a_group_attack_counts_as_everybodys_action() -> None:
    """FG-45: the relevant skill; the opponent gets a die for the second attacker."""
    stage = (
        clash()
        .say("who acts", "Ash")
        .say("act", attack("Birch", company=["Alder"]))
        .say("join the attack", "reason")
    )
    stage.until("keep morale", "Ash")
    assert {e.name: len(e.dice) for e in stage.events(Rolled)} == {"Ash": 3, "Alder": 3, "Birch": 4}
    assert {e.why for e in stage.events(Rolled)} == {"fight with vigor", "fight with reason"}
    stage.until("who acts", "Birch")
    assert [about for what, _, about in stage.asked if what == "act"] == ["Ash"]


def test_fg_45_who_declines_to_join_still_acts() -> None:
    """FG-45: joining is everybody's own choice."""
    stage = clash().say("who acts", "Ash").say("act", attack("Birch", company=["Alder"]))
    stage.until("act", "Alder")
    assert stage.state.acted == ["Ash"]


def test_fg_45_allies_step_in_unless_they_were_attacked_this_turn() -> None:
    """FG-45: occupied by an attack, not by an advantage; free again in the next turn."""
    stage = clash().say("who acts", "Ash").say("act", attack("Beech", company=[]), attack("Birch"))
    stage.until("who acts", "Birch")
    assert ("join the defence", "beech", "Beech") not in stage.asked
    sought = clash().say("who acts", "Ash").say("act", seek("Beech"), attack("Birch"))
    sought.until("who acts", "Birch")
    assert ("join the defence", "beech", "Beech") in sought.asked
    free = (
        clash()
        .say("who acts", "Ash")
        .say("act", attack("Birch", company=[]))
        .say("join the defence", "vigor")
    )
    free.until("act", "Alder")
    assert [event.names for event in free.events(Joined)] == [("Beech",)]
    assert [len(e.dice) for e in free.events(Rolled) if e.name == "Ash"] == [4]


PROPOSES = {"pick": "another skill", "with": {"pick": "craft", "with": "reason"}}


def test_fg_45_the_defender_may_propose_another_skill() -> None:
    """FG-45: the game master rules on it; who joins tests it too; refused, it is the actor's skill after all."""
    birch = person("Birch", skills={"craft": Skill(3)})
    setup = gauntlet(reds(person("Ash")), blues(birch, person("Beech")))
    stage = Stage("subjugate", setup).say("act", attack("Birch")).say("defend", PROPOSES)
    stage.say("another skill", "yes").say("join the defence", "intuition", about="Beech")
    stage.dice("Birch", [3, 3, 3]).until("who acts", "Birch")
    rolls = [(e.name, e.why, e.effort) for e in stage.events(Rolled) if e.name != "Ash"]
    assert rolls == [("Birch", "craft with reason", 3), ("Beech", "craft with intuition", 0)]
    refused = Stage("subjugate", setup).say("act", attack("Birch")).say("defend", PROPOSES)
    refused.say("another skill", "no").until("who acts", "Birch")
    assert [e.why for e in refused.events(Rolled) if e.name == "Birch"] == ["fight with vigor"]
    assert [e.agreed for e in refused.events(SkillProposed)] == [False]


def test_fg_45_allies_do_not_step_in_against_an_advantage() -> None:
    """FG-45, FG-46: only who is attacked is helped."""
    stage = clash().say("who acts", "Ash").say("act", seek("Birch"))
    stage.until("act", "Alder")
    assert "join the defence" not in stage.whats()


def advantage(attribute: str, target: Any = None, kind: str = "subjugate", **rest: Any) -> Stage:
    """Ash has a margin of 2 over Birch."""
    stage = single(kind, birch=target, **rest).say("act", seek("Birch", attribute=attribute))
    return stage.dice("Ash", [5, 5, 1])


def test_fg_46_another_skill_than_the_relevant_one_is_tested_by_both() -> None:
    """FG-46: Fight is not offered; the defender uses the actor's skill."""
    stage = single()
    skills = stage.options("act")["advantage"].then.fields[1].form.options
    assert "fight" not in {option.key for option in skills}
    stage.say("act", seek("Birch", "craft")).until("keep morale")
    assert {e.why.split()[0] for e in stage.events(Rolled)} == {"craft"}


@pytest.mark.parametrize(
    ("attribute", "kind", "offered"),
    [
        ("vigor", "subjugate", {"make", "morale"}),
        ("vigor", "destruction", {"make"}),
        ("intuition", "subjugate", {"make", "discard:KNIFE"}),
        ("reason", "subjugate", {"make", "learn"}),
    ],
)
def test_fg_46_what_an_attribute_offers(attribute: str, kind: str, offered: set[str]) -> None:
    """FG-46: a boon or bane always; morale where it is kept; an asset; a secret."""
    birch = person(
        "Birch",
        assets=[Asset("KNIFE", "fight", 1), Asset("SWORD", "fight", 2), Asset("PEN", "craft", 1)],
        traits=[Trait("HEIR", 1, secret=True)],
    )
    aim = "destroy"
    stage = Stage(kind, gauntlet(reds(person("Ash"), aim=aim), blues(birch, aim=aim)))
    stage.say("act", seek("Birch", attribute=attribute)).dice("Ash", HIT)
    assert set(stage.options("advantage")) == offered


@pytest.mark.parametrize("kind", ["boon", "bane"])
def test_fg_46_a_boon_or_bane_is_rated_at_the_margin_and_lasts_for_the_gauntlet(kind: str) -> None:
    """FG-46, FG-3: it is gone from the sheet afterwards."""
    bearer = "Ash" if kind == "boon" else "Birch"
    made = {"pick": "make", "with": {"make": {"pick": kind, "with": bearer}, "name": "SAND"}}
    stage = advantage("vigor").say("advantage", made)
    stage.until("act", "Birch")
    assert [(e.kind, e.rating, e.bearer) for e in stage.events(BoonOrBane)] == [(kind, 2, bearer)]
    things = getattr(stage.state.who(bearer), f"{kind}s")
    assert [(thing.name, thing.rating) for thing in things] == [("SAND", 2)]
    stage.say("act", "surrender").play()
    assert f"{kind}s" not in stage.sheet(bearer)


def test_fg_46_vigor_adds_1_morale() -> None:
    """FG-46: on top of the test that succeeded."""
    stage = advantage("vigor").say("advantage", "morale")
    stage.until("act", "Birch")
    assert stage.state.team("Reds").morale == 2


def test_fg_46_the_lowest_relevant_asset_is_discarded_taken_and_returned() -> None:
    """FG-46: Intuition; after the gauntlet it is its owner's again, as worn as it is."""
    birch = person("Birch", assets=[Asset("KNIFE", "fight", 1), Asset("SWORD", "fight", 2)])
    stage = single(birch=birch).say("advantage", "discard:KNIFE", "take:0")
    find = seek("Birch", attribute="intuition")
    stage.say("act", find, find, attack("Birch"), about="Ash").say(
        "act", "pass", "pass", "surrender", about="Birch"
    )
    stage.dice("Ash", HIT, HIT, MISS).say("asset or detriment", "asset:KNIFE", about="Ash")
    stage.until("act", "Birch")
    assert [asset.name for asset in stage.state.who("Birch").assets] == ["SWORD"]
    assert [lost.asset.name for lost in stage.state.discarded] == ["KNIFE"]
    stage.play()
    assert {asset["name"]: asset["quality"] for asset in stage.sheet("Birch")["assets"]} == {
        "SWORD": 2,
        "KNIFE": 0,
    }
    assert "assets" not in stage.sheet("Ash")


def test_fg_46_the_lowest_secret_that_is_not_known_is_learned_by_the_team() -> None:
    """FG-46: Reason; the knowledge stays."""
    birch = person("Birch", traits=[Trait("HEIR", 2, secret=True), Trait("COWARD", 1, secret=True)])
    stage = Stage("subjugate", gauntlet(reds(), blues(birch))).say("who acts", "Ash")
    stage.say("act", seek("Birch", attribute="reason")).dice("Ash", HIT).say("advantage", "learn")
    stage.until("act", "Alder")
    stage.say("act", "pass", "surrender").play()
    for name in ("Ash", "Alder"):
        assert stage.sheet(name)["knows"] == [{"of": "Birch", "trait": "COWARD"}]


def test_fg_46_a_margin_of_0_is_no_win() -> None:
    """FG-46: a tie brings nothing."""
    stage = single().say("act", seek("Birch")).dice("Ash", [5, 1, 1]).dice("Birch", [5, 1, 1])
    stage.until("act", "Birch")
    assert "advantage" not in stage.whats()


def test_fg_47_surrender_is_out_and_safe_but_in_destruction_one_perishes() -> None:
    """FG-47: no more influence."""
    stage = clash("mediate").say("who acts", "Alder").say("act", "surrender", about="Alder")
    stage.until("act", "Ash")
    assert stage.state.who("Alder").out == "surrendered"
    assert stage.state.who("Alder").fate == ""
    deadly = Stage(
        "destruction", gauntlet(reds(person("Ash"), aim="destroy"), blues(person("Birch"), aim="destroy"))
    )
    deadly.say("act", "surrender").play()
    assert deadly.result.perished == ("Ash",)
    assert deadly.sheet("Ash")["fate"] == "perished"


def test_fg_48_before_the_first_turn_each_team_seeks_an_advantage() -> None:
    """FG-48: one test each, before anybody acts; morale moves only by Vigor's advantage."""
    stage = clash(options={"prelude": True}).say("who seeks it", "Ash", "Beech")
    stage.say("prelude", {"target": "Birch", "skill": {"pick": "craft", "with": "vigor"}}, about="Ash")
    stage.say("prelude", {"target": "Ash", "skill": {"pick": "craft", "with": "reason"}}, about="Beech")
    stage.say("advantage", "morale").dice("Ash", HIT)
    stage.until("who acts")
    assert [(e.team, e.change) for e in stage.events(MoraleMoved)] == [("Reds", 1)]
    assert [about for what, _, about in stage.asked if what == "prelude"] == ["Ash", "Beech"]
    assert stage.state.who("Beech").earned == {"craft": 1}


def test_fg_48_the_game_master_may_make_it_a_challenge_against_the_environment() -> None:
    """FG-48: with a margin of at least 1."""
    setup = gauntlet(reds(person("Ash")), blues(person("Birch")), environment=[Trait("FOG", 1)])
    stage = Stage("subjugate", setup, {"prelude": True})
    stage.say("contest or challenge", "trait:FOG", "contest").dice("Ash", [5, 1, 1])
    stage.until("prelude", "Birch")
    assert [d.parts for d in stage.events(DifficultySet)] == [{"FOG": 1}]
    assert [e.rating for e in stage.events(BoonOrBane)] == [1]


def test_fg_48_consequences_are_those_of_any_test() -> None:
    """FG-48, FG-12: a failed challenge is for the game master to judge, a failed contest brings its margin."""
    setup = gauntlet(reds(person("Ash")), blues(person("Birch")), environment=[Trait("FOG", 2)])
    stage = Stage("subjugate", setup, {"prelude": True}).say("contest or challenge", "trait:FOG", "contest")
    stage.dice("Ash", MISS, [5, 5, 1])
    stage.until("act")
    assert ("consequence", "gm", "") in stage.asked
    assert [(e.name, e.kind, e.rating) for e in stage.events(Absorbed)] == [
        ("Ash", "misfortune", 2),
        ("Birch", "misfortune", 2),
    ]


def test_fg_48_who_is_lost_in_the_prelude_costs_no_morale() -> None:
    """FG-48: the team names another captain."""
    doomed = person("Ash", misfortunes=full(), injuries=full(boxes=(1, 2, 3)))
    setup = gauntlet(reds(doomed, person("Alder")), blues(person("Birch")))
    stage = Stage("subjugate", setup, {"prelude": True}).say("who seeks it", "Ash").dice("Birch", [5, 1, 1])
    stage.until("act")
    assert stage.state.who("Ash").fate == "perished"
    assert not stage.events(MoraleMoved)
    assert stage.state.team("Reds").captain == "Alder"


def test_fg_41_a_set_up_names_what_is_wrong() -> None:
    """FG-41, FG-40: at least two teams, a starter who takes part."""
    with pytest.raises(SetupRefused, match="2 to 12 teams"):
        Stage("mediate", gauntlet(reds()))
    with pytest.raises(SetupRefused, match="does not take part"):
        Stage("mediate", gauntlet(reds(), blues(), started_by="Nobody"))
    assert isinstance(gauntlet(reds(), blues()), GauntletSetup)


def test_fg_41_nobody_acts_after_leaving() -> None:
    """FG-41: who is out is asked nothing more and is no target."""
    stage = clash("mediate").say("who acts", "Alder").say("act", "surrender", about="Alder")
    stage.until("act", "Ash")
    stage.say("act", "pass", about="Ash")
    stage.until("act", "Birch")
    targets = stage.options("act", "Birch")["attack"].then.fields[0].form.options
    assert [option.key for option in targets] == ["Ash"]
    assert not stage.events(TeamLost)


def test_fg_13_let_it_ride_does_not_hold_in_a_gauntlet() -> None:
    """FG-13: the same attack may be tried again, and nothing is remembered."""
    stage = single("destruction").say("act", attack("Birch"), "pass", attack("Birch"))
    for _ in range(2):
        stage.until("act", "Birch")
        stage.step()
    assert [about for what, _, about in stage.asked if what == "defend"] == ["Birch", "Birch"]
    assert stage.state.memory.rides == []


def test_what_everybody_sees_of_a_test_and_of_teams() -> None:
    """FG-50, FG-18, FG-23: effort as it counts, a difficulty only in challenges, morale only where it is kept."""
    birch = person("Birch", injuries=marks(2))
    stage = single("destruction", birch=birch).say("act", attack("Birch")).dice("Ash", [5, 1, 1])
    while not stage.events(Rolled):
        stage.step()
    view = seat_view(stage.referee, "birch").state
    assert "difficulty" not in view["test"]
    assert view["test"]["sides"][0]["members"][0]["effort"] == 2
    assert all("morale" not in seen for seen in view["teams"])
    kept = single().say("act", attack("Birch"))
    kept.until("keep morale")
    assert [seen["morale"] for seen in seat_view(kept.referee, "birch").state["teams"]] == [-1, 1]
    kept.step()
    assert seat_view(kept.referee, "birch").state["test"]["difficulty"] == 1
