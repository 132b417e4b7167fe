"""QW-7 and QW-40 in play: simple and group simple contests."""

import pytest

from agonist.kernel import GM, SetupRefused
from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.classic.people.setup import AugmentEntry, Carried, GroupSimpleSetup, SimpleSetup
from agonist.questworlds.classic.rolls.results import degree_of_difference
from agonist.questworlds.classic.types.group_simple import boost_cost
from tests.questworlds.scenes import asked, foe, go, hero, start, told, until, who


def simple(one=None, two=None, options=None):
    return start(
        "simple",
        SimpleSetup(prize="the crown", contestants=(one or hero("A", 17), two or foe("B", 14))),
        options,
    )


@pytest.mark.parametrize(
    ("dice", "options", "degree", "winners"),
    [
        ((9, 5), {}, "marginal", ("A",)),
        ((9, 5), {"better_roll": "low"}, "marginal", ("B",)),
        ((9, 15), {}, "minor", ("A",)),
        ((1, 15), {}, "major", ("A",)),
        ((1, 20), {}, "complete", ("A",)),
        ((20, 1), {}, "complete", ("B",)),
        ((7, 7), {}, "tie", ()),
        ((20, 20), {}, "tie", ()),
    ],
)
def test_qw_7_a_simple_contest(dice, options, degree, winners) -> None:
    """QW-7, QW-6: one roll each, and the steps between them."""
    result = go(simple(options=options), dice).result
    assert (result.degree, result.winners, result.rule) == (degree, winners, "QW-7")


def test_qw_7_names_winner_degree_consequence_benefit_and_what_carries_over() -> None:
    """QW-7, QW-22, QW-23: by degree, as after an extended contest."""
    referee = go(simple(hero("A", 17), hero("B", 14)), [9, 15])
    result = referee.result
    assert result.summary == "A wins the prize with a minor victory: the crown."
    assert [(each.level, each.consequence, each.benefit) for each in result.standings] == [
        ("minor-victory", "", "pumped"),
        ("minor-defeat", "impaired", ""),
    ]
    assert result.carries == ("A: pumped (First)", "B: impaired (First)")
    assert result.sheets["B"].lasting == (Carried(effect="impaired", abilities=("First",)),)
    assert result.sides == {"A": "minor-victory", "B": "minor-defeat"}


def test_qw_23_the_game_master_may_leave_nothing_lasting() -> None:
    """QW-23: asked with a default; the table's by default."""
    referee = simple(hero("A", 17), hero("B", 14))
    pending = until(referee, "lasting effects", [9, 15])
    assert (pending.seat, pending.form().default) == (GM, "table")
    go(referee, (), {"lasting effects": ["none"]})
    assert referee.result.carries == ()


def test_qw_5_hero_points_in_a_simple_contest() -> None:
    """QW-5: on any roll, and what is spent is gone from the sheet."""
    referee = go(simple(hero("A", 17, hero_points=2)), [18, 9], {"hero point": ["yes"]})
    assert referee.result.winners == ("A",)
    assert referee.result.sheets["A"].hero_points == 1


def test_qw_9_rolled_augment_before_a_simple_contest() -> None:
    """QW-9: it raises the rating for the roll that follows."""
    character = hero("A", 17, 13, augments=(AugmentEntry(source="Second", kind="rolled"),))
    referee = go(simple(character), [9, 15, 19, 9])
    assert who(referee, "A").rating("First").whole == 23
    assert referee.result.degree == "marginal", "19 fails against 3M and is bumped up to a success"


def test_qw_13_nothing_is_hidden_without_ap() -> None:
    """QW-13: in a simple contest everybody sees both ratings."""
    referee = simple()
    assert all(each.known for each in referee.state.contestants)


def group(*, options=None, points=0, pairings=(), count=3, foes=3):
    heroes = tuple(hero(f"H{n}", 14, side="us", hero_points=points) for n in range(count))
    others = tuple(foe(f"F{n}", 14, side="them") for n in range(foes))
    return start("group-simple", GroupSimpleSetup(contestants=(*heroes, *others), pairings=pairings), options)


WIN = {"marginal": (9, 5), "minor": (9, 15), "major": (9, 20), "complete": (1, 20), "tie": (9, 9)}
LOSE = {name: dice[::-1] for name, dice in WIN.items()}


def rolled(*pairs):
    return [die for pair in pairs for die in pair]


@pytest.mark.parametrize(
    ("pairs", "sums", "level"),
    [
        ((WIN["marginal"], WIN["tie"], WIN["tie"]), (1, 0), "marginal-victory"),
        ((WIN["minor"], WIN["tie"], WIN["tie"]), (2, 0), "minor-victory"),
        ((WIN["major"], WIN["tie"], WIN["tie"]), (3, 0), "major-victory"),
        ((WIN["complete"], LOSE["marginal"], WIN["tie"]), (5, 1), "major-victory"),
        ((WIN["complete"], WIN["tie"], WIN["tie"]), (5, 0), "complete-victory"),
        ((WIN["complete"], LOSE["major"], LOSE["minor"]), (5, 5), "tie"),
        ((LOSE["complete"], LOSE["minor"], WIN["marginal"]), (1, 7), "complete-defeat"),
    ],
)
def test_qw_40_outcome_points_and_degrees(pairs, sums, level) -> None:
    """QW-40: marginal 1, minor 2, major 3, complete 5; the sides are summed, the difference gives the degree."""
    referee = go(group(), rolled(*pairs))
    assert (referee.state.scores["us"], referee.state.scores["them"]) == sums
    assert referee.result.sides["us"] == level
    assert len(told(referee, "QW-40")) >= 4


