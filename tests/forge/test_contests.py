"""Contests: two sides, groups, several teams; traits that are used against their owners; injuries and misfortunes."""

from typing import Any

import pytest

from agonist.forge import GAME
from agonist.forge.people.sheet import Bane, Knowledge, Skill, Trait
from agonist.forge.single.versus import OutsiderWins, judge
from agonist.forge.test.added_dice import AddedDice, Denied
from agonist.forge.test.approach import Rides
from agonist.forge.test.pool import Rolled
from agonist.forge.test.sources import NotFitting
from agonist.forge.test.steps import Compared
from agonist.forge.types.setup import ContestSetup
from agonist.kernel import SetupRefused

from .stage import Stage, challenge, duel, marks, person, team


def contested(ash: list[int], birch: list[int], **rest: object) -> Stage:
    """Ash attacks Birch."""
    return (
        Stage("contest", duel(person("Ash"), person("Birch"), **rest))
        .dice("Ash", ash)
        .dice("Birch", birch)
        .play()
    )


def test_fg_21_the_attackers_effort_is_the_defenders_difficulty() -> None:
    """FG-21: the attacker tests first."""
    stage = contested([5, 5, 1], [5, 1, 1])
    assert [(e.name, e.effort) for e in stage.events(Rolled)] == [("Ash", 2), ("Birch", 1)]
    assert [(c.names[0], c.effort, c.difficulty, c.success) for c in stage.events(Compared)] == [
        ("Ash", 2, 1, True)
    ]
    assert stage.result.winners == ("Attackers",)


def test_fg_21_the_defender_wins_ties_and_nobody_is_harmed() -> None:
    """FG-21: no harm on a tie; the loser marks 1 XP."""
    stage = contested([5, 1, 1], [6, 1, 1])
    assert stage.result.winners == ("Defenders",)
    assert "harm" not in stage.whats()
    assert stage.result.xp == {"Ash": {"fight": 1}}


@pytest.mark.parametrize(("agreed", "kind"), [(True, "injuries"), (False, "misfortunes")])
def test_fg_21_the_margin_is_harm_an_injury_if_that_was_agreed(agreed: bool, kind: str) -> None:
    """FG-21: else a misfortune."""
    stage = contested([5, 5, 5], [5, 1, 1], harm_agreed=agreed)
    assert [mark["box"] for mark in stage.sheet("Birch")[kind]] == [2]
    assert stage.result.xp == {"Birch": {"fight": 1}}


def test_fg_21_the_game_master_is_asked_whether_harm_is_meant() -> None:
    """FG-21: before anybody rolls, if the set-up does not say."""
    setup = duel(person("Ash"), person("Birch"), harm_agreed=None)
    stage = Stage("contest", setup).say("harm agreed", "yes").dice("Ash", [5, 1, 1]).play()
    assert stage.whats().index("harm agreed") < stage.whats().index("approach")
    assert stage.sheet("Birch")["injuries"]


def test_fg_21_the_game_master_says_which_it_is() -> None:
    """FG-21: a challenge if the other side only stands in the way; a contest if it wants something of its own.

    It is said by setting up the one or the other, and may be changed while the first approaches are chosen.
    """
    duelling = duel(person("Ash"), person("Birch"))
    setup = challenge(person("Ash"), others=[team("Gate", person("Birch"))])
    assert Stage("contest", duelling).play().events(Compared)[0].against
    assert not Stage("challenge", setup).play().events(Compared)[0].against
    stage = Stage("contest", duelling).say("contest or challenge", "challenge").play()
    assert stage.result.losers == ("Attackers",)
    assert [c.names for c in stage.events(Compared)] == [("Ash",)]
    other = Stage("challenge", setup).say("contest or challenge", "contest").play()
    assert other.result.winners == ("Gate",)
    assert "contest or challenge" not in Stage("challenge", challenge(person("Ash"))).play().whats()


def test_fg_21_either_side_may_have_a_skill_of_its_own() -> None:
    """FG-21: by default the defender tests the attacker's skill."""
    setup = duel(person("Ash"), person("Birch"), skill=None)
    stage = Stage("contest", setup).say("approach", {"pick": "craft", "with": "vigor"}, "reason").play()
    assert stage.result.xp == {"Ash": {"craft": 1}}
    teams = [team("Attackers", person("Ash")), team("Defenders", person("Birch"), skill="resources")]
    stage = Stage("contest", duel(person("Ash"), person("Birch"), teams=teams)).dice("Ash", [5, 1, 1]).play()
    assert stage.result.xp == {"Birch": {"resources": 1}}


