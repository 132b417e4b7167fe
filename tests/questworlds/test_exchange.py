"""QW-14 to QW-24: exchanges of an extended contest, and how it ends."""

import pytest

from agonist.kernel import AnswerRefused
from agonist.questworlds.classic import GAME
from agonist.questworlds.classic.people.setup import Carried, ExtendedSetup, ModifierEntry, SimpleSetup
from agonist.questworlds.classic.rolls.knobs import BOOK
from agonist.questworlds.classic.rolls.results import EXCHANGE, Degree
from tests.questworlds.scenes import (
    Script,
    ap,
    asked,
    bid,
    can_say,
    foe,
    go,
    hero,
    keys,
    option,
    part,
    shot,
    start,
    told,
    until,
    who,
)

pytestmark = pytest.mark.usefixtures("manner")


def duel(one=None, two=None, options=None, **setup):
    contestants = (one or hero("A", 17), two or foe("B", 17))
    return start("extended", ExtendedSetup(contestants=contestants, **({"first": "A"} | setup)), options)


@pytest.mark.parametrize(
    ("setup", "default"),
    [({}, "A"), ({"opened_by": "B"}, "B"), ({"opened_by": "A"}, "A")],
)
def test_qw_14_the_game_master_says_who_acts_first(setup, default) -> None:
    """QW-14: by default the side that opened the contest, else the player."""
    referee = start("extended", ExtendedSetup(contestants=(foe("B", 17), hero("A", 17)), **setup))
    pending = until(referee, "first to act")
    assert (pending.seat, pending.form().default, pending.request.rule) == ("gm", default, "QW-14")
    referee.answer(pending.id, "B")
    assert asked(referee) == [("B", "plan")]


def test_qw_14_a_round_is_two_exchanges() -> None:
    """QW-14: one acts, then the other; then a new round."""
    referee = duel()
    actors = []
    for _ in range(5):
        actors.append((referee.state.round, until(referee, "plan").request.about))
        go(referee, [10, 10], {"plan": [bid(1)]})
    assert actors == [(1, "A"), (1, "B"), (2, "A"), (2, "B"), (3, "A")]


def test_qw_15_a_bid_is_at_least_1() -> None:
    """QW-15: 0 is refused, and the refusal says what would be right."""
    referee = duel()
    pending = until(referee, "plan")
    with pytest.raises(AnswerRefused, match="from 1 to 17"):
        referee.answer(pending.id, bid(0))
    assert asked(referee) == [("A", "plan")]


def test_qw_15_action_ability_and_bid_are_told() -> None:
    """QW-15: the log says who bids what against whom, with which ability and in which words."""
    referee = go(duel(), [3, 3], {"plan": [bid(4, words="I press him to the rail")]})
    assert "A bids 4 against B with First. “I press him to the rail”" in told(referee, "QW-15")


def test_qw_15_no_bid_stated() -> None:
    """QW-15: the game master sets it, 3 offered."""
    referee = duel()
    unstated = {"pick": "unstated", "with": {"words": "", "ability": "First"}}
    pending = until(referee, "bid", (), {"plan": [unstated]})
    assert (pending.seat, pending.form().default, pending.form().most) == ("gm", 3, 17)
    referee.answer(pending.id, 5)
    go(referee, [15, 20])
    assert told(referee, "QW-15")[:2] == [
        "A states no bid; the game master sets it at 5.",
        "A bids 5 against B with First.",
    ]
    assert ap(referee) == (17, 7)


@pytest.mark.parametrize(("taken", "after"), [("yes", 1), ("no", 11)])
def test_qw_15_the_game_master_may_propose_another_bid(taken, after) -> None:
    """QW-15: which the actor may take or not."""
    propose = {"pick": "propose", "with": 8}
    referee = duel()
    go(referee, [15, 20], {"plan": [bid(3)], "bid proposal": [propose], "proposal": [taken]})
    assert ap(referee) == (17, after)


def test_qw_15_proposals_can_be_switched_off() -> None:
    """QW-15: with the option propose_bids off the game master is not asked; of the own side never."""
    referee = duel(options={"propose_bids": False})
    until(referee, "A's d20", (), {"plan": [bid(3)]})
    referee = duel(first="B")
    until(referee, "B's d20")
    assert not [entry for entry in referee.transcript.entries if getattr(entry, "value", "") == "as-stated"]


