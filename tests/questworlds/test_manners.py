"""Two manners of asking, one contest: what is taken for granted, what can still be said, and what it leaves alike."""

from itertools import product
from random import Random
from statistics import fmean
from typing import Any

import pytest

from agonist.kernel import GM, ActRefused, Answered, Ask, DiceMode, Referee, drive, enumerate_turn
from agonist.questworlds.classic import GAME
from agonist.questworlds.classic.bots import BOTS
from agonist.questworlds.classic.people.setup import ExtendedSetup, GroupSetup
from benchmarks.flow import play as asked_like_people
from tests.questworlds.scenes import (
    ap,
    asked,
    bid,
    foe,
    go,
    hero,
    keys,
    option,
    start,
    told,
    until,
    who,
)

DUEL = ExtendedSetup(contestants=(hero("A", 7, 5, hero_points=1), foe("B", 6)), first="A")
FRAY = GroupSetup(
    contestants=(
        hero("A", 17, side="us"),
        hero("B", 14, side="us"),
        foe("C", 16, side="them"),
        foe("D", 13, side="them"),
    )
)


@pytest.mark.parametrize("bot", [BOTS["steady"], BOTS["bold"]])
def test_odds_are_the_same_in_both_manners(bot) -> None:
    """QW-5, QW-15: all 400 pairs of dice of an exchange, played in both manners, are what enumeration says."""
    ends: dict[bool, dict[Any, int]] = {False: {}, True: {}}
    for strict, counts in ends.items():
        for faces in product(range(1, 21), repeat=2):
            seats: dict[str, DiceMode] = {"a": "typed", GM: "typed"}
            referee = Referee.start(GAME, "extended", DUEL, seed=bytes(32), dice=seats, strict=strict)
            referee.patient_with = frozenset({"a"})
            for face in faces:
                drive(referee, {"a": bot, GM: bot})
                due = next(each for each in referee.pending if not isinstance(each.request, Ask))
                referee.answer(due.id, [face])
            drive(referee, {"a": bot})
            end = (*ap(referee), who(referee, "A").hero_points)
            counts[end] = counts.get(end, 0) + 1
    kind = GAME.type("extended")
    first = kind.begin(*kind.setup_from(DUEL, {}))
    exact: dict[Any, float] = {}
    for state, chance in enumerate_turn(kind, first, bot).values():
        end = (*(each.ap for each in state.contestants), state.contestants[0].hero_points)
        exact[end] = exact.get(end, 0) + chance * 400
    assert ends[False] == ends[True] == exact


@pytest.mark.parametrize("kind", GAME.types, ids=lambda kind: kind.name)
def test_the_same_dice_and_bots_make_the_same_contest_in_both_manners(kind) -> None:
    """Every preset, every bot: the same story line by line, and the same end."""
    for preset, bot in product(kind.presets.values(), BOTS.values()):
        stories = []
        for strict in (False, True):
            referee = Referee.start(
                GAME,
                kind.name,
                preset.setup,
                preset.options,
                seed=bytes(32),
                strict=strict,
                patient_with=lambda referee: frozenset(referee.seats),
            )
            drive(referee, dict.fromkeys(referee.seats, bot))
            stories.append(([line.event for line in referee.lines], referee.state, referee.result))
        assert stories[0] == stories[1]


@pytest.mark.parametrize(
    ("name", "preset", "most", "game_master"),
    [
        ("extended", "bridge", 30, 15),
        ("extended", "rooftops", 30, 15),
        ("group-extended", "boarding", 140, 45),
    ],
)
def test_how_often_people_are_asked(name, preset, most, game_master) -> None:
    """What blocks: decisions nobody can take for granted."""
    kind, random = GAME.type(name), Random(preset)
    played = [asked_like_people(GAME, kind, kind.presets[preset], BOTS["cautious"], random) for _ in range(8)]
    assert fmean(each.questions for each in played) <= most
    assert fmean(each.game_master for each in played) <= game_master


def test_what_stands_unless_somebody_speaks_is_in_the_transcript() -> None:
    """QW-14, QW-15: who acts first, the bid, the answering ability: assumed, and marked so."""
    setup = ExtendedSetup(contestants=(hero("A", 17), hero("B", 17, 12)))
    referee = go(start("extended", setup), [9, 9, 9, 9])
    go(referee, [9, 9], {"plan": [bid(3)]})
    granted = {(each.seat, each.value) for each in _answers(referee) if each.granted == "assumed"}
    assert {(GM, "A"), (GM, "none"), ("b", "First")} <= granted


def test_a_closed_window_stays_closed() -> None:
    """QW-15: once the dice have fallen it is too late to propose another bid, and nothing is changed."""
    referee = start("extended", ExtendedSetup(contestants=(hero("A", 17), foe("B", 17)), first="A"))
    window = until(referee, "objection", [], {"plan": [bid(3)]})
    go(referee, [9, 18])
    lines = len(referee.lines)
    with pytest.raises(ActRefused, match="closed"):
        referee.answer(window.id, {"pick": "propose", "with": {"pick": "A", "with": 5}})
    assert len(referee.lines) == lines


