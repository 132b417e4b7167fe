"""Duels of QuestWorlds reviewed by what is solved (QW-14 to QW-22)."""

import math
import re
from functools import partial
from typing import Any

import numpy as np
import pytest

from agonist.kernel import GM, Answer, Ask, Chanced, Referee, Seen, defaults, drive, game
from agonist.odds.luck import watched_run
from agonist.odds.simulation import simulate
from agonist.questworlds.classic.odds.duels import Duel
from agonist.questworlds.classic.odds.playing import extended, solved
from agonist.questworlds.classic.odds.position import FIRST, Position
from agonist.review import Review, review
from agonist.review.places import walk
from agonist.review.telling import lessons, turned, verdict
from agonist.review.working import Gone
from examples.standoff import GAME as STANDOFF

from .many_duels import many_duels
from .played import duel, played


def duels(count: int, **how: Any) -> list[Review]:
    return [
        review(played("questworlds", "extended", seed=seed, **how), processes=1)
        for seed in range(1, count + 1)
    ]


def test_qw_17_the_value_before_an_exchange_is_the_average_over_all_rolls_by_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What arrays say of a bid is what the rules say, dice by dice."""
    gone = Gone(played("questworlds", "extended", setup=duel(), bots="bold", seed=4))
    rolls = [n for n, step in enumerate(gone.steps) if step.kind == "dice"][:3]
    assert gone.valuer is not None
    places = [partial(gone.places[n].course, log=True) for n in rolls]
    quick = [gone.valuer.value(place) for place in places]
    monkeypatch.setattr(Duel, "_exchange", lambda *_: None)
    assert [gone.valuer.value(place) for place in places] == pytest.approx(quick, abs=1e-12)


@pytest.mark.parametrize("preset", ["bridge", "rooftops"])
def test_hero_points_belong_to_the_position(preset: str) -> None:
    """They are worth a lot: where somebody has some it is played on, and begins with what shipped bots come to."""
    found = review(played("questworlds", "extended", preset, seed=3), processes=1, scale=0.1)
    assert found.method == "simulated"
    many = simulate("questworlds", "extended", preset=preset, contests=400, processes=1, seed=2)
    ours = next(who for who in found.people if who.seat != GM).start
    assert abs(ours.value - many.win) < 3 * math.hypot(ours.error, math.sqrt(many.win * (1 - many.win) / 400))


@pytest.mark.parametrize("bots", ["bold", "all-in", "steady"])
def test_no_decision_gains_against_best_play(bots: str) -> None:
    """Nobody's own decision is worth more than the best that could be decided."""
    for seed in range(1, 5):
        found = review(played("questworlds", "extended", setup=duel(), bots=bots, seed=seed), processes=1)
        assert found.method == "solved"
        decided = [each for each in found.moments if each.kind == "decision"]
        assert decided
        assert all(each.change[each.seat].value <= 2 * found.error + 1e-9 for each in decided)


def test_a_duel_is_solved_and_what_happened_adds_up() -> None:
    found = review(played("questworlds", "extended", setup=duel(), bots="bold", seed=3), processes=1)
    assert found.method == "solved"
    assert found.against == "best play of both sides"
    for who in found.people:
        parts = who.luck.value + who.own.value + who.others.value + who.rulings.value
        assert who.start.value + parts == pytest.approx(who.end, abs=1e-9)
    first, second = found.people
    assert first.luck.value == pytest.approx(-second.luck.value)


def test_the_luck_of_a_review_is_the_luck_that_simulations_take_off() -> None:
    """The same dice, counted by the review and by `--luck-adjusted`."""
    kind = game("questworlds").type("extended")
    state = kind.begin(*kind.setup_from(duel(), {}))
    for seed in (1, 2, 3):
        transcript = played("questworlds", "extended", setup=duel(), bots="steady", seed=seed)
        faces = [int(entry.value[0]) for entry in transcript.entries if isinstance(entry, Chanced)]
        _, luck = watched_run("questworlds", kind, state, kind.bots["steady"], _Shown(faces))  # type: ignore[arg-type]
        ours = next(who for who in review(transcript, processes=1).people if who.seat != GM)
        assert ours.luck.value == pytest.approx(luck, abs=1e-9)


