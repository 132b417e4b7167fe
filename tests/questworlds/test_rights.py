"""Choices that the rules give to somebody: they can be made, also where nothing else is asked, and are waited for."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from agonist.kernel import GM, Answered, Ask
from agonist.questworlds.classic.people.setup import ExtendedSetup, GroupSetup
from tests.questworlds.reckoning import CRITICAL, FUMBLE, half_up, natural
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
    plan,
    shot,
    start,
    told,
    until,
    who,
)

HOLD = "nothing"


def duel(one: Any, two: Any, options: Any = None, **more: Any) -> Any:
    return start("extended", ExtendedSetup(contestants=(one, two), **({"first": "A"} | more)), options)


def fray() -> Any:
    """Two players against two foes."""
    contestants = (
        hero("A", 17, side="us"),
        hero("B", 14, side="us"),
        foe("C", 30, side="them"),
        foe("D", 30, side="them"),
    )
    return start("group-extended", GroupSetup(contestants=contestants))


def window(referee: Any, what: str) -> Any:
    """A window that is open now, or None."""
    found = [each for each in referee.pending if each.request.what == what]
    return found[0] if found else None


# QW-5: hero points


def stake_moved(
    ratings: tuple[int, ...], faces: tuple[int, ...], bumps: int, stake: int, *, down: bool
) -> Any:
    """What an exchange comes to, reckoned from the rulings: who wins, and what either side's AP change by."""
    more = (ratings[0] - 1) // 20 - (ratings[1] - 1) // 20
    steps = [natural(rating, face) for rating, face in zip(ratings, faces, strict=True)]
    for raised in ([max(0, more), max(0, -more)], [bumps, 0]):
        steps = [step + by for step, by in zip(steps, raised, strict=True)]
        over = [max(0, step - CRITICAL) for step in steps]
        steps = [min(step, CRITICAL) for step in steps]
        if down:
            ahead = over[0] - over[1]
            steps = [max(FUMBLE, steps[0] - max(0, -ahead)), max(FUMBLE, steps[1] - max(0, ahead))]
    tied = steps[0] == steps[1] and (steps[0] == FUMBLE or faces[0] == faces[1])
    if tied:
        return None, 0, 0
    won = int((steps[1], faces[1]) > (steps[0], faces[0]))
    price = half_up(stake * (2 * abs(steps[0] - steps[1]) or 1), 2)
    gain = price if max(steps) == CRITICAL and ratings[1 - won] > ratings[won] - 6 else 0
    return (won, gain, -price) if won == 0 else (won, -price, gain)


def offered_after(referee: Any, faces: Iterable[int]) -> Any:
    """The offer of a hero point after these dice, if there is one."""
    for face in faces:
        due = next(each for each in referee.pending if not isinstance(each.request, Ask))
        referee.answer(due.id, [face])
    return window(referee, "hero point")


@pytest.mark.parametrize(
    ("ratings", "stake", "down"),
    [
        ((17, 17), 5, True),
        ((27, 14), 4, True),
        ((17, 10), 1, False),
    ],
)
def test_qw_5_a_hero_point_is_offered_wherever_it_changes_anything(ratings, stake, down) -> None:
    """QW-5: after all 400 pairs of dice of an exchange, and nowhere else: who wins, or what it costs."""
    offered, expected = 0, 0
    for faces in product(range(1, 21), repeat=2):
        referee = duel(
            hero("A", ratings[0], hero_points=1), hero("B", ratings[1]), {"surplus_bumps_down": down}
        )
        for name in "AB":  # what is known need not be guessed
            referee.state.find(name).known = True
        until(referee, "A's d20", [], {"plan": [bid(stake)]})
        found = offered_after(referee, faces)
        kept = stake_moved(ratings, faces, 0, stake, down=down)
        used = stake_moved(ratings, faces, 1, stake, down=down)
        assert (found is not None) == (kept != used), (faces, kept, used)
        offered, expected = offered + (found is not None), expected + (kept != used)
        if found is None:
            continue
        referee.answer(found.id, "yes")
        assert ap(referee) == (ratings[0] + used[1], ratings[1] + used[2]), faces
    assert offered == expected > 0


