"""Enterprises: navigating a chain of traits, exploring a journey."""

from collections.abc import Callable
from typing import Any

import pytest

from agonist.forge.gauntlet.enterprise import NewObstacle
from agonist.forge.gauntlet.morale import CaptainNamed, Left, MoraleMoved
from agonist.forge.harm.suffering import Absorbed
from agonist.forge.people.sheet import Trait
from agonist.forge.test.challenge import DifficultySet
from agonist.forge.test.steps import Compared
from agonist.forge.types.setup import Journey
from agonist.kernel import SetupRefused

from .stage import Stage, enterprise, full, person, team

HIT, MISS = [6, 6, 6], [1, 1, 1]


def navigate(*members: Any, **rest: Any) -> Stage:
    return Stage("navigate", enterprise(*(members or (person("Ash"),)), **rest))


def explore(*members: Any, rating: int = 3, **rest: Any) -> Stage:
    setup = enterprise(
        *(members or (person("Ash"),)), chain=[], journey=Journey(rating, 5, ["FEN", "MOOR"]), **rest
    )
    return Stage("explore", setup)


def test_fg_60_navigate_is_a_chain_each_tried_until_it_is_passed() -> None:
    """FG-60: SWAMP 1, then FOREST 2 twice; won after the last."""
    stage = navigate().dice("Ash", [5, 1, 1], [5, 1, 1], [5, 5, 1]).play()
    assert [event.parts for event in stage.events(DifficultySet)] == [
        {"SWAMP": 1},
        {"FOREST": 2},
        {"FOREST": 2},
    ]
    assert [event.success for event in stage.events(Compared)] == [True, False, True]
    assert stage.result.winners == ("Travellers",)
    assert stage.result.achieved == ("Travellers",)


def test_fg_60_a_group_fails_each_at_their_own_margin() -> None:
    """FG-60, FG-20: difficulty 1 more for the second; misfortunes; nothing for who stays behind."""
    stage = navigate(person("Ash"), person("Birch"), person("Cedar")).say("go on", "stay", about="Cedar")
    stage.dice("Ash", [5, 1, 1])
    stage.until("harm", "Birch")
    stage.step()
    assert [(e.name, e.kind, e.rating) for e in stage.events(Absorbed)] == [
        ("Ash", "misfortune", 1),
        ("Birch", "misfortune", 2),
    ]
    assert not stage.events(MoraleMoved)


@pytest.mark.parametrize("begin", [navigate, explore])
def test_fg_52_who_leaves_with_the_captain_is_not_asked_to_take_over(begin: Callable[..., Stage]) -> None:
    """FG-52, FG-53: Ash leads and leaves, Birch leaves too; only Cedar can lead on, by a last stand or just so."""
    stage = begin(person("Ash"), person("Birch"), person("Cedar"))
    stage.say("go on", "leave", about="Ash").say("go on", "leave", about="Birch").say("last stand", "yes")
    stage.dice("Cedar", MISS).until("harm", "Cedar")
    assert [event.name for event in stage.events(Left)] == ["Birch", "Ash"]
    assert [event.captain for event in stage.events(CaptainNamed)] == ["Cedar"]


@pytest.mark.parametrize("answer", ["stay", "leave"])
def test_fg_60_lost_when_nobody_will_go_on(answer: str) -> None:
    """FG-60: all stay behind, or leave for good."""
    stage = navigate(person("Ash"), person("Birch")).say("go on", answer, answer).play()
    assert stage.result.winners == ()
    assert stage.result.losers == ("Travellers",)


def test_fg_60_lost_when_nobody_can_go_on() -> None:
    """FG-60: the last one perishes."""
    doomed = person("Ash", misfortunes=full(), injuries=full(boxes=(1, 2, 3)))
    stage = navigate(doomed).play()
    assert stage.result.losers == ("Travellers",)
    assert stage.result.perished == ("Ash",)


def test_fg_60_the_captain_says_who_leads() -> None:
    """FG-60, FG-20: the main actor of the group."""
    stage = (
        navigate(person("Ash"), person("Birch")).say("who leads", "Birch").dice("Ash", HIT).dice("Birch", HIT)
    )
    stage.until("who leads")
    stage.step()
    stage.until("go on")
    assert stage.events(Compared)[0].names == ("Birch", "Ash")


def test_fg_60_let_it_ride_does_not_hold_in_an_enterprise() -> None:
    """FG-13, FG-60: the same again and again."""
    stage = navigate().say("go on", *["vigor"] * 4).dice("Ash", MISS, MISS, HIT, HIT).play()
    assert stage.state.memory.rides == []
    assert stage.result.winners == ("Travellers",)


