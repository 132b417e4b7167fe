"""Sides in a set-up: dragged with the mouse, or changed by fields and buttons, which do the same."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.shortcuts import set_up


def drag(person: Person, what: Locator, where: Locator) -> None:
    """Press on one thing, carry it over another, let go."""
    begin = what.bounding_box()
    end = where.bounding_box()
    assert begin
    assert end
    mouse = person.page.mouse
    mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + min(end["height"] / 2, 20), steps=6)
    mouse.up()


def test_a_contestant_is_dragged_to_another_side_and_sent_back_by_its_field(sit: Sit) -> None:
    gm = sit("the game master", viewport={"width": 1280, "height": 2400})
    set_up(gm, "Boarding action")
    gm.page.fill("[name='setup.prize']", "the last boat")
    side = gm.page.locator("[name='setup.contestants.3.side']")
    assert side.input_value() == "the Swallow"
    sides = gm.page.locator("[data-sides]")
    drag(gm, sides.get_by_text("Pip", exact=True), sides.locator("[data-drop='the Sceptre']"))
    expect(side).to_have_value("the Sceptre")
    expect(sides.locator("[data-drop='the Sceptre']")).to_contain_text("Pip")
    gm.page.locator("[data-row='setup.contestants.3'] > summary").click()
    side.fill("the Swallow")
    expect(sides.locator("[data-drop='the Swallow']")).to_contain_text("Pip")
    assert gm.page.input_value("[name='setup.prize']") == "the last boat"
