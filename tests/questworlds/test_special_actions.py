"""QW-25 to QW-30, QW-33: what one can do in an extended contest besides fighting on."""

import pytest

from agonist.kernel import GM, AnswerRefused
from agonist.questworlds.classic.deeds.disengaging import held_price
from agonist.questworlds.classic.people.setup import AugmentEntry, Carried, ExtendedSetup
from agonist.questworlds.classic.rolls.results import GIFTING, LENDING, Level
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


def duel(one=None, two=None, options=None, **setup):
    contestants = (one or hero("A", 17, 13), two or foe("B", 17))
    chosen = QUIET | (options or {})
    return start("extended", ExtendedSetup(contestants=contestants, **({"first": "A"} | setup)), chosen)


def after_round_one(referee):
    return go(referee, [9, 9, 9, 9])


# Switching


def test_qw_25_switching_is_free_by_default_and_ap_stay() -> None:
    """QW-25: after the first round, if the game master charges nothing."""
    referee = after_round_one(duel())
    pending = until(referee, "objection", (), {"plan": [bid(4, "Second")]})
    assert (pending.seat, pending.request.assumed()) == (GM, "none")
    assert keys(option(pending.form(), "charge").then) == ["A"]
    go(referee, [14, 9])
    assert (who(referee, "A").hand, ap(referee)) == ("Second", (13, 17)), "14 fails against 13"


def test_qw_25_a_charged_switch_replaces_the_exchange() -> None:
    """QW-25, QW-26: open to the engaged; the opponent's exchange follows, and the ability is in hand then."""
    referee = after_round_one(duel())
    go(referee, (), {"plan": [bid(4, "Second")], "switch": ["action"], "pay for switch": ["yes"]})
    assert told(referee, "QW-25") == ["A spends the action on switching to Second."]
    assert (asked(referee), ap(referee)) == ([("B", "plan")], (17, 17))
    go(referee, [9, 9], {"answer": ["Second"]})
    go(referee, [9, 9], {"plan": [bid(4, "Second")]})
    assert len(told(referee, "QW-25")) == 1, "no switch, no question"


def test_qw_25_a_charged_switch_can_be_declined() -> None:
    """QW-25: then the old ability is all there is this time."""
    referee = after_round_one(duel())
    go(referee, (), {"plan": [bid(4, "Second")], "switch": ["action"], "pay for switch": ["no"]})
    assert keys(part(option(until(referee, "plan").form(), "exchange").then, "ability")) == ["First"]


def test_qw_25_what_was_charged_and_not_paid_cannot_be_answered_with() -> None:
    """QW-25: neither then nor later, until it is paid or the game master lets it go free."""
    referee = after_round_one(duel(hero("A", 17, 13, 12)))
    declined = {"plan": [bid(4, "Second")], "switch": ["action"], "pay for switch": ["no"]}
    go(referee, [9, 9], {**declined, "plan": [bid(4, "Second"), bid(4)]})
    pending = until(referee, "answer", (), {"B: plan": [bid(1)]})
    assert keys(pending.form()) == ["First", "Third"]
    go(referee, [9, 9], {"answer": ["First"]})
    go(referee, (), {"plan": [bid(4, "Second")], "switch": ["action"], "pay for switch": ["yes"]})
    pending = until(referee, "answer", (), {"B: plan": [bid(1)]})
    assert keys(pending.form()) == ["First", "Second", "Third"], "paid"


def test_qw_25_what_is_free_after_all_can_be_answered_with() -> None:
    """QW-25: the game master's later word counts."""
    referee = after_round_one(duel())
    declined = {"switch": ["action"], "pay for switch": ["no"]}
    go(referee, [9, 9], {**declined, "plan": [bid(4, "Second"), bid(4)]})
    go(referee, [9, 9], {"B: plan": [bid(1)]})
    go(referee, [9, 9], {"plan": [bid(4, "Second")], "switch": ["free"]})
    pending = until(referee, "answer", (), {"B: plan": [bid(1)]})
    assert keys(pending.form()) == ["First", "Second"]