class _Shown:
    """A source of numbers that makes d20s show given faces."""

    def __init__(self, faces: list[int]) -> None:
        self._faces = iter(faces)

    def random(self) -> float:
        return (next(self._faces) - 0.5) / 20


def test_the_luck_of_fair_dice_is_nothing_on_average() -> None:
    """Twenty-four whole reviews; the sum that closes by construction is no part of this."""
    luck = [
        next(who.luck.value for who in found.people if who.seat != GM)
        for found in duels(24, setup=duel(), bots="bold")
    ]
    assert abs(np.mean(luck)) < 3 * np.std(luck) / math.sqrt(len(luck))


PAIRS = [
    ("const:3", "allin"),
    ("const:3", "const:3"),
    ("fraction:0.25", "fraction:0.5"),
    ("const:1", "const:1"),
]


@pytest.mark.parametrize("contests", [20_000, pytest.param(100_000, marks=pytest.mark.soak, id="100000")])
@pytest.mark.parametrize("policies", PAIRS)
def test_the_luck_of_many_duels_is_nothing_on_average(contests: int, policies: tuple[str, str]) -> None:
    """QW-14: the dice give nothing on average, and what is left without them is the exact chance."""
    won, luck = many_duels(policies, contests)
    assert abs(luck.mean()) < 3 * luck.std() / math.sqrt(contests)
    adjusted = won - luck
    exact = extended(17, 14, policy=policies[0], against=policies[1])
    assert abs(adjusted.mean() - float(exact.win)) < 3 * adjusted.std() / math.sqrt(contests)


@pytest.mark.parametrize("policies", [*PAIRS[:2], ("const:5", "const:5"), ("fraction:0.5", "fraction:0.5")])
def test_luck_adjusted_duels_say_as_much_as_ten_times_as_many(policies: tuple[str, str]) -> None:
    """QW-14: 2,000 duels less their luck are nearer to the exact chance than 20,000 as they fell.

    More timid bids are further from the best play by which luck is measured, and gain less.
    """
    won, luck = many_duels(policies, 2_000, seed=5)
    exact = float(extended(17, 14, policy=policies[0], against=policies[1]).win)
    error = (won - luck).std() / math.sqrt(2_000)
    assert error <= math.sqrt(exact * (1 - exact) / 20_000)
    assert abs((won - luck).mean() - exact) <= 3 * error


def best(seen: Seen, ask: Ask) -> Answer:
    """Best play of a plain duel, by somebody who sees everything."""
    if ask.what != "plan":
        return ask.assumed() if ask.window else ask.legal().fallback()
    assert seen.place is not None
    state = seen.place[0].state
    here = solved(Position.opening(17, 14))
    ours = ask.about == state.contestants[0].name
    totals = [each.ap for each in state.contestants]
    answer: Any = ask.legal().pick("exchange")  # type: ignore[attr-defined]
    answer["with"]["bid"] = here.bid(0 if ours else 1, *totals)
    return answer


def test_best_play_costs_no_more_than_the_solver_may_be_off_wherever_a_duel_can_come_to() -> None:
    """QW-16: every pair of totals of 17 against 14, whoever acts: no bid is better than the best by more than that."""
    here = solved(Position.opening(17, 14))
    places = [
        (acts, ours, total - ours) for total in range(2, 32) for ours in range(1, total) for acts in (0, 1)
    ]
    for acts, ours, theirs in places:
        position = Position.opening(17, 14, first_ap=ours, second_ap=theirs, acts=acts)
        chances = here.by_bid(position)
        taken = chances[here.bid(acts, ours, theirs)]
        best = max(chances.values()) if acts == FIRST else min(chances.values())
        assert abs(best - taken) <= 2 * here.error
    assert len(places) == 930


