"""The same contest in both manners: as usual, where others can speak up, and strictly, where everything is asked."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from agonist.forge import GAME
from agonist.forge.people.sheet import Skill, Trait
from agonist.kernel import ActRefused, Ask, Referee, Seen, defaults, enumerate_contest, game
from benchmarks.flow import measured

from . import stage as manners
from .stage import Stage, attack, duel, gauntlet, person, team

GOALS = {
    ("mediate", "warring-families"): 110,
    ("subjugate", "caravan-ambush"): 70,
    ("conflict", "caravan-ambush"): 70,
    ("destruction", "duel-to-the-death"): 50,
}


@pytest.mark.parametrize(("type_name", "preset"), GOALS)
def test_a_contest_stops_seldom(type_name: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions a contest that block, over some contests of the first bot; `make bench T=flow` plays 30."""
    monkeypatch.setattr("benchmarks.flow.CONTESTS", 10)
    found = measured(game("forge"), GAME.type(type_name), preset)
    assert found["questions"] <= GOALS[type_name, preset]


def tiny() -> Any:
    one: dict[str, Any] = {
        "vigor": 1,
        "intuition": 1,
        "reason": 1,
        "skills": {"fight": Skill(4)},
        "traits": [Trait("VAIN", 1)],
    }
    return duel(person("Ash", **one), person("Birch", **one))


def test_the_odds_are_the_same_in_both_manners() -> None:
    """FG-21: every way the dice can fall, typed in, against the enumerated rules."""
    kind = GAME.type("contest")
    setup, options = kind.setup_from(tiny(), {})
    real = enumerate_contest(kind, kind.begin(setup, options), defaults, lambda _, outcome: outcome.winners)
    for strict in (False, True):
        manners.STRICT = strict
        counts: Counter[Any] = Counter()
        for ash, birch in product(range(1, 7), repeat=2):
            played = Stage("contest", tiny()).dice("Ash", [ash]).dice("Birch", [birch]).play()
            counts[played.result.winners] += 1
        assert {winners: Fraction(n, 36) for winners, n in counts.items()} == dict(real.of)


def fight() -> Referee[Any]:
    setup = gauntlet(team("Reds", person("Ash"), person("Alder")), team("Blues", person("Birch")))
    dice: Any = dict.fromkeys(("gm", "ash", "alder", "birch"), "tap")
    return Referee.start(GAME, "subjugate", setup, {}, seed=bytes(32), dice=dice)


def pending(referee: Referee[Any], what: str, about: str = "") -> Any:
    return next(
        p
        for p in referee.pending
        if isinstance(p.request, Ask) and p.request.what == what and about in ("", p.request.about)
    )


def test_fg_43_whoever_is_first_acts_and_a_closed_window_stays_closed() -> None:
    """FG-43, FG-45: Ash need not wait for Alder; when the dice have fallen it is too late to say how to defend."""
    referee = fight()
    referee.answer(pending(referee, "act", "Ash").id, attack("Birch", company=[]))
    late = pending(referee, "defend").id
    tap = next(p for p in referee.pending if not isinstance(p.request, Ask))
    assert tap.seat == "ash"
    referee.answer(tap.id, "sealed")
    entries = len(referee.transcript.entries)
    with pytest.raises(ActRefused):
        referee.answer(late, "reason")
    assert len(referee.transcript.entries) == entries
    assert [p.request.about for p in referee.pending if isinstance(p.request, Ask)] == []


def test_fg_45_what_is_said_before_the_dice_changes_what_is_rolled() -> None:
    """FG-45, FG-24: when Birch's comrade steps in the attacker has one die more, and is not asked again."""
    blues = team("Blues", person("Birch"), person("Beech"))
    setup = gauntlet(team("Reds", person("Ash")), blues)
    dice: Any = dict.fromkeys(("gm", "ash", "birch", "beech"), "tap")
    referee = Referee.start(GAME, "subjugate", setup, {}, seed=bytes(32), dice=dice)
    referee.answer(pending(referee, "act").id, attack("Birch"))
    (before,) = [p.request for p in referee.pending if not isinstance(p.request, Ask)]
    referee.answer(pending(referee, "join the defence").id, "vigor")
    (after,) = [p.request for p in referee.pending if not isinstance(p.request, Ask)]
    assert len(after.sides) == len(before.sides) + 1  # type: ignore[attr-defined]