def test_qw_15_the_responder_picks_an_ability_after_the_first_round() -> None:
    """QW-15: the responder chooses; QW-11: in the first round only the first ability may be used."""
    referee = duel(hero("A", 17), hero("B", 17, 12))
    go(referee, [10, 10, 10, 10])
    assert not [text for text in told(referee, "QW-15") if "answers" in text]
    pending = until(referee, "answer")
    assert (pending.seat, keys(pending.form())) == ("b", ["First", "Second"])
    referee.answer(pending.id, "Second")
    go(referee, [10, 13])
    assert "B answers with Second." in told(referee, "QW-15")
    assert who(referee, "B").ap == 14


def test_qw_11_the_first_ability_is_locked_in_the_first_round() -> None:
    """QW-11: asymmetrical aims and disengaging aside."""
    referee = duel(hero("A", 17, 12))
    form = until(referee, "plan").form()
    allowed = {
        kind: keys(part(option(form, kind).then, "ability"))
        for kind in ("exchange", "asymmetrical", "disengage")
    }
    assert allowed == {
        "exchange": ["First"],
        "asymmetrical": ["First", "Second"],
        "disengage": ["First", "Second"],
    }
    go(referee, [10, 10, 10, 10])
    form = until(referee, "plan").form()
    assert keys(part(option(form, "exchange").then, "ability")) == ["First", "Second"]


def test_qw_16_desperation_stake() -> None:
    """QW-16: a player may bid up to the starting AP when there is less, or the current AP when there is more."""
    referee = duel()
    go(referee, [20, 15], {"plan": [bid(4)]})
    assert ap(referee) == (9, 17)
    go(referee, [10, 10])
    stake = part(option(until(referee, "plan").form(), "exchange").then, "bid")
    assert (stake.most, stake.why) == (17, "QW-16: a desperation stake goes up to the starting AP")
    go(referee, [1, 20], {"plan": [bid(3)]})
    go(referee, [20, 1], {"plan": [bid(1)]})
    stake = part(option(until(referee, "plan").form(), "exchange").then, "bid")
    assert stake.most == who(referee, "A").ap == 21


def test_qw_16_the_game_masters_side_bids_what_it_has() -> None:
    """QW-16: never more than the current AP."""
    referee = duel(first="B")
    go(referee, [20, 15], {"plan": [bid(4)]})
    assert ap(referee) == (17, 9)
    go(referee, [10, 10])
    stake = part(option(until(referee, "plan").form(), "exchange").then, "bid")
    assert (stake.least, stake.most) == (1, 9)


def test_qw_16_two_players_may_both_be_desperate() -> None:
    """QW-16: what counts is who plays, not which side."""
    referee = duel(hero("A", 17), hero("B", 17), first="B")
    go(referee, [20, 15, 10, 10], {"plan": [bid(4)]})
    assert part(option(until(referee, "plan").form(), "exchange").then, "bid").most == 17


@pytest.mark.parametrize(
    ("dice", "after"),
    [
        ((1, 20), (17 + 12, 17 - 12)),
        ((1, 18), (17 + 8, 17 - 8)),
        ((1, 9), (17 + 4, 17 - 4)),
        ((1, 1), (17, 17)),
        ((9, 1), (17 - 4, 17 + 4)),
        ((18, 1), (17 - 8, 17 + 8)),
        ((20, 1), (17 - 12, 17 + 12)),
        ((9, 5), (17, 15)),
        ((5, 9), (15, 17)),
        ((9, 18), (17, 13)),
        ((18, 9), (13, 17)),
        ((9, 20), (17, 9)),
        ((20, 9), (9, 17)),
        ((19, 18), (17, 15)),
        ((18, 20), (17, 13)),
        ((20, 18), (13, 17)),
        ((20, 20), (17, 17)),
        ((7, 7), (17, 17)),
    ],
)
def test_qw_17_the_table_in_play(dice, after) -> None:
    """QW-17: multiples of the actor's bid, whoever loses; equal dice on the same result and two fumbles tie."""
    assert ap(go(duel(), dice, {"plan": [bid(4)]})) == after


def test_qw_17_a_tie_is_told() -> None:
    """QW-17: nothing changes, and the log says so."""
    referee = go(duel(), [7, 7], {"plan": [bid(4)]})
    assert told(referee, "QW-17") == ["Success against success: a tie, nothing changes."]