def test_qw_25_nor_taken_for_a_parting_shot() -> None:
    """QW-25, QW-30: what is charged is not free there either."""
    referee = after_round_one(duel(two=hero("B", 17)))
    declined = {"switch": ["action"], "pay for switch": ["no"]}
    pending = until(referee, "parting shot", [9, 20], {**declined, "plan": [bid(4, "Second"), bid(17)]})
    assert keys(part(option(pending.form(), "shot").then, "ability")) == ["First"]


def test_qw_25_a_resistance_is_not_charged() -> None:
    """QW-25: the game master is not asked to charge the own side."""
    referee = after_round_one(duel(two=foe("B", 17, 12), first="B"))
    go(referee, [13, 9], {"plan": [bid(4, "Second")]})
    assert ap(referee) == (17, 13)
    assert "free" not in [getattr(entry, "value", "") for entry in referee.transcript.entries]


# Unrelated actions


def test_qw_26_unengaged_at_the_start_engaged_after_an_exchange() -> None:
    """QW-26: engaged is who was actor or target of an exchange since the own last action."""
    referee = duel()
    state = referee.state
    assert not state.is_engaged(who(referee, "A"))
    go(referee, [9, 9], {"plan": [bid(1)]})
    assert state.is_engaged(who(referee, "A"))
    assert state.is_engaged(who(referee, "B"))


def test_qw_26_without_a_contest() -> None:
    """QW-26: an unengaged contestant forfeits the action for something else."""
    referee = duel()
    pending = until(referee, "unrelated action", (), {"plan": [plan("unrelated", words="I bar the door")]})
    assert (pending.seat, pending.form().default) == (GM, "happens")
    go(referee)
    assert told(referee, "QW-26")[-1] == "A does something unrelated. “I bar the door”"
    assert (asked(referee), ap(referee)) == ([("B", "plan")], (17, 17))


def test_qw_26_with_a_contest() -> None:
    """QW-26: a simple contest against a resistance that the game master names."""
    referee = duel()
    needs = {"pick": "contest", "with": "high"}
    go(referee, [14, 10], {"plan": [plan("unrelated", ability="Second")], "unrelated action": [needs]})
    assert told(referee, "QW-26")[-1] == "A does something unrelated (resistance 20): minor defeat."


def test_qw_26_the_engaged_need_the_game_masters_word() -> None:
    """QW-26: by default no; then the actor chooses again, with the reason shown."""
    referee = after_round_one(duel())
    pending = until(referee, "engaged", (), {"plan": [plan("unrelated")]})
    assert pending.form().default == "no"
    referee.answer(pending.id, "no")
    form = until(referee, "plan").form()
    assert option(form, "unrelated").unavailable == "the game master rules that you are engaged"
    with pytest.raises(AnswerRefused, match="engaged"):
        referee.answer(referee.pending[0].id, plan("unrelated"))
    referee = after_round_one(duel())
    go(referee, (), {"plan": [plan("unrelated")], "engaged": ["yes"]})
    assert asked(referee) == [("B", "plan")]


def test_qw_26_the_unengaged_can_be_ruled_engaged() -> None:
    """QW-26: the game master can rule otherwise both ways."""
    referee = duel()
    go(referee, (), {"plan": [plan("unrelated")], "unrelated action": ["engaged"]})
    assert asked(referee) == [("A", "plan")]
    assert "unrelated" not in keys(until(referee, "plan").form())


def test_qw_26_an_unrelated_action_ends_engagement_until_the_next_exchange() -> None:
    """QW-26: since one's last action there was no exchange; the opponent's next one engages again."""
    referee = after_round_one(duel())
    go(referee, (), {"plan": [plan("unrelated")], "engaged": ["yes"]})
    assert not referee.state.is_engaged(who(referee, "A"))
    go(referee, [9, 9], {"B: plan": [bid(1)]})
    assert referee.state.is_engaged(who(referee, "A"))


@pytest.mark.parametrize(
    ("ruling", "dice", "rating"),
    [("happens", [], 19), ({"pick": "contest", "with": "moderate"}, [9, 20], 26), (None, [9, 5], 20)],
)
def test_qw_26_an_augment_by_an_unrelated_action(ruling, dice, rating) -> None:
    """QW-26, QW-9: quick if it just happens, else of the rolled size; AP stay."""
    referee = duel()
    rulings = [ruling] if ruling else []
    answers = {"plan": [plan("unrelated", ability="Second", aim=augment("A"))], "unrelated action": rulings}
    go(referee, dice, answers)
    assert (who(referee, "A").rating("First").whole, who(referee, "A").ap) == (rating, 17)


