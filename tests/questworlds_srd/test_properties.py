"""What holds in any sequence, whatever is answered and rolled."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.kernel import Referee, Viewer, see
from agonist.kernel.contract import play_randomly
from agonist.questworlds.chassis import Rating
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.kinds.scored import rp_taken
from agonist.questworlds.srd.rolls.rolls import compared, die_successes, successes
from tests.questworlds_srd.anything import options, scene

DICE = st.integers(1, 20)
SEEDS = st.integers(0, 10**6)
STANCES = st.sampled_from(["plain", "gambit", "defensive"])


@given(st.integers(-30, 100), DICE)
def test_successes_follow_from_tier_and_die(whole: int, die: int) -> None:
    """QS-3 to QS-5: at most two from the die, one from each mastery, none without a rating."""
    rating = Rating(whole)
    assert successes(rating, die) == die_successes(rating, die) + rating.masteries
    assert (successes(rating, die) == 0) or whole > 0


@given(st.integers(0, 9), st.integers(0, 9), DICE, DICE)
def test_an_outcome_has_two_sides(one: int, two: int, first: int, second: int) -> None:
    """QS-6."""
    assert compared((one, two), (first, second)) == compared((two, one), (second, first)).mirrored


@given(st.integers(0, 9), STANCES, STANCES)
def test_resolution_points_are_never_negative(degree: int, winner: Any, loser: Any) -> None:
    """QS-46."""
    assert rp_taken(degree, winner, loser) >= 0


def watched(kind: str, preset: str, seed: int, watch: Any) -> Referee[Any]:
    ready = GAME.type(kind).presets[preset]
    return play_randomly(GAME, kind, ready.setup, ready.options, Random(seed), watch=watch, most=400)


@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
@pytest.mark.parametrize("preset", ["courtyard", "bridge-at-night"])
def test_resolution_points_stay_in_bounds(preset: str, seed: int) -> None:
    """QS-45, QS-47, QS-48, QS-70: open to everybody, never below 0; mates share a tally."""

    def watch(referee: Referee[Any]) -> None:
        state = referee.state
        falling = {name for each in state.falls for name in each.names}
        for seat in ("gm", "onlooker", *referee.seats):
            seen = see(state, Viewer(seat, state))["contestants"]
            assert [each["rp"] for each in seen] == [who.rp for who in state.contestants]
        for who in state.contestants:
            assert who.rp >= 0
            if who.standing and state.engaged(who.name) and who.name not in falling and state.clash is None:
                assert len({each.rp for each in state.sharing(who)}) == 1

    watched("scored", preset, seed, watch)


@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
@pytest.mark.parametrize("preset", ["card-table", "council"])
def test_advantage_points_move_only_in_stated_ways(preset: str, seed: int) -> None:
    """QS-54, QS-55, QS-59, QS-61: every change of a total is told in a line of the log."""

    def watch(referee: Referee[Any]) -> None:
        told = {who.name: who.starting_ap for who in referee.state.contestants}
        for line in referee.lines:
            facts = line.event.facts()
            if facts["event"] == "changes":
                told[facts["name"]] += facts["by"]
            elif facts["event"] == "rises" and facts["back"]:
                told[facts["name"]] = facts["ap"]
            if facts["event"] in ("changes", "rises") and facts.get("back", True):
                assert told[facts["name"]] == facts["ap"]
        for who in referee.state.contestants:
            if who.second_chance != "spent" or not who.standing:
                assert told[who.name] == who.ap

    watched("wagered", preset, seed, watch)


@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
@pytest.mark.parametrize("preset", ["desert", "haunting"])
def test_resolve_is_kept_in_the_sheet(preset: str, seed: int) -> None:
    """QS-63, QS-67: never above the start, and what is left is what the next contest starts from."""

    def watch(referee: Referee[Any]) -> None:
        for who in referee.state.contestants:
            assert who.resolve <= who.starting_resolve
        if referee.result is not None:
            for name, sheet in referee.result.sheets.items():
                who = referee.state.find(name)
                assert (sheet.resolve, sheet.starting_resolve) == (who.resolve, who.starting_resolve)

    watched("chained", preset, seed, watch)


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
@pytest.mark.parametrize("kind", ["scored", "wagered", "chained", "contest", "group-contest"])
def test_the_pool_never_runs_below_nothing(kind: str, seed: int) -> None:
    """QS-30."""

    def watch(referee: Referee[Any]) -> None:
        assert referee.state.story_points >= 0

    for preset in GAME.type(kind).presets:
        watched(kind, preset, seed, watch)


@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_resolve_is_kept_across_contests(seed: int) -> None:
    """QS-63, QS-69: what a sequence leaves is what the next one and a recovery begin with."""
    first = watched("chained", "desert", seed, lambda _: None)
    if first.result is None:
        return
    sheet = first.result.sheets["Fen"]
    kind = GAME.type("recovery")
    ready = kind.presets["fireside"].setup
    next_setup = kind.enlist(ready, "Fen", sheet, "fen")
    who = kind.begin(next_setup, kind.presets["fireside"].options).find("Fen")
    assert (who.resolve, who.starting_resolve, who.fallen) == (
        sheet.resolve,
        sheet.starting_resolve,
        sheet.fallen,
    )


@pytest.mark.parametrize("kind", [each.name for each in GAME.types])
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_anything_can_be_played(kind: str, seed: int) -> None:
    """Whatever the set-up and the options hold: somebody is always asked until it is over, and tallies stay in bounds
    (QS-30, QS-45, QS-67)."""
    random = Random(seed)

    def watch(referee: Referee[Any]) -> None:
        assert referee.over or referee.pending
        assert referee.state.story_points >= 0
        for who in referee.state.everybody():
            assert who.rp >= 0
            assert who.resolve <= who.starting_resolve

    play_randomly(GAME, kind, scene(random, kind), options(random, kind), random, watch=watch, most=200)
