"""Contests: framing, modifiers, dice, story points, what comes of it (QS-1 to QS-32, QS-70, QS-71)."""

from typing import Any

import pytest

from agonist.kernel import Referee, SetupRefused, seat_view
from agonist.questworlds.chassis import Rating
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.contestants import Resource
from agonist.questworlds.srd.people.options import CommonOptions
from agonist.questworlds.srd.people.setup import (
    ContestSetup,
    GroupContestSetup,
    OnePrizeSetup,
    SequenceSetup,
    contestant_from,
)
from agonist.questworlds.srd.people.sheets import (
    AbilityEntry,
    FollowerEntry,
    LastingEntry,
    ResourceEntry,
    Sheet,
    Tried,
)
from tests.questworlds_srd.scenes import act, but, cited, foe, go_on, helped, hero, log, play, start, until


def scene(*people: Any, **more: Any) -> ContestSetup:
    contestants = people or (hero(), foe())
    return ContestSetup(prize="the gate", contestants=contestants, **more)


def contest(
    dice: list[int], says: dict[str, Any] | None = None, options: Any = None, setup: Any = None
) -> Any:
    return play("contest", setup or scene(), dice, says, options)


def rating_used(referee: Referee[Any], name: str = "Asa") -> int:
    who = referee.state.find(name)
    return int(who.rating(who.hand).whole)


# --- numbers -------------------------------------------------------------------------------------------------------


def test_no_relevant_ability_is_a_five() -> None:
    """QS-1: and a rating of 5 is never refused (QS-71)."""
    referee = contest([4, 20], {"tactic": act(ability="no relevant ability")})
    assert rating_used(referee) == 5
    assert referee.result.winners == ("Asa",)


def test_a_breakout_is_the_keyword_and_its_bonus() -> None:
    """QS-2: across tiers too, and the sheet goes on as it was written."""
    sheet = hero(
        abilities=[
            AbilityEntry(name="Thief", rating=18),
            AbilityEntry(name="Locks", rating="+5", keyword="Thief"),
        ]
    )
    who = contestant_from(sheet, CommonOptions())
    assert str(who.sheet("Locks")) == "3M"
    referee = contest([4, 20], {"tactic": act(ability="Locks")}, setup=scene(sheet, foe()))
    assert referee.result.sheets["Asa"].abilities == (
        AbilityEntry(name="Thief", rating="18"),
        AbilityEntry(name="Locks", rating="+5", keyword="Thief"),
    )


def test_a_sidekicks_ability_is_used_as_ones_own() -> None:
    """QS-2."""
    who = hero(followers=(FollowerEntry(name="Rook", ability="Keen nose", rating=14),))
    referee = contest([14, 20], {"tactic": act(ability="Keen nose")}, setup=scene(who, foe()))
    assert referee.state.find("Asa").result.key == "victory-2"
    loud = AbilityEntry(name="Bark", rating=9)
    rook = FollowerEntry(name="Rook", ability="Keen nose", rating=14, more=(loud,))
    both = contest([9, 20], {"tactic": act(ability="Bark")}, setup=scene(hero(followers=(rook,)), foe()))
    assert both.state.find("Asa").result.key == "victory-2"
    assert both.result.sheets["Asa"].followers[0].more == (AbilityEntry(name="Bark", rating="9"),)
    many = FollowerEntry(name="Ten men", rating=14, kind="retainers", more=(loud,))
    with pytest.raises(SetupRefused, match="Retainers are one"):
        contest([], setup=scene(hero(followers=(many,)), foe()))


@pytest.mark.parametrize(("lost", "fits"), [(-1, False), (0, True), (2, True), (3, False)])
def test_qs_66_a_follower_who_has_lost_three_has_left(lost: int, fits: bool) -> None:
    """QS-66: a follower begins with at most 2 of 3 resolve lost, and has lost no less than none."""
    setup = scene(hero(followers=(FollowerEntry(name="Rook", rating=14, lost=lost),)), foe())
    if fits:
        assert GAME.type("contest").setup_from(setup)
        return
    with pytest.raises(SetupRefused) as refused:
        GAME.type("contest").setup_from(setup)
    assert refused.value.accepted == "0 to 2"
    assert refused.value.place == "set-up.contestants[0].followers[0].lost"


@pytest.mark.parametrize(("to", "fits"), [("Bo", True), ("Asa", False), ("Nobody", False)])
def test_qs_58_a_follower_is_assigned_to_somebody_else_on_the_side(to: str, fits: bool) -> None:
    """QS-58: not to whose follower they are, who has them anyway, nor to who is not there."""
    rook = FollowerEntry(name="Rook", rating=14, assigned_to=to)
    setup = GroupContestSetup(contestants=(hero(followers=(rook,)), hero("Bo"), foe()))
    if fits:
        assert GAME.type("group-contest").setup_from(setup)
        return
    with pytest.raises(SetupRefused) as refused:
        GAME.type("group-contest").setup_from(setup)
    assert refused.value.accepted == "Bo"