# Asymmetrical exchanges


@pytest.mark.parametrize(
    ("dice", "totals", "achieved"),
    [
        ((9, 18), (17, 17), True),
        ((9, 5), (17, 17), True),
        ((1, 20), (17, 17), True),
        ((9, 9), (17, 17), False),
        ((5, 9), (15, 17), False),
        ((20, 1), (17 - 12, 17 + 12), False),
    ],
)
def test_qw_27_asymmetrical_exchange(dice, totals, achieved) -> None:
    """QW-27: winning achieves the aim and scores no AP, losing costs AP as usual, a tie does neither."""
    referee = go(duel(), dice, {"plan": [plan("asymmetrical", bid=4)]})
    assert ap(referee) == totals
    assert bool(told(referee, "QW-27")) == achieved


def test_qw_27_any_ability_and_the_gap() -> None:
    """QW-27: the substitute ability's rating counts, here 6 below, so that a transfer is a loss."""
    referee = duel(hero("A", 17, 11))
    go(referee, [9, 1], {"plan": [plan("asymmetrical", ability="Second", bid=4)]})
    assert ap(referee) == (13, 17)


@pytest.mark.parametrize(("dice", "size"), [((9, 5), 3), ((9, 18), 6), ((9, 20), 9), ((1, 20), 20)])
def test_qw_27_an_augment_by_steps_apart(dice, size) -> None:
    """QW-27: of QW-9's sizes; it changes target numbers, never AP."""
    referee = go(duel(), dice, {"plan": [plan("asymmetrical", bid=4, aim=augment("A"))]})
    a = who(referee, "A")
    assert (a.rating("First").whole, a.rating("Second").whole, a.ap, a.starting_ap) == (17 + size, 13, 17, 17)


def test_qw_27_one_own_augment_only() -> None:
    """QW-27, QW-9: who has an augment from an own ability is not offered another for themselves."""
    own = hero("A", 17, 13, augments=(AugmentEntry(source="Second"),))
    form = until(duel(own), "plan").form()
    assert keys(part(option(form, "asymmetrical").then, "aim")) == ["objective"]


def test_qw_27_no_augment_for_a_resistance() -> None:
    """QW-27, QW-9: a resistance carries no modifiers."""
    form = until(duel(first="B"), "plan").form()
    assert keys(part(option(form, "asymmetrical").then, "aim")) == ["objective"]


@pytest.mark.parametrize("taken", ["yes", "no"])
def test_qw_15_a_proposal_for_an_asymmetrical_exchange(taken) -> None:
    """QW-15, QW-27: the game master may propose another bid, which the actor may take or not."""
    referee = duel(options={"propose_bids": True})
    given = {"bid proposal": [{"pick": "propose", "with": 8}], "proposal": [taken]}
    go(referee, [5, 9], {"plan": [plan("asymmetrical", bid=4)], **given})
    assert ap(referee) == ((13, 17) if taken == "yes" else (15, 17))


def test_qw_15_an_asymmetrical_bid_left_to_the_game_master() -> None:
    """QW-15, QW-27: set with 3 as the default, and still no AP are scored."""
    referee = duel()
    pending = until(referee, "bid", (), {"plan": [plan("asymmetrical-unstated")]})
    assert (pending.seat, pending.form().default, pending.request.rule) == (GM, 3, "QW-15")
    go(referee, [9, 18], {"bid": [6]})
    assert (ap(referee), bool(told(referee, "QW-27"))) == ((17, 17), True)
    assert "A bids 6 against B with First, not for advantage but for something else." in told(referee)


def test_qw_15_the_game_masters_side_states_its_bids() -> None:
    """QW-15: nobody leaves a bid to themselves."""
    form = until(duel(first="B"), "plan").form()
    assert not {"unstated", "asymmetrical-unstated"} & set(keys(form))


# Disengaging


def leaving(dice=(), **answers):
    referee = duel()
    given = {
        "plan": [plan("disengage", ability="Second")],
        **{key: [value] for key, value in answers.items()},
    }
    return go(referee, dice, given)


