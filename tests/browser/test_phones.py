"""On a phone: an app, with rules and odds where there is no network, and word of one's turn in the background."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Sit
from tests.browser.people import PHONE
from tests.browser.programs import told
from tests.browser.shortcuts import invite, new_table, take_seat
from tests.support.servers import Server, serving
from tests.support.stores import empty_store

PLACE = "/odds/forge/challenge"
HIDDEN = "() => Object.defineProperty(document, 'hidden', { get: () => true })"
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((each) => [each.title, each.body, each.data]);
}"""
SHOWN_SOON = f"""async () => {{
  const until = Date.now() + 20_000;
  let shown = [];
  while (!shown.length && Date.now() < until) {{
    shown = await ({SHOWN})();
    await new Promise((next) => setTimeout(next, 50));
  }}
  return shown;
}}"""
DUEL = {"game": "questworlds-srd", "type": "scored", "preset": "courtyard"}


def few(route: Route) -> None:
    """What a phone takes along, without the odds of other games, which take long to work out."""
    found = route.fetch().json()
    found["kept"] = {k: v for k, v in found["kept"].items() if "along" not in k or k.startswith(PLACE)}
    route.fulfill(json=found)


def answered(page: Page, text: str) -> None:
    expect(page.locator("#answer")).to_contain_text(text)


@pytest.mark.parametrize("all_of_it", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_rules_and_odds_open_without_a_network_and_a_table_comes_back_by_itself(
    browser: Browser, tmp_path: Path, all_of_it: bool
) -> None:
    with serving(empty_store(tmp_path / "tables.db")) as server:
        context = browser.new_context(base_url=server.address, viewport={"width": 360, "height": 740})
        context.set_default_timeout(60_000)
        page = context.new_page()
        if not all_of_it:
            page.route("**/phone/list", few)
        page.goto("/phone")
        page.get_by_role("button", name="Keep rules and odds here").click()
        expect(page.get_by_role("button", name="Forget them")).to_be_visible(timeout=600_000)
        asked_before = f"{PLACE}?dice=4&training=6&difficulty=1&fortune=yes"
        page.goto(asked_before)
        before = page.locator("#answer .heads").inner_text()
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/contests/**")
        expect(page.locator("#now .question").first).to_be_visible()
        server.kill()
        expect(page.locator("#link-state")).to_contain_text("No connection")
        without_a_network(context.new_page(), asked_before, before)
        comes_back(server, page, context.new_page())
        forgotten(page)
        context.close()


def without_a_network(page: Page, asked_before: str, before: str) -> None:
    for place, title in (
        ("/rules", "Rules"),
        ("/rules/forge", "Forge"),
        ("/odds", "Odds"),
        ("/", "This needs"),
    ):
        page.goto(place)
        expect(page.locator("h1")).to_contain_text(title)
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith(("Inter", '"Inter'))
    page.goto(PLACE)
    page.fill("[name=dice]", "3")
    page.fill("[name=difficulty]", "1")
    answered(page, "were taken along")
    page.get_by_label("Fervor").check()
    answered(page, "has not taken that along")
    page.goto(f"{PLACE}?dice=6&training=4&difficulty=2")
    assert page.input_value("[name=dice]") == "6"
    answered(page, "were taken along")
    page.goto(asked_before)
    assert page.locator("#answer .heads").inner_text() == before


def comes_back(server: Server, open_before: Page, opened_without: Page) -> None:
    opened_without.goto(open_before.url)
    expect(opened_without.locator("h1")).to_have_text("This needs the network")
    server.start()
    expect(opened_without.locator("#now .question").first).to_be_visible()
    expect(open_before.locator("#link-state")).not_to_have_class(re.compile(r"\blost\b"))


def forgotten(page: Page) -> None:
    page.goto("/phone")
    page.get_by_role("button", name="Forget them").click()
    expect(page.get_by_role("button", name="Keep rules and odds here")).to_be_visible()
    assert page.evaluate("caches.keys()") == []


def test_a_page_that_is_installed_is_an_app(sit: Sit) -> None:
    """As Chromium itself judges it."""
    ana = sit("Ana", fresh=True)
    ana.go("/")
    found: dict[str, Any] = ana.context.new_cdp_session(ana.page).send("Page.getAppManifest")
    assert found["errors"] == []
    problems = ana.context.new_cdp_session(ana.page).send("Page.getInstallabilityErrors")
    told_of = {each["errorId"] for each in problems["installabilityErrors"]}
    assert told_of <= {"in-incognito"}, told_of


def test_your_turn_is_told_while_the_page_is_in_the_background(sit: Sit) -> None:
    """By a notification in the words of the seat's own page, that leads there; not while somebody looks."""
    gm = sit("the game master")
    table = new_table(gm)
    made = invite(gm, table, "Ana")
    ana = sit("Ana", viewport=PHONE, permissions=["notifications"])
    take_seat(ana, made["link"])
    contest = told(gm, f"/api/tables/{table}/contests", DUEL | {"casting": {"ivo": made["seat"]["id"]}})["id"]
    ana.go(f"/contests/{contest}")
    ana.page.locator("details.menu summary").click()
    ana.page.get_by_label("A notification too").check()
    ana.page.wait_for_function("() => localStorage.getItem('agonist told') === 'yes'")
    ana.page.reload()
    expect(ana.page.locator("#now .question").first).to_be_visible()
    assert ana.page.evaluate(SHOWN) == []
    ana.page.add_init_script(f"({HIDDEN})()")
    ana.page.reload()
    [[title, body, leads]] = ana.page.evaluate(SHOWN_SOON)
    assert title == "Your turn"
    assert body == ana.page.locator("#now .question").first.inner_text().strip()
    assert leads.endswith(f"/contests/{contest}")