@pytest.mark.parametrize(
    ("cost", "told"), [("consequence", "suffers"), ("ability", "until the next advance")]
)
def test_calling_on_a_relationship_may_cost_it(cost: str, told: str) -> None:
    """QS-2: announced before the roll, and only on a defeat."""
    who = hero(abilities=[AbilityEntry(name="Owed by the ferrymen", rating=10, relationship=True)])
    referee = contest([20, 3], {"ruling": but(relationship=cost)}, setup=scene(who, foe()))
    assert sum(told in line for line in log(referee)) == 2
    assert referee.result.sheets["Asa"].abilities[0].lost == (cost == "ability")
    won = contest([3, 20], {"ruling": but(relationship=cost)}, setup=scene(who, foe()))
    assert [line.startswith("If Asa loses") for line in log(won) if told in line] == [True]


def test_a_hopeless_rating_fails_whatever_the_die_shows() -> None:
    """QS-3: another tactic is asked for first; the die still breaks the tie."""
    referee = contest([20, 19], {"ruling": but(tactic="-10", situation="-10")})
    assert rating_used(referee) == -5
    assert referee.state.find("Asa").result.key == "victory-0"
    asked = contest(
        [9, 6],
        {
            "ruling": [but(situation={"pick": "other", "with": -50})],
            "hopeless": "other",
            "tactic": [act(), act(ability="Brawn")],
        },
    )
    assert asked.state.find("Asa").hand == "Brawn"


def test_a_tie_is_for_the_game_master_to_settle() -> None:
    """QS-7."""
    assert contest([13, 13], setup=scene(hero(rating=10), foe())).state.result.key == "tie"
    told = contest([13, 13], {"tie": "victory"}, setup=scene(hero(rating=10), foe()))
    assert told.state.result.key == "victory-0"
    assert contest([13, 13], {"tie": "new"}, setup=scene(hero(rating=10), foe())).result.winners == ()
    given = contest([13, 13], None, {"tie": "player"}, scene(hero(rating=10), foe()))
    assert given.state.result.key == "victory-0"
    pvp = contest([13, 13], None, None, scene(hero(rating=10, side="a"), hero("Bo", 10, side="b")))
    assert pvp.result.winners == ()
    assert "QS-7" not in cited(pvp)


# --- difficulty and modifiers ----------------------------------------------------------------------------------------


def test_modifiers_change_characters_only() -> None:
    """QS-8: what would change the opposition is part of its number."""
    with pytest.raises(SetupRefused, match="Opposition carries none"):
        GAME.type("contest").setup_from(scene(hero(), foe(lasting=(LastingEntry(value=5, label="x"),))))
    referee = contest([9, 6], {"ruling": but(situation={"pick": "other", "with": 3})})
    assert rating_used(referee) == 18


def test_a_resistance_is_a_class_or_a_number_and_can_be_set_before_the_dice() -> None:
    """QS-9, QS-10."""
    assert contest([9, 6], {"ruling": but(resistance="punishing")}).state.find("The guard").resistance == 25
    other = {"pick": "other", "with": 33}
    assert contest([9, 6], {"ruling": but(resistance=other)}).state.find("The guard").resistance == 33
    with pytest.raises(SetupRefused) as refused:
        GAME.type("contest").setup_from(scene(hero(), foe(resistance="hardest")))
    assert "challenging" in refused.value.accepted
    with pytest.raises(SetupRefused):
        GAME.type("contest").setup_from(scene(), {"base_resistance": 0})


def test_a_refused_tactic_is_chosen_again() -> None:
    """QS-11, QS-71: stretches, refusals, and giving up."""
    assert rating_used(contest([9, 6], {"ruling": but(tactic="-5")})) == 10
    again = contest([9, 6], {"ruling": [but(tactic="refuse")], "tactic": [act(), act(ability="Charm")]})
    assert again.state.find("Asa").hand == "Charm"
    gave_up = contest([], {"ruling": but(tactic="refuse"), "tactic": [act(), "give-up"]})
    assert gave_up.result.summary.startswith("No contest takes place")
    assert gave_up.result.sides == {}


def test_an_ability_is_not_augmented_by_its_kin() -> None:
    """QS-12: not by itself, its keyword or a sister breakout."""
    who = hero(
        abilities=[
            AbilityEntry(name="Thief", rating=18),
            AbilityEntry(name="Locks", rating="+5", keyword="Thief"),
            AbilityEntry(name="Climbing", rating="+5", keyword="Thief"),
            AbilityEntry(name="Nerves", rating=13),
        ]
    )
    from agonist.questworlds.srd.approach.tactics import can_augment

    made = contestant_from(who, CommonOptions())
    assert can_augment(made, "Locks") == ["Nerves"]
    assert can_augment(made, "Nerves") == ["Thief", "Locks", "Climbing"]


