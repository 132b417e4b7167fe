"""Odds of today's QuestWorlds against the real rules, enumerated or played with the same dice."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import (
    GM,
    AgonistError,
    Answer,
    Ask,
    Policy,
    Seen,
    enumerate_contest,
    enumerate_turn,
    game,
)
from agonist.odds import question
from agonist.questworlds.srd.bots import standing, thrifty, wagering
from agonist.questworlds.srd.kinds.scored import rp_taken
from agonist.questworlds.srd.odds import chained, contest, group_contest, one_prize, scored, wagered
from agonist.questworlds.srd.odds.rolls import results
from agonist.questworlds.srd.odds.scoring import _Play
from agonist.questworlds.srd.odds.staking import _round, policy_from
from agonist.questworlds.srd.odds.wagering import Solved
from tests.questworlds_srd.scenes import act, but, foe, hero, play

RATINGS = st.integers(1, 60)
QUIET = {"story_points": False}


def real(
    kind: str, people: list[Any], policies: Any, options: Any = None, **tweaks: Any
) -> dict[str, Fraction]:
    """What the real rules say: outcomes of the characters' side."""
    contest_type = game("questworlds-srd").type(kind)
    setup, chosen = contest_type.setup_from({"contestants": people}, QUIET if options is None else options)
    state: Any = contest_type.begin(setup, chosen)
    if tweaks:
        state = under_way(contest_type, state, policies, tweaks)
    return dict(enumerate_contest(contest_type, state, policies, first_side, enough=1e-10).of)


def under_way(kind: Any, state: Any, policies: Any, tweaks: dict[str, int]) -> Any:
    """A sequence at the start of its first round, with other tallies."""
    while not state.in_round:
        [(state, _)] = enumerate_turn(kind, state, policies).values()
    for who in state.contestants:
        for key, value in tweaks.items():
            setattr(who, key, value)
    return state


def first_side(_: Any, outcome: Any) -> str:
    return str(next(iter(outcome.sides.values())))


def one_round(kind: str, people: list[Any], policies: Any, **tweaks: int) -> dict[tuple[int, int], Fraction]:
    """What a tally is after one round of the real rules, from any tally before it."""
    contest_type = game("questworlds-srd").type(kind)
    setup, chosen = contest_type.setup_from({"contestants": people}, QUIET)
    state = under_way(contest_type, contest_type.begin(setup, chosen), policies, tweaks)
    found: dict[tuple[int, int], Fraction] = {}
    tally = {"scored": "rp", "chained": "resolve"}[kind]
    for after, chance in enumerate_turn(contest_type, state, policies).values():
        one, two = (getattr(each, tally) for each in after.contestants)
        found[one, two] = found.get((one, two), Fraction(0)) + chance
    return found


def solo(rating: int) -> Any:
    return hero("One", abilities={"Wits": rating})


def seats(policy: Policy, game_master: Policy = thrifty) -> dict[str, Policy]:
    return {"one": policy, GM: game_master}


def some(outcomes: Any) -> dict[str, Fraction]:
    return {key: chance for key, chance in outcomes.items() if chance}


@pytest.mark.unmeasured
@settings(max_examples=4)
@given(RATINGS, RATINGS)
def test_a_contest_is_what_the_rules_enumerate(one: int, two: int) -> None:
    """QS-4 to QS-6: to the last of the 400 pairs of faces."""
    assert some(contest(one, two).outcomes) == real("contest", [solo(one), foe(resistance=two)], thrifty)


@pytest.mark.unmeasured
@pytest.mark.parametrize("spend", ["never", "helps", "loss", "degree"])
def test_story_points_are_spent_as_asked(spend: str) -> None:
    """QS-31."""

    def burns(seen: Seen, ask: Ask) -> Answer:
        if ask.what != "story point":
            return thrifty(seen, ask)
        clash = seen.state["clash"]
        (own, other), (mine, theirs) = clash["successes"], clash["dice"]
        before = (own > other) - (own < other) or (mine > theirs) - (mine < theirs)
        after = (own + 1 > other) - (own + 1 < other) or (mine > theirs) - (mine < theirs)
        when = {"helps": after > before, "loss": before < 1, "degree": True}
        return "yes" if when.get(spend, False) else "no"

    for one, two in ((12, "5M"), (13, 16)):
        ours = contest(one, two, story_points=1, spend=spend)
        assert some(ours.outcomes) == real("contest", [solo(one), foe(resistance=two)], burns, {})


