"""QW-21, QW-29, QW-31, QW-32, QW-34 to QW-39: group extended contests."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import GM, AnswerRefused, seat_view
from agonist.questworlds.classic.people.setup import Carried, FollowerEntry, GroupSetup
from agonist.questworlds.classic.plans.ordering import Order, boldness
from agonist.questworlds.classic.rolls.results import Level
from agonist.questworlds.classic.types.outcomes import second, side_level
from tests.questworlds.scenes import (
    ap,
    asked,
    augment,
    bid,
    foe,
    go,
    hero,
    keys,
    option,
    part,
    plan,
    shot,
    start,
    told,
    until,
    who,
)
from tests.questworlds.test_ratings import EXAMPLES

pytestmark = pytest.mark.usefixtures("manner")

QUIET = {"propose_bids": False}
HOLD = "nothing"


def fray(*contestants, options=None, **setup):
    """By default two heroes of one side against two resistances."""
    everybody = contestants or (
        hero("A", 17, side="us"),
        hero("B", 14, side="us"),
        foe("C", 16, side="them"),
        foe("D", 13, side="them"),
    )
    return start("group-extended", GroupSetup(contestants=everybody, **setup), QUIET | (options or {}))


def plans(**by_name):
    """Plans by contestant; whoever is not named holds back."""
    every = {f"{name}: plan": [HOLD] for name in "ABCD"}
    return every | {f"{name}: plan": [value] for name, value in by_name.items()}


def order_of(referee):
    """The order of acting as it was told last."""
    told = [line.event for line in referee.lines if isinstance(line.event, Order)]
    return list(told[-1].names)


def round_of(referee, dice=(), answers=None, names="ABCD", **by_name):
    """One round in which those who are in the contest do what is named, or hold back."""
    present = [name for name in names if who(referee, name).status == "in"]
    wanted = {f"{name}: plan": [by_name.get(name, HOLD)] for name in present}
    return go(referee, dice, wanted | (answers or {}))


# Rounds


def test_qw_34_needs_three_contestants_on_two_sides() -> None:
    """QW-34: fewer are refused."""
    with pytest.raises(Exception, match="at least 3"):
        fray(hero("A", 17), foe("C", 14))
    with pytest.raises(Exception, match="two sides"):
        fray(*(hero(name, 17, side="us") for name in "ABC"))


def test_qw_34_all_declare_openly_before_anybody_acts() -> None:
    """QW-34: action, bid and targets, which everybody hears."""
    referee = fray()
    until(referee, "objection", (), plans(A=bid({"C": 5, "D": 2}), C=bid({"A": 4})))
    assert [line.text for line in seat_view(referee, "b").lines if line.rule == "QW-34"][1:5] == [
        "A declares: to act with First, 5 against C and 2 against D.",
        "B declares: to hold back.",
        "C declares: to act with First, 4 against A.",
        "D declares: to hold back.",
    ]
    declared = seat_view(referee, "b").state["declared"]
    assert declared[0]["plan"]["parts"] == ({"target": "C", "bid": 5}, {"target": "D", "bid": 2})


@pytest.mark.parametrize(
    ("by", "order"),
    [("bid", ["C", "A", "D", "B"]), ("boldness", ["C", "D", "A", "B"]), ("ap", ["A", "C", "B", "D"])],
)
def test_qw_34_the_game_master_chooses_the_order(by, order) -> None:
    """QW-34: by boldness, by bid, or by AP, for this round."""
    referee = fray()
    declared = plans(A=bid({"C": 8}), B=bid({"C": 3}), C=bid({"A": 12}), D=bid({"A": 7}))
    pending = until(referee, "objection", (), declared)
    assert pending.seat == GM
    assert keys(option(pending.form(), "order").then) == ["boldness", "ap"], (
        "it goes by the bid, if not said otherwise"
    )
    if by != "bid":
        until(referee, "objection", (), {"order": [by]})
    assert order_of(referee) == order
    assert referee.state.order_by == by, "and so in the next round"


@pytest.mark.parametrize(
    ("by", "order"),
    [("bid", "BA"), ("boldness", "AB"), ("ap", "AB")],
)
def test_qw_34_ties(by, order) -> None:
    """QW-34: bid ties go to the bolder, boldness ties to the higher bid, AP ties to the higher bid, then the bolder."""
    setups = {
        "bid": (hero("A", 17, side="us"), hero("B", 8, side="us"), {"C": 6}, {"C": 6}),
        "boldness": (hero("A", 17, side="us"), hero("B", 8, side="us"), {"C": 9}, {"C": 5}),
        "ap": (hero("A", 17, side="us"), hero("B", 17, side="us"), {"C": 9}, {"C": 5}),
    }
    one, two, first, other = setups[by]
    referee = fray(one, two, foe("C", 16))
    declared = {"A: plan": [bid(first)], "B: plan": [bid(other)], "C: plan": [HOLD]}
    until(referee, "objection", (), declared | ({"order": [by]} if by != "bid" else {}))
    assert [name for name in order_of(referee) if name in "AB"] == list(order)


def test_qw_34_who_is_level_rolls_off() -> None:
    """QW-34: the higher die first, again and again until all are apart."""
    referee = fray(hero("A", 17, side="us"), hero("B", 17, side="us"), foe("C", 16))
    declared = {"A: plan": [bid({"C": 5})], "B: plan": [bid({"C": 5})], "C: plan": [HOLD]}
    until(referee, "objection", [-7, -7, -3, -12], declared)
    assert order_of(referee) == ["B", "A", "C"]
    assert told(referee, "QW-34")[-3:-1] == [
        "A roll-off for the order: A 7 and B 7.",
        "A roll-off for the order: A 3 and B 12.",
    ]


def test_qw_34_the_game_master_may_move_somebody() -> None:
    """QW-34: up or down, for surprise or withdrawal; everybody stays in the order."""
    referee = fray()
    pending = until(referee, "objection", [], plans(A=bid({"C": 5}), B=bid({"C": 2})))
    with pytest.raises(AnswerRefused):
        referee.answer(pending.id, {"pick": "move", "with": ["A"]})
    referee.answer(pending.id, {"pick": "move", "with": ["B", "A", "C", "D"]})
    until(referee, "B's d20")
    assert told(referee, "QW-34")[-1] == (
        "The order of acting (the highest bid first, as the game master changed it): B, A, C and D."
    )


def test_qw_34_no_immediate_response() -> None:
    """QW-34: who is attacked acts when the own turn comes."""
    referee = fray()
    until(referee, "A's d20", [], plans(A=bid({"C": 5}), B=bid({"D": 3}), C=bid({"A": 2})))
    until(referee, "B's d20", [9, 18])
    assert told(referee, "QW-15") == ["A bids 5 against C with First."], (
        "C was attacked, and B is about to act"
    )


@pytest.mark.parametrize(
    ("stake", "total", "word"),
    [
        (4, 17, "cautious"),
        (5, 20, "measured"),
        (9, 20, "measured"),
        (10, 20, "daring"),
        (14, 20, "daring"),
        (15, 20, "reckless"),
        (40, 20, "reckless"),
        (0, 5, "cautious"),
        (1, 4, "measured"),
    ],
)
def test_qw_35_boldness(stake, total, word) -> None:
    """QW-35: under ¼ cautious, under ½ measured, under ¾ daring, else reckless."""
    assert boldness(stake, total) == word


def test_qw_35_is_told_to_those_who_know_the_total() -> None:
    """QW-35: a line in the log."""
    referee = fray()
    until(referee, "objection", (), plans(A=bid({"C": 9})))
    assert told(referee, "QW-35") == ["For A that is daring."]


# Several targets


def test_qw_36_one_exchange_for_each_target() -> None:
    """QW-36: with its share of the bid and the edge on each."""
    edged = (
        hero("A", 17, edge=2, side="us"),
        hero("B", 14, side="us"),
        foe("C", 16, side="x"),
        foe("D", 13, side="x"),
    )
    referee = fray(*edged, options={"edges": True})
    until(referee, "turn", [], plans(A=bid({"C": 5, "D": 2})))
    go(referee, [9, 18, 9, 20])
    assert ap(referee) == (17, 14, 16 - 7, 13 - 8)


def test_qw_36_at_least_1_each_and_within_the_limit_together() -> None:
    """QW-36, QW-16: the split is checked as a whole."""
    referee = fray()
    pending = until(referee, "plan")
    for bad in ({"C": 0}, {"C": 10, "D": 8}, {}, {"B": 3}):
        with pytest.raises(AnswerRefused):
            referee.answer(pending.id, bid(bad))


def test_qw_36_if_the_actor_falls_the_rest_lapse() -> None:
    """QW-36: no second exchange."""
    referee = fray()
    until(referee, "turn", [], plans(A=bid({"C": 9, "D": 2})))
    go(referee, [20, 9])
    assert ap(referee) == (-1, 14, 16, 13)
    assert who(referee, "A").status == "defeated"
    assert len(told(referee, "QW-15")) == 1


def test_qw_36_targets_that_are_out_by_then_lapse() -> None:
    """QW-36, QW-37: their share is not lost and the others are met."""
    referee = fray()
    until(
        referee, "turn", [], plans(A=bid({"D": 9}), B=bid({"C": 2, "D": 2}), C=bid({"A": 3}), D=bid({"A": 1}))
    )
    go(referee, [9, 20, 9, 18, 5, 9])
    assert who(referee, "D").status == "defeated"
    assert "B's bid against D lapses: they are out of the contest." in told(referee, "QW-37")


# Changing one's mind


def test_qw_37_who_was_attacked_may_change_the_declared_action() -> None:
    """QW-37: before acting; action, targets and bid anew."""
    referee = fray()
    declared = plans(A=bid({"C": 5}), C=bid({"B": 4}), B=bid({"D": 3}), D=bid({"B": 1}))
    until(referee, "A's d20", [], declared)
    until(referee, "C's d20", [9, 18])
    pending = until(referee, "turn")
    assert (pending.request.about, keys(pending.form())) == ("C", ["act", "change", "delay"])
    referee.answer(pending.id, "change")
    until(referee, "C's d20", [], {"C: plan": [bid({"A": 11})]})
    assert told(referee, "QW-37") == ["C changes the declared action."]
    go(referee, [9, 9, 9, 9, 9, 9])
    assert "C bids 11 against A with First." in told(referee, "QW-15")


def test_qw_37_only_who_was_attacked_and_only_with_the_option() -> None:
    """QW-37: option change_when_attacked, on by default."""
    for options, expected in (
        ({}, ["act", "change", "delay"]),
        ({"change_when_attacked": False}, ["act", "delay"]),
    ):
        referee = fray(options=options)
        declared = plans(A=bid({"C": 5}), C=bid({"B": 2}), B=bid({"D": 1}))
        pending = until(referee, "turn", [], declared)
        assert keys(pending.form()) == ["act", "delay"], "nobody has attacked A"
        referee.answer(pending.id, "act")
        until(referee, "C's d20", [9, 18])
        assert keys(until(referee, "turn").form()) == expected


@pytest.mark.parametrize("allowed", ["yes", "no"])
def test_qw_37_whose_target_is_out_may_choose_anew_if_allowed(allowed) -> None:
    """QW-37: otherwise the action is forfeited and nothing lost."""
    referee = fray()
    until(referee, "turn", [], plans(A=bid({"D": 9}), B=bid({"D": 4}), C=bid({"A": 1})))
    pending = until(referee, "change of plan", [9, 20])
    assert (pending.seat, pending.request.assumed(), pending.request.about) == (GM, "yes", "B")
    assert asked(referee) == [("B", "plan")], "meanwhile B plans"
    if allowed == "no":
        referee.answer(pending.id, allowed)
    if allowed == "yes":
        go(referee, [9, 18, 9, 9], {"B: plan": [bid({"C": 6})]})
        assert ap(referee) == (17, 14, 10, 13 - 18)
    else:
        go(referee, [9, 9])
        assert "B does not act: the target is out of the contest." in told(referee, "QW-37")
        assert ap(referee) == (17, 14, 16, 13 - 18)


def test_qw_37_delaying_and_stepping_in() -> None:
    """QW-37: anyone may delay and act between later turns of the round."""
    referee = fray()
    until(referee, "turn", [], plans(A=bid({"C": 5}), B=bid({"C": 3}), C=bid({"A": 2}), D=bid({"A": 1})))
    until(referee, "C's d20", [9, 9], {"A: turn": ["delay"]})
    pending = until(referee, "step in")
    assert told(referee, "QW-37") == ["A waits and may step in later this round."]
    assert (pending.request.about, keys(pending.form())) == ("A", ["wait", "act", "change"])
    referee.answer(pending.id, "act")
    go(referee, [9, 18, 9, 9, 9, 9])
    assert who(referee, "C").ap == 11
    assert "A steps in." in told(referee, "QW-37")


def test_qw_37_a_delayed_action_lapses_at_the_rounds_end() -> None:
    """QW-37: who waits can step in before later dice, is asked at the round's end, and then it is over."""
    referee = fray()
    until(referee, "turn", [], plans(A=bid({"C": 5}), B=bid({"C": 3}), C=bid({"A": 2}), D=bid({"A": 1})))
    go(referee, [9, 9, 9, 9, 9, 9], {"A: turn": ["delay"]})
    assert "The round ends, and the action that A held back lapses." in told(referee, "QW-37")
    assert (referee.state.round, ap(referee)) == (2, (17, 14, 16, 13))