def test_qw_28_whom_nobody_holds_just_leaves() -> None:
    """QW-28: in a contest of two that ends it, the prize forfeit and without a degree."""
    referee = leaving(hold="no")
    result = referee.result
    assert (result.winners, result.degree, result.sides) == (("B",), "", {})
    assert "A leaves the contest and forfeits the prize" in result.summary
    assert [each.level for each in result.standings] == ["", ""]
    assert result.sheets["A"].lasting == ()


@pytest.mark.parametrize("dice", [(9, 5), (9, 18), (1, 20)])
def test_qw_28_any_victory_is_out(dice) -> None:
    """QW-28: a simple contest against the opponent's ability."""
    referee = leaving(dice)
    assert referee.result.winners == ("B",)
    assert referee.state.left == "A"


@pytest.mark.parametrize(
    ("dice", "price"),
    [((5, 9), 2), ((14, 9), 4), ((14, 1), 9), ((20, 1), 16), ((9, 9), 0)],
)
def test_qw_28_defeat_transfers_current_ap(dice, price) -> None:
    """QW-28: marginal ⅛, minor ¼, major ½, complete all but 1, to the holder; a tie does nothing."""
    referee = leaving(dice)
    assert ap(referee) == (17 - price, 17 + price)
    assert asked(referee) == [("B", "plan")], "the opponent's exchange follows"


def test_qw_22_who_loses_the_last_point_by_being_held_is_defeated() -> None:
    """QW-28, QW-22, QW-19: half of 1 is 1; no exchange was won, so there is no parting shot (QW-30)."""
    referee = duel(hero("A", 17, 13), foe("B", 17))
    until(referee, "plan")
    referee.override("contestants.0.ap", 1, reason="nearly down")
    go(referee, [14, 1], {"plan": [plan("disengage", ability="Second")]})
    assert (ap(referee), referee.result.winners, told(referee, "QW-30")) == ((0, 18), ("B",), [])


@pytest.mark.parametrize("example", EXAMPLES["disengaging"], ids=str)
def test_qw_28_worked_example(example) -> None:
    """QW-28: 14 AP, a minor defeat: 3.5 rounds to 4, and 10 are left."""
    price = held_price(Level[f"{example['defeat'].upper()}_DEFEAT"], example["ap"])
    assert (price, example["ap"] - price) == (example["transferred"], example["left"])


def test_qw_28_a_players_character_holds_with_an_ability_of_choice() -> None:
    """QW-28: and the game master's side disengages with its resistance."""
    referee = duel(two=foe("B", 17, 20), first="B")
    form = until(referee, "plan").form()
    assert keys(part(option(form, "disengage").then, "ability")) == ["First"]
    pending = until(referee, "hold", (), {"plan": [plan("disengage")]})
    assert pending.seat == "a"
    pending = until(referee, "holding ability", (), {"hold": ["yes"]})
    assert keys(pending.form()) == ["First", "Second"]
    go(referee, [18, 13], {"holding ability": ["Second"]})
    assert ap(referee) == (17 + 4, 17 - 4)


# Parting shots


def felled(dice=(), one=None, two=None, **answers):
    referee = duel(one or hero("A", 17), two or hero("B", 17))
    given = {key.replace("_", " "): [value] for key, value in answers.items()}
    return go(referee, [9, 20, *dice], {"plan": [bid(9)], **given})


def test_qw_30_a_won_parting_shot_takes_the_loser_further_down() -> None:
    """QW-30: the outcome is read anew."""
    referee = felled([9, 20], parting_shot=shot(5))
    assert ap(referee) == (17, -11)
    assert referee.result.standings[1].level == "minor-defeat"
    assert [each.effect for each in who(referee, "B").lasting] == ["impaired"]


def test_qw_15_a_parting_shots_bid_left_to_the_game_master() -> None:
    """QW-15, QW-30: set with 3 as the default."""
    referee = duel(hero("A", 17), hero("B", 17))
    left = {"pick": "unstated", "with": {"words": "", "ability": "First"}}
    pending = until(referee, "bid", [9, 20], {"plan": [bid(9)], "parting shot": [left]})
    assert (pending.seat, pending.form().default, pending.form().most) == (GM, 3, 17)
    go(referee, [9, 20], {"bid": [5]})
    assert ap(referee) == (17, -11)