def test_fg_13_a_beaten_attacker_lets_it_ride() -> None:
    """FG-13: the attacker's approach is closed for the goal, the defender's is not."""
    assert [(r.name, r.skill) for r in contested([1, 1, 1], [5, 1, 1]).events(Rides)] == [("Ash", "fight")]
    assert contested([5, 1, 1], [1, 1, 1]).events(Rides) == []


def exploited(owner_favor: int = 0, **known: Any) -> Stage:
    """Birch's COWARD 2 is secret; Ash knows it or not."""
    ash = person("Ash", **known)
    birch = person("Birch", traits=[Trait("COWARD", 2, secret=True), Trait("LOUD", 1)], favor=owner_favor)
    return Stage("contest", duel(ash, birch))


def test_fg_22_only_known_traits_can_be_used() -> None:
    """FG-22: a secret trait is offered to who knows it, a public one to everybody."""
    assert set(exploited().options("add dice")) == {"trait:Birch:LOUD"}
    knowing = exploited(knows=[Knowledge("Birch", "COWARD")])
    assert "trait:Birch:COWARD" in knowing.options("add dice")


@pytest.mark.parametrize(("answer", "favor", "dice"), [("yes", 0, 0), ("no", 1, 1)])
def test_fg_22_the_owner_may_deny_the_dice_by_favor(answer: str, favor: int, dice: int) -> None:
    """FG-22: Favor equal to the rating; nothing is earned by being exploited."""
    stage = exploited(owner_favor=1).say("add dice", "trait:Birch:LOUD").say("deny the dice", answer).play()
    assert stage.sheet("Birch").get("favor", 0) == favor
    assert len(stage.events(AddedDice)) == dice
    assert len(stage.events(Denied)) == 1 - dice


def test_fg_22_without_enough_favor_nothing_can_be_denied() -> None:
    """FG-22: the owner of LOUD 1 has none."""
    assert "deny the dice" not in exploited().say("add dice", "trait:Birch:LOUD").play().whats()


def test_fg_22_one_trait_a_test_even_if_it_was_denied() -> None:
    """FG-22: among all opponents' traits one may be used."""
    stage = (
        exploited(1, knows=[Knowledge("Birch", "COWARD")])
        .say("add dice", "trait:Birch:LOUD")
        .say("deny the dice", "yes")
    )
    stage.play()
    assert stage.whats().count("add dice") == 1


def test_fg_22_the_game_master_speaks_for_the_table_once_in_a_scene() -> None:
    """FG-22: what does not fit gives nothing; what fitted needs no new reason, also in the next contest."""
    refused = exploited().say("add dice", "trait:Birch:LOUD").say("does it fit", "no").play()
    assert refused.events(NotFitting)
    assert not refused.events(AddedDice)
    fitted = exploited().say("add dice", "trait:Birch:LOUD").play()
    assert fitted.whats().count("does it fit") == 1
    next_one = GAME.type("contest").follow(_plain(exploited()), fitted.result.carried)
    again = Stage("contest", next_one).say("add dice", "trait:Birch:LOUD").play()
    assert "does it fit" not in again.whats()
    assert again.events(AddedDice)


def test_fg_22_a_set_up_that_remembers_something_of_its_own_is_left_as_it_is() -> None:
    own = {"rides": [], "justified": [{"by": "Ash", "of": "Birch", "trait": "TIRED"}]}
    fitted = exploited().say("add dice", "trait:Birch:LOUD").play()
    setup = {**_plain(exploited()), "memory": own}
    assert GAME.type("contest").follow(setup, fitted.result.carried)["memory"] == own


def _plain(stage: Stage) -> dict[str, object]:
    return dict(stage.referee.transcript.setup)


def test_fg_23_opponents_of_the_injured_have_a_minimum_effort() -> None:
    """FG-23: equal to the severity."""
    setup = duel(person("Ash"), person("Birch", injuries=marks(2)))
    stage = Stage("contest", setup).dice("Birch", [5, 1, 1]).play()
    assert stage.events(Compared)[0].effort == 2
    assert stage.result.winners == ("Attackers",)


def test_fg_23_a_misfortune_counts_as_a_trait_of_its_severity() -> None:
    """FG-23: the highest marked box, by its name."""
    setup = duel(person("Ash"), person("Birch", misfortunes=marks(1, 2)))
    stage = (
        Stage("contest", setup)
        .say("add dice", "misfortune:Birch:old 2")
        .dice("Ash", [1, 1, 1], [5, 5])
        .play()
    )
    assert [event.dice for event in stage.events(AddedDice)] == [2]