def test_fg_60_explore_rolls_what_comes_next() -> None:
    """FG-60: the journey's rating in dice at its training, at the start and after each success; at least 1."""
    stage = explore().dice("journey", [5, 6, 1], MISS).dice("Ash", [5, 5, 1])
    stage.until("go on")
    assert stage.state.ahead == [Trait("FEN", 2)]
    for _ in range(10):
        stage.step()
        if len(stage.events(NewObstacle)) == 2:
            break
    assert [(e.title, e.rating) for e in stage.events(NewObstacle)] == [("FEN", 2), ("MOOR", 1)]


def test_fg_60_success_moves_both_morales_and_a_broken_journey_has_been_crossed() -> None:
    """FG-60: +1 team, −1 journey; the journey keeps its morale as a team does, and when it breaks one has arrived."""
    stage = explore().dice("journey", MISS, MISS, MISS).dice("Ash", [5, 1, 1]).play()
    assert [(e.team, e.change) for e in stage.events(MoraleMoved)] == [
        ("Travellers", 1),
        ("The journey", -1),
        ("The journey", -1),
    ]
    assert stage.result.winners == ("Travellers",)


def test_fg_60_a_journey_that_keeps_its_morale_goes_on() -> None:
    """FG-60: it gains 1 and lies ahead as before."""
    stage = explore().dice("journey", MISS, MISS, [5, 1, 1]).dice("Ash", [5, 1, 1])
    stage.until("go on")
    stage.step()
    stage.until("go on")
    assert stage.state.journey_morale == 0
    assert stage.state.phase == "keep"


def test_fg_60_failure_is_the_reverse_and_the_team_keeps_morale_too() -> None:
    """FG-60: −1 team, +1 journey; a collapse without a last stand is the end."""
    stage = explore().dice("Ash keeping", MISS).play()
    assert [(e.team, e.change) for e in stage.events(MoraleMoved)] == [
        ("Travellers", -1),
        ("The journey", 1),
        ("Travellers", -1),
    ]
    assert stage.result.losers == ("Travellers",)


def test_fg_60_a_last_stand_can_bring_the_team_through() -> None:
    """FG-60, FG-55: arriving ends it well."""
    stage = explore().dice("Ash keeping", MISS).say("last stand", "yes").dice("Ash", MISS, *[HIT] * 2)
    stage.play()
    assert stage.result.epiphanies == ("Ash",)


def test_fg_60_set_ups_name_what_is_missing() -> None:
    """FG-60: a chain to navigate, a journey to explore, one team."""
    with pytest.raises(SetupRefused, match="at least one trait"):
        navigate(chain=[])
    with pytest.raises(SetupRefused, match="a rating and a training"):
        Stage("explore", enterprise(person("Ash")))
    with pytest.raises(SetupRefused, match="1 teams"):
        Stage("navigate", enterprise(teams=[team("A", person("Ash")), team("B", person("Birch"))]))


def test_cf_11_an_uncontested_conflict_is_navigated_with_stress_and_morale() -> None:
    """CF-11: a failure is stress in the conflict's track and costs morale, which the captain keeps."""
    stage = (
        Stage("uncontested-conflict", enterprise(person("Ash"), track="mental"))
        .dice("Ash", MISS, HIT, HIT)
        .play()
    )
    assert [(e.kind, e.rating) for e in stage.events(Absorbed)] == [("mental stress", 1)]
    assert [(e.change, e.cites()) for e in stage.events(MoraleMoved)] == [
        (-1, "CF-4"),
        (1, "CF-4"),
        (1, "CF-4"),
        (1, "CF-4"),
    ]
    assert "keep morale" in stage.whats()
    assert stage.result.winners == ("Travellers",)


def test_cf_11_it_is_lost_when_morale_collapses_and_nobody_stands() -> None:
    """CF-11, CF-8: the last stands of the earlier edition."""
    setup = enterprise(person("Ash"), person("Birch"))
    stage = Stage("uncontested-conflict", setup).dice("Ash keeping", MISS)
    stage.say("consequence", {"pick": "narrative", "with": "Wolves."}).play()
    assert stage.result.losers == ("Travellers",)
    kept = Stage("uncontested-conflict", setup).dice("Ash keeping", MISS).say("last stand", "yes", "no")
    kept.say("consequence", {"pick": "narrative", "with": "Wolves."}).dice("Ash", MISS, HIT, HIT).dice(
        "Birch", MISS, HIT, HIT
    )
    kept.play()
    assert kept.result.winners == ("Travellers",)
    assert kept.result.epiphanies == ("Ash",)