@pytest.mark.parametrize(("one", "two", "win"), [(13, 16, "0.945"), (15, 15, "0.9525")])
@pytest.mark.parametrize("spend", ["helps", "loss"])
def test_qs_31_a_tie_lifted_to_a_victory_is_help(one: int, two: int, win: str, spend: str) -> None:
    """QS-31: a story point where it turns a defeat, or a tie, into something better."""
    assert contest(one, two, story_points=1, spend=spend).win == Fraction(win)


@pytest.mark.unmeasured
def test_one_prize_is_what_the_rules_enumerate() -> None:
    """QS-28: alone, shared, nobody."""
    kind = game("questworlds-srd").type("one-prize")
    people = [hero("One", abilities={"Wits": 9}), foe("Two", 4)]
    setup, options = kind.setup_from({"contestants": people}, QUIET)
    found = enumerate_contest(kind, kind.begin(setup, options), thrifty, lambda _, end: end.winners).of
    ours = one_prize([9, 4])
    assert ours.alone["1"] == found[("One",)]
    assert ours.alone["2"] == found[("Two",)]
    assert ours.shared["1"] == ours.shared["2"] == found[("One", "Two")]
    assert ours.nobody == found[()]


@given(st.lists(RATINGS, min_size=2, max_size=5))
def test_somebody_or_nobody_has_the_prize(ratings: list[int]) -> None:
    """QS-28."""
    ours = one_prize(ratings)
    assert 0 <= sum(ours.alone.values()) + ours.nobody <= 1
    assert ours.win + ours.tie + ours.lose == 1
    assert all(0 <= chance <= 1 for chance in ours.shared.values())


@pytest.mark.unmeasured
def test_a_group_contest_of_one_pair_is_counted_by_successes() -> None:
    """QS-27: a pair on its own is decided by the difference of successes; equal sums are a stalemate."""
    people = [solo(15), foe(resistance=12)]
    assert some(group_contest(["15:12"]).outcomes) == real("group-contest", people, thrifty)
    two = group_contest(["15:10", "10:10"])
    assert two.win + two.tie + two.lose == 1


STANCES = [("plain", "plain"), ("gambit", "defensive"), ("defensive", "gambit")]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("mine", "theirs"), STANCES)
def test_a_scored_round_is_what_the_rules_enumerate(mine: Any, theirs: Any) -> None:
    """QS-45, QS-46: from 1 to 1 resolution points."""
    policies = seats(standing(lambda *_: mine), standing(lambda *_: theirs))
    found = one_round("scored", [solo(15), foe(resistance=12)], policies, rp=1)
    model: dict[tuple[int, int], Fraction] = {}
    for result, count in results(15, 12).items():
        points = rp_taken(result.degree, *((mine, theirs) if result.victory else (theirs, mine)))
        points = points if result.sign else 0
        after = (1, 1 + points) if result.victory else (1 + points, 1)
        model[after] = model.get(after, Fraction(0)) + Fraction(count, 400)
    assert found == model


@pytest.mark.soak
@pytest.mark.parametrize(("mine", "theirs"), STANCES)
def test_the_end_of_a_scored_sequence_is_what_the_rules_enumerate(mine: str, theirs: str) -> None:
    """QS-45, QS-46: from 4 to 4 resolution points."""
    policies = seats(standing(lambda *_: mine), standing(lambda *_: theirs))
    names = {"plain": "steady"}
    found = real("scored", [solo(15), foe(resistance=12)], policies, rp=4)
    course = _Play(15, 12, names.get(mine, mine), names.get(theirs, theirs), "player").course(4, 4)
    assert set(found) == {result.key for result in course.outcomes}
    for result, chance in course.outcomes.items():
        assert float(found[result.key]) == pytest.approx(float(chance), abs=1e-9)


@settings(max_examples=15)
@given(RATINGS, RATINGS, st.sampled_from(["player", "opposition"]))
def test_best_play_is_no_worse_than_any_kept_stance(one: int, two: int, initiative: str) -> None:
    """QS-46: against each answer, by own less the other's chance to win."""
    for against in ("steady", "gambit", "defensive"):
        best = scored(one, two, policy="best", against=against, initiative=initiative)
        for policy in ("steady", "gambit", "defensive"):
            other = scored(one, two, policy=policy, against=against, initiative=initiative)
            assert best.win - best.lose >= other.win - other.lose