def test_qw_37_stepping_in_with_another_action_needs_the_game_master() -> None:
    """QW-37: the game master is asked."""
    referee = fray()
    until(referee, "turn", [], plans(A=bid({"C": 5}), B=bid({"C": 3}), C=bid({"A": 2}), D=bid({"A": 1})))
    until(referee, "C's d20", [9, 9], {"A: turn": ["delay"]})
    pending = until(referee, "change of plan", [], {"step in": ["change"]})
    assert (pending.seat, pending.request.about) == (GM, "A")


@pytest.mark.parametrize("option_value", [True, False])
def test_qw_37_who_waited_and_was_attacked_may_change_on_stepping_in(option_value) -> None:
    """QW-37: before acting, also after waiting; with the option off the game master is asked."""
    referee = fray(options={"change_when_attacked": option_value})
    until(referee, "turn", [], plans(A=bid({"C": 5}), B=bid({"C": 3}), C=bid({"A": 4}), D=bid({"B": 1})))
    until(referee, "B's d20", [9, 9], {"A: turn": ["delay"]})
    pending = until(referee, "step in")
    leave = option(pending.form(), "change").help
    assert leave == ("You were attacked this round." if option_value else "The game master must allow it.")
    referee.answer(pending.id, "change")
    assert asked(referee) == [("A", "plan" if option_value else "change of plan")]
    if option_value:
        until(referee, "A's d20", [], {"A: plan": [bid({"D": 2})]})
        assert told(referee, "QW-37")[-2:] == ["A steps in.", "A changes the declared action."]


