"""Setting up a contest on a phone: rows are dragged with a finger, and nothing typed is lost."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.tables import choose_preset, open_table


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_finger(who: Person, thing: Locator, place: Locator) -> None:
    """On a touch screen."""
    touch = who.context.new_cdp_session(who.page)
    (x, y), (to_x, to_y) = middle(thing), middle(place)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for n in range(1, 6):
        point = {"x": x + (to_x - x) * n / 5, "y": y + (to_y - y) * n / 5}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_member_changes_teams_by_finger_and_by_button(sit: Sit) -> None:
    """On a phone a row is dragged by its grip into another team; the button in it does the same."""
    ana = sit("Ana", viewport=PHONE, has_touch=True)
    open_table(ana)
    choose_preset(ana, "The caravan ambush")
    rows = "[data-list='setup.teams.{}.members'] > [data-row] > summary .gist"
    ana.page.locator("details.item[data-row^='setup.teams.']").evaluate_all(
        "all => all.forEach((each) => { each.open = /teams\\.\\d+$/.test(each.dataset.row); })"
    )
    ana.page.set_viewport_size({"width": 360, "height": 3400})
    grip = ana.page.locator("[data-row='setup.teams.0.members.0'] > summary [data-grip]")
    drag_by_finger(ana, grip, ana.page.locator("[data-row='setup.teams.1.members.0'] > summary"))
    expect(ana.page.locator(rows.format(1)).first).to_have_text("Maro")
    expect(ana.page.locator(rows.format(0))).to_have_text(["Cyrene"])
    ana.page.locator("[data-row='setup.teams.1.members.0'] > summary").click()
    ana.page.locator("[data-row='setup.teams.1.members.0'] button:has-text('Move to Caravan')").click()
    expect(ana.page.locator(rows.format(0))).to_have_text(["Cyrene", "Maro"])


def test_what_was_typed_comes_back_after_a_reload_and_by_the_back_button(sit: Sit) -> None:
    """Texts and added rows are there again; a set-up that is begun anew is a fresh one."""
    ana = sit("Ana")
    open_table(ana)
    choose_preset(ana, "A duel on the bridge")
    ana.page.fill("[name='setup.prize']", "the last boat")
    ana.page.click("button[value='add:setup.contestants']")
    ana.page.fill("[name='setup.contestants.2.name']", "Odo")
    ana.page.reload()
    expect(ana.page.locator("[name='setup.contestants.2.name']")).to_have_value("Odo")
    expect(ana.page.locator("[name='setup.prize']")).to_have_value("the last boat")
    ana.page.click(".crumbs a >> nth=0")
    ana.page.wait_for_selector("#people")
    ana.page.go_back()
    expect(ana.page.locator("[name='setup.contestants.2.name']")).to_have_value("Odo")
    ana.page.click(".crumbs a >> nth=0")
    choose_preset(ana, "A duel on the bridge")
    expect(ana.page.locator("[name='setup.prize']")).to_have_value("the bridge at dusk")


def test_nobody_is_told_of_a_missing_name_before_they_had_a_chance_to_type_it(sit: Sit) -> None:
    """A new row is quiet until its name was typed and taken away again; then the name is asked for."""
    ana = sit("Ana")
    open_table(ana)
    choose_preset(ana, "Boarding action")
    told = ana.page.locator(".refusal:not(:empty)")
    with ana.page.expect_response("**/check"):
        ana.page.click("button[value='add:setup.contestants']")
    name = ana.page.locator("[name='setup.contestants.8.name']")
    expect(name).to_be_visible()
    ana.page.wait_for_function("document.querySelector('form[data-check]').dataset.state === 'wrong'")
    expect(told).to_have_count(0)
    name.fill("Odo")
    name.fill("")
    expect(ana.page.locator("[data-place='setup.contestants.8.name'] .refusal")).to_contain_text(
        "needs a name"
    )