def worth(values: dict[str, str]) -> Any:
    """What the game master finds everybody's help worth, once it is offered."""

    def answer(form: Any) -> Any:
        offered = {each.key for each in form.fields}
        return form.fallback() | {f"help {k}": v for k, v in values.items() if f"help {k}" in offered}

    return answer


def test_others_together_give_one_bonus() -> None:
    """QS-12: the largest counts, beside the own and the followers'."""
    who = hero(followers=(FollowerEntry(name="Rook", rating=14),))
    setup = scene(who, foe(), helpers=(hero("Bo"), hero("Cy")))
    says = {
        "tactic": helped("Wits", augment="Brawn", follower="Rook"),
        "help": "Charm",
        "ruling": worth({"Bo": "5", "Cy": "10"}),
    }
    assert rating_used(contest([9, 6], says, setup=setup)) == 15 + 5 + 5 + 10


def test_a_rolled_augment_that_is_lost_helps_and_hurts() -> None:
    """QS-13: +5 all the same, and −15 on the helping ability; 5M on 20 against 4 wins at degree 0."""
    says = {"tactic": helped("Wits", augment="Brawn"), "ruling": but(augment="roll")}
    referee = contest([15, 10, 9, 6], says, {"story_points": False})
    assert rating_used(referee) == 20
    assert [(each.value, each.touches) for each in referee.state.find("Asa").lasting] == [(-15, ("Brawn",))]
    strong = hero(abilities={"Wits": 15, "Brawn": "5M"})
    won = contest([20, 4, 9, 6], says, {"story_points": False}, scene(strong, foe()))
    assert rating_used(won) == 20
    assert not won.state.find("Asa").lasting


def test_a_flaw_hinders_by_the_game_masters_number_or_by_its_roll() -> None:
    """QS-14: 2 to 0 is −15; in doubt a player who does not try takes the number; several add up; experience."""
    who = hero(flaws=("Proud", "Greedy"))
    doubt = {"pick": "doubt", "with": "-5"}
    rolled = contest([15, 12, 9, 6], {"ruling": but(**{"flaw Proud": doubt})}, setup=scene(who, foe()))
    assert rating_used(rolled) == 0
    assert "Proud" in rolled.result.sheets["Asa"].marks
    taken = contest(
        [9, 6],
        {"ruling": but(**{"flaw Proud": doubt, "flaw Greedy": "-10"}), "doubt a flaw": "no"},
        setup=scene(who, foe()),
    )
    assert rating_used(taken) == 0
    ability = contest([9, 6], {"ruling": but(ability_against={"pick": "Charm", "with": "-5"})})
    assert rating_used(ability) == 10


def test_flaws_are_rated_by_the_abilities() -> None:
    """QS-15: the highest, the second-highest, the lowest."""
    who = contestant_from(hero(flaws=("A", "B", "C", "D")), CommonOptions())
    assert [who.flaw(each).whole for each in who.flaws] == [15, 12, 10, 10]


def test_who_is_tempted_gives_in_or_resists() -> None:
    """QS-15: only a victory resists; who gave in chooses a tactic anew and learns; QS-14: and cannot contest it."""
    setup = scene(hero(flaws=("Proud",)), foe())
    resists = {"pick": "resist", "with": "Wits"}
    tempts = [but(**{"flaw Proud": "tempts"})]
    held = contest([3, 18, 9, 6], {"ruling": list(tempts), "temptation": resists}, setup=setup)
    assert "Asa resists Proud." in log(held)
    fell = contest([18, 3, 9, 6], {"ruling": list(tempts), "temptation": resists}, setup=setup)
    assert fell.state.find("Asa").gave_in == ["Proud"]
    assert fell.result.sheets["Asa"].marks == ("Proud",)
    plain = contest([9, 6], {"ruling": list(tempts), "temptation": "give-in"}, setup=setup)
    assert "Asa gives in to Proud." in log(plain)
    assert not plain.result.sheets["Asa"].lasting


def test_a_crowd_is_one_opposition_and_its_numbers_are_in_its_resistance() -> None:
    """QS-16: nothing else is added in a contest."""
    referee = contest([9, 6], setup=scene(hero(), foe("Twelve guards", "exceptional")))
    assert referee.state.find("Twelve guards").rating("").whole == 30
    assert rating_used(referee) == 15


def test_a_community_gives_and_is_spent() -> None:
    """QS-17: each use lowers it by 5, whatever comes of it; below 0 it is a penalty."""
    setup = scene(resources=(ResourceEntry(name="Harvest", bonus=10),))
    calls = {"tactic": act(resource={"pick": "Harvest", "with": "Charm"})}
    options = {"story_points": False}
    won = contest([3, 20, 9, 6], calls, options, setup)
    assert rating_used(won) == 25
    assert won.result.carried["resources"][0].now == 5
    lost = contest([20, 3, 9, 6], calls, options, setup)
    assert rating_used(lost) == 15
    assert lost.result.carried["resources"][0].now == 5
    empty = scene(resources=(ResourceEntry(name="Harvest", bonus=10, now=-5),))
    assert rating_used(contest([20, 3, 9, 6], calls, options, empty)) == 10


