"""A hero on a phone: a ready one with a tap, an own one with a few words and ratings in sight."""

import pytest
from playwright.sync_api import expect

from agonist.kernel import game, heroes_of
from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.shortcuts import invite, new_table, take_seat

SMALL = {"width": 360, "height": 640}
EVERY = [
    "forge",
    *(
        pytest.param(name, marks=pytest.mark.soak)
        for name in ("questworlds", "questworlds-srd", "deckahedron")
    ),
]


def wide(person: Person) -> int:
    width: int = person.page.evaluate("document.documentElement.scrollWidth")
    return width


def at_table(sit: Sit, name: str, table: str, gm: Person) -> Person:
    person = sit(name, viewport=SMALL, has_touch=True)
    take_seat(person, invite(gm, table, name)["link"])
    person.go(f"/tables/{table}")
    return person


@pytest.mark.parametrize("name", EVERY)
def test_a_ready_hero_is_two_taps_from_the_table(sit: Sit, name: str) -> None:
    """The game and the hero; nobody else can take the same; nothing is wider than 360 px."""
    gm = sit("the game master")
    table, first = new_table(gm), heroes_of(game(name)).stock[0]  # type: ignore[union-attr]
    ana, ben = (at_table(sit, each, table, gm) for each in ("Ana", "Ben"))
    place = f"a[href*='/heroes/{name}']"
    ana.page.locator(place).tap()
    ana.page.wait_for_selector(".hero-card")
    assert wide(ana) == SMALL["width"]
    ana.page.locator(f"button[value='{first.key}']").tap()
    expect(ana.page.locator(".seat-list .who", has_text=first.name)).to_be_visible()
    ben.page.locator(place).tap()
    expect(ben.page.locator(f"button[value='{first.key}']")).to_be_disabled()


@pytest.mark.parametrize("name", EVERY)
def test_an_own_hero_is_a_name_and_a_few_taps(sit: Sit, name: str) -> None:
    """Its ratings are in sight, what they mean changes with them, and its button is on the screen all the while."""
    gm = sit("the game master")
    table = new_table(gm)
    ana = at_table(sit, "Ana", table, gm)
    ana.go(f"/tables/{table}/heroes/{name}?own=yes")
    play = ana.page.locator("button.main")
    expect(play).to_be_in_viewport(ratio=1)
    ana.page.fill("#h-name", "Bruna")
    expect(play).to_have_text("Play Bruna")
    rated = ana.page.locator(".asked-for.rated").first
    if rated.count():
        expect(rated.locator("input[type=number]")).to_be_in_viewport()
        before = rated.locator("[data-says]").inner_text()
        rated.get_by_role("button", name="less").tap()
        expect(rated.locator("[data-says]")).not_to_have_text(before)
    for ask in heroes_of(game(name)).own.asks:  # type: ignore[union-attr]
        if ask.offers:
            ana.page.get_by_role("button", name=ask.offers[0], exact=True).tap()
    assert wide(ana) == SMALL["width"]
    play.tap()
    expect(ana.page.locator(".seat-list .who", has_text="Bruna")).to_be_visible()


@pytest.mark.parametrize("name", EVERY)
def test_a_whole_sheet_on_a_phone_is_no_wider_than_it_once_something_is_added(sit: Sit, name: str) -> None:
    """What keeps it stays on the screen, and a rating is not folded away."""
    gm = sit("the game master", viewport=SMALL)
    gm.go(f"/tables/{new_table(gm)}/characters?game={name}")
    add = gm.page.locator("button[value^='add:']").first
    with gm.page.expect_response("**/characters*"):
        add.click()
    expect(gm.page.locator("[data-row]").first).to_be_visible()
    assert wide(gm) == SMALL["width"]
    expect(gm.page.locator("button[value=save]")).to_be_in_viewport(ratio=1)
    beside = gm.page.locator("details.item[open] [data-beside]")
    if beside.count():
        expect(beside.first).to_be_visible()