def groups(attackers: int = 1, defenders: int = 2, **rest: object) -> ContestSetup:
    names = ["Ash", "Alder", "Aspen"][:attackers], ["Birch", "Beech", "Box"][:defenders]
    teams = [team("A", *map(person, names[0])), team("B", *map(person, names[1]))]
    return duel(person("Ash"), person("Birch"), teams=teams, **rest)


def test_fg_24_the_other_side_gets_a_die_for_each_beyond_the_first() -> None:
    """FG-24: the original attacker and defender get them, each for the other's group."""
    stage = Stage("group-contest", groups(2, 3)).play()
    assert {e.name: len(e.dice) for e in stage.events(Rolled)} == {
        "Ash": 5,
        "Alder": 3,
        "Birch": 4,
        "Beech": 3,
        "Box": 3,
    }


def test_fg_24_each_of_a_losing_group_takes_harm_for_the_own_effort() -> None:
    """FG-24: the winning side's effort less the own, the main actor first."""
    stage = (
        Stage("group-contest", groups())
        .dice("Ash", [5, 5, 5, 1])
        .dice("Birch", [5, 1, 1])
        .dice("Beech", [1, 1, 1])
        .play()
    )
    harmed = [about for what, _, about in stage.asked if what == "harm"]
    assert harmed == ["Birch", "Beech"]
    assert stage.sheet("Birch")["misfortunes"][0]["box"] == 2
    assert stage.sheet("Beech")["misfortunes"][0]["box"] == 3
    assert stage.result.xp == {"Birch": {"fight": 1}, "Beech": {"fight": 1}}


def test_fg_24_nobody_is_harmed_on_a_tie() -> None:
    """FG-24: not even who has less than the other side alone."""
    stage = Stage("group-contest", groups(2, 1)).dice("Ash", [5, 1, 1]).dice("Birch", [5, 1, 1, 1]).play()
    assert stage.result.winners == ("B",)
    assert "harm" not in stage.whats()


@pytest.mark.parametrize(
    ("efforts", "defender", "winner"),
    [
        ({"A": 3, "B": 2, "D": 2}, "D", "A"),
        ({"A": 2, "B": 1, "D": 2}, "D", "D"),
        ({"A": 3, "B": 3, "C": 2, "D": 1}, "D", "C"),
        ({"A": 3, "B": 3, "C": 1, "D": 1}, "D", "D"),
        ({"A": 3, "B": 3, "D": 0}, "D", "D"),
        ({"A": 2, "B": 1}, "", "A"),
        ({"A": 2, "B": 2, "C": 1}, "", ""),
    ],
)
def test_fg_25_who_wins_among_several(efforts: dict[str, int], defender: str, winner: str) -> None:
    """FG-25: the greatest effort that beats the defender; tied leaders lose; without a defender a tie loses for all."""
    assert judge(efforts, defender) == winner


def race(defender: str | None = None) -> ContestSetup:
    teams = [team(name[0], person(name)) for name in ("Ash", "Birch", "Cedar")]
    return ContestSetup(goal="Win", skill="maneuver", harm_agreed=False, teams=teams, defender=defender)


def test_fg_25_each_losing_side_takes_harm_for_what_it_lacks() -> None:
    """FG-25: the winner's effort less its own; the defender tests last."""
    stage = (
        Stage("contest-of-teams", race())
        .dice("Ash", [5, 5, 5])
        .dice("Birch", [5, 1, 1])
        .dice("Cedar", [5, 5, 1])
        .play()
    )
    assert stage.result.winners == ("A",)
    assert stage.result.losers == ("B", "C")
    assert [stage.sheet(name)["misfortunes"][0]["box"] for name in ("Birch", "Cedar")] == [2, 1]


def test_fg_25_tied_leaders_lose_without_harm_from_a_smaller_effort() -> None:
    """FG-25: two attackers tie at 2; the defender has 1 and wins."""
    stage = (
        Stage("contest-of-teams", race())
        .dice("Ash", [5, 5, 1])
        .dice("Birch", [6, 6, 1])
        .dice("Cedar", [5, 1, 1])
        .play()
    )
    assert stage.result.winners == ("C",)
    assert "harm" not in stage.whats()
    assert set(stage.result.xp) == {"Ash", "Birch"}