def test_bolstering_a_resource() -> None:
    """QS-17: +5 until the next use, once at a time; a depleted one gets its depletion back."""
    resource = Resource("Harvest", 10, 10)
    resource.bolster()
    resource.bolster()
    assert (resource.use(), resource.now, resource.bolstered) == (15, 10, 0)
    assert (resource.use(), resource.now) == (10, 5)
    resource.bolster()
    assert (resource.now, resource.bolstered) == (10, 0)
    setup = ContestSetup(
        contestants=(hero(),), resources=(ResourceEntry(name="Harvest", bonus=10),), bolsters="Harvest"
    )
    referee = contest([15, 19], setup=setup)
    assert referee.state.contestants[1].resistance == 20
    assert referee.result.carried["resources"][0].bolstered == 5


# --- contest ---------------------------------------------------------------------------------------------------------


def test_what_was_lost_is_not_tried_again() -> None:
    """QS-18: the program says so, and the game master may wave it through."""
    lost = contest([20, 3], options={"story_points": False})
    assert lost.result.carried["tried"] == [Tried(who="Asa", prize="the gate", ability="Wits")]
    kind = GAME.type("contest")
    setup, _ = kind.setup_from(kind.follow(scene(), lost.result.carried))
    again = play("contest", setup, [9, 6], {"tactic": [act(), act(ability="Charm")]}, {"story_points": False})
    assert again.state.find("Asa").hand == "Charm"
    waved = play("contest", setup, [9, 6], {"ruling": but(retry="yes")}, {"story_points": False})
    assert waved.state.find("Asa").hand == "Wits"


def test_a_story_at_stake_takes_consent() -> None:
    """QS-19: one may back out before any die; no rule ends a character by itself."""
    setup = scene(story_at_stake=True)
    out = contest([], {"story at stake": "out"}, setup=setup)
    assert out.result.summary.startswith("No contest")
    no = contest([20, 3], {"story ends": "yes", "consent": "no"}, setup=setup)
    assert not no.result.sheets["Asa"].story_over
    yes = contest([20, 3], {"story ends": "yes", "consent": "yes"}, setup=setup)
    assert yes.result.sheets["Asa"].story_over
    won = contest([3, 20], {"story ends": "yes", "consent": "yes"}, setup=setup)
    assert not won.result.sheets["Asa"].story_over


@pytest.mark.parametrize("kind", ["group-contest", "one-prize", "scored", "wagered", "chained"])
def test_if_all_back_out_there_is_no_contest(kind: str) -> None:
    """QS-19: of any kind, and nobody learns or loses anything by it."""
    people = (hero(), hero("Bo"), foe())
    setup = GAME.type(kind).setup_type(prize="a life", contestants=people, story_at_stake=True)
    out = play(kind, setup, [], {"story at stake": "out"})
    assert out.over
    assert out.result.winners == ()
    assert out.result.sides == {}
    assert not out.result.sheets["Asa"].experience


def test_an_assured_contest_is_won_whatever_the_dice_say() -> None:
    """QS-20: a rolled defeat suggests a consequence, and teaches nothing (QS-29)."""
    referee = contest(
        [20, 3],
        {"lasting effects": but(Asa={"pick": "suggested", "with": {"label": "sore", "on": []}})},
        setup=scene(assured="rolled"),
    )
    assert referee.state.result.key == "victory-0"
    assert [each.value for each in referee.result.sheets["Asa"].lasting] == [-10]
    assert referee.result.sheets["Asa"].experience == 0
    assert contest([], setup=scene(assured="unrolled")).state.result.key == "victory-0"
    assert contest([3, 20], setup=scene(assured="rolled")).state.result.key == "victory-1"


def test_a_resistance_of_0_is_assured_and_has_no_successes() -> None:
    """QS-10, QS-20."""
    referee = contest([20, 1], setup=scene(hero(), foe(resistance="simple")))
    assert referee.state.result.key == "victory-0"
    assert referee.state.assured == "rolled"


def test_lasting_effects_are_offered_and_not_given_unasked() -> None:
    """QS-21, QS-22: to characters only, with a price beside."""
    assert contest([9, 6]).result.sheets["Asa"].lasting == ()
    wording = {"label": "sure of herself", "on": ["Wits"]}
    both = {"pick": "both", "with": {"size": "-10", **wording}}
    referee = contest([9, 6], {"lasting effects": but(Asa=both)})
    kept = referee.result.sheets["Asa"].lasting
    assert [(each.value, each.touches) for each in kept] == [(5, ("Wits",)), (-10, ("Wits",))]
    note = contest([9, 6], setup=scene(hero(), foe(resistance=5)))
    assert note.over


