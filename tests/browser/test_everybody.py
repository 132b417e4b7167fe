"""Pages for everybody: accessible in either light, all by keyboard, light in weight, also without script."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import LAPTOP, PHONE, Person
from tests.browser.tables import choose_preset, open_table, play, start

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PRESETS = [
    "questworlds/extended/bridge",
    "forge/subjugate/caravan-ambush",
    "deckahedron/fight/soldiers",
    "standoff/standoff/noon",
]


def violations(person: Person) -> list[str]:
    """What axe-core finds on the page as it is, in lamplight and in daylight.

    Our pages allow no foreign script, so the test puts it in itself. What changes with the light is contrast only.
    """
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    person.page.emulate_media(color_scheme="dark")
    found: list[Any] = person.page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations'], runOnly: "
        "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then((all) => all.violations)"
    )
    person.page.emulate_media(color_scheme="light")
    found += person.page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations'], runOnly: ['color-contrast']})"
        ".then((all) => all.violations)"
    )
    place = person.page.url
    return [
        f"{each['id']} on {place}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def test_axe_finds_nothing_on_pages_around_a_table(sit: Sit) -> None:
    """Start, rules, odds, table, set-up, invitations, characters, an error: on a phone, in both lights."""
    ana = sit("Ana", viewport=PHONE)
    found = []
    for place in ("/", "/rules", "/rules/standoff", "/odds", "/odds/forge/challenge", "/verify", "/nowhere"):
        ana.go(place)
        found += violations(ana)
    ana.forgive("404")
    open_table(ana)
    found += violations(ana)
    ana.page.click("text=New contest")
    found += violations(ana)
    ana.page.check("#game-questworlds")
    ana.page.click("a.ready:has-text('Boarding action')")
    ana.page.wait_for_selector("#setup")
    ana.page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    found += violations(ana)
    ana.page.click("text=Start the contest")
    ana.page.wait_for_selector("section.invitation")
    found += violations(ana)
    assert found == []


@pytest.mark.parametrize(("preset", "viewport"), [*zip(PRESETS, (LAPTOP, PHONE, LAPTOP, PHONE), strict=True)])
def test_axe_finds_nothing_at_the_table(sit: Sit, preset: str, viewport: Any) -> None:
    """The table of every game with an open question and an open story, its tools, and its end."""
    ana = sit("Ana", viewport=viewport)
    ana.go("/")
    ana.page.locator(f"button.ready[value='{preset}']").evaluate("each => each.click()")
    ana.page.wait_for_selector("#now form.asks.yours")
    ana.answer()
    ana.page.wait_for_selector("#now form.asks.yours, section.end")
    found = violations(ana)
    ana.page.locator("#lines details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    ana.page.click("details.menu summary")
    found += violations(ana)
    place = ana.page.url.partition("?")[0]
    ana.go(f"{place}/tools")
    ana.page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    found += violations(ana)
    ana.page.click("text=End the contest early")
    ana.page.wait_for_selector("section.end")
    found += violations(ana)
    for more in ("replay?step=3", "dice"):
        ana.go(f"{place}/{more}")
        found += violations(ana)
    assert found == []


def test_a_contest_is_played_by_keyboard_alone(sit: Sit) -> None:
    """From the start page to the end with Tab, Enter, Space and the arrows."""
    ana = sit("Ana")
    ana.go("/")

    def press_until(selector: str, key: str = "Tab", most: int = 150) -> None:
        for _ in range(most):
            ana.page.keyboard.press(key)
            if ana.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
        raise AssertionError(f"{selector} is not reached by keyboard")

    press_until("button.ready[value='standoff/standoff/noon']")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("#now form.asks.yours")
    for _ in range(40):
        if ana.page.locator("section.end").count():
            break
        named = ana.asked()
        if not named:
            ana.page.wait_for_timeout(50)
            continue
        press_until("#now form.asks.yours button.option, #now form.asks.yours button.main")
        ana.page.keyboard.press("Enter")
        ana.page.wait_for_function("id => !document.querySelector(`#now input[value='${id}']`)", arg=named)
    expect(ana.page.locator("section.end")).to_be_visible()


def test_a_screen_reader_hears_what_happens(sit: Sit) -> None:
    """What happened and what is asked goes to a polite live region, line by line."""
    ana = sit("Ana")
    ana.go("/")
    ana.page.click("button.ready[value='standoff/standoff/noon']")
    ana.page.wait_for_selector("#now form.asks.yours")
    ana.answer()
    expect(ana.page.locator("#said[aria-live=polite]")).to_contain_text("reaches")


def test_the_first_page_is_light(sit: Sit) -> None:
    """Everything that the start page needs, as it is sent, stays under 150 kB."""
    ana = sit("Ana", viewport=PHONE)
    sizes: dict[str, int] = {}
    ana.page.on(
        "requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]})
    )
    ana.go("/")
    ana.page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 150_000, sizes


def test_it_works_without_script(sit: Sit) -> None:
    """Opening a table, setting up and answering need no script; only the live stream does."""
    ana = sit("Ana", java_script_enabled=False)
    open_table(ana)
    choose_preset(ana, "High noon")
    ana.page.select_option("[name='play.first']", "me")
    ana.page.select_option("[name='play.second']", "bot:first choice")
    start(ana)
    ana.page.click(".seats a.asked")
    ana.page.click("#now button[value=strike]")
    ana.sees("reaches")


def test_what_was_typed_into_a_set_up_is_never_lost(sit: Sit) -> None:
    """A mistake is named beside its field as one types, rows come and go, and every word stays."""
    ana = sit("Ana", viewport=PHONE)
    open_table(ana)
    choose_preset(ana, "A duel on the bridge")
    ana.page.fill("[name='setup.prize']", "the last boat")
    ana.page.locator("details.item").first.locator("summary").first.click()
    rating = ana.page.locator("[name='setup.contestants.0.abilities.0.rating']")
    ana.page.locator("details[data-row='setup.contestants.0.abilities.0'] > summary").click()
    rating.fill("a lot")
    expect(ana.page.locator(".refusal:not(:empty)").first).to_contain_text("What works")
    ana.page.click("button[value='add:setup.contestants']")
    expect(ana.page.locator("[name='setup.contestants.2.name']")).to_be_visible()
    assert ana.page.input_value("[name='setup.prize']") == "the last boat"
    assert rating.input_value() == "a lot"
    ana.page.click("text=Start the contest")
    ana.page.wait_for_selector(".refusal:not(:empty)")
    assert ana.page.input_value("[name='setup.prize']") == "the last boat"
    assert rating.input_value() == "a lot"


def test_an_odds_question_is_kept_in_its_link(sit: Sit) -> None:
    """Moving a slider changes the answer and the address; the address alone brings both back."""
    ana = sit("Ana")
    ana.go("/odds/forge/challenge")
    before = ana.page.locator("#answer .heads").inner_text()
    ana.page.locator("input[type=range]").first.fill("9")
    expect(ana.page.locator("#answer .heads")).not_to_have_text(before, use_inner_text=True)
    ana.page.wait_for_url("**dice=9**")
    after = ana.page.locator("#answer .heads").inner_text()
    other = sit("Ben")
    other.go(ana.page.url)
    assert other.page.locator("#answer .heads").inner_text() == after


def test_a_whole_game_on_a_phone_shows_no_sideways_scroll(sit: Sit) -> None:
    """At 360 px nothing is wider than the screen, from the first question to the end."""
    ana = sit("Ana", viewport=PHONE)
    ana.go("/")
    ana.page.locator("button.ready[value='questworlds/extended/bridge']").click()
    ana.page.wait_for_selector("#now form.asks.yours")
    wide = "() => ['html', '.scrolls'].some((each) => document.querySelector(each).scrollWidth > innerWidth)"
    assert not ana.page.evaluate(wide)
    play([ana], most=60, until="#lines li:nth-child(12)")
    assert not ana.page.evaluate(wide)


def test_a_long_story_comes_piece_by_piece(sit: Sit) -> None:
    """A page begins with the last lines; the lines before come when they are asked for, and none twice."""
    ana = sit("Ana")
    ana.go("/")
    ana.page.locator("button.ready[value='questworlds/extended/rooftops']").evaluate("each => each.click()")
    ana.page.wait_for_selector("#now form.asks.yours")
    place = ana.page.url.partition("?")[0]
    ana.go(f"{place}/tools")
    ana.page.locator("[role=group]:has(h3:text-is('Mira')) select >> nth=0").select_option("bot:cautious")
    ana.page.click("text=Save the seats")
    ana.go(place)
    ana.page.wait_for_selector("section.end", timeout=40_000)
    ana.page.reload()
    assert ana.page.locator("#lines li").count() == 60
    while ana.page.locator("#earlier a").count():
        before = ana.page.locator("#lines li").count()
        ana.page.click("#earlier a")
        expect(ana.page.locator("#lines li")).not_to_have_count(before)
    ids = ana.page.locator("#lines li").evaluate_all("all => all.map((one) => Number(one.id.slice(5)))")
    assert ids == sorted(set(ids), reverse=True)
    assert ids[-1] == 0