def test_qw_5_the_offer_is_a_window_of_its_player_after_the_dice() -> None:
    """QW-5: it waits for its player and blocks nobody; let pass, the point is kept, and the log says it was assumed."""
    referee = duel(hero("A", 17, hero_points=1), foe("B", 17))
    pending = until(referee, "hero point", [9, 18], {"plan": [bid(1)]})
    assert (pending.seat, pending.window, pending.request.directed) == ("a", True, True)
    assert asked(referee) == [], "nothing must be answered"
    referee.let_pass()
    last = [each for each in referee.transcript.entries if isinstance(each, Answered)][-1]
    assert (last.value, last.granted, who(referee, "A").hero_points) == ("no", "assumed", 1)
    assert ap(referee) == (17, 16)


def test_qw_5_an_order_spends_nothing_where_nothing_changes() -> None:
    """QW-5, QW-4: of two criticals the worse die loses; without surplus bumps a point would change nothing."""
    for down, left in ((True, 0), (False, 1)):
        referee = duel(hero("A", 17, hero_points=1), foe("B", "17M"), {"surplus_bumps_down": down})
        referee.order("a", "hero point", "losing")
        go(referee, [1, 9], {"plan": [bid(4)]})
        assert who(referee, "A").hero_points == left


def test_qw_5_an_order_spends_nothing_that_only_the_other_s_point_would_make_count() -> None:
    """QW-5, QW-18: a critical against a critical loses 1 AP as a success does; it counts only if B spends one too."""
    for stake, left in ((1, 1), (9, 0)):
        referee = duel(hero("A", 17, hero_points=1), hero("B", "17M", hero_points=1))
        referee.order("a", "hero point", "losing")
        go(referee, [2, 9], {"plan": [bid(stake)]})
        assert who(referee, "A").hero_points == left


def test_qw_13_the_offer_of_a_hero_point_does_not_tell_a_hidden_rating() -> None:
    """QW-13, QW-18: whether a transfer would be a gain cannot be told from whether there is an offer."""
    for rating in (17, 11):
        referee = duel(hero("A", 17, hero_points=1), foe("B", rating))
        assert until(referee, "hero point", [9, 5], {"plan": [bid(1)]})


def test_qw_5_in_simple_contests_a_point_is_offered_where_the_outcome_brings_something_else() -> None:
    """QW-28, QW-5: who gets away gets away, by whatever degree."""
    for faces, offered in (([9, 18], False), ([18, 9], True)):
        referee = duel(hero("A", 17, hero_points=1), foe("B", 17))
        until(referee, "A's d20", [], {"plan": [plan("disengage")]})
        assert bool(offered_after(referee, faces)) == offered


# QW-15: abilities, proposals and objections


def test_qw_15_the_answering_ability_is_its_responders_right() -> None:
    """QW-15: the responder's window is directed at them, so that a table waits for it though another rolls."""
    referee = duel(hero("A", 17), hero("B", 17, 12))
    go(referee, [10, 10, 10, 10])
    pending = until(referee, "answer")
    assert (pending.seat, pending.request.directed) == ("b", True)


def shot_with_another_ability() -> tuple[Any, Any]:
    """A has felled B in the second round and shoots with an ability that is not in hand."""
    referee = duel(hero("A", 17, 15), foe("B", 17))
    go(referee, [10, 10, 10, 10])
    pending = until(referee, "parting shot", [9, 20], {"A: plan": [bid(9)]})
    referee.answer(pending.id, shot(4, "Second"))
    return window(referee, "objection"), referee


def test_qw_15_a_parting_shot_with_another_ability_can_be_objected_to() -> None:
    """QW-15: another bid can be proposed for it as for any."""
    pending, referee = shot_with_another_ability()
    assert keys(pending.form()) == ["none", "propose", "charge"]
    go(
        referee,
        [9, 20],
        {"objection": [{"pick": "propose", "with": {"pick": "A", "with": 7}}], "proposal": ["yes"]},
    )
    assert "A takes the proposed bid of 7." in told(referee, "QW-15")
    assert ap(referee, "B") == (17 - 18 - 14,)