def test_two_defensive_sides_can_go_on_for_ever() -> None:
    """QS-46: equal masteries, or one apart with 20 for the lower."""
    assert scored(15, 15, policy="defensive", against="defensive").endless == 1
    assert scored("13M", 20, policy="defensive", against="defensive").endless == 1
    assert scored("13M", 15, policy="defensive", against="defensive").endless == 0


def test_a_defensive_underdog() -> None:
    """QS-46: a defensive 10 beats a steady 15 in over 99 of 100."""
    assert scored(10, 15, policy="defensive", against="steady").win > Fraction(99, 100)


def trading(trade: str) -> Policy:
    """A player who trades losses never, always, or where one would be out."""

    def decides(seen: Seen, ask: Ask) -> Answer:
        if ask.what != "loss":
            return thrifty(seen, ask)
        form: Any = ask.legal()
        last = form.options[0].help.startswith(("0", "−"))
        able = any(each.key == "trade" for each in form.options)
        return "trade" if able and (trade == "always" or (trade == "last" and last)) else "lose"

    return decides


def worn(resolve: int) -> list[Any]:
    return [
        hero("One", abilities={"Wits": 7}, resolve=resolve, starting_resolve=resolve),
        foe(resistance=9, resolve=resolve),
    ]


@pytest.mark.unmeasured
@pytest.mark.parametrize("trade", ["never", "always", "last"])
def test_a_chained_round_is_what_the_rules_enumerate(trade: str) -> None:
    """QS-64: who trades loses nothing of this round."""
    found = one_round("chained", worn(2), seats(trading(trade)))
    model: dict[tuple[int, int], Fraction] = {}
    for result, count in results(7, 9).items():
        points = result.degree + 1 if result.sign else 0
        kept = trade == "always" or (trade == "last" and points >= 2)
        after = (2, 2 - points) if result.victory else (2 if kept else 2 - points, 2)
        model[after] = model.get(after, Fraction(0)) + Fraction(count, 400)
    assert found == model


@pytest.mark.soak
@pytest.mark.parametrize("trade", ["never", "always", "last"])
def test_a_chained_sequence_is_what_the_rules_enumerate(trade: str) -> None:
    """QS-64, QS-65."""
    found = real("chained", worn(2), seats(trading(trade)))
    ours = chained(7, 9, resolve=2, against_resolve=2, trade=trade)
    assert set(found) == set(some(ours.outcomes))
    for key, chance in found.items():
        assert float(chance) == pytest.approx(float(ours.outcomes[key]), abs=1e-8)


@pytest.mark.parametrize("rating", [-5, 0, 1])
def test_qs_64_with_a_rating_of_nothing_nothing_is_traded(rating: int) -> None:
    """QS-64: who is at 0 or less loses as if nobody traded; who is above it does not."""
    always = chained(rating, 9, resolve=2, against_resolve=2, trade="always").outcomes
    assert (always == chained(rating, 9, resolve=2, against_resolve=2).outcomes) == (rating <= 0)


def test_how_often_a_story_point_is_spent_is_told() -> None:
    """QS-31: always for the degree, on every defeat or tie for the loss, on what it turns where that helps."""
    without, helped = contest(15, 10), contest(15, 10, story_points=1)
    assert contest(15, 10, story_points=1, spend="degree").spent == 1
    assert contest(15, 10, story_points=1, spend="loss").spent == 1 - without.win
    assert helped.spent >= helped.win - without.win > 0


@pytest.mark.unmeasured
def test_a_wagered_sequence_is_what_the_rules_enumerate() -> None:
    """QS-52 to QS-57: from 1 to 1, where every exchange is the last."""
    found = real("wagered", [solo(1), foe(resistance=1)], seats(wagering(lambda _: 1), wagering(lambda _: 1)))
    ours = wagered(1, 1, policy="const:1", against="const:1")
    for key in ("victory-0", "defeat-0", "tie"):
        assert float(found.get(key, 0)) == pytest.approx(ours.outcomes[key], abs=1e-9)
    assert ours.win == pytest.approx(ours.outcomes["victory-0"])
    assert 0 < ours.tie == ours.outcomes["tie"]
    assert ours.score == pytest.approx(ours.win + ours.tie / 2)


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(1, 20), min_size=4, max_size=4), st.integers(1, 12), st.integers(1, 9))
def test_a_wagered_round_moves_points_as_the_rules_do(dice: list[int], mine: int, theirs: int) -> None:
    """QS-53 to QS-56: the same dice, played by the real rules, lead to a situation that the model knows."""
    setup = {"contestants": [hero("One", abilities={"Wits": 12}), foe(resistance=9)]}
    says = {"tactic": [act(wager=mine)], "ruling": [but(**{"their wager": theirs})], "cut short": "stand"}
    referee = play("wagered", setup, dice, says, QUIET, leftover=True)
    ours = tuple(each.ap for each in referee.state.contestants)
    policies = policy_from(f"const:{mine}", ""), policy_from(f"const:{theirs}", "")
    solved = Solved((12, 9), (12, 9), policies, player_first=True)
    assert ours in {(own, other) for _, own, other in _round(solved, 12, 9)}