@pytest.mark.parametrize(("taken", "after"), [("yes", -11), ("no", -5)])
def test_qw_15_a_proposal_for_a_parting_shot(taken, after) -> None:
    """QW-15, QW-30: another bid, which the victor may take or not; not for the game master's own side."""
    referee = duel(hero("A", 17), hero("B", 17), {"propose_bids": True})
    proposals = {"bid proposal": ["as-stated", {"pick": "propose", "with": 5}], "proposal": [taken]}
    go(referee, [9, 20, 9, 20], {"plan": [bid(9)], "parting shot": [shot(2)], **proposals})
    assert ap(referee) == (17, after)


def test_qw_30_it_is_offered_not_forced() -> None:
    """QW-30: by default there is none."""
    referee = felled()
    assert (referee.result.standings[1].level, told(referee, "QW-30")) == ("marginal-defeat", [])


def test_qw_30_a_lost_parting_shot_costs_as_usual() -> None:
    """QW-30: a plain loss does not bring the defeated back."""
    referee = felled([20, 9], parting_shot=shot(5))
    assert ap(referee) == (7, -1)
    assert referee.result.winners == ("A",)


def test_qw_30_a_transfer_can_bring_the_defeated_back() -> None:
    """QW-30: above 0 and into the contest, with the unused action of this round still theirs."""
    referee = felled([9, 1], parting_shot=shot(5))
    assert ap(referee) == (12, 4)
    assert asked(referee) == [("B", "plan")]
    assert referee.state.round == 1
    assert who(referee, "B").lasting == []


def test_qw_30_a_transfer_may_be_too_small() -> None:
    """QW-30: at 0 one is still defeated."""
    referee = felled([9, 1], parting_shot=shot(1))
    assert ap(referee) == (16, 0)
    assert referee.result.winners == ("A",)


@pytest.mark.parametrize(("stays", "effects"), [("yes", ["hurt"]), ("no", [])])
def test_qw_30_whether_the_consequence_stays_is_the_game_masters_ruling(stays, effects) -> None:
    """QW-30: asked with the rule; by default it is shaken off."""
    referee = duel(hero("A", 17), hero("B", 17))
    pending = until(
        referee, "consequence stays", [9, 20, 9, 1], {"plan": [bid(9)], "parting shot": [shot(5)]}
    )
    assert (pending.seat, pending.form().default, pending.request.rule) == (GM, "no", "QW-30")
    go(referee, (), {"consequence stays": [stays]})
    assert [each.effect for each in who(referee, "B").lasting] == effects


@pytest.mark.parametrize(("stays", "rating"), [("yes", 14), ("no", 17)])
def test_qw_30_a_consequence_that_stays_lowers_a_resistance_too(stays, rating) -> None:
    """QW-30, QW-9: it counts at once, like a character's."""
    referee = duel(hero("A", 17), foe("B", 17))
    given = {"plan": [bid(9)], "parting shot": [shot(5)], "consequence stays": [stays]}
    go(referee, [9, 20, 9, 1], given)
    b = who(referee, "B")
    assert (b.ap, b.rating("First").whole, b.fate) == (4, rating, "")
    assert [each.effect for each in b.lasting] == (["hurt"] if stays == "yes" else [])
    go(referee, [15, 18], {"B: plan": [bid(2)]})
    assert ap(referee) == ((12, 3) if stays == "yes" else (10, 4)), "15 fails against 14"


def test_qw_30_what_a_resistance_keeps_is_not_a_fate() -> None:
    """QW-30, QW-22: what becomes of it is for the end; which abilities are lowered the game master may say."""
    referee = duel(hero("A", 17), foe("B", 17, 12))
    answers = {"plan": [bid(9)], "parting shot": [shot(5)], "consequence stays": ["yes"]}
    go(referee, [9, 20, 9, 1], answers | {"related abilities": [["Second"]]})
    b = who(referee, "B")
    assert (b.rating("First").whole, b.rating("Second").whole, b.fate) == (17, 9, "")
    assert told(referee, "QW-30")[-1] == "B is back in the contest with 4 AP, and stays hurt."