def test_lasting_effects_add_up_or_are_struck() -> None:
    """QS-23: +10 and −5 come to +5, or to nothing if the game master says so; what touches something else does not."""
    lasting = (
        LastingEntry(value=10, label="fresh", touches=("Wits",)),
        LastingEntry(value=-5, label="sore"),
        LastingEntry(value=-20, label="lame", touches=("Brawn",)),
    )
    setup = scene(hero(lasting=lasting), foe())
    assert rating_used(contest([9, 6], setup=setup)) == 20
    assert rating_used(contest([9, 6], {"ruling": but(effects="strike")}, setup=setup)) == 15
    assert (
        contest([9, 6], {"ruling": but(effects="strike")}, setup=setup).result.sheets["Asa"].lasting
        == lasting
    )


def test_a_session_begins_with_a_look_at_what_lasts() -> None:
    """QS-23: effects stay, shrink or go; QS-29: everything can teach again; QS-30: the pool is full."""
    lasting = (LastingEntry(value=-15, label="sore"), LastingEntry(value=5, label="fresh"))
    setup = scene(
        hero(lasting=lasting, marks=("Wits",), experience=3), foe(), begins="session", story_points=0
    )
    referee = contest([9, 6], {"what lasts": {"0": "-5", "1": "0"}, "story point": "no"}, setup=setup)
    assert [each.value for each in referee.result.sheets["Asa"].lasting] == [-5]
    assert referee.result.sheets["Asa"].marks == ()
    assert referee.result.carried["story_points"] == 1


def test_curing_a_consequence() -> None:
    """QS-24: base and its size; any victory removes it, a defeat or tie does not."""
    patient = hero("Bo", lasting=(LastingEntry(value=-15, label="a broken arm"),))
    setup = ContestSetup(contestants=(hero(),), helpers=(patient,), cures="Bo", cured="a broken arm")
    won = contest([15, 20], setup=setup)
    assert won.state.contestants[1].rating("").whole == 25
    assert won.result.sheets["Bo"].lasting == ()
    assert contest([20, 3], setup=setup).result.sheets["Bo"].lasting == patient.lasting
    with pytest.raises(SetupRefused) as refused:
        GAME.type("contest").setup_from(ContestSetup(contestants=(hero(),), helpers=(patient,), cures="Bo"))
    assert refused.value.accepted == "a broken arm"


def test_graduated_goals() -> None:
    """QS-25: the player picks degree + 1; on a narrow defeat the game master may grant one; aims may not touch."""
    setup = scene(goals=("in", "unseen", "with the key"))
    won = contest([3, 20], {"goals": [["in", "unseen"]]}, setup=setup)
    assert won.result.goals == ("in", "unseen")
    granted = contest([8, 9], {"grant a goal": "in", "story point": "no"}, setup=setup)
    assert granted.result.goals == ("in",)
    apart = contest([], {"ruling": but(assured="apart")}, setup=setup)
    assert apart.result.winners == ("Asa", "The guard")
    assert set(apart.result.sides.values()) == {"victory-0"}
    assert apart.result.goals == setup.goals


def test_mass_effort() -> None:
    """QS-26: a contribution's degree is the leader's modifier; a part in the whole is fixed in secret."""
    setup = scene(hero(), foe(), helpers=(hero("Bo", 10),), effort="contributing", leader="Bo")
    referee = contest([3, 20, 11, 20], setup=setup, options={"story_points": False})
    assert rating_used(referee, "Bo") == 20
    assert referee.state.result.key == "victory-1"
    part = scene(effort="taking-part")
    says = {"the whole": {"whole": "defeat-2", "resistance The guard": "hard"}}
    fixed = contest([], says, setup=part)
    assert fixed.state.find("The guard").resistance == 20
    assert seat_view(fixed, "gm").state["whole"] == "defeat-2"
    assert "whole" not in seat_view(fixed, "asa").state
    assert not any("settled" in line.text for line in seat_view(fixed, "asa").lines)


def test_a_mass_effort_of_any_kind_is_led_or_fixed() -> None:
    """QS-26: who contributes has an outcome of their own, and learns; groups and sequences contribute or take part."""
    led: dict[str, Any] = {"effort": "contributing", "leader": "Bo", "helpers": (hero("Bo", 15),)}
    options = {"story_points": False}
    lost = contest([20, 3, 11, 20], options=options, setup=scene(hero(), foe(), **led))
    assert (rating_used(lost, "Bo"), lost.result.sheets["Asa"].experience) == (5, 1)
    group = GroupContestSetup(contestants=(hero(), foe()), **led)
    assert rating_used(play("group-contest", group, [3, 20, 11, 20], None, options), "Bo") == 25
    quick = SequenceSetup(contestants=(hero(), foe()), **led)
    long = play("scored", quick, [15, 20] * 2 + [3, 20], {"parting shot": "no"}, options)
    assert rating_used(long, "Bo") == 15 + 15
    assert long.result.sides["the characters"] == "victory-2"
    taking = {"the whole": {"whole": "defeat-2", "resistance The guard": "hard"}}
    for kind, setup in (
        ("group-contest", GroupContestSetup(contestants=(hero(), foe()), effort="taking-part")),
        ("scored", SequenceSetup(contestants=(hero(), foe()), effort="taking-part")),
    ):
        fixed = play(kind, setup, [], taking)
        assert fixed.state.find("The guard").resistance == 20
        assert "whole" not in seat_view(fixed, "asa").state