def test_qw_17_two_criticals() -> None:
    """QW-17: of two criticals the worse roll transfers half the bid; masteries make them of different dice."""
    referee = go(duel(hero("A", "17M"), foe("B", "17M2")), [1, 9], {"plan": [bid(5)]})
    assert ap(referee) == (37 - 3, 57), "a transfer, but the loser is 6 below"
    plain = {"surplus_bumps_down": False}
    referee = go(duel(hero("A", "3M"), foe("B", 20), plain), [3, 1], {"plan": [bid(5)]})
    assert ap(referee) == (23 + 3, 20 - 3)


def test_qw_17_hero_points_are_asked_at_once_and_in_secret() -> None:
    """QW-17, QW-5: both players are asked together, and neither sees the other's choice before making the own."""
    referee = duel(hero("A", 17, hero_points=1), hero("B", 17, hero_points=1))
    until(referee, "hero point", [9, 18], {"plan": [bid(4)]})
    assert can_say(referee) == [("A", "hero point"), ("B", "hero point")]
    lines = len(referee.lines)
    referee.answer(referee.pending[0].id, "yes")
    assert (len(referee.lines), can_say(referee)) == (lines, [("B", "hero point")])
    referee.answer(referee.pending[0].id, "yes")
    assert told(referee, "QW-5") == [
        "A spends a hero point for a bump up (0 left).",
        "B spends a hero point for a bump up (0 left).",
        "A has a critical, B a success.",
    ]
    assert ap(referee) == (21, 13)


def test_qw_5_one_hero_point_a_roll_and_only_of_those_who_have_one() -> None:
    """QW-5: nobody without hero points is asked, nor the resistance; one bump at most."""
    referee = duel(hero("A", 17, hero_points=2))
    until(referee, "hero point", [18, 9], {"plan": [bid(5)]})
    assert can_say(referee) == [("A", "hero point")]
    go(referee, (), {"hero point": ["yes"]})
    assert ap(referee) == (17, 14), "failure became success: better roll, half the bid"
    assert who(referee, "A").hero_points == 1
    assert go(duel(), [18, 9], {"plan": [bid(4)]}).state.contestants[0].hero_points == 0


def test_qw_5_on_a_critical_it_takes_the_opponent_down() -> None:
    """QW-5, QW-4: a hero point's bump that finds a critical bumps the opponent down."""
    referee = duel(hero("A", 17, hero_points=1))
    go(referee, [1, 9], {"plan": [bid(4)], "hero point": ["yes"]})
    assert ap(referee) == (17 + 8, 17 - 8)


def test_qw_5_mastery_bumps_are_known_before_hero_points() -> None:
    """QW-5: the question tells the results after mastery bumps."""
    referee = duel(hero("A", "7M", hero_points=1), foe("B", 14))
    pending = until(referee, "hero point", [9, 12], {"plan": [bid(12)]})
    assert pending.request.text.startswith("You have a success (9), B a success (12).")


@pytest.mark.parametrize(("second", "after"), [(12, (17 + 4, 12 - 4)), (11, (17, 11 - 4))])
def test_qw_18_a_transfer_from_far_below_is_a_loss(second, after) -> None:
    """QW-18: 6 or more below the winner's whole rating in this exchange."""
    referee = go(duel(two=foe("B", second)), [1, 9], {"plan": [bid(4)]})
    assert ap(referee) == after
    assert bool([text for text in told(referee, "QW-18") if "nothing is transferred" in text]) == (
        second == 11
    )


def test_qw_18_transfers_conserve_ap() -> None:
    """QW-18: the winner gains in full, even more than the loser had."""
    referee = duel(hero("A", 17), foe("B", 14))
    go(referee, [1, 20], {"plan": [bid(17)]})
    assert ap(referee) == (17 + 51, 14 - 51)


@pytest.mark.parametrize(
    ("edge", "dice", "after"),
    [
        (3, (9, 18), (17, 17 - 7)),
        (3, (18, 9), (17 - 4, 17)),
        (3, (9, 5), (17, 17 - 4)),
        (-3, (9, 18), (17, 17 - 1)),
        (-5, (9, 18), (17, 17)),
        (-5, (18, 9), (17 - 4, 17)),
    ],
)
def test_qw_20_edge_and_handicap(edge, dice, after) -> None:
    """QW-20: on the bid before multiplying, never below 0, only when the actor wins."""
    referee = go(duel(hero("A", 17, edge=edge), options={"edges": True}), dice, {"plan": [bid(4)]})
    assert ap(referee) == after