def test_qw_37_who_waits_may_step_in_after_a_turn_that_somebody_dying_does_not_take() -> None:
    """QW-37, QW-23: that turn was a later turn of the round too."""
    dying = hero("B", 14, side="us", lasting=(Carried(effect="dying"),))
    referee = fray(hero("A", 17, side="us"), dying, foe("C", 16))
    declared = {"A: plan": [bid({"C": 3})], "C: plan": [bid({"A": 2})], "dying": ["no"]}
    until(referee, "A's d20", [], declared)
    assert order_of(referee) == ["A", "C", "B"]
    for _ in "AC":
        referee.answer(until(referee, "turn").id, "delay")
    assert asked(referee) == [("A", "step in"), ("C", "step in")]
    go(referee, [9, 18], {"A: step in": ["wait", "wait"], "C: step in": ["act"]})
    assert "C steps in." in told(referee, "QW-37")


def test_qw_26_a_new_plan_is_ruled_on_once() -> None:
    """QW-26, QW-37: who was attacked and plans something unrelated has the game master's word already."""
    referee = fray()
    until(referee, "A's d20", [], plans(A=bid({"C": 5}), C=bid({"B": 4})))
    until(referee, "C's d20", [9, 9])
    anew = {"C: turn": ["change"], "C: plan": [plan("unrelated")], "engaged": ["yes"]}
    pending = until(referee, "unrelated action", [], anew)
    assert pending.request.about == "C"
    assert told(referee, "QW-26") == ["The game master lets C do something unrelated."]


def test_qw_37_nobody_to_wait_for() -> None:
    """QW-37: the last in order cannot delay; with one way to go, nobody is asked."""
    referee = fray()
    until(referee, "turn", [], plans(A=bid({"C": 9}), D=bid({"B": 1}), B=bid({"C": 3}), C=bid({"B": 2})))
    until(referee, "D's d20", [9] * 6)
    assert "turn" not in [each.request.what for each in referee.pending]


def test_qw_16_a_declared_bid_that_has_become_too_large_is_lowered() -> None:
    """QW-16: for the game master's side to its current AP, from the last target back."""
    referee = fray()
    until(referee, "turn", [], plans(A=bid({"C": 17}), B=bid({"D": 1}), C=bid({"A": 8, "B": 7})))
    go(referee, [9, 5, 9, 18, 9, 18])
    assert "C's bid is lowered to 7: there is no more to stake." in told(referee, "QW-16")
    assert [text for text in told(referee, "QW-15") if text.startswith("C")] == [
        "C bids 7 against A with First."
    ]


def test_qw_16_a_share_is_lowered_when_the_exchange_before_it_cost_too_much() -> None:
    """QW-16, QW-36: never more than the current AP, for each exchange."""
    referee = fray()
    round_of(referee, [20, 9, 9, 9], C=bid({"A": 5, "B": 9}))
    assert told(referee, "QW-16") == ["C's bid is lowered to 6: there is no more to stake."]


def test_qw_36_the_rest_lapses_even_if_a_parting_shot_brings_the_actor_back() -> None:
    """QW-36, QW-30: the action was under way when the actor fell."""
    referee = fray()
    round_of(referee, [20, 9, 20, 1], {"parting shot": [shot(3)]}, A=bid({"C": 9, "D": 2}))
    assert (ap(referee, "A"), who(referee, "A").status) == ((8,), "in")
    assert told(referee, "QW-15") == ["A bids 9 against C with First.", "C bids 3 against A with First."]


def test_qw_30_who_is_brought_back_still_acts_this_round() -> None:
    """QW-30: with an unused action of this round."""
    referee = fray()
    answers = {"parting shot": [shot(5)]}
    round_of(referee, [9, 20, 20, 1, 9, 9], answers, A=bid({"C": 12}), C=bid({"B": 2}))
    assert "C is back in the contest with 7 AP." in told(referee, "QW-30")
    assert told(referee, "QW-15")[-1] == "C bids 2 against B with First."


def test_qw_30_who_is_shot_down_does_not_act_this_round() -> None:
    """QW-30: a won parting shot ends it, the declared action too."""
    referee = fray()
    answers = {"parting shot": [shot(2)]}
    round_of(referee, [9, 20, 9, 18, 9, 9], answers, A=bid({"C": 9}), C=bid({"B": 5}), D=bid({"B": 1}))
    assert [text for text in told(referee, "QW-15") if text.startswith("C")] == []
    assert ap(referee, "C") == (16 - 18 - 2,)


def test_qw_23_who_comes_back_dying_does_not_act() -> None:
    """QW-23, QW-30: the game master is asked when the turn comes, and by default there is no action."""
    referee = fray()
    declared = plans(C=bid({"A": 16}), A=bid({"C": 3}))
    until(referee, "C's d20", [], declared)
    pending = until(
        referee, "dying", [1, 20, 20, 1], {"parting shot": [shot(40)], "consequence stays": ["yes"]}
    )
    assert (pending.request.about, ap(referee, "A")) == ("A", (17 - 48 + 120,))
    go(referee, [], {"dying": ["no", "no"]})
    assert told(referee, "QW-15")[2:] == [], "C's attack and the parting shot were all"


def test_qw_26_who_met_only_opponents_that_are_out_is_not_engaged() -> None:
    """QW-26: engaged is with an opponent still in; QW-34: and only those can be targets."""
    referee = fray()
    round_of(referee, [9, 20], A=bid({"D": 9}))
    a, d = who(referee, "A"), who(referee, "D")
    assert (d.status, a.engaged, referee.state.is_engaged(a)) == ("defeated", ["D"], False)
    form = until(referee, "plan").form()
    assert [each.key for each in part(option(form, "exchange").then, "bids").options] == ["C"]
    assert keys(part(option(form, "asymmetrical").then, "target")) == ["C"]


# Two fumbles