@pytest.mark.parametrize(("named", "winners"), [("nobody", ()), ("team:B", ("B",)), ("team:C", ("C",))])
def test_fg_25_without_a_clear_defender_a_tie_loses_for_everyone(
    named: str, winners: tuple[str, ...]
) -> None:
    """FG-25: or the game master names a defender, who wins ties, and against attackers who tie with each other."""
    stage = Stage("contest-of-teams", race(defender="")).say("defender", named)
    stage.dice("Ash", [5, 1, 1]).dice("Birch", [5, 1, 1]).play()
    assert stage.result.winners == winners
    assert len(stage.result.losers) == 3 - len(winners)


def test_fg_25_the_named_defender_wins_with_the_least_effort_and_an_outsider_leaves_nobody() -> None:
    """FG-25: whom the game master names wins the tie; harm is for what one lacks."""
    stage = Stage("contest-of-teams", race(defender="")).say("defender", "team:C")
    stage.dice("Ash", [5, 5, 1]).dice("Birch", [5, 5, 1]).dice("Cedar", [1, 1, 1]).play()
    assert stage.result.winners == ("C",)
    assert "harm" not in stage.whats()
    other = Stage("contest-of-teams", race(defender=""))
    other.say("defender", {"pick": "outsider", "with": "The old widow"})
    other.dice("Ash", [5, 1, 1]).dice("Birch", [5, 1, 1]).play()
    assert other.result.winners == ()
    assert other.result.losers == ("A", "B", "C")
    assert [event.name for event in other.events(OutsiderWins)] == ["The old widow"]


def test_fg_25_no_clear_defender_can_be_chosen_at_set_up() -> None:
    """FG-25: by a tick, so that a page can say so; a named defender and none at once is refused."""
    teams = [team("A", person("Ash")), team("B", person("Birch"))]
    stage = Stage("contest", duel(person("Ash"), person("Birch"), teams=teams, no_defender=True)).play()
    assert ("defender", "gm", "") in stage.asked
    both = duel(person("Ash"), person("Birch"), teams=teams, no_defender=True, defender="B")
    with pytest.raises(SetupRefused, match="B defends, and nobody does"):
        GAME.type("contest").setup_from(both, {})


def test_fg_25_two_sides_without_a_clear_defender() -> None:
    """FG-25: a plain contest can lack a defender too."""
    stage = Stage("contest", duel(person("Ash"), person("Birch"), defender="")).play()
    assert stage.result.winners == ()
    assert ("defender", "gm", "") in stage.asked


def test_fg_21_under_the_earlier_edition_the_game_master_names_the_track() -> None:
    """FG-21, CF-2, CF-5: stress; and nobody defends with what the attacker is disposed against."""
    stage = Stage("contest", duel(person("Ash"), person("Birch")), {"edition": "conflict"}).say(
        "approach", "vigor", about="Ash"
    )
    assert "CF-5" in stage.options("approach", "Birch")["reason"].unavailable
    stage.say("track", "mental").dice("Ash", [5, 5, 1]).play()
    assert stage.sheet("Birch")["stress"] == {"mental": [{"box": 2, "name": "mental stress 2"}]}


def test_cf_5_the_chosen_main_actors_disposition_counts() -> None:
    """CF-5, FG-20: Alder leads with Intuition, which disposition I sets over Vigor."""
    teams = [team("A", person("Ash"), person("Alder")), team("B", person("Birch"))]
    stage = Stage("group-contest", duel(person("Ash"), person("Birch"), teams=teams), {"edition": "conflict"})
    stage.say("approach", "reason", about="Ash").say("approach", "intuition", about="Alder")
    stage.say("approach", "vigor", about="Birch").say("who leads", "Alder")
    stage.until("who leads")
    stage.step()
    ways = stage.options("approach", "Birch")
    assert [key for key, option in ways.items() if option.unavailable] == ["vigor"]
    assert stage.play().events(Compared)
    assert [e.why for e in stage.events(Rolled) if e.name == "Birch"] != ["fight with vigor"]


def test_fg_22_a_bane_or_a_trait_of_a_helper_can_be_used() -> None:
    """FG-22, FG-3: everybody on the other side is an opponent."""
    helper = person("Beech", traits=[Trait("SLOW", 1)], banes=[Bane("LIMP", 1)], skills={"fight": Skill(6)})
    teams = [team("A", person("Ash")), team("B", person("Birch"), helper)]
    stage = Stage("group-contest", duel(person("Ash"), person("Birch"), teams=teams))
    assert {"trait:Beech:SLOW", "bane:Beech:LIMP"} <= set(stage.options("add dice", "Ash"))