def test_qw_22_without_a_parting_shot_the_game_master_may_set_a_fate() -> None:
    """QW-22: here the last point was lost by being held."""
    referee = duel(hero("A", 17), foe("B", 17), first="B")
    until(referee, "plan")
    referee.override("contestants.1.ap", 1, reason="nearly down")
    pending = until(referee, "fate", [18, 1], {"plan": [plan("disengage")]})
    assert (pending.seat, pending.request.directed) == (GM, True)
    referee.answer(pending.id, {"pick": "other", "with": "flees"})
    assert who(referee, "B").fate == "flees"


def test_qw_30_a_resistance_brought_back_dying_does_not_act_unless_allowed() -> None:
    """QW-30, QW-23: as for a character."""
    referee = duel(hero("A", 40), foe("B", 40))
    answers = {"plan": [bid(40)], "parting shot": [shot(40)], "consequence stays": ["yes"]}
    pending = until(referee, "dying", [1, 20, 20, 1], answers)
    assert (pending.request.about, ap(referee, "B")) == ("B", (40 - 120 + 120,))


def test_qw_30_the_winner_of_an_exchange_may_be_the_responder() -> None:
    """QW-30: who defeats an opponent in an exchange, acting or responding."""
    referee = duel(hero("A", 17), hero("B", 17))
    pending = until(referee, "parting shot", [20, 9], {"plan": [bid(9)]})
    assert pending.seat == "b"


def test_qw_30_one_parting_shot_per_defeat() -> None:
    """QW-30: after it the outcome stands; a new defeat gives a new one."""
    referee = felled([9, 20], parting_shot=shot(5))
    assert told(referee, "QW-30") == ["A takes a parting shot at B."]
    referee = duel(hero("A", 17), hero("B", 17))
    pending = until(referee, "parting shot", [9, 20], {"plan": [bid(9)]})
    referee.answer(pending.id, shot(17))
    pending = until(referee, "parting shot", [20, 1])
    assert (pending.seat, ap(referee)) == ("b", (17 - 51, -1 + 51))


def test_qw_30_hero_points_and_edge_count_on_it() -> None:
    """QW-30, QW-5, QW-20: it is an exchange like others."""
    edged = hero("A", 17, edge=2, hero_points=1)
    referee = start(
        "extended", ExtendedSetup(contestants=(edged, foe("B", 17)), first="A"), QUIET | {"edges": True}
    )
    go(referee, [9, 20, 9, 18], {"plan": [bid(8)], "parting shot": [shot(4)], "hero point": ["no", "yes"]})
    assert who(referee, "B").ap == 17 - 20 - 12


def test_qw_30_the_resistance_may_take_one_too() -> None:
    """QW-30, QW-16: the game master is asked, up to the current AP."""
    referee = duel(hero("A", 17), foe("B", 17), first="B")
    pending = until(referee, "parting shot", [9, 20], {"plan": [bid(9)]})
    assert pending.seat == GM
    assert part(option(pending.form(), "shot").then, "bid").most == 17


def test_qw_30_not_for_the_dying() -> None:
    """QW-30, QW-23: dying allows no action."""
    referee = duel(hero("A", 17, lasting=(Carried(effect="dying"),)), foe("B", 5))
    go(referee, [1, 20], {"plan": [bid(9)], "dying": ["yes"]})
    assert referee.result.winners == ("A",)
    assert "no" not in [getattr(entry, "value", "") for entry in referee.transcript.entries]


# Gifts


def gifted(dice, stake=4, *, to="A", ability="First"):
    outsider = hero("O", 14)
    give = {"pick": "gift", "with": {"pick": ability, "with": {"words": "", "to": to, "bid": stake}}}
    referee = start(
        "extended",
        ExtendedSetup(contestants=(hero("A", 17), foe("B", 17)), outsiders=(outsider,), first="A"),
        QUIET,
    )
    return go(referee, dice, {"gift": [give]})


@pytest.mark.parametrize(
    ("dice", "totals"),
    [
        ((1, 20), (25, 17)),
        ((9, 20), (21, 17)),
        ((9, 18), (21, 17)),
        ((8, 7), (19, 17)),
        ((8, 8), (17, 17)),
        ((7, 8), (17, 19)),
        ((15, 7), (17, 21)),
        ((15, 1), (17, 21)),
        ((20, 1), (17, 25)),
    ],
)
def test_qw_33_gifts(dice, totals) -> None:
    """QW-33: against twice the bid; defeats give the recipient's opponent as much."""
    assert ap(gifted(dice)) == totals