@pytest.mark.parametrize(
    ("option_value", "ruling", "totals"),
    [
        ("tie", None, (17, 16)),
        ("hurts-both", None, (14, 13)),
        ("ask", "yes", (14, 13)),
        ("ask", "no", (17, 16)),
    ],
)
def test_qw_21_two_fumbles_in_a_group(option_value, ruling, totals) -> None:
    """QW-21: a tie by default, or both lose half the bid, or the game master is asked."""
    referee = fray(options={"double_fumble": option_value})
    until(referee, "turn", [], plans(A=bid({"C": 5})))
    go(referee, [20, 20], {"double fumble": [ruling]} if ruling else None)
    assert ap(referee, "A", "C") == totals


def test_qw_21_both_can_fall_by_it() -> None:
    """QW-21, QW-22: both are defeated, neither has defeated the other, and there is no parting shot."""
    contestants = (
        hero("A", 3, side="us"),
        hero("B", 14, side="us"),
        foe("C", 2, side="x"),
        foe("D", 13, side="x"),
    )
    referee = fray(*contestants, options={"double_fumble": "hurts-both"})
    until(referee, "turn", [], plans(A=bid({"C": 3})))
    referee.override("contestants.0.ap", 2, reason="to bring both down")
    go(referee, [20, 20])
    assert ap(referee) == (0, 14, 0, 13)
    assert [each.status for each in referee.state.contestants] == ["defeated", "in", "defeated", "in"]
    assert told(referee, "QW-30") == []


# Coming and going


def test_qw_28_in_a_group_one_leaves_and_the_contest_goes_on() -> None:
    """QW-28, QW-29: out with the AP kept, if nobody tries to hold them."""
    referee = fray()
    round_of(referee, [], {"hold": ["no"]}, A=plan("disengage"))
    assert (who(referee, "A").status, who(referee, "A").ap, referee.over) == ("away", 17, False)
    assert told(referee, "QW-28") == [
        "A tries to leave with First.",
        "Nobody holds A, who leaves the contest.",
    ]


def test_qw_28_in_a_group_every_opponent_in_it_is_asked_engaged_or_not() -> None:
    """QW-28: nobody has met A, D has declared an attack on A, C is down, and B is a comrade; F is a player's."""
    referee = fray(
        hero("A", 17, side="us"),
        hero("B", 14, side="us"),
        foe("C", 3, side="them"),
        foe("D", 13, side="them"),
        foe("E", 13, side="others"),
        hero("F", 13, side="others"),
    )
    declared = {"B: plan": [bid({"C": 3})], "A: plan": [plan("disengage")], "D: plan": [bid({"A": 2})]}
    held: dict[str, list[Any]] = {name: [HOLD] for name in ("C: plan", "E: plan", "F: plan")}
    held["moves"] = [["B", "A", "D", "C", "E", "F"]]
    until(referee, "hold", [9, 18], {**declared, **held})
    assert sorted(asked(referee)) == [("A", "hold"), ("F", "hold")]
    theirs = next(each for each in referee.pending if each.seat == GM)
    assert keys(theirs.form()) == ["no", "D", "E"], "the game master is asked once for all"
    go(referee, [18, 9], {"A: hold": ["E"], "F: hold": ["no"]})
    assert ap(referee, "A", "D", "E") == (17 - 4, 13, 13 + 4), "the one who held them gains"


def test_qw_28_if_several_want_to_hold_the_game_master_says_who() -> None:
    """QW-28: the AP go to the holder."""
    referee = fray(
        hero("A", 17, side="us"), hero("B", 14, side="x"), foe("C", 16, side="y"), foe("D", 13, side="y")
    )
    pending = until(
        referee, "holder", [], plans(A=plan("disengage")) | {"A: hold": ["D"], "B: hold": ["yes"]}
    )
    assert (pending.seat, keys(pending.form())) == (GM, ["B", "D"])
    go(referee, [18, 9], {"holder": ["D"]})
    assert ap(referee) == (17 - 4, 14, 16, 13 + 4)
    assert who(referee, "A").status == "in"
    assert not referee.state.is_engaged(who(referee, "A")), "QW-26: no exchange since the own last action"


@pytest.mark.parametrize("restored", [0, 3])
def test_qw_29_rejoining(restored) -> None:
    """QW-29: with the AP had when leaving; the game master may restore some, up to the starting AP."""
    referee = fray()
    round_of(referee, [9, 20], A=HOLD, C=bid({"A": 2}))
    assert who(referee, "A").ap == 13
    round_of(referee, [], {"hold": ["no"]}, A=plan("disengage"))
    assert who(referee, "A").status == "away"
    pending = until(referee, "restore", (), {"return": ["yes"]})
    assert (pending.seat, pending.form().most, pending.form().default) == (GM, 4, 0)
    referee.answer(pending.id, restored)
    assert (who(referee, "A").ap, who(referee, "A").status) == (13 + restored, "in")
    assert asked(referee) == [("A", "plan"), ("B", "plan"), ("", "foes")]


def test_qw_29_the_absent_do_not_keep_a_side_in_the_contest() -> None:
    """QW-29, QW-38: when only absent ones are left of a side, it is over."""
    referee = fray(hero("A", 17, side="us"), hero("B", 14, side="us"), foe("C", 16))
    declared = {"A: plan": [plan("disengage")], "B: plan": [HOLD], "C: plan": [bid({"B": 10})]}
    until(referee, "C's d20", [], declared)
    go(referee, [9, 20], {"moves": [["A", "C", "B"]], "hold": ["no"]})
    assert referee.result.winners == ("C",)
    assert [each.level for each in referee.result.standings] == ["", "marginal-defeat", "marginal-victory"]


# Final actions


DOWN = (
    hero("A", 17, 13, side="us", hero_points=1),
    hero("B", 14, side="us"),
    foe("C", 20, side="them"),
    foe("D", 13, side="them"),
)


def fallen(final=None, dice=(), answers=None, hero_points=1, stake=9):
    """A falls to 17 − 2 × stake in the first round; then the second round begins."""
    referee = fray(hero("A", 17, 13, side="us", hero_points=hero_points), *DOWN[1:])
    wanted = {"C: plan": [bid({"A": stake})], **{f"{name}: plan": [HOLD] for name in "ABD"}}
    until(referee, "C's d20", (), wanted)
    go_to = "final action" if hero_points else "plan"
    until(referee, go_to, [9, 20], {"hero point": ["no"]})
    return referee if final is None else go(referee, dice, {"final action": [final], **(answers or {})})


TRY = {"pick": "try", "with": {"words": "", "ability": "First"}}


@pytest.mark.parametrize(
    ("dice", "total"),
    [((9, 5), 2), ((9, 18), 4), ((1, 18), 9), ((1, 20), 17)],
)
def test_qw_31_victory_brings_back(dice, total) -> None:
    """QW-31: with ⅛, ¼, ½ or all of the starting AP; the consequence stays."""
    referee = fallen(stake=12)
    assert ap(referee, "A") == (-7,)
    pending = until(referee, "final action")
    assert (pending.seat, pending.request.rule, pending.form().default) == ("a", "QW-31", "no")
    go(referee, dice, {"final action": [TRY]})
    a = who(referee, "A")
    assert (a.ap, a.status, a.hero_points) == (total, "in", 0)
    assert [each.effect for each in a.lasting] == ["hurt"]
    assert a.rating("First").whole == 14