def test_qw_20_never_for_the_responder() -> None:
    """QW-20: the responder's edge does not count; and without the option nobody's does."""
    edged = foe("B", 17, edge=5)
    assert ap(go(duel(two=edged, options={"edges": True}), [18, 9], {"plan": [bid(4)]})) == (13, 17)
    assert ap(go(duel(hero("A", 17, edge=5)), [9, 18], {"plan": [bid(4)]})) == (17, 13)


def test_qw_20_is_told() -> None:
    """QW-20: the log shows the edge in the reckoning."""
    referee = go(duel(hero("A", 17, edge=3), options={"edges": True}), [9, 20], {"plan": [bid(4)]})
    assert told(referee, "QW-20") == ["Success against fumble: B loses 2 × (4 + edge 3) = 14."]
    referee = go(duel(hero("A", 17, edge=-3), options={"edges": True}), [9, 20], {"plan": [bid(4)]})
    assert told(referee, "QW-20") == ["Success against fumble: B loses 2 × (4 − handicap 3) = 2."]


@pytest.mark.parametrize(
    ("total", "degree"),
    [(0, 1), (-1, 1), (-10, 1), (-11, 2), (-20, 2), (-21, 3), (-30, 3), (-31, 4), (-99, 4)],
)
def test_qw_22_degrees(total, degree) -> None:
    """QW-22: 0..−10 marginal, −11..−20 minor, −21..−30 major, −31 or fewer complete."""
    assert BOOK.degree_of(total) == Degree(degree)


@pytest.mark.parametrize(
    ("stake", "consequence", "benefit"),
    [
        (6, "hurt", "fresh"),
        (10, "impaired", "pumped"),
        (12, "injured", "invigorated"),
        (17, "dying", "heroic"),
    ],
)
def test_qw_22_the_end_names_consequence_and_benefit(stake, consequence, benefit) -> None:
    """QW-22: the loser's final AP give both; the contest ends mid-round."""
    referee = go(duel(hero("A", 17), hero("B", 14)), [1, 20], {"plan": [bid(stake)]})
    assert who(referee, "B").ap == 14 - 3 * stake
    standings = {each.name: each for each in referee.result.standings}
    assert (standings["B"].consequence, standings["A"].benefit) == (consequence, benefit)
    assert referee.result.winners == ("A",)
    assert referee.state.acting == 1


def test_qw_22_another_fate_for_a_resistance() -> None:
    """QW-22: the game master may set another fate than the table's, which is the default."""
    referee = duel()
    pending = until(referee, "fate", [9, 20], {"plan": [bid(10)]})
    assert (pending.seat, pending.form().default, pending.request.rule) == ("gm", "table", "QW-22")
    go(referee, (), {"fate": [{"pick": "other", "with": "swims for the shore"}]})
    assert referee.result.standings[1].consequence == "swims for the shore"
    assert "What becomes of B: swims for the shore." in told(referee, "QW-22")


def test_qw_22_both_down_at_once() -> None:
    """QW-22: both are defeated by their own AP, and nobody gains the prize or a benefit."""
    referee = duel(hero("A", 17), hero("B", 17))
    go(referee, [9, 20, 20, 9], {"plan": [bid(9)], "parting shot": [shot(17)]})
    assert ap(referee) == (17 - 34, -1)
    assert referee.result.winners == ()
    standings = referee.result.standings
    assert [each.level for each in standings] == ["minor-defeat", "marginal-defeat"]
    assert [each.benefit for each in standings] == ["", ""]
    assert [each.effect for each in who(referee, "A").lasting] == ["impaired"]
    assert "nobody gains the prize" in referee.result.summary
    assert "no" not in [getattr(entry, "value", "") for entry in referee.transcript.entries], (
        "QW-30: who is defeated is not offered a parting shot"
    )