@pytest.mark.parametrize(("said", "ends"), [("give-up", "tie"), ("edit", "defeat-1")])
def test_a_leader_who_does_not_roll_is_not_assured_of_anything(said: str, ends: str) -> None:
    """QS-20, QS-26, QS-32, QS-71: who gives up has no victory over a resistance of 0, and a major edit says itself how
    it ends."""
    led: dict[str, Any] = {"effort": "contributing", "leader": "Bo", "helpers": (hero("Bo"),)}
    setup = scene(hero(), foe(resistance=0), story_points=3, **led)
    tactic = {"pick": said, "with": "The king arrives"} if said == "edit" else said
    says = {"tactic Bo": [tactic], "plot edit": "major", "settled": ends, "story point": "no"}
    assert contest([9, 6], says, setup=setup).result.sides["the characters"] == ends


def test_a_group_contest_against_nothing_is_assured() -> None:
    """QS-10, QS-20: a resistance of 0 has no successes, and what comes of it is a victory that teaches nothing."""
    setup = GroupContestSetup(contestants=(hero(), hero("Bo"), foe(resistance=0)))
    sure = play("group-contest", setup, [16, 17, 18, 19], None, {"story_points": False})
    assert sure.result.sides["the characters"] == "victory-0"
    assert not sure.result.sheets["Asa"].experience


def test_what_was_rolled_for_is_not_rolled_anew() -> None:
    """QS-13, QS-14, QS-17: the game master says something else before the dice, and help and hindrances stay as they
    fell; a resistance goes back to what it was."""
    who = hero(flaws=("Proud",))
    doubt = {"pick": "doubt", "with": "-5"}
    first = but(augment="roll", flaw_Proud=doubt, resistance="hard")
    then = but(augment="roll", flaw_Proud=doubt, situation="5")
    setup = scene(who, foe(), resources=(ResourceEntry(name="Harvest", bonus=10),))
    tactic = helped("Wits", augment="Charm")

    def calls(form: Any) -> Any:
        answer = tactic(form)
        answer["with"]["resource"] = {"pick": "Harvest", "with": "Charm"}
        return answer

    dice = [12, 20, 15, 20, 3, 20, 9, 6]
    says = {"tactic": calls, "ruling": [first, then]}
    referee = contest(dice, says, {"story_points": False}, setup)
    assert rating_used(referee) == 15 + 15 - 15 + 10 + 5
    assert referee.result.carried["resources"][0].now == 5
    assert referee.state.find("The guard").resistance == 10


def test_what_helps_rolls_without_the_tactics_modifiers() -> None:
    """QS-13, QS-17: a stretch is of the tactic, not of what helps it; nor does one help add to another's roll."""
    says = {
        "tactic": helped("Wits", augment="Charm"),
        "ruling": [but(augment="roll", tactic="-10", situation="-10")],
    }
    referee = contest([12, 20, 3, 20], says, {"story_points": False})
    assert any("Asa: 12 against Charm 12, 2 successes" in line for line in log(referee))
    assert rating_used(referee) == 15 + 15 - 20


def test_a_tie_in_a_cure_stays_one() -> None:
    """QS-7, QS-24: unasked, and the consequence stays."""
    who = hero(lasting=(LastingEntry(value=-5, label="a limp", touches=("Brawn",)),))
    setup = ContestSetup(contestants=(who,), cures="Asa", cured="a limp")
    referee = contest([17, 17], {"tie": "victory"}, {"story_points": False}, setup)
    assert referee.state.result.key == "tie"
    assert referee.result.sheets["Asa"].lasting


@pytest.mark.parametrize("kind", ["group-contest", "one-prize", "scored"])
def test_a_defeat_costs_a_relationship_in_any_contest(kind: str) -> None:
    """QS-2: a consequence counts when they are called upon again."""
    who = hero(abilities=[AbilityEntry(name="Owed by the ferrymen", rating=10, relationship=True)])
    setup = GAME.type(kind).setup_type(contestants=(who, foe()))
    says = {"ruling": but(relationship="consequence")}
    dice = [20, 3] if kind != "scored" else [20, 10] * 2
    referee = play(kind, setup, dice, says, {"story_points": False})
    (left,) = referee.result.sheets["Asa"].lasting
    assert left.touches == ("Owed by the ferrymen",)
    assert left.value < 0