@pytest.mark.parametrize(
    ("dice", "total", "effect"),
    [((4, 5), -9, "hurt"), ((18, 5), -11, "impaired"), ((18, 1), -16, "impaired"), ((20, 1), -24, "injured")],
)
def test_qw_31_defeat_costs_as_much(dice, total, effect) -> None:
    """QW-31: ⅛, ¼, ½ or all of the starting AP; the outcome is read anew."""
    referee = fallen(TRY, dice, stake=12)
    a = who(referee, "A")
    assert (a.ap, a.status) == (total, "defeated")
    assert [each.effect for each in a.lasting] == [effect]


def test_qw_31_a_tie_spends_the_attempt() -> None:
    """QW-31: nothing else happens; and it is not offered again."""
    referee = fallen(TRY, [5, 5], stake=12, hero_points=3, answers={"hero point": ["no"]})
    assert (ap(referee, "A"), who(referee, "A").final_action, who(referee, "A").hero_points) == (
        (-7,),
        "spent",
        2,
    )


def test_qw_31_against_0_the_resistance_always_fails() -> None:
    """QW-31, QW-2: at exactly 0 AP the resistance is 0."""
    referee = fray(hero("A", 18, side="us", hero_points=1), *DOWN[1:])
    round_of(referee, [9, 20], {"hero point": ["no"]}, C=bid({"A": 9}))
    assert ap(referee, "A") == (0,)
    go(referee, [10, 1], {"final action": [TRY]})
    assert who(referee, "A").ap == 5, "a minor victory, although the odds rolled a 1"


def test_qw_31_a_second_hero_point_may_bump_it() -> None:
    """QW-31, QW-5: the point it costs gives no bump, another may."""
    referee = fallen(TRY, [18, 9], stake=12, hero_points=2, answers={"hero point": ["yes"]})
    assert (who(referee, "A").status, who(referee, "A").hero_points) == ("in", 0)


@pytest.mark.parametrize("why", ["no hero point", "dying", "a resistance", "spent"])
def test_qw_31_when_there_is_none(why) -> None:
    """QW-31: players only, with a hero point, not dying, once in a contest."""
    if why == "no hero point":
        referee = fallen(hero_points=0)
    elif why == "dying":
        referee = fray(*DOWN)
        round_of(referee, [1, 20], {"hero point": ["no"]}, C=bid({"A": 17}))
        assert who(referee, "A").ap == 17 - 51
    elif why == "a resistance":
        referee = fray()
        round_of(referee, [9, 20], A=bid({"D": 9}))
        assert who(referee, "D").status == "defeated"
    else:
        referee = fallen(TRY, [5, 5], stake=12, hero_points=3, answers={"hero point": ["no"]})
        round_of(referee, [], names="BCD")
        assert referee.state.round == 3
    assert asked(referee)[0][1] == "plan"


def test_qw_31_offered_in_every_later_round() -> None:
    """QW-31: until it is attempted."""
    referee = fallen()
    for number in (2, 3, 4):
        pending = until(referee, "final action")
        assert (pending.request.about, referee.state.round) == ("A", number)
        assert pending.request.window == (number > 2), "asked once; from then on it stands open"
        round_of(referee, [], {"final action": ["no"]}, names="BCD")
    go(referee, [9, 18], {"final action": [TRY]})
    assert (who(referee, "A").status, who(referee, "A").ap) == ("in", 4)
    assert asked(referee) == [("B", "plan"), ("", "foes")], "and all others declare knowing it"


def test_qw_31_in_a_free_for_all_without_a_comrade() -> None:
    """QW-31: two other sides fight on, and the fallen may rise."""
    referee = fray(hero("A", 17, hero_points=1), foe("C", 20), foe("D", 13))
    round_of(referee, [9, 20], {"hero point": ["no"]}, "ACD", C=bid({"A": 9}))
    assert (asked(referee), who(referee, "A").status) == ([("A", "final action")], "defeated")
    go(referee, [9, 18], {"final action": [TRY]})
    assert who(referee, "A").status == "in"


@pytest.mark.parametrize("ruling", ["yes", "no"])
def test_qw_31_after_a_parting_shot_the_game_master_is_asked(ruling) -> None:
    """QW-31: who was targeted since the fall needs the game master's word; refused, nothing is spent."""
    referee = fray(*DOWN)
    answers = {"hero point": ["no", "no"], "parting shot": [shot(1)]}
    round_of(referee, [9, 20, 9, 20], answers, C=bid({"A": 9}))
    pending = until(referee, "attention", (), {"final action": [TRY]})
    assert (pending.seat, pending.request.about, pending.form().default) == (GM, "A", "no")
    referee.answer(pending.id, ruling)
    if ruling == "yes":
        go(referee, [9, 18])
        assert (who(referee, "A").status, who(referee, "A").hero_points) == ("in", 0)
        return
    assert (asked(referee), who(referee, "A").hero_points) == ([("B", "plan"), ("", "foes")], 1)
    round_of(referee, [], names="BCD")
    assert until(referee, "final action").request.about == "A", "in the next round it can be tried anew"


def last_of_the_side(hero_points=1):
    """A, alone against two, falls to −1 in the first round."""
    them = foe("C", 20, side="them"), foe("D", 13, side="them")
    referee = fray(hero("A", 17, hero_points=hero_points), *them)
    declared = {"A: plan": [HOLD], "C: plan": [bid({"A": 9})], "D: plan": [HOLD]}
    until(referee, "C's d20", (), declared)
    return referee


def test_qw_31_the_last_of_a_side_may_rise_if_the_opposition_turns_away() -> None:
    """QW-31: the game master is asked, the contest goes on into the next round, and a victory brings back."""
    referee = last_of_the_side()
    pending = until(referee, "turn away", [9, 20], {"hero point": ["no"]})
    assert (pending.seat, pending.request.rule) == (GM, "QW-31")
    referee.answer(pending.id, "yes")
    assert told(referee)[-2:] == ["It is not over yet: the opposition turns away from A.", "Round 2."]
    go(referee, [9, 18], {"final action": [TRY]})
    assert (who(referee, "A").ap, asked(referee)) == (4, [("", "foes")])
    round_of(referee, [], names="CD")
    assert (asked(referee), referee.state.round) == ([("A", "plan"), ("", "foes")], 3)


@pytest.mark.parametrize("answer", ["no", TRY])
def test_qw_31_if_the_last_of_a_side_stays_down_it_is_over(answer) -> None:
    """QW-31, QW-38: by choice, or because the attempt fails; the game master is not asked again."""
    referee = last_of_the_side()
    dice = [] if answer == "no" else [18, 1]
    go(referee, [9, 20, *dice], {"hero point": ["no"], "turn away": ["yes"], "final action": [answer]})
    assert referee.result.winners == ("C", "D")
    assert (referee.state.round, who(referee, "A").hero_points) == (2, 1 if answer == "no" else 0)