@pytest.mark.parametrize(
    ("effect", "penalty", "rating"),
    [
        ("hurt", -3, 14),
        ("hurt", -1, 16),
        ("impaired", -3, 11),
        ("injured", -3, 8),
        ("fresh", -3, 20),
        ("pumped", -3, 23),
        ("invigorated", -1, 26),
        ("heroic", -3, 17),
        ("dying", -3, 17),
    ],
)
def test_qw_23_lasting_effects_are_ready_made_modifiers(effect, penalty, rating) -> None:
    """QW-23: on related abilities, from earlier contests, AP included; option hurt_penalty."""
    lasting = (Carried(effect=effect, abilities=("First",)),)
    referee = duel(hero("A", 17, 15, lasting=lasting), options={"hurt_penalty": penalty})
    a = who(referee, "A")
    assert (a.rating("First").whole, a.rating("Second").whole, a.ap) == (rating, 15, rating)


def test_qw_23_heroic_is_a_bump_up_and_dying_a_bump_down() -> None:
    """QW-23: on rolls with related abilities."""
    heroic = hero("A", 17, lasting=(Carried(effect="heroic"),))
    assert ap(go(duel(heroic), [9, 9], {"plan": [bid(4)]})) == (21, 13)
    dying = hero("A", 17, lasting=(Carried(effect="dying"),))
    referee = go(duel(dying), [9, 9], {"plan": [bid(4)], "dying": ["yes"]})
    assert ap(referee) == (13, 17)


def test_qw_23_the_dying_do_not_act_unless_allowed() -> None:
    """QW-23: the game master is asked, and by default there is no action."""
    referee = duel(hero("A", 17, lasting=(Carried(effect="dying"),)))
    pending = until(referee, "dying")
    assert (pending.seat, pending.form().default) == ("gm", "no")
    referee.answer(pending.id, "no")
    assert asked(referee) == [("B", "plan")]


def test_qw_23_no_benefit_when_so_much_better() -> None:
    """QW-23: the winner's best rating used 6 or more above the loser's worst."""
    referee = go(duel(hero("A", 17), foe("B", 11)), [9, 20], {"plan": [bid(8)]})
    assert referee.result.standings[0].level == "marginal-victory"
    assert referee.result.standings[0].benefit == ""
    assert referee.result.sheets["A"].lasting == ()
    referee = go(duel(hero("A", 17), foe("B", 12)), [9, 20], {"plan": [bid(8)]})
    assert referee.result.standings[0].benefit == "fresh"


def test_qw_23_best_and_worst_ratings_used_count() -> None:
    """QW-23: an ability used only once is enough."""
    referee = duel(hero("A", 12, 18), foe("B", 12))
    go(referee, [9, 9, 9, 9, 9, 9], {"A: plan": [bid(1), bid(1, "Second")]})
    go(referee, [9, 9, 1, 20], {"A: plan": [bid(12)]})
    assert referee.result.winners == ("A",)
    assert referee.result.standings[0].benefit == ""


def test_qw_23_the_losers_worst_rating_counts_also_if_it_was_not_the_last() -> None:
    """QW-23: 11 was used once, 6 below the winner's best."""
    for answers, benefit in ((["Second", "First"], ""), (["First", "First"], "fresh")):
        referee = duel(hero("A", 17), foe("B", 17, 11))
        go(referee, [9, 9, 9, 9])
        go(referee, [9, 9, 9, 9, 9, 20], {"A: plan": [bid(1), bid(9)], "answer": answers})
        assert (who(referee, "B").ap, referee.result.standings[0].benefit) == (-1, benefit)


def test_qw_23_carries_over_and_fades_when_the_game_master_says_so() -> None:
    """QW-23: what is suffered goes on the sheet; what the game master calls healed does not."""
    referee = duel(hero("A", 17, 15, lasting=(Carried(effect="hurt", abilities=("Second",)),)), first="B")
    pending = until(referee, "plan")
    referee.override("contestants.0.lasting.0.faded", "yes", reason="a night's rest")
    assert who(referee, "A").rating("Second").whole == 15
    referee.answer(pending.id, bid(9))
    pending = until(referee, "related abilities", [9, 20])
    assert (pending.seat, pending.request.rule) == ("gm", "QW-23")
    referee.answer(pending.id, ["First"])
    go(referee)
    assert referee.result.carries == ("A: hurt (First)",)
    assert referee.result.sheets["A"].lasting == (Carried(effect="hurt", abilities=("First",)),)


def test_qw_23_effects_count_in_the_running_contest() -> None:
    """QW-23: who comes back hurt rolls hurt."""
    referee = duel(hero("A", 17), hero("B", 17))
    answers = {"plan": [bid(9)], "parting shot": [shot(5)], "consequence stays": ["yes"]}
    go(referee, [9, 20, 9, 1], answers)
    assert ap(referee) == (12, 4)
    assert who(referee, "B").rating("First").whole == 14