def test_orders_answer_from_what_the_seat_sees() -> None:
    """FG-14: "ask me only when my side is behind" leaves a roll that has reached what it must."""
    order = next(o for o in GAME.type("contest").orders["after the roll"] if o.key == "behind")
    ash = person("Ash", traits=[Trait("VAIN", 1)], favor=1)
    for faces, left in (([6, 6, 6], True), ([1, 1, 1], False)):
        stage = Stage("contest", duel(person("Birch"), ash)).dice("Ash", faces).dice("Birch", [6, 1, 1])
        ask = stage.until("use a trait", "Ash")
        answer = order.decide(Seen(ask.seat, stage.state), ask)
        assert (answer == ask.legal().fallback()) == left
        assert answer is None or left


BEHIND = {order.key: order for order in GAME.type("contest").orders["after the roll"]}["behind"]


def ordered(setup: Any, name: str, type_name: str = "contest-of-teams", **dice: Any) -> Any:
    """What the order says for somebody whose dice lie so: None is to ask."""
    stage = Stage(type_name, setup)
    for each, faces in dice.items():
        stage.dice(each, faces)
    ask = stage.until("use a trait", name)
    answer = BEHIND.decide(Seen(ask.seat, stage.state), ask)
    assert answer is None or answer == ask.legal().fallback()
    return answer


def rivals(defender: bool) -> Any:
    """Three who want the same, the last of them perhaps defending it; each with something to add."""
    people = [person(name, traits=[Trait("VAIN", 1)], favor=1) for name in ("Ash", "Birch", "Cedar")]
    teams = [team(f"{each.name}’s", each) for each in people]
    return duel(people[0], people[1], teams=teams, no_defender=not defender)


def test_fg_21_who_rolls_first_is_not_behind() -> None:
    """FG-21, FG-25: nobody has rolled whom one could be behind, however few hits there are."""
    vain = person("Ash", traits=[Trait("VAIN", 1)], favor=1)
    assert ordered(duel(vain, person("Birch")), "Ash", "contest", Ash=[1, 1, 1]) is not None
    for defender in (False, True):
        assert ordered(rivals(defender), "Ash", Ash=[1, 1, 1]) is not None


@pytest.mark.parametrize(
    ("hits", "asks"), [(0, True), (1, True), (2, False)], ids=["behind", "tied", "ahead"]
)
@pytest.mark.parametrize("defender", [False, True], ids=["nobody defends", "Cedar defends"])
def test_fg_25_who_loses_a_tie_is_asked(hits: int, asks: bool, defender: bool) -> None:
    """FG-25: a tie loses for both where nobody clearly defends, and for attackers who are tied."""
    faces = [6] * hits + [1] * (3 - hits)
    answer = ordered(rivals(defender), "Birch", Ash=[6, 1, 1], Birch=faces)
    assert (answer is None) == asks


def test_fg_25_a_defender_who_is_tied_holds() -> None:
    """FG-25, FG-21: so the defender is left alone."""
    dice: Any = {"Ash": [6, 1, 1], "Birch": [1, 1, 1], "Cedar": [6, 1, 1]}
    assert ordered(rivals(defender=True), "Cedar", **dice) is not None
    assert ordered(rivals(defender=False), "Cedar", **dice) is None


def test_fg_14_a_rival_who_made_it_harder_has_less_than_was_rolled() -> None:
    """FG-14, FG-21: 3 hits raised by 2 take 1: the question says so, and the order knows that nobody is behind."""
    birch = person("Birch", traits=[Trait("PROUD", 2)])
    stage = Stage("contest", duel(birch, person("Ash", traits=[Trait("VAIN", 1)], favor=1)))
    prize = {"make": {"pick": "boon", "with": "Birch"}, "name": "AN EDGE"}
    stage.say("raise the difficulty", {"pick": "raise:PROUD", "with": prize}, about="Birch")
    stage.dice("Birch", [6, 6, 6]).dice("Ash", [6, 1, 1])
    ask = stage.until("use a trait", "Ash")
    assert "Now: 1 hit, Attackers has 3, which takes 1: enough." in ask.text
    assert stage.state.test.lacks == {"Birch": 1, "Ash": 0}, "a tie is the defender's"
    order = next(o for o in GAME.type("contest").orders["after the roll"] if o.key == "behind")
    assert order.decide(Seen(ask.seat, stage.state), ask) == ask.legal().fallback()


def test_harm_is_named_before_anything_else_happens() -> None:
    """FG-12, FG-30: in a window of the next request; its bearer may pick another box."""
    stage = Stage("subjugate", gauntlet(team("Reds", person("Ash")), team("Blues", person("Birch"))))
    stage.say("act", attack("Birch")).dice("Ash", [6, 1, 1])
    stage.say("harm", {"box": "3", "name": "a broken arm"}).until("act", "Birch")
    while stage.state.fresh:
        stage.step()
    assert [(box.size, box.harm) for box in stage.state.who("Birch").injury if box.harm] == [
        (3, "a broken arm")
    ]