def test_qw_31_if_the_opposition_does_not_turn_away_it_is_over() -> None:
    """QW-31, QW-38."""
    referee = go(last_of_the_side(), [9, 20], {"hero point": ["no"], "turn away": ["no"]})
    assert (referee.result.winners, referee.state.round) == (("C", "D"), 1)


def test_qw_31_nobody_turns_away_from_who_cannot_rise() -> None:
    """QW-31: without a hero point nobody is asked."""
    referee = go(last_of_the_side(hero_points=0), [9, 20])
    assert referee.result.winners == ("C", "D")
    assert told(referee, "QW-31") == []


def test_qw_31_a_parting_shot_and_turning_away_is_one_ruling() -> None:
    """QW-31: who is told that they turn away is not asked about attention as well."""
    referee = last_of_the_side()
    answers = {"hero point": ["no", "no"], "parting shot": [shot(1)], "turn away": ["yes"]}
    go(referee, [9, 20, 9, 20, 9, 18], {**answers, "final action": [TRY]})
    assert who(referee, "A").status == "in"


def test_qw_31_each_of_the_fallen_may_try_before_it_is_over() -> None:
    """QW-31: A's attempt fails, B's brings B back, and the contest goes on."""
    referee = fray(
        hero("A", 17, side="us", hero_points=1),
        hero("B", 14, side="us", hero_points=1),
        foe("C", 40, side="x"),
    )
    declared = {"A: plan": [HOLD], "B: plan": [HOLD], "C: plan": [bid({"A": 9, "B": 9})]}
    until(referee, "C's d20", (), declared)
    hero_points: dict[str, list[Any]] = {
        "hero point": ["no", "no"],
        "turn away": ["yes"],
        "final action": [TRY, TRY],
    }
    go(referee, [9, 20, 9, 20, 18, 1, 5, 18], hero_points)
    assert [who(referee, name).status for name in "ABC"] == ["defeated", "in", "in"]
    assert not referee.over
    assert asked(referee) == [("", "foes")]


def test_qw_31_once_in_a_contest_and_earlier_consequences_stay() -> None:
    """QW-31, QW-23: who falls again stays down, with what both defeats left."""
    referee = fallen(TRY, [9, 18], hero_points=3, answers={"hero point": ["no"]}, stake=9)
    assert (ap(referee, "A"), who(referee, "A").status) == ((4,), "in")
    round_of(referee, [9, 20], {"hero point": ["no"]}, "BCD", C=bid({"A": 8}))
    assert (ap(referee, "A"), who(referee, "A").hero_points) == ((4 - 16,), 2)
    assert [each.effect for each in who(referee, "A").lasting] == ["hurt", "impaired"]
    assert (asked(referee), referee.state.round) == ([("B", "plan"), ("", "foes")], 3)


def test_qw_31_back_with_at_least_1() -> None:
    """QW-31: an eighth of 3 would be nothing."""
    referee = fray(hero("A", 3, 15, side="us", hero_points=1), *DOWN[1:])
    round_of(referee, [9, 20], C=bid({"A": 2}))
    go(referee, [13, 12], {"final action": [{"pick": "try", "with": {"words": "", "ability": "Second"}}]})
    assert ap(referee, "A") == (1,)


def test_qw_31_what_is_said_is_told() -> None:
    """QW-31: the log has the player's words, as for every other action."""
    said = {"pick": "try", "with": {"words": "I get up once more", "ability": "First"}}
    referee = fallen(said, [9, 18], stake=12)
    assert told(referee, "QW-31")[0].endswith("First against 7. “I get up once more”")


def test_qw_31_it_is_that_rounds_action() -> None:
    """QW-31: who comes back by it declares again in the round after."""
    referee = fallen(TRY, [9, 18], stake=12)
    round_of(referee, [], names="BCD")
    assert [each.name for each in referee.state.declared] == []
    assert asked(referee) == [("A", "plan"), ("B", "plan"), ("", "foes")]


# Lending


def lending(dice, amount=6, *, to="B", answers=None):
    return go(fray(), dice, plans(A=plan("lend", to=to, amount=amount)) | (answers or {}))


@pytest.mark.parametrize(
    ("dice", "totals"),
    [
        ((1, 20), (17, 20)),
        ((9, 20), (11, 20)),
        ((9, 18), (11, 20)),
        ((6, 5), (14, 17)),
        ((5, 5), (17, 14)),
        ((5, 6), (14, 14)),
        ((18, 5), (11, 14)),
        ((18, 1), (11, 14)),
        ((20, 1), (11, 8)),
    ],
)
def test_qw_32_lending(dice, totals) -> None:
    """QW-32: a simple contest against the amount, and what the target and the lender gain or lose."""
    assert ap(lending(dice), "A", "B") == totals


def test_qw_32_half_of_an_odd_amount() -> None:
    """QW-32, QW-19: half and half, halves up, and nothing is made or lost by it."""
    assert ap(lending((6, 5), 7), "A", "B") == (13, 18)


def test_qw_32_limits() -> None:
    """QW-32: to undefeated comrades who are players' characters, never oneself, never more than one's current AP."""
    allies = (hero("A", 17, side="us"), hero("B", 14, side="us"), foe("E", 9, side="us"), foe("C", 16))
    followed = (
        msgspec.structs.replace(allies[0], followers=(FollowerEntry(name="Dog", rating=5),)),
        *allies[1:],
    )
    form = option(until(fray(*followed), "plan").form(), "lend").then
    assert keys(part(form, "to")) == ["B"], (
        "neither oneself, nor a resistance, nor a follower whose AP are counted"
    )
    assert (part(form, "amount").least, part(form, "amount").most) == (1, 22)


def test_qw_32_by_players_only() -> None:
    """QW-32: a resistance is not offered it."""
    form = option(until(fray(), "foes").form(), "each").then
    assert "lend" not in keys(part(form, "C"))


@pytest.mark.parametrize(("taken", "totals"), [("yes", (13, 18)), ("no", (11, 20))])
def test_qw_32_the_game_master_may_propose_another_amount(taken, totals) -> None:
    """QW-32: before the dice fall, once; the lender takes it or not."""
    referee = fray()
    pending = until(referee, "lending", (), plans(A=plan("lend", to="B", amount=6)))
    assert (pending.seat, pending.request.assumed(), pending.request.rule) == (GM, "none", "QW-32")
    pending = until(referee, "proposal", (), {"lending": [{"pick": "propose", "with": 4}]})
    assert pending.request.rule == "QW-32"
    referee.answer(pending.id, taken)
    assert "propose" not in keys(until(referee, "lending").form())
    go(referee, [9, 18])
    assert ap(referee, "A", "B") == totals


def test_qw_32_the_game_master_may_set_another_resistance() -> None:
    """QW-32: here 20 instead of 6."""
    referee = lending((9, 18), answers={"lending": [{"pick": "resistance", "with": 20}]})
    assert ap(referee, "A", "B") == (14, 14), "a marginal defeat: 18 succeeds against 20"