@pytest.mark.parametrize("paid", ["yes", "no"])
def test_qw_25_a_switch_for_a_parting_shot_can_cost_it(paid) -> None:
    """QW-25, QW-30: who pays has switched instead of shooting; who does not shoots with what is in hand."""
    _, referee = shot_with_another_ability()
    go(
        referee,
        [] if paid == "yes" else [9, 20],
        {"objection": [{"pick": "charge", "with": "A"}], "pay for switch": [paid]},
    )
    assert who(referee, "A").hand == ("Second" if paid == "yes" else "First")
    assert ap(referee, "B") == (-1 if paid == "yes" else -9,)
    assert referee.over


# QW-34, QW-37: before acts without a bid


def declared(**plans: Any) -> Any:
    """What everybody declares; who is not named holds back."""
    return {f"{name}: plan": [plans.get(name, HOLD)] for name in "ABCD"}


@pytest.mark.parametrize(
    "act", [HOLD, plan("unrelated"), plan("disengage")], ids=["hold", "unrelated", "leave"]
)
def test_qw_37_who_declared_an_act_without_a_bid_can_wait_too(act) -> None:
    """QW-37: anyone may delay; before an act without dice the window stands alone, and is waited for."""
    referee = fray()
    pending = until(referee, "turn", [], declared(A=act))
    assert (pending.request.about, pending.window, pending.request.directed) == ("A", True, True)
    referee.answer(pending.id, "delay")
    assert referee.state.delayed == ["A"]


def test_qw_34_another_order_can_be_chosen_before_an_act_without_a_bid() -> None:
    """QW-34: all hold back or leave; the game master still moves somebody before the first acts."""
    referee = fray()
    pending = until(referee, "objection", [], declared(A=plan("unrelated")))
    assert (pending.seat, pending.window, pending.request.directed) == (GM, True, True)
    assert keys(pending.form()) == ["none", "order", "move"]
    queue = [each.key for each in option(pending.form(), "move").then.options]
    referee.answer(pending.id, {"pick": "move", "with": queue[::-1]})
    assert until(referee, "turn").request.about == queue[-1]
    assert "as the game master changed it" in told(referee, "QW-34")[-1]


def test_qw_37_who_waits_can_step_in_before_an_act_without_a_bid() -> None:
    """QW-37: between later turns of the round, whatever these are."""
    referee = fray()
    pending = until(referee, "turn", [], declared())
    first = pending.request.about
    referee.answer(pending.id, "delay")
    pending = until(referee, "step in")
    assert (pending.request.about, pending.window) == (first, True)
    referee.answer(pending.id, "act")
    assert f"{first} steps in." in told(referee, "QW-37")


# QW-22, QW-23: what the game master says about what is left


def test_qw_23_the_game_master_names_the_abilities_that_a_benefit_falls_on() -> None:
    """QW-23: after the fall, in a window of its own that is waited for; else on all of them."""
    for answer, abilities in ((["Second"], ("Second",)), (None, ("First", "Second"))):
        referee = duel(hero("A", 17, 15), hero("B", 17))
        pending = until(referee, "related abilities", [9, 20], {"plan": [bid(9)]})
        assert (pending.seat, pending.request.about, pending.request.directed) == (GM, "A", True)
        if answer:
            referee.answer(pending.id, answer)
        go(referee)
        assert who(referee, "A").lasting[-1].abilities == abilities


def test_qw_23_a_victors_quick_answer_takes_no_ruling_away() -> None:
    """QW-22, QW-23: what a fall leaves is asked when the parting shot is decided, and names what it is."""
    referee = duel(hero("A", 17), hero("B", 17, 12))
    pending = until(referee, "related abilities", [9, 20], {"plan": [bid(9)], "parting shot": ["no"]})
    assert pending.request.text == "B is hurt. Which abilities does that hinder?"
    referee.answer(pending.id, ["Second"])
    assert who(referee, "B").lasting[-1].abilities == ("Second",)


def test_an_augment_sought_counts_as_a_change() -> None:
    """QW-5, QW-27: where no AP move, the size of an augment does; without one a win is a win."""
    for aim, offered in ((augment("A"), True), ("objective", False)):
        referee = duel(hero("A", 17, 15, hero_points=1), foe("B", 17))
        wants = {"plan": [plan("asymmetrical", bid=3, aim=aim)]}
        until(referee, "A's d20", [], wants)
        assert bool(offered_after(referee, (9, 18))) == offered