def test_other_words_for_the_base() -> None:
    """QS-9."""
    for word in ("moderate", "Default"):
        assert contest([], setup=scene(hero(), foe(resistance=word))).state.contestants[1].resistance == 10


def test_the_first_claim_has_the_last_point() -> None:
    """QS-30, QS-31: between characters, asked at once, where the option says so."""
    setup = scene(hero(), hero("Bo", side="them"), story_points=1)
    for order, won in ((("asa", "bo"), "Asa"), (("bo", "asa"), "Bo")):
        referee = until("story point", start("contest", setup, {"story_points_pvp": True}), [9, 9])
        for seat in order:
            mine = next(each for each in referee.pending if each.seat == seat)
            referee.answer(mine.id, "yes")
        go_on(referee)
        assert referee.state.pair()[0].result.victory == (won == "Asa")


def test_one_prize_for_many() -> None:
    """QS-28: the lead over the next best, what others lack, and nobody without a success."""
    people = (hero(), hero("Bo", 10), foe(resistance=12))
    setup = OnePrizeSetup(prize="the crown", contestants=people)
    won = play("one-prize", setup, [15, 11, 7])
    assert won.result.sides == {"Asa": "victory-1", "Bo": "defeat-2", "The guard": "defeat-1"}
    shared = play("one-prize", setup, [7, 7, 7])
    assert shared.result.winners == ("Asa", "Bo", "The guard")
    nobody = play("one-prize", setup, [18, 19, 20])
    assert nobody.result.winners == ()
    assert set(nobody.result.sides.values()) == {"defeat-0"}
    order = play("one-prize", setup, [18, 19, 20], {"all lose": "order"})
    assert order.result.winners == ("The guard",)
    single = OnePrizeSetup(contestants=people, shareable=False)
    assert play("one-prize", single, [7, 7, 7]).result.winners == ("Asa",)


def test_experience() -> None:
    """QS-29: once a session for each ability, at most 5; a record that can be switched off."""
    lost = contest([20, 3], options={"story_points": False})
    assert lost.result.sheets["Asa"].experience == 1
    again = scene(hero(marks=("Wits",), experience=1), foe())
    assert contest([20, 3], options={"story_points": False}, setup=again).result.sheets["Asa"].experience == 1
    full = scene(hero(marks=("a", "b", "c", "d", "e"), experience=5), foe())
    assert contest([20, 3], options={"story_points": False}, setup=full).result.sheets["Asa"].experience == 5
    off = contest([20, 3], options={"story_points": False, "experience": False})
    assert off.result.sheets["Asa"].experience == 0
    assert contest([3, 20]).result.sheets["Asa"].experience == 0


# --- story points ----------------------------------------------------------------------------------------------------


def test_the_pool_is_the_tables_and_is_carried() -> None:
    """QS-30: one for each character; the next contest of the scene starts from what is left."""
    burned = contest([9, 15], {"story point": "yes"})
    assert burned.result.carried["story_points"] == 0
    kind = GAME.type("contest")
    setup, options = kind.setup_from(kind.follow(scene(), burned.result.carried))
    assert kind.begin(setup, options).story_points == 0
    assert contest([9, 6], options={"story_points": False}).result.carried["story_points"] == 0
    rested = contest(
        [9, 6], {"story point": "no"}, {"story_refresh": "downtime"}, scene(begins="downtime", story_points=0)
    )
    assert rested.result.carried["story_points"] == 1
    asked = contest(
        [9, 6], {"refresh": "no"}, {"story_refresh": "ask"}, scene(begins="downtime", story_points=0)
    )
    assert asked.result.carried["story_points"] == 0


def test_a_story_point_is_one_more_success() -> None:
    """QS-31: 1 to 2 becomes 2 to 2, and 12 under 15 is still a defeat; one a roll unless the option says more."""
    strong = scene(hero(rating="7M"), foe(resistance=15), story_points=3)
    assert contest([12, 15], {"story point": "yes"}, setup=strong).state.result.key == "defeat-0"
    many = contest([12, 15], {"story point": 3}, {"story_points_per_roll": "pool"}, strong)
    assert many.state.result.key == "victory-2"
    assert many.state.story_points == 0
    with pytest.raises(SetupRefused):
        GAME.type("contest").setup_from(strong, {"story_points_per_roll": 0})


@pytest.mark.parametrize(
    ("dice", "comes_to"), [((3, 6), "victory of degree 1"), ((20, 3), "victory of degree 0")]
)
def test_the_offer_of_a_story_point_says_what_it_comes_to(dice: tuple[int, int], comes_to: str) -> None:
    """QS-6, QS-31: 1 to 1 and 0 to 1 with the higher die."""
    told: list[str] = []

    def says(form: Any) -> str:
        told.extend(option.help for option in form.options if option.key == "yes")
        return "no"

    contest(list(dice), {"story point": says}, setup=scene(story_points=1))
    assert told == [f"One more success: a {comes_to}."]