@pytest.mark.parametrize(
    ("points", "degree"),
    [(1, "marginal"), (2, "minor"), (3, "major"), (4, "major"), (5, "complete"), (15, "complete")],
)
def test_qw_40_degrees_by_difference(points, degree) -> None:
    """QW-40: 1 marginal, 2 minor, 3–4 major, 5+ complete."""
    assert degree_of_difference(points).word == degree


def test_qw_40_a_tied_pairing_goes_to_the_better_roll() -> None:
    """QW-40: two fumbles of different dice score for the better roll; equal dice score for nobody."""
    contestants = (hero("H0", 14, side="us"), foe("F0", 54, side="them"))
    referee = start("group-simple", GroupSimpleSetup(contestants=contestants))
    go(referee, [20, 19])
    assert referee.result.sides["us"].endswith("defeat")
    twice = (hero("H0", 14, side="us"), hero("H1", 14, side="us"), foe("F0", 14, side="them"))
    referee = go(start("group-simple", GroupSimpleSetup(contestants=twice)), [20, 20, 9, 9])
    assert referee.state.scores == {"us": 0, "them": 0}
    assert referee.result.degree == "tie"


def test_qw_40_fumbles_made_by_bumps() -> None:
    """QW-40: a surplus bump can make a fumble of another die; the better one of two fumbles gets the point."""
    from agonist.questworlds.classic.rolls.faces import Clash
    from agonist.questworlds.classic.rolls.results import Level, Result
    from agonist.questworlds.classic.types.group_simple import paired_level

    state = group().state
    clash = Clash(("a", "b"), (20, 15), (Result.FUMBLE, Result.FUMBLE))
    assert (clash.level("high"), paired_level(clash, state)) == (Level.TIE, Level.MARGINAL_VICTORY)