@pytest.mark.parametrize("count", [12, pytest.param(400, marks=pytest.mark.soak, id="400")])
def test_best_play_costs_no_more_than_the_solver_may_be_off(count: int) -> None:
    """QW-16: as things were, and for what was known once all was in the open."""
    decisions = 0
    for seed in range(1, count + 1):
        referee = Referee.start(game("questworlds"), "extended", duel(), {}, seed=seed.to_bytes(32))
        drive(referee, dict.fromkeys(referee.seats, best))
        found = review(referee.transcript, processes=1)
        for moment in found.moments:
            if moment.kind != "decision":
                continue
            decisions += 1
            assert -moment.change[moment.seat].value <= 2 * found.error
            if moment.judged is not None and not moment.judged.averaged:
                assert moment.judged.cost.value <= 2 * found.error
    assert decisions > 50


def test_it_is_told_who_threw_what_and_whether_dice_or_decisions_did_it() -> None:
    """A duel lost by the dice, one lost by decisions, and what would have been better in a few words."""
    unlucky = duels(12, setup=duel(), bots="bold")
    reckless = duels(8, setup=duel(), bots={"ysolde": "all-in", GM: "bold"})
    assert any("and lost by the dice" in verdict(found) for found in unlucky)
    assert any("and lost by decisions" in verdict(found) for found in reckless)
    thrown = [found for found in unlucky if found.turning is not None]
    assert any(
        re.search(r"Ysolde \d+, The Warden \d+: .* [^ ]+: \S+% .*→ \S+%", turned(found)) for found in thrown
    )
    words = [told for found in reckless for _, told in lessons(found)]
    assert any(re.fullmatch(r"bid \d+ instead of \d+: \+[\d.]+( ± \d+)?", each) for each in words)


def test_a_bid_that_throws_the_contest_away_is_called_a_blunder() -> None:
    """All on one roll, with much to lose."""
    found = duels(6, setup=duel(14, 17), bots="all-in")
    graded = [m for each in found for m in each.moments if m.judged and m.judged.grade == "blunder"]
    assert graded
    assert all(m.judged and m.judged.best != m.said for m in graded)


def test_qw_13_what_a_seat_could_not_know_does_not_change_what_its_decisions_cost() -> None:
    """The first bid, against a hidden rating: the same judgement whatever the rating was."""
    costs = []
    for rating in (10, 14, 19):
        found = review(played("questworlds", "extended", setup=duel(17, rating), bots="bold"), processes=1)
        first = next(m for m in found.moments if m.judged is not None)
        assert first.judged is not None
        assert first.judged.averaged
        costs.append((first.said, first.judged))
    assert costs[0] == costs[1] == costs[2]


def test_a_duel_that_was_taken_back_is_reviewed_as_it_went_in_the_end() -> None:
    """What was undone no longer counts, neither as luck nor as skill."""
    straight = Referee.start(game("questworlds"), "extended", duel(), {}, seed=b"7" * 32)
    bold = game("questworlds").type("extended").bots["bold"]
    drive(straight, dict.fromkeys(straight.seats, bold))
    undone = Referee.start(game("questworlds"), "extended", duel(), {}, seed=b"7" * 32)
    cautious = game("questworlds").type("extended").bots["cautious"]
    undone.answer(undone.pending[0].id, cautious(Seen("ysolde", undone.state), undone.pending[0].request))  # type: ignore[arg-type]
    undone.undo(0)
    drive(undone, dict.fromkeys(undone.seats, bold))
    one, two = (review(each.transcript, processes=1) for each in (straight, undone))
    assert one.people == two.people
    assert [m.said for m in one.moments] == [m.said for m in two.moments]


def test_where_no_verdict_is_told_yet_both_rolls_are() -> None:
    """QS-31: a story point may still change it when the dice lie; who threw what is said once, and of both."""
    found = review(played("questworlds-srd", "contest", "vault"), processes=1)
    assert re.match(
        r"Sable: \d+ against Locks 2M, \d success(es)?\. The lock: \d+ against Old masters' work 15M, \d",
        turned(found),
    )


def test_a_secret_deal_is_called_by_what_it_is_for() -> None:
    """Nobody's hand does it, so nobody's name stands before its cards."""
    contest = Referee.start(STANDOFF, "standoff", {"nerve": 1}, seed=bytes(32))
    drive(contest, dict.fromkeys(("first", "second", GM), defaults))
    gone = walk(STANDOFF, contest.transcript)
    dealt = next(step for step in gone if step.kind == "dice")
    assert dealt.said == "A card each 3 4"