def test_no_story_points_between_characters() -> None:
    """QS-31: unless the option says so; then both are asked at once, and the last point goes to the first."""
    setup = scene(hero(side="a"), hero("Bo", 10, side="b"), story_points=1)
    quiet = contest([9, 6], {"story point": "yes"}, setup=setup)
    assert quiet.state.story_points == 1
    loud = contest([9, 6], {"story point": "yes"}, {"story_points_pvp": True}, setup)
    assert loud.state.story_points == 0
    assert loud.state.result.key == "victory-1"


def test_plot_edits() -> None:
    """QS-32: the game master names the level or refuses; only then the player burns; a major one settles it."""
    setup = scene(story_points=3)
    edit = {"pick": "edit", "with": "A cellar door"}
    small = contest(
        [9, 6], {"tactic": [edit, act()], "plot edit": "marginal", "story point": "no"}, setup=setup
    )
    assert small.state.story_points == 2
    refused = contest(
        [9, 6], {"tactic": [edit, act()], "plot edit": "refuse", "story point": "no"}, setup=setup
    )
    assert refused.state.story_points == 3
    let_be = contest(
        [9, 6], {"tactic": [edit, act()], "pay for the edit": "no", "story point": "no"}, setup=setup
    )
    assert let_be.state.story_points == 3
    major = contest([], {"tactic": [edit], "plot edit": "major", "settled": "victory-2"}, setup=setup)
    assert major.state.result.key == "victory-2"
    assert major.state.story_points == 0


def test_a_major_edit_settles_other_contests_too() -> None:
    """QS-32: for who is after one prize, and for who leads a mass effort."""
    edit = {"pick": "edit", "with": "The king arrives"}
    says = {"tactic Asa": [edit], "plot edit": "major", "settled": "victory-1"}
    many = OnePrizeSetup(contestants=(hero(), hero("Bo")), story_points=3)
    won = play("one-prize", many, [], dict(says))
    assert won.result.winners == ("Asa",)
    assert won.result.sides == {"Asa": "victory-1"}
    setup = scene(hero("Bo"), foe(), helpers=(hero(),), effort="contributing", leader="Asa", story_points=3)
    led = contest([3, 20], {**says, "tactic Asa": [edit], "story point": "no"}, setup=setup)
    assert led.state.result.key == "victory-1"


# --- who sees what ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "before", "after"), [("after", False, True), ("open", True, True), ("never", False, False)]
)
def test_the_resistance_is_shown_as_the_option_says(option: str, before: bool, after: bool) -> None:
    """QS-70: the game master always knows; everybody sees dice and successes."""
    options = {"show_resistance": option}
    start = contest([], options=options)
    end = contest([9, 6], options=options)
    for referee, shown in ((start, before), (end, after)):
        seen = seat_view(referee, "asa")
        assert ("resistance" in seen.state["contestants"][1]) == shown
        assert "resistance" in seat_view(referee, "gm").state["contestants"][1]
    told = [line.text for line in seat_view(end, "asa").lines]
    assert any(line.startswith("The guard: 6") for line in told)
    assert any("10" in line and line.startswith("The guard: 6") for line in told) == after


def test_only_the_game_master_knows_that_a_contest_is_assured() -> None:
    """QS-70, QS-20: until its outcome is shown."""
    start, end = contest([], setup=scene(assured="rolled")), contest([9, 6], setup=scene(assured="rolled"))
    assert "assured" not in seat_view(start, "asa").state
    assert seat_view(start, "gm").state["assured"] == "rolled"
    assert seat_view(end, "asa").state["assured"] == "rolled"
    hidden = contest([], setup=scene(opposition_goals=("to be paid",)))
    assert "opposition_goals" not in seat_view(hidden, "asa").state


def test_a_game_of_chained_sequences_has_few_plain_contests() -> None:
    """QS-62: they stay for cures and assured ones."""
    kind, chained = GAME.type("contest"), {"sequence_kind": "chained"}
    with pytest.raises(SetupRefused, match="chained"):
        kind.setup_from(scene(), chained)
    assert kind.setup_from(scene(assured="unrolled"), chained)
    with pytest.raises(SetupRefused, match="chained"):
        GAME.type("group-contest").setup_from({"contestants": [hero(), foe()]}, chained)


def test_a_tables_character_takes_a_place() -> None:
    """A sheet of the table is enlisted in its player's place, with everything it carries."""
    kind = GAME.type("contest")
    sheet = Sheet(
        abilities=(AbilityEntry(name="Oratory", rating="17"),), lasting=(LastingEntry(value=5, label="x"),)
    )
    setup = kind.enlist(scene(), "Dara", sheet, "dara")
    state = kind.begin(*kind.setup_from(setup))
    assert [each.name for each in state.contestants] == ["Dara", "The guard"]
    assert state.find("Dara").rating("Oratory") == Rating(22)