def test_qw_24_ap_exist_only_within_the_contest() -> None:
    """QW-24: a sheet has none, and the next contest counts them again."""
    referee = go(duel(), [9, 20], {"plan": [bid(9)]})
    sheet = referee.result.sheets["A"]
    assert not hasattr(sheet, "ap")
    kind = GAME.type("extended")
    again = kind.enlist(ExtendedSetup(contestants=(hero("X", 5), foe("B", 14))), "A", sheet, "a")
    assert who(start("extended", again), "A").ap == 17 + 3


def test_qw_17_the_exchange_table_is_whole() -> None:
    """QW-17: every pair of a better and a worse result has its cell."""
    assert len(EXCHANGE) == 10


def test_corrections_are_taken_up_at_once() -> None:
    """QW-22: a total that the game master corrects to 0 is a defeat; QW-16: limits follow a correction."""
    referee = duel()
    pending = until(referee, "plan")
    referee.override("contestants.0.ap", 30, reason="reinforcements")
    assert part(option(pending.form(), "exchange").then, "bid").most == 30
    referee.override("contestants.1.ap", 0, reason="he slipped")
    go(referee, [], {"plan": [bid(1)]})
    assert referee.result.winners == ("A",)


@pytest.mark.parametrize("dice", [[], [18]], ids=["before the dice", "between them"])
def test_qw_22_nobody_plays_on_without_ap(dice) -> None:
    """QW-22: whom the game master corrects to 0 while dice wait is out at once; the exchange comes to nothing."""
    referee = duel()
    until(referee, "A's d20", [], {"plan": [bid(9)]})
    script = Script(dice, None)
    while script.dice:
        script.step(referee)
    referee.override("contestants.1.ap", 0, reason="he slipped")
    go(referee, [18, 2][len(dice) :])
    assert (ap(referee), referee.result.winners) == ((17, 0), ("A",))


def test_qw_22_corrections_of_ap_have_limits_that_are_said() -> None:
    """QW-22, QW-24, QW-29: nobody in the contest has fewer than 0; how far below says only who is defeated."""
    referee = duel(hero("A", 17, 12), hero("B", 17))
    until(referee, "plan")
    for path, value, accepted in (
        ("contestants.0.ap", -3, "from 0 to 9999"),
        ("contestants.0.ap", 10_000, "from 0 to 9999"),
        ("contestants.0.starting_ap", 0, "from 1 to 9999"),
        ("contestants.0.abilities.0.whole", 0, "from 1 to 1000"),
        ("contestants.0.abilities.0.whole", 1_001, "from 1 to 1000"),
        ("contestants.0.hero_points", 100, "from 0 to 99"),
    ):
        with pytest.raises(AnswerRefused) as refused:
            referee.override(path, value, reason="a slip of the pen")
        assert accepted in refused.value.accepted
    until(referee, "parting shot", [9, 20], {"plan": [bid(9)]})
    referee.override("contestants.1.ap", -25, reason="it was worse")
    go(referee)
    assert referee.result.degree == "major"


def test_qw_24_there_are_no_ap_to_correct_in_a_simple_contest() -> None:
    """QW-24: AP exist only within an extended contest."""
    referee = start("simple", SimpleSetup(contestants=(hero("A", 17), foe("B", 17))))
    with pytest.raises(AnswerRefused, match="from 0 to 0"):
        referee.override("contestants.0.ap", -3, reason="so it is")


def test_qw_9_the_game_master_corrects_modifiers_as_the_situation_changes() -> None:
    """QW-9, QW-2: ratings, modifiers and a situational modifier can be corrected at any time, with a reason."""
    referee = duel(hero("A", 17, modifiers=(ModifierEntry(label="dazzled", value=-6),)))
    until(referee, "plan")
    assert who(referee, "A").rating("First").whole == 11
    referee.override("contestants.0.modifiers.0.value", -3, reason="the sun goes behind a cloud")
    referee.override("contestants.0.modifiers.1.value", 6, reason="the high ground")
    referee.override("contestants.0.abilities.0.whole", 18, reason="misread")
    assert who(referee, "A").rating("First").whole == 18 - 3 + 6
    assert any("A, dazzled: modifier from -6 to -3" in text for text in told(referee))