@pytest.mark.parametrize(
    ("limit", "most"), [({}, 2), ({"gift_limit": "target-number"}, 2), ({"gift_limit": "rating"}, 22)]
)
def test_qw_33_at_most_the_target_number_or_by_option_the_rating(limit, most) -> None:
    """QW-33: option gift_limit, the target number by default."""
    setup = ExtendedSetup(contestants=(hero("A", 17), foe("B", 17)), outsiders=(hero("O", "2M"),), first="A")
    pending = until(start("extended", setup, QUIET | limit), "gift")
    form = option(option(pending.form(), "gift").then, "First").then
    assert part(form, "bid").most == most


def test_qw_33_once_a_round() -> None:
    """QW-33: the outsider is asked once each round."""
    outsiders = (hero("O", "2M"),)
    referee = start(
        "extended",
        ExtendedSetup(contestants=(hero("A", 17), foe("B", 17)), outsiders=outsiders, first="A"),
        QUIET,
    )
    pending = until(referee, "gift")
    assert (pending.seat, referee.state.round) == ("o", 1)
    referee.answer(pending.id, "no")
    give = {"pick": "gift", "with": {"pick": "First", "with": {"words": "", "to": "A", "bid": 1}}}
    go(referee, [9, 9])
    pending = until(referee, "gift", [9, 9])
    assert (pending.request.window, referee.state.round) == (True, 2), (
        "asked once; from then on it stands open"
    )
    referee.answer(pending.id, give)
    go(referee, [20, 20])
    assert "gift" not in [each.request.what for each in referee.pending]


def test_qw_33_half_of_an_odd_bid_rounds_up() -> None:
    """QW-33, QW-19: half of 5 is 3."""
    assert ap(gifted((9, 8), 5)) == (20, 17)


def test_qw_33_a_hero_point_can_be_spent_on_it() -> None:
    """QW-33, QW-5: on any roll of this game."""
    outsider = hero("O", 14, hero_points=1)
    give = {"pick": "gift", "with": {"pick": "First", "with": {"words": "", "to": "A", "bid": 4}}}
    setup = ExtendedSetup(contestants=(hero("A", 17), foe("B", 17)), outsiders=(outsider,), first="A")
    referee = go(start("extended", setup, QUIET), [15, 9], {"gift": [give], "hero point": ["yes"]})
    assert ap(referee) == (21, 17), "a failure became a success, against a failure: a minor victory"


def test_qw_33_what_is_said_is_told() -> None:
    """QW-33: the log has the player's words, as for every other action."""
    give = {"pick": "gift", "with": {"pick": "First", "with": {"words": "I cheer", "to": "A", "bid": 4}}}
    setup = ExtendedSetup(contestants=(hero("A", 17), foe("B", 17)), outsiders=(hero("O", 14),), first="A")
    referee = go(start("extended", setup, QUIET), [9, 20], {"gift": [give]})
    assert told(referee, "QW-33")[0] == ("O helps A from outside with a bid of 4: major victory. “I cheer”")


@pytest.mark.parametrize(("allowed", "next_asked"), [("no", ("A", "plan")), ("yes", ("O", "gift"))])
def test_qw_33_the_dying_help_only_if_allowed(allowed, next_asked) -> None:
    """QW-33, QW-23: dying allows no actions, also outside the contest, unless the game master does."""
    dying = hero("O", 14, lasting=(Carried(effect="dying"),))
    setup = ExtendedSetup(contestants=(hero("A", 17), foe("B", 17)), outsiders=(dying,), first="A")
    referee = start("extended", setup, QUIET)
    pending = until(referee, "dying")
    assert (pending.seat, pending.request.about, pending.form().default) == (GM, "O", "no")
    referee.answer(pending.id, allowed)
    assert asked(referee) == [next_asked]


def test_qw_32_qw_33_tables_are_whole() -> None:
    """QW-32, QW-33: every outcome has its line."""
    assert set(LENDING) == set(GIFTING) == set(Level)