WAGERS = ("const:1", "const:5", "max", "allin", "fraction:1/2")


@pytest.mark.parametrize("initiative", ["player", "opposition"])
@pytest.mark.parametrize("other", ["const:3", "max", "allin", "fraction:1/2", "best"])
def test_best_wagers_are_no_worse_than_others(initiative: str, other: str) -> None:
    """QS-53, whoever states first, and for either side; the value that was solved is the chance that comes out of the
    chosen wagers."""
    best = wagered(6, 5, policy="best", against=other, initiative=initiative)
    worst = wagered(6, 5, policy=other, against="best", initiative=initiative)
    assert max(best.error, worst.error) < 1e-9
    for wagers in WAGERS:
        assert best.score >= wagered(6, 5, policy=wagers, against=other, initiative=initiative).score - 1e-9
        assert worst.score <= wagered(6, 5, policy=other, against=wagers, initiative=initiative).score + 1e-9
    assert sum(best.outcomes.values()) == pytest.approx(1)
    assert best.win + best.tie + best.lose == pytest.approx(1)
    for found, both in ((best, ("best", other)), (worst, (other, "best"))):
        policies = policy_from(both[0], "policy"), policy_from(both[1], "against")
        solved = Solved((6, 5), (6, 5), policies, player_first=initiative == "player")
        assert solved.value[6, 5] == pytest.approx(found.score, abs=1e-9)


def test_questions_refuse_what_cannot_be_answered() -> None:
    with pytest.raises(AgonistError, match="Accepted"):
        question("questworlds-srd", "wagered").ask(first="15", second="10", policy="const:0")
    with pytest.raises(AgonistError, match="at most 160"):
        wagered(100, 100)
    for policy in (
        "sometimes",
        "allin:3",
        "max:2",
        "best:1",
        "const:",
        "const:x",
        "fraction:0",
        "fraction:3/2",
    ):
        with pytest.raises(AgonistError, match="no rule for wagers"):
            wagered(3, 2, policy=policy)
    with pytest.raises(AgonistError, match=r"^pairs.2: .* Accepted"):
        group_contest(["15:10", "15"])
    with pytest.raises(AgonistError, match="Accepted"):
        contest("many", 10)


def test_the_commands_contract() -> None:
    """`win`, `tie`, `lose`, and outcomes from victory-4 to defeat-4."""
    keys = {f"{word}-{n}" for word in ("victory", "defeat") for n in range(5)} | {"tie"}
    for answer in (contest(15, 10), scored(15, 10), wagered(6, 5), chained(15, 10), group_contest(["15:10"])):
        data = answer.as_data()
        assert {"win", "tie", "lose"} <= set(data)
        assert keys <= set(data["outcomes"])
    assert {"endless", "rounds"} <= set(scored(15, 10).as_data())
    assert "score" in wagered(6, 5).as_data()
    assert {"alone", "shared"} <= set(one_prize([15, 10, 25]).as_data())


@pytest.mark.parametrize(("one", "two"), [(10, 12), (17, 14), (20, 22)])
def test_qs_46_who_has_the_initiative_declares_first_and_is_answered(one: int, two: int) -> None:
    """QS-46: so it is better to be without it where both play well; the same from either side."""
    best: dict[str, Any] = {"policy": "best", "against": "best"}
    first, second = (scored(one, two, initiative=each, **best) for each in ("player", "resistance"))
    assert first.win - first.lose < second.win - second.lose
    turned = scored(two, one, initiative="resistance", **best)
    assert (turned.win, turned.lose) == (first.lose, first.win)