def test_qw_34_all_declare_at_the_same_time() -> None:
    """QW-34: every player in one form, the game master for all foes on one sheet; nobody sees another's before."""
    referee = start("group-extended", FRAY)
    assert asked(referee) == [("A", "plan"), ("B", "plan"), ("", "foes")]
    lines = len(referee.lines)
    referee.answer(until(referee, "foes").id, until(referee, "foes").form().fallback())
    assert (len(referee.lines), asked(referee)) == (lines, [("A", "plan"), ("B", "plan")])


@pytest.mark.parametrize(
    ("answer", "targets"),
    [("spread", ["A", "B"]), ({"pick": "together", "with": "B"}, ["B", "B"])],
)
def test_qw_34_foes_can_be_played_as_one(answer, targets) -> None:
    """QW-34, QW-35: each against another, or all against one, with a measured bid."""
    referee = start("group-extended", FRAY)
    until(referee, "objection", [], {"plan": ["nothing", "nothing"], "foes": [answer]})
    plans = [referee.state.plan_of(name) for name in "CD"]
    assert [plan.parts[0].target for plan in plans] == targets
    assert [plan.bid for plan in plans] == [4, 4], "a quarter of 16 and of 13"


def test_qw_34_a_foe_goes_on_against_whom_it_fights() -> None:
    """QW-34: the sheet offers whom one met last."""
    referee = start("group-extended", FRAY)
    go(
        referee,
        [9, 9],
        {"A: plan": ["nothing"], "B: plan": [bid({"C": 3})], "C: plan": ["nothing"], "D: plan": ["nothing"]},
    )
    sheet = option(until(referee, "foes").form(), "each").then.fallback()
    assert sheet["C"]["with"]["bids"] == {"B": 4}


def test_qw_5_standing_orders_for_hero_points() -> None:
    """QW-5: spend one whenever one is losing, without being asked again."""
    setup = ExtendedSetup(contestants=(hero("A", 17, hero_points=1), foe("B", 17)), first="A")
    referee = start("extended", setup)
    referee.order("a", "hero point", "losing")
    go(referee, [18, 9], {"plan": [bid(9)]})
    assert told(referee, "QW-5")[0] == "A spends a hero point for a bump up (0 left)."
    assert [each.granted for each in _answers(referee) if each.value == "yes"] == ["order"]


@pytest.mark.parametrize(
    ("better", "dice", "spends"), [("high", (15, 9), False), ("low", (15, 9), True), ("high", (9, 9), False)]
)
def test_qw_6_who_wins_by_the_better_die_is_not_losing(better, dice, spends) -> None:
    """QW-5, QW-6: the order spends no hero point on the better of two successes, nor on a tie."""
    setup = ExtendedSetup(contestants=(hero("A", 17, hero_points=1), foe("B", 17)), first="A")
    referee = start("extended", setup, {"better_roll": better})
    referee.order("a", "hero point", "losing")
    go(referee, list(dice), {"plan": [bid(9)]})
    assert bool(told(referee, "QW-5") and "spends" in told(referee, "QW-5")[0]) is spends
    assert ("yes" if spends else "no") in [
        each.value for each in _answers(referee) if each.granted == "order"
    ]


@pytest.mark.parametrize(
    ("stake", "dice", "comes_to"),
    [
        (9, (18, 9), "A bump up: a success against a success; you lose nothing instead of 9; B loses 5 AP."),
        (6, (20, 1), "A bump up: a failure against a critical; you lose 12 AP instead of 18."),
    ],
)
@pytest.mark.parametrize("rating", [11, 17])
def test_qw_5_the_offer_of_a_hero_point_says_what_it_comes_to(stake, dice, comes_to, rating) -> None:
    """QW-5, QW-18: the results, and what is lost; never what is won, which would tell a hidden rating (QW-19)."""
    setup = ExtendedSetup(contestants=(hero("A", 17, hero_points=1), foe("B", rating)), first="A")
    form = until(start("extended", setup), "hero point", list(dice), {"plan": [bid(stake)]}).form()
    assert option(form, "yes").help == comes_to


def test_one_window_for_all_that_the_game_master_may_object_to() -> None:
    """QW-15, QW-25, QW-34: at the first dice of a round every plan and the order; after them only what is new."""
    referee = start("group-extended", FRAY)
    plans = {
        "A: plan": [bid({"C": 5})],
        "B: plan": [bid({"D": 3})],
        "C: plan": [bid({"A": 2})],
        "D: plan": ["nothing"],
    }
    form = until(referee, "objection", [], plans).form()
    assert keys(form) == ["none", "propose", "order", "move"]
    assert keys(option(form, "propose").then) == ["A", "B"]
    until(referee, "B's d20", [9, 9])
    assert "objection" not in [each.request.what for each in referee.pending]


def test_qw_15_a_proposal_for_somebody_who_acts_later() -> None:
    """QW-15: before the first dice the game master may speak of any plan; who was about to roll goes on after it."""
    referee = start("group-extended", FRAY)
    plans = {
        "A: plan": [bid({"C": 5})],
        "B: plan": [bid({"D": 3})],
        "C: plan": ["nothing"],
        "D: plan": ["nothing"],
    }
    until(referee, "objection", [], plans)
    other = {"pick": "propose", "with": {"pick": "B", "with": 4}}
    go(referee, [9, 18, 9, 18], {"objection": [other], "proposal": ["yes"]})
    assert ap(referee) == (17, 14, 11, 9)


def _answers(referee: Any) -> list[Answered]:
    return [each for each in referee.transcript.entries if isinstance(each, Answered)]