@pytest.mark.parametrize(("characters", "cost"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_qw_40_a_boost_costs_one_point_per_three_characters_begun(characters, cost) -> None:
    """QW-40: 1 for up to three, 2 for up to six."""
    assert boost_cost(characters) == cost


@pytest.mark.parametrize(
    ("given", "level", "left"),
    [
        ([0, 0, 0], "marginal-victory", [2, 2, 2]),
        ([1, 0, 0], "minor-victory", [1, 2, 2]),
        ([1, 1, 0], "major-victory", [1, 1, 2]),
        ([2, 0, 0], "major-victory", [0, 2, 2]),
        ([2, 2, 2], "major-victory", [0, 2, 2]),
    ],
)
def test_qw_40_boosts(given, level, left) -> None:
    """QW-40: a boost lifts a victory one step, a double boost two; what buys nothing stays with its owner."""
    referee = group(points=2)
    no = {"hero point": ["no"] * 3, "boost": given}
    go(referee, rolled(WIN["marginal"], WIN["tie"], WIN["tie"]), no)
    assert referee.result.sides["us"] == level
    assert [referee.result.sheets[f"H{n}"].hero_points for n in range(3)] == left


def test_qw_40_a_boost_lifts_a_tie_and_all_are_asked_at_once() -> None:
    """QW-40: a tie becomes a marginal victory."""
    referee = group(points=1)
    until(referee, "boost", rolled(WIN["tie"], WIN["tie"], WIN["tie"]), {"hero point": ["no"] * 3})
    assert asked(referee) == [("H0", "boost"), ("H1", "boost"), ("H2", "boost")]
    go(referee, (), {"boost": [0, 1, 0]})
    assert referee.result.degree == "marginal"


def test_qw_40_nothing_is_paid_beyond_a_complete_victory() -> None:
    """QW-40: from a major victory there is one step to lift, so there is no double boost to pay for."""
    contestants = (hero("H0", 14, side="us", hero_points=3), foe("F0", 14, side="them"))
    referee = start("group-simple", GroupSimpleSetup(contestants=contestants))
    pending = until(referee, "boost", WIN["major"], {"hero point": ["no"]})
    assert (pending.form().most, pending.form().why) == (1, "QW-40: a boost costs 1")
    go(referee, (), {"boost": [1]})
    assert (referee.result.degree, referee.result.sheets["H0"].hero_points) == ("complete", 2)
    several = group(points=1)
    until(several, "boost", rolled(WIN["major"], WIN["tie"], WIN["tie"]), {"hero point": ["no"] * 3})
    go(several, (), {"boost": [1, 1, 1]})
    assert [several.result.sheets[f"H{n}"].hero_points for n in range(3)] == [0, 1, 1]


def test_qw_40_a_boost_is_offered_in_the_words_of_the_side_that_is_ahead() -> None:
    """QW-40: the second side's players read of their victory, not of the first side's defeat."""
    contestants = (hero("A", 14, side="us"), hero("B", 14, side="them", hero_points=1))
    referee = start("group-simple", GroupSimpleSetup(contestants=contestants))
    pending = until(referee, "boost", LOSE["minor"], {"hero point": ["no"]})
    assert (pending.request.about, pending.request.text[:24]) == ("B", "It is a minor victory. B")
    go(referee, (), {"boost": [1]})
    assert referee.result.sides == {"us": "major-defeat", "them": "major-victory"}


def test_qw_40_pairs_of_different_characters_roll_at_the_same_time() -> None:
    """Whoever is in two pairings rolls for the second once the first has been looked at."""
    assert [each.request.about for each in group(foes=1).pending if each.seat != GM] == ["H0", "H1", "H2"]
    chosen = (("H0", "F0"), ("H1", "F1"), ("H0", "F1"), ("H2", "F0"))
    again = group(pairings=tuple(Pairing(one=one, two=two) for one, two in chosen))
    assert [each.request.about for each in again.pending if each.seat != GM] == ["H0", "H1"]


def test_qw_23_a_group_contest_of_ties_leaves_nothing_to_rule_on() -> None:
    """QW-23, QW-40: the game master is not asked for effects of pairings that nobody won."""
    referee = go(group(), rolled(*[WIN["tie"]] * 3))
    assert (referee.result.degree, referee.result.carries) == ("tie", ())
    assert "table" not in [getattr(entry, "value", "") for entry in referee.transcript.entries]


def test_qw_40_no_boost_for_a_defeat_nor_for_too_few_points() -> None:
    """QW-40: nobody is asked."""
    referee = go(
        group(points=1), rolled(LOSE["marginal"], WIN["tie"], WIN["tie"]), {"hero point": ["no"] * 3}
    )
    assert referee.result.sides["us"] == "marginal-defeat"
    four = group(points=0, count=4)
    who(four, "H0").hero_points = 0
    assert go(four, rolled(*[WIN["marginal"]] * 4)).result.winners


def test_qw_40_pairings_as_set_up_or_in_turn() -> None:
    """QW-40: each player has a pairing; without any named they meet the other side in turn."""
    assert [(each.one, each.two) for each in group(foes=2).state.pairings] == [
        ("H0", "F0"),
        ("H1", "F1"),
        ("H2", "F0"),
    ]
    chosen = (Pairing(one="H0", two="F2"),)
    assert group(pairings=chosen).state.pairings == list(chosen)
    with pytest.raises(SetupRefused, match="of each side"):
        group(pairings=(Pairing(one="H0", two="H1"),))
    with pytest.raises(SetupRefused, match="exactly 2"):
        contestants = (hero("A", 14), foe("B", 14), foe("C", 14))
        start("group-simple", GroupSimpleSetup(contestants=contestants))


def test_qw_40_every_player_of_the_second_side_has_a_pairing_too() -> None:
    """QW-40: each player's pairing scores; a resistance need not meet anybody."""
    one = hero("A", 14, side="us")
    others = tuple(hero(name, 14, side="them") for name in "BCD")
    referee = start("group-simple", GroupSimpleSetup(contestants=(one, *others)))
    assert [(each.one, each.two) for each in referee.state.pairings] == [("A", "B"), ("A", "C"), ("A", "D")]
    go(referee, rolled(WIN["minor"], LOSE["marginal"], WIN["complete"]))
    assert referee.state.scores == {"us": 7, "them": 1}
    assert [(each.level, each.consequence, each.benefit) for each in referee.result.standings] == [
        ("complete-victory", "", "heroic"),
        ("minor-defeat", "impaired", ""),
        ("marginal-victory", "", "fresh"),
        ("complete-defeat", "dying", ""),
    ]
    assert referee.result.carries[:2] == ("A: heroic (First)", "A: hurt (First)"), "the largest of each"
    alone = start(
        "group-simple", GroupSimpleSetup(contestants=(one, foe("F", 9, side="x"), foe("G", 9, side="x")))
    )
    assert len(alone.state.pairings) == 1


def test_qw_40_a_tie_is_for_nobody() -> None:
    """QW-40: the log does not call it one side's."""
    referee = go(group(count=1, foes=1), WIN["tie"])
    assert told(referee, "QW-40")[:2] == [
        "H0 against F0: tie. Nobody scores.",
        "The scores: us 0 and them 0. That is a tie.",
    ]


def test_qw_40_each_pairing_leaves_its_own_effects() -> None:
    """QW-40, QW-23: the group's degree decides the prize, the pairing's what its two are left with."""
    referee = go(group(count=2, foes=2), rolled(WIN["complete"], LOSE["minor"]))
    assert referee.result.sides["us"] == "major-victory"
    assert {each.name: (each.consequence, each.benefit) for each in referee.result.standings} == {
        "H0": ("", "heroic"),
        "H1": ("impaired", ""),
        "F0": ("dying", ""),
        "F1": ("", ""),
    }
