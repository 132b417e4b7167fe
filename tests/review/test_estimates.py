"""Contests of any game reviewed by play-outs, from the same dice at every moment."""

from typing import Any

import msgspec
import pytest

from agonist.kernel import GM, ONLOOKER, Play, Referee, TranscriptError, game
from agonist.odds.simulation import simulate
from agonist.review import Review, review
from agonist.review.grading import THRESHOLDS
from agonist.review.live import chance_now, situation_now
from agonist.review.playouts import Dice
from tests.support.installed import installed_games

from .played import duel, played

LONG = ("group-extended", "subjugate", "mediate", "conflict", "destruction")
FIRSTS = [
    pytest.param(each.name, kind.name, marks=[pytest.mark.soak] if kind.name in LONG else [])
    for each in installed_games()
    for kind in each.types
    if kind.presets
]


@pytest.mark.parametrize(("name", "type"), FIRSTS)
def test_every_kind_of_contest_is_reviewed_and_adds_up(name: str, type: str) -> None:
    transcript = played(name, type)
    found = review(transcript, processes=1, scale=0.002)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
    for who in found.people:
        parts = who.luck.value + who.own.value + who.others.value + who.rulings.value
        assert who.start.value + parts == pytest.approx(who.end, abs=1e-9)
        assert 0 <= who.start.value <= 1
    for side in found.sides:
        assert len(side.curve) == len(found.moments) + 1
    assert all(m.judged is None or m.kind == "decision" for m in found.moments)


def test_an_estimate_is_within_its_error_of_what_many_simulations_say() -> None:
    found = review(played("forge", "challenge"), processes=1, scale=0.1)
    ours = next(who for who in found.people if who.seat == "cyrene")
    many = simulate("forge", "challenge", contests=2_000, processes=1, seed=2)
    assert abs(ours.start.value - many.win) < 4 * ours.start.error


def test_what_a_bot_does_as_a_bot_would_changes_nothing() -> None:
    """Values are against the play of the game's own bot: who plays like it neither gains nor loses by deciding."""
    found = review(played("deckahedron", "fight", "goblin"), processes=1, scale=0.02)
    assert all(who.own.value == who.others.value == 0 for who in found.people)
    assert found.against == "the bot 'sensible' of this game"


def test_nothing_below_twice_its_error_is_called_a_mistake() -> None:
    found = review(played("forge", "contest", bots="sensible"), processes=1, scale=0.02)
    least = THRESHOLDS[-1][0]
    judged = [m.judged for m in found.moments if m.judged is not None]
    assert judged
    for each in judged:
        assert bool(each.grade) == (each.cost.value >= max(least, 2 * each.cost.error))


def test_the_same_contest_gets_the_same_review_on_any_number_of_processes() -> None:
    transcript = played("deckahedron", "fight", "goblin")
    assert review(transcript, processes=1, scale=0.05) == review(transcript, processes=2, scale=0.05)


def test_a_contest_that_is_not_over_is_refused() -> None:
    kind = game("questworlds").type("extended")
    chosen = kind.presets["bridge"]
    referee = Referee.start(game("questworlds"), "extended", chosen.setup, chosen.options, seed=b"1" * 32)
    with pytest.raises(TranscriptError, match="not come to its end"):
        review(referee.transcript, processes=1)


def test_dice_of_a_play_out_are_fair_and_go_by_the_number_of_the_roll() -> None:
    shown = [Dice(n).below(r, i, 6) for n in range(60) for r in range(60) for i in range(5)]
    counts = [shown.count(face) for face in range(6)]
    expected = len(shown) / 6
    assert sum((each - expected) ** 2 / expected for each in counts) < 20.5
    assert Dice(3).below(7, 1, 20) == Dice(3).below(7, 1, 20)


# What a seat cannot know


def duel_at_start(rating: int) -> Play[Any]:
    return Referee.start(game("questworlds"), "extended", duel(17, rating), {}, seed=b"1" * 32)


def test_qw_13_the_live_chance_of_a_seat_does_not_depend_on_what_it_cannot_know() -> None:
    situations = [situation_now(duel_at_start(rating), "ysolde") for rating in (6, 14, 25)]
    chances = [chance_now(each, 30) for each in situations if each is not None]
    assert chances[0] == chances[1] == chances[2]
    known = [situation_now(duel_at_start(rating), GM) for rating in (6, 25)]
    low, high = (chance_now(each, 30) for each in known if each is not None)
    assert low != high


def test_a_review_for_onlookers_has_no_answers_and_no_judgements() -> None:
    found = review(
        played("questworlds", "extended", setup=duel()), knowledge=ONLOOKER, processes=1, scale=0.02
    )
    assert found.knowledge == ONLOOKER
    assert found.method == "simulated"
    assert all(not m.said and m.judged is None for m in found.moments)


def test_where_the_rules_are_at_something_unknown_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """FG-41: a secret that is being used cannot be forgotten, and a review does without that judgement."""

    def stuck(*_: Any, **__: Any) -> Any:
        raise KeyError("DYING")

    monkeypatch.setattr("agonist.review.judging.weigh", stuck)
    found = review(played("forge", "contest"), processes=1, scale=0.002)
    assert found.moments
    assert all(m.judged is None for m in found.moments)
