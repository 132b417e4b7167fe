"""The moment before the dice fall, on real screens: a game master and three players, in each game.

Who may speak up does so until the roller's tap; a closed window stays closed; nobody waits for who has left.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from agonist.kernel import GM, game
from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.programs import bearer
from tests.browser.secrets import contest_of, view_of
from tests.browser.shortcuts import seated
from tests.browser.tables import patiently, prepared


def two_against_one(setup: Any) -> None:
    """Two of the boarders against the third and a lieutenant."""
    setup["contestants"] = [setup["contestants"][n] for n in (0, 1, 2, 4)]
    setup["contestants"][2]["side"] = "the Sceptre"


def one_for_the_game_master(setup: Any) -> None:
    setup["teams"][1]["members"][2]["seat"] = GM


def one_foe(setup: Any) -> None:
    setup["foes"] = setup["foes"][:1]


SCENES: dict[str, Callable[[Any], None]] = {
    "questworlds/group-extended/boarding": two_against_one,
    "forge/conflict/caravan-ambush": one_for_the_game_master,
    "deckahedron/fight/soldiers": one_foe,
}
WINDOW = "#now form.asks.yours.window"
Moment = Callable[[], bool]


def play_to(people: dict[str, Person], moment: Moment) -> None:
    """Everybody answers what they must with what is ready, until the moment has come."""
    for _ in patiently():
        for person in people.values():
            if moment():
                return
            if person.asked():
                person.answer(prepared)
        next(iter(people.values())).page.wait_for_timeout(30)
    raise AssertionError("it never came to that")


def roller(people: dict[str, Person]) -> Person | None:
    """The player whose dice wait."""
    return next((each for name, each in people.items() if each.rolls() and name != "the game master"), None)


def could_speak(people: dict[str, Person]) -> Person | None:
    return next((each for each in people.values() if each.page.locator(WINDOW).count()), None)


def before_a_roll(people: dict[str, Person]) -> Moment:
    return lambda: roller(people) is not None and could_speak(people) is not None


@pytest.mark.parametrize(
    "scene",
    [pytest.param(scene, marks=[pytest.mark.soak] * scene.startswith("deckahedron")) for scene in SCENES],
)
def test_who_may_speaks_up_until_the_dice_fall(sit: Sit, scene: str) -> None:
    name, _, preset = scene.partition("/")
    people = seated(sit, game(name), preset, SCENES[scene])
    gm = people["the game master"]

    play_to(people, before_a_roll(people))
    rolls, speaks = roller(people), could_speak(people)
    assert rolls
    assert speaks
    late = speaks.page.locator(WINDOW).first.locator("input[name=request]").input_value()
    asked = next(each for each in view_of(speaks)["view"]["asked"] if each["id"] == late)
    assert asked["window"], "this would hold the contest up"
    rolls.answer()
    then = view_of(gm)["view"]
    refused = speaks.context.request.post(
        f"/api/contests/{contest_of(speaks)}/answers",
        data={"request": late, "value": asked["form"].get("default")},
        headers=bearer(speaks),
    )
    assert refused.status == 409, refused.text()
    assert view_of(gm)["view"] == then, "a closed window let something in"

    play_to(people, before_a_roll(people))
    speaks = could_speak(people)
    assert speaks
    window = speaks.page.locator(WINDOW).first
    named = window.locator("input[name=request]").input_value()
    fold = speaks.page.locator("#now details.also-open > summary")
    if fold.count():
        fold.click()
    speaks.answer_plainly(window)
    expect(speaks.page.locator(f"#now input[name=request][value='{named}']")).to_have_count(0)

    play_to(people, lambda: roller(people) is not None)
    away = roller(people)
    assert away
    waits = away.asked()
    away.page.close()
    gm.page.click("#in-place summary:has-text('Roll in')")
    gm.page.locator(f"#in-place form:has(input[value='{waits}']) button.roll").click()
    expect(gm.page.locator(f"#in-place input[value='{waits}']")).to_have_count(0)