def test_qw_26_the_game_master_may_rule_that_the_lender_is_engaged() -> None:
    """QW-26, QW-32: then something else is planned."""
    referee = fray()
    until(referee, "lending", (), plans(A=plan("lend", to="B", amount=6)))
    until(referee, "plan", (), {"lending": ["engaged"]})
    form = until(referee, "plan").form()
    assert option(form, "lend").unavailable == "the game master rules that you are engaged"


def test_qw_32_who_falls_by_it_is_defeated_without_a_parting_shot() -> None:
    """QW-32: a complete defeat can fell both."""
    referee = lending((20, 1), 17)
    assert ap(referee, "A", "B") == (0, -3)
    assert referee.result.winners == ("C", "D")
    assert told(referee, "QW-30") == []


def test_qw_32_it_is_an_unrelated_action() -> None:
    """QW-32, QW-26: the engaged need the game master's word, also when attacked before their turn."""
    referee = fray()
    declared = plans(A=plan("lend", to="B", amount=6), C=bid({"A": 4}))
    until(referee, "C's d20", [], declared)
    pending = until(referee, "engaged", [9, 9])
    assert (pending.seat, pending.form().default) == (GM, "no")
    go(referee, (), {"engaged": ["no"]})
    assert "A does not act: an attack has engaged them." in told(referee, "QW-26")


def test_qw_32_never_more_than_the_lender_still_has() -> None:
    """QW-32: what was lost between declaring and lending cannot be lent, nor is it the resistance."""
    referee = fray()
    declared = plans(A=plan("lend", to="B", amount=17), C=bid({"A": 5}))
    until(referee, "C's d20", [], declared)
    pending = until(referee, "lending", [9, 20], {"engaged": ["yes"]})
    assert pending.request.text == "A lends B 7 AP. Does that fit?"
    go(referee, [9, 20])
    assert ap(referee, "A", "B") == (0, 21)
    assert who(referee, "A").status == "defeated"


def test_qw_32_is_ruled_on_once_if_nobody_attacks_meanwhile() -> None:
    """QW-32, QW-26: of the engaged the game master is asked at the declaration, and that stands."""
    referee = fray()
    round_of(referee, [9, 9], A=bid({"C": 2}))
    round_of(referee, [9, 18], {"engaged": ["yes"]}, A=plan("lend", to="B", amount=6))
    assert told(referee, "QW-26") == ["The game master lets A lend advantage points."]


def test_qw_27_an_augment_for_a_comrade() -> None:
    """QW-27: won in an asymmetrical exchange, for another."""
    referee = fray()
    until(referee, "turn", [], plans(A=plan("asymmetrical", target="C", bid=3, aim=augment("B"))))
    go(referee, [9, 18])
    assert (who(referee, "B").rating("First").whole, who(referee, "B").ap) == (20, 14)


def test_qw_33_the_game_master_names_the_opponent() -> None:
    """QW-33: where there are several."""
    referee = fray(
        hero("A", 17, side="us"), hero("B", 14, side="us"), foe("C", 16, side="them"), foe("D", 13, side="them"),
        outsiders=(hero("O", 14),),
    )  # fmt: skip
    give = {"pick": "gift", "with": {"pick": "First", "with": {"words": "", "to": "A", "bid": 4}}}
    pending = until(referee, "opponent", [20, 1], {"gift": [give]})
    assert (pending.seat, keys(pending.form())) == (GM, ["C", "D"])
    go(referee, (), {"opponent": ["D"]})
    assert ap(referee) == (17, 14, 16, 21)


def test_qw_15_unstated_bids_in_a_group() -> None:
    """QW-15, QW-36: the game master sets a bid for each target that was named."""
    referee = fray()
    act = {"pick": "unstated", "with": {"words": "", "ability": "First", "targets": ["C", "D"]}}
    pending = until(referee, "bid", (), {"plan": [act]})
    assert (pending.seat, pending.form().default) == (GM, {"C": 3, "D": 3})
    referee.answer(pending.id, {"C": 2, "D": 5})
    assert [(each.target, each.bid) for each in referee.state.plan_of("A").parts] == [("C", 2), ("D", 5)]


def test_qw_23_the_dying_hold_back_unless_allowed() -> None:
    """QW-23: in declarations the game master is asked."""
    referee = fray(
        hero("A", 17, side="us", lasting=(Carried(effect="dying"),)), hero("B", 14, side="us"), foe("C", 16)
    )
    pending = until(referee, "dying")
    referee.answer(pending.id, "no")
    assert (asked(referee), referee.state.plan_of("A").kind) == ([("B", "plan"), ("", "foes")], "nothing")


def test_qw_23_what_was_refused_to_the_dying_stays_refused_this_round() -> None:
    """QW-23, QW-37: not even an attack lets them change what they declared."""
    dying = hero("A", 17, side="us", lasting=(Carried(effect="dying"),))
    referee = fray(dying, hero("B", 14, side="us"), foe("C", 16))
    declared = {"B: plan": [HOLD], "C: plan": [bid({"A": 2})], "dying": ["no"]}
    until(referee, "C's d20", [], declared)
    pending = until(referee, "plan", [9, 9], {"dying": ["no"]})
    assert (pending.request.about, referee.state.round) == ("B", 2)
    assert len(told(referee, "QW-23")) == 2, "once in each round"


def test_qw_23_the_dying_are_ruled_on_once_a_round() -> None:
    """QW-23: what was allowed in the declarations is not asked again at the turn."""
    dying = hero("A", 17, side="us", lasting=(Carried(effect="dying"),))
    referee = fray(dying, hero("B", 14, side="us"), foe("C", 16))
    round_of(referee, [5, 9], {"dying": ["yes"]}, "ABC", A=bid({"C": 2}))
    assert told(referee, "QW-23") == [
        "The game master lets A act although dying.",
        "The game master does not let A act although dying.",
    ], "once in this round, and again in the next"


# How it ends


def test_qw_38_the_side_with_the_last_undefeated_wins() -> None:
    """QW-38: also with comrades down."""
    referee = fray(hero("A", 17, side="us"), hero("B", 14, side="us"), foe("C", 16))
    declared = {"A: plan": [bid({"C": 17})], "B: plan": [HOLD], "C: plan": [bid({"B": 10})]}
    until(referee, "A's d20", [], declared)
    go(referee, [9, 20, 9, 20], {"moves": [["C", "A", "B"]]})
    result = referee.result
    assert result.winners == ("A", "B")
    assert [each.level for each in result.standings] == ["minor-victory", "marginal-defeat", "minor-defeat"]
    assert (result.degree, result.sides) == ("minor", {"us": "minor-victory"})


def test_qw_38_if_all_fall_at_once_nobody_wins() -> None:
    """QW-38: here by two fumbles that hurt both."""
    contestants = (hero("A", 3), hero("B", 3), hero("C", 3))
    referee = fray(*contestants, options={"double_fumble": "hurts-both"})
    declared = {"A: plan": [bid({"B": 3})], "B: plan": [HOLD], "C: plan": [HOLD]}
    until(referee, "A's d20", [], declared)
    for n in range(3):
        referee.override(f"contestants.{n}.ap", 1 if n < 2 else 0, reason="to make it quick")
    go(referee, [20, 20])
    assert referee.result.winners == ()
    assert ap(referee) == (-1, -1, 0)


