"""A right is waited for, on real screens that are slow: nobody's roll takes away what is somebody else's to decide."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from agonist.kernel import game
from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.programs import bearer
from tests.browser.secrets import view_of
from tests.browser.shortcuts import play_now, seated
from tests.browser.tables import patiently, prepared
from tests.browser.test_moments import SCENES, Moment, play_to

SLOW = 2_500
"""Milliseconds: longer than any breath."""

People = dict[str, Person]


def boarders(sit: Sit, seconds: int = 60, heeds: str = "breath") -> People:
    """A boarding action at a table whose game master has said how long people are waited for."""
    scene = "questworlds/group-extended/boarding"
    people = seated(sit, game("questworlds"), scene.partition("/")[2], SCENES[scene])
    gm = people["the game master"]
    home = gm.page.url
    gm.go(f"/tables/{view_of(gm)['contest']['table']}")
    gm.page.get_by_text("The table itself").click()
    gm.page.get_by_label("Seconds that people are waited for").fill(str(seconds))
    gm.page.locator("#heeds-gm").select_option(heeds)
    gm.page.get_by_role("button", name="Save", exact=True).click()
    expect(gm.page.locator("#patience")).to_have_value(str(seconds))
    gm.page.goto(home)
    return people


def open_to(person: Person, *, directed: bool) -> str:
    """The name of a window that is open to this screen, or nothing."""
    asked = view_of(person)["view"]["asked"]
    found = [each for each in asked if each.get("window") and bool(each.get("directed")) == directed]
    return str(found[0]["id"]) if found else ""


def moment(people: People, speaks: Callable[[Person], str]) -> Moment:
    """Somebody is about to roll, and somebody else may say something."""

    def come() -> bool:
        rolls = [each for each in people.values() if each.rolls()]
        return bool(rolls) and any(speaks(each) for each in people.values() if each is not rolls[0])

    return come


def let_fall(people: People) -> Person:
    """The first whose dice wait lets them fall."""
    rolls = next(each for each in people.values() if each.rolls())
    rolls.page.locator("#now form.rolls.yours button.roll").first.click()
    expect(rolls.page.locator("#now")).to_contain_text("shaken")
    return rolls


def kept(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = view_of(person)["kept"]
    return found


def test_a_slow_phone_still_says_what_it_answers_with(sit: Sit) -> None:
    """QW-15: what answers is the responder's to choose, although the other's die was let fall long ago."""
    people = boarders(sit)
    directed: Callable[[Person], str] = lambda each: open_to(each, directed=True)  # noqa: E731
    play_to(people, moment(people, directed))
    rolls = let_fall(people)
    slow = next(each for each in people.values() if each is not rolls and directed(each))
    slow.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    window = directed(slow)
    slow.page.wait_for_timeout(SLOW)
    assert kept(rolls), "the dice did not wait"
    form = slow.page.locator(f"#now form.asks.window:has(input[value='{window}'])")
    expect(form).to_be_visible()
    slow.answer_plainly(form)
    expect(slow.page.locator(f"#now input[value='{window}']")).to_have_count(0)
    assert window not in str(view_of(slow)["view"]["asked"])


def test_a_game_master_who_taps_wait_is_waited_for(sit: Sit) -> None:
    """QW-15: to propose another bid is open to the game master, in the breath after the tap."""
    people = boarders(sit)
    gm = people["the game master"]
    play_to(people, moment(people, lambda each: open_to(each, directed=False) if each is gm else ""))
    let_fall(people)
    gm.page.get_by_role("button", name=re.compile("Wait, I have something")).click()
    gm.page.wait_for_timeout(SLOW)
    assert kept(gm), "the dice did not wait"
    gm.page.get_by_role("button", name="Let it pass").click()
    gm.page.wait_for_function("() => !document.querySelector('.held .shaken')")
    assert not kept(gm)


def test_a_hero_point_can_be_spent_while_the_dice_lie_there(sit: Sit) -> None:
    """QW-5: no form that blocks, but some seconds in which it can be spent or let be."""
    hero = sit("Ysolde", viewport=PHONE)
    play_now(hero, "questworlds/extended/bridge")
    table = view_of(hero)["contest"]["table"]
    told = hero.context.request.patch(f"/api/tables/{table}", data={"patience": 60}, headers=bearer(hero))
    assert told.ok, told.text()
    chip = hero.page.locator("#now .windows[data-seconds] form.asks.window")
    for _ in patiently():
        if chip.count():
            break
        if hero.asked():
            hero.answer(prepared)
        hero.page.wait_for_timeout(30)
    expect(chip.first).to_contain_text("hero point")
    if place := os.environ.get("PICTURES"):
        hero.page.screenshot(path=Path(place) / "chip.png")
    before = len(view_of(hero)["view"]["lines"])
    hero.page.get_by_role("button", name="Leave it so").click()
    expect(chip).to_have_count(0)
    assert len(view_of(hero)["view"]["lines"]) > before
