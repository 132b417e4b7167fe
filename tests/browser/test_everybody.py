"""Pages for everybody: all by keyboard, heard by screen readers, on phones, with nothing lost on the way."""

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.shortcuts import set_up
from tests.browser.tables import play

FOCUSED = "selector => Boolean(document.activeElement?.matches(selector))"


def tab_to(person: Person, selector: str, most: int) -> None:
    """Press Tab until the focus is there; it may take only so many."""
    for _ in range(most):
        person.page.keyboard.press("Tab")
        if person.page.evaluate(FOCUSED, selector):
            return
    raise AssertionError(f"{selector} is not reached with {most} steps")


def test_a_contest_is_played_by_keyboard_alone(sit: Sit) -> None:
    """From the start page to the end of a duel; after every answer the focus is where things go on."""
    ana = sit("Ana")
    ana.go("/")
    tab_to(ana, "button.ready[value='questworlds/extended/bridge']", 60)
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("#now form.asks.yours")
    tab_to(ana, ".skip", 1)
    ana.page.keyboard.press("Enter")
    answers = 0
    while not ana.page.locator("section.end").count():
        named = ana.asked()
        if answers > 4 and ana.page.locator("#now form.asks.yours input[type=range]:visible").count():
            tab_to(ana, "#now form.asks.yours input[type=range]", 12)
            ana.page.keyboard.press("End")
        tab_to(
            ana,
            "#now form.asks.yours button.deed, #now form.asks.yours .act button, #now form.asks.yours button.roll",
            12,
        )
        ana.page.keyboard.press("Enter")
        ana.page.wait_for_function(
            "id => document.querySelector('section.end') || "
            "![id, undefined].includes(document.querySelector('#now .yours input[name=request]')?.value)",
            arg=named,
        )
        answers += 1
        assert answers < 60, "the contest does not end"
        assert ana.page.evaluate(FOCUSED, "#now, #now *"), "the focus is lost"
    assert answers > 5
    tab_to(ana, "#now a, #now button", 1)


def test_a_screen_reader_hears_what_happens(sit: Sit) -> None:
    """What happened and what is asked goes to a polite live region, line by line."""
    ana = sit("Ana")
    ana.go("/")
    ana.page.click("button.ready[value='standoff/standoff/noon']")
    ana.page.wait_for_selector("#now form.asks.yours")
    ana.answer()
    expect(ana.page.locator("#said[aria-live=polite]")).to_contain_text("Ash's die")
    ana.answer()
    expect(ana.page.locator("#said[aria-live=polite]")).to_contain_text("reaches")


def test_what_was_typed_into_a_set_up_is_never_lost(sit: Sit) -> None:
    """A mistake is named beside its field as one types, rows come and go, and every word stays."""
    ana = sit("Ana", viewport=PHONE)
    set_up(ana, "A duel on the bridge")
    ana.page.fill("[name='setup.prize']", "the last boat")
    ana.page.locator("details.item").first.locator("summary").first.click()
    rating = ana.page.locator("[name='setup.contestants.0.abilities.0.rating']")
    ana.page.locator("details[data-row='setup.contestants.0.abilities.0'] > summary").click()
    rating.fill("a lot")
    expect(ana.page.locator(".refusal:not(:empty)").first).to_contain_text("Accepted: ")
    ana.page.locator("details.item").first.locator("summary").first.click()
    ana.page.click("button[value='add:setup.contestants']")
    expect(ana.page.locator("[name='setup.contestants.2.name']")).to_be_visible()
    ana.page.locator("details[data-row='setup.contestants.2'] > summary").click()
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
    play([ana], most=60, until=lambda: ana.page.locator("#lines li").count() >= 12)
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
    ana.page.wait_for_selector("section.end")
    ana.page.reload()
    assert ana.page.locator("#lines li").count() == 60
    while ana.page.locator("#earlier a").count():
        before = ana.page.locator("#lines li").count()
        ana.page.click("#earlier a")
        expect(ana.page.locator("#lines li")).not_to_have_count(before)
    ids = ana.page.locator("#lines li").evaluate_all("all => all.map((one) => Number(one.id.slice(5)))")
    assert ids == sorted(set(ids), reverse=True)
    assert ids[-1] == 0