def test_qw_39_outcomes_of_the_undefeated() -> None:
    """QW-39: from the AP of the last defeated opponent engaged; who engaged none has no outcome."""
    contestants = (
        hero("A", 17, side="us"),
        hero("B", 14, side="us"),
        foe("C", 5, side="x"),
        foe("D", 5, side="x"),
    )
    referee = fray(*contestants)
    until(referee, "turn", [], plans(A=bid({"C": 7, "D": 10})))
    go(referee, [9, 20, 9, 20], {"turn": ["act"]})
    assert ap(referee) == (17, 14, -9, -15)
    assert [each.level for each in referee.result.standings] == [
        "minor-victory",
        "",
        "marginal-defeat",
        "minor-defeat",
    ]
    assert referee.result.sides == {"us": "minor-victory"}


def test_qw_39_the_last_engaged_is_the_last_met_not_the_last_found() -> None:
    """QW-39: C was met before D, and after D again."""
    referee = fray(
        hero("A", 17, side="us"), hero("B", 14, side="us"), foe("C", 5, side="x"), foe("D", 5, side="x")
    )
    round_of(referee, [5, 5, 5, 5], A=bid({"C": 1, "D": 1}))
    round_of(referee, [9, 20], A=bid({"D": 7}))
    round_of(referee, [9, 20], A=bid({"C": 10}))
    assert ap(referee) == (17, 14, -15, -9)
    assert referee.result.standings[0].level == "minor-victory"


@pytest.mark.parametrize("example", EXAMPLES["groups"], ids=str)
def test_qw_39_worked_examples(example) -> None:
    """QW-39: major, minor, marginal won: minor; major, minor, minor, marginal lost: minor."""
    way = "VICTORY" if example["won"] else "DEFEAT"
    referee = fray(
        *(hero(f"H{n}", 14, side="us") for n, _ in enumerate(example["outcomes"])),
        foe("C", 9),
        foe("D", 9, side="C"),
    )
    for n, degree in enumerate(example["outcomes"]):
        who(referee, f"H{n}").level = Level[f"{degree.upper()}_{way}"]
    assert side_level(referee.state, "us", won=example["won"]) == Level[f"{example['group'].upper()}_{way}"]


def test_qw_39_the_only_one_counts() -> None:
    """QW-39: or the only one."""
    assert second([Level.MAJOR_VICTORY]) == Level.MAJOR_VICTORY
    assert second([]) is None


def test_qw_39_a_single_opponent_gives_the_outcome() -> None:
    """QW-39: with a single opponent, that outcome, also if only one of the players engaged it."""
    referee = fray(hero("A", 17, side="us"), hero("B", 14, side="us"), foe("C", 16))
    until(referee, "turn", [], {"A: plan": [bid({"C": 17})], "B: plan": [HOLD], "C: plan": [HOLD]})
    go(referee, [1, 20])
    assert referee.result.sides == {"us": "complete-victory"}


def test_qw_39_a_single_opponents_outcome_counts_if_no_player_has_one() -> None:
    """QW-39: who felled it fell too, and who is left never met it."""
    referee = fray(hero("A", 17, side="us"), hero("B", 14, side="us"), foe("C", 16))
    until(referee, "turn", [], {"A: plan": [bid({"C": 9})], "B: plan": [HOLD], "C: plan": [HOLD]})
    go(referee, [9, 20, 20, 9], {"parting shot": [shot(9)]})
    assert [each.level for each in referee.result.standings] == ["marginal-defeat", "", "marginal-defeat"]
    assert (referee.result.sides, referee.result.degree) == ({"us": "marginal-victory"}, "marginal")


def test_qw_39_players_lost() -> None:
    """QW-39: the second-worst of their defeats, and the degree of the winners is read from it."""
    referee = fray(hero("A", 5, side="us"), hero("B", 5, side="us"), foe("C", 40))
    until(referee, "turn", [], {"A: plan": [HOLD], "B: plan": [HOLD], "C: plan": [bid({"A": 8, "B": 15})]})
    go(referee, [9, 20, 9, 20])
    assert ap(referee) == (-19, -40, 40)
    assert referee.result.sides == {"us": "minor-defeat"}
    assert (referee.result.winners, referee.result.degree) == (("C",), "minor")


def test_qw_34_a_free_for_all() -> None:
    """QW-34: three sides, each against the others; it goes on until one side is left."""
    referee = fray(hero("A", 17), hero("B", 14), foe("C", 16))
    form = until(referee, "plan").form()
    assert [each.key for each in part(option(form, "exchange").then, "bids").options] == ["B", "C"]
    until(referee, "turn", [], {"A: plan": [bid({"B": 7})], "B: plan": [HOLD], "C: plan": [HOLD]})
    go(referee, [9, 20], {"A: turn": ["act"]})
    assert (who(referee, "B").status, referee.over) == ("defeated", False)


# Secrets


@settings(max_examples=40)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([(14, 15), (14, 39)]),
    st.sampled_from(["bid", "boldness"]),
)
def test_qw_13_in_a_group_hidden_totals_cannot_be_told_apart(random: Random, ratings, by) -> None:
    """QW-13: declarations, prompts and log look the same until dice come to something else; an order by boldness
    or AP is the game master's choice and may tell something."""
    pair = [
        fray(
            hero("A", 17, side="us"),
            hero("B", 16, side="us"),
            foe("C", rating, side="x"),
            foe("D", 13, side="x"),
        )
        for rating in ratings
    ]
    stakes = {"A": 2, "B": 4, "C": random.randint(5, 12), "D": 1}
    target = {"A": "C", "B": "D", "C": "A", "D": "B"}
    for _ in range(60):
        if any(who(each, "C").known or each.over for each in pair):
            return
        views = []
        for each in pair:
            view = msgspec.to_builtins(seat_view(each, "a"))
            view["lines"] = [line for line in view["lines"] if line["rule"]]
            views.append(view)
        if by == "bid":
            assert views[0] == views[1]
        roll = random.choice([6, 7, 7, 9])
        for each in pair:
            pending = each.pending[0]
            if pending.request.what == "plan":
                name = pending.request.about
                each.answer(pending.id, bid({target[name]: stakes[name]}))
            elif pending.request.what == "foes":
                sheet = {name: bid({target[name]: stakes[name]}) for name in "CD"}
                each.answer(pending.id, {"pick": "each", "with": sheet})
            elif pending.request.what == "objection" and each.state.order_by != by:
                each.answer(pending.id, {"pick": "order", "with": by})
            elif hasattr(pending.request, "sides"):
                each.answer(pending.id, [roll])
            else:
                each.answer(pending.id, pending.form().fallback())
        if [line.event.text() for line in pair[0].lines if line.event.cites() == "QW-4"][-1:] != [
            line.event.text() for line in pair[1].lines if line.event.cites() == "QW-4"
        ][-1:]:
            return
