"""Setting up a contest on a phone: rows are dragged with a finger, and nothing typed is lost."""

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from examples import standoff
from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.shortcuts import new_table, place_of, set_up
from tests.browser.tables import choose_preset, come_in
from tests.support.installed import installed_games

GAMES = [*installed_games(), standoff.GAME]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_finger(who: Person, thing: Locator, place: Locator) -> None:
    """On a touch screen."""
    touch = who.devtools()
    (x, y), (to_x, to_y) = middle(thing), middle(place)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for n in range(1, 6):
        point = {"x": x + (to_x - x) * n / 5, "y": y + (to_y - y) * n / 5}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_member_changes_teams_by_finger_and_by_button(sit: Sit) -> None:
    """On a phone a row is dragged by its grip into another team; the button in it does the same."""
    ana = sit("Ana", viewport=PHONE, has_touch=True)
    set_up(ana, "The caravan ambush")
    rows = "[data-list='setup.teams.{}.members'] > [data-row] > summary .gist"
    ana.page.set_viewport_size({"width": 360, "height": 3400})
    grip = ana.page.locator("[data-row='setup.teams.0.members.0'] > summary [data-grip]")
    drag_by_finger(ana, grip, ana.page.locator("[data-row='setup.teams.1.members.0'] > summary"))
    expect(ana.page.locator(rows.format(1)).first).to_have_text("Maro")
    expect(ana.page.locator(rows.format(0))).to_have_text(["Cyrene"])
    moved = ana.page.locator("[data-row='setup.teams.1.members.0']")
    expect(moved).to_have_attribute("open", "")
    moved.locator("button:has-text('Move to Caravan')").click()
    expect(ana.page.locator(rows.format(0))).to_have_text(["Cyrene", "Maro"])


# Opens each row as a finger does, with the rows that it stands in, and gives the height of the page then.
HEIGHTS = """() => {
  const height = () => document.documentElement.scrollHeight;
  const heights = [height()];
  for (const row of document.querySelectorAll("#setup details.item")) {
    const way = [];
    for (let each = row; each; each = each.parentElement.closest("details.item")) way.unshift(each);
    for (const each of way) if (!each.open) each.querySelector(":scope > summary").click();
    heights.push(height());
    for (const each of way.reverse()) each.querySelector(":scope > summary").click();
  }
  return heights;
}"""


def ready(every: bool) -> list[tuple[str, str, str]]:
    """Ready contests of every game: all of them, or of each game the two with most in them."""
    found = []
    for each in GAMES:
        presets = {
            (kind.name, key): ready.setup for kind in each.types for key, ready in kind.presets.items()
        }
        longest = sorted(presets, key=lambda name: -len(msgspec.json.encode(presets[name])))
        found += [(each.name, *name) for name in (longest if every else longest[:2])]
    return found


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_set_up_on_a_phone_is_three_screens_at_most(
    sit: Sit, capsys: pytest.CaptureFixture[str], every: bool
) -> None:
    """With any one row open, and three people who are here."""
    gm = sit("the game master", viewport=PHONE)
    home = f"{gm.url}/tables/{new_table(gm)}"
    for name in ("Ana", "Ben", "Cleo"):
        gm.context.request.post(f"{home}/seats", form={"name": name}, headers={"origin": gm.url})
    most: dict[str, int] = {}
    for game, kind, preset in ready(every):
        name = f"{game} {kind}"
        gm.page.goto(f"{home}/new/{game}/{kind}?preset={preset}")
        assert gm.page.locator(".people .chip").count() == 3
        wide = gm.page.evaluate("document.documentElement.scrollWidth")
        most[name] = max(most.get(name, 0), *gm.page.evaluate(HEIGHTS))
        assert wide <= PHONE["width"], f"{name}, {preset} is {wide} pixels wide"
    with capsys.disabled():
        print("\nThe longest set-up of each type, in screens of a phone:")
        for name, height in most.items():
            print(f"{height / PHONE['height']:5.2f}  {name}")
    assert max(most.values()) <= 3 * PHONE["height"]


def test_who_plays_follows_whatever_changes(sit: Sit) -> None:
    """Whoever comes in is offered and takes the first free character; who is picked stays, also with a new name."""
    gm = sit("the game master", viewport={"width": 1280, "height": 1400})
    table = new_table(gm)
    gm.go(f"/tables/{table}")
    code = gm.page.locator(".room-door .code").inner_text()
    gm.go(f"/tables/{table}/new/{place_of('Boarding action')}")

    def plays(name: str) -> Locator:
        return gm.page.locator(f".cast:has(label:text-is('{name}')) option:checked")

    expect(plays("Captain Vane")).to_have_text("Somebody new")
    for name in ("Ana", "Ben"):
        come_in(sit(name, viewport=PHONE), code)
        expect(gm.page.locator(".people .chip", has_text=name)).to_be_visible()
    expect(plays("Captain Vane")).to_have_text("Ana")
    expect(plays("Doctor Quill")).to_have_text("Ben")
    gm.page.locator(".people .chip:has-text('Ben')").drag_to(gm.page.locator(".cast:has-text('Bosun Tarr')"))
    expect(plays("Bosun Tarr")).to_have_text("Ben")
    expect(plays("Doctor Quill")).to_have_text("Somebody new")
    gm.page.locator("[data-row='setup.contestants.2'] > summary").click()
    gm.page.fill("[name='setup.contestants.2.name']", "Bosun Blythe")
    expect(plays("Bosun Blythe")).to_have_text("Ben")
    gm.page.locator("[data-row='setup.contestants.3'] > summary").click()
    gm.page.click("button[value='remove:setup.contestants.3']")
    expect(plays("Pip")).to_have_count(0)
    gm.page.click("button[value='add:setup.contestants']")
    gm.page.fill("[name='setup.contestants.7.name']", "Ana")
    expect(plays("Ana")).to_have_text("Ana")
    expect(plays("Captain Vane")).to_have_text("Somebody new")


def test_the_duel_opens_with_its_prize_and_two_contestants(sit: Sit) -> None:
    """From nothing: the prize, and two rows of which the first is open; nothing complains before anybody typed."""
    gm = sit("the game master", viewport=PHONE)
    with gm.page.expect_response("**/check"):
        gm.go(f"/tables/{new_table(gm)}/new/questworlds/extended")
    expect(gm.page.locator("[name='setup.prize']")).to_be_in_viewport()
    expect(gm.page.locator("[name='setup.contestants.0.name']")).to_be_in_viewport()
    expect(gm.page.locator("[data-list='setup.contestants'] > details")).to_have_count(2)
    expect(gm.page.locator(".refusal:not(:empty)")).to_have_count(0)
    expect(gm.page.locator("#setup")).not_to_contain_text("not right")


def test_what_was_typed_comes_back_after_a_reload_and_by_the_back_button(sit: Sit) -> None:
    """Texts and added rows are there again; a set-up that is begun anew is a fresh one."""
    ana = sit("Ana")
    set_up(ana, "A duel on the bridge")
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
    set_up(ana, "Boarding action")
    told = ana.page.locator(".refusal:not(:empty)")
    with ana.page.expect_response("**/check"):
        ana.page.click("button[value='add:setup.contestants']")
    name = ana.page.locator("[name='setup.contestants.8.name']")
    expect(name).to_be_visible()
    ana.page.wait_for_function("() => document.querySelector('form[data-check]').dataset.state === 'wrong'")
    expect(told).to_have_count(0)
    name.fill("Odo")
    name.fill("")
    expect(ana.page.locator("[data-place='setup.contestants.8.name'] .refusal")).to_contain_text(
        "needs a name"
    )
