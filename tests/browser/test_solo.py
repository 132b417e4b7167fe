"""One person, against bots or with everybody on one screen, and the plain pages of a game that brings none."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.people import PHONE
from tests.browser.secrets import contest_of
from tests.browser.shortcuts import set_up
from tests.browser.tables import choose_preset, open_table, patiently, play, start


def test_one_click_plays_against_bots_to_the_end(sit: Sit) -> None:
    """From the start page, "play now" opens a ready contest, and its end shows what came of it."""
    ana = sit("Ana", viewport=PHONE)
    ana.go("/")
    ana.page.click("text=Play now")
    ana.page.wait_for_selector("#now form.asks.yours")
    play([ana])
    expect(ana.page.locator("section.end")).to_be_visible()
    expect(ana.page.locator("#now")).to_contain_text("Rematch")


def test_a_game_without_pages_of_its_own_is_playable(sit: Sit) -> None:
    """The example game gets plain pages: set-up, board, questions, story, end."""
    ana = sit("Ana")
    open_table(ana)
    choose_preset(ana, "High noon")
    ana.page.fill("[name='setup.names.0']", "Juniper")
    for seat in ("first", "second"):
        ana.page.select_option(f"[name='play.{seat}']", "me")
    assert start(ana) == {}
    ana.page.wait_for_selector("body.at-table")
    ana.sees("Juniper")
    tabs = ana.page.locator(".seats a")
    expect(tabs).to_have_count(3)
    for _ in patiently():
        if ana.page.locator("section.end").count():
            break
        if ana.asked():
            ana.answer()
        elif ana.page.locator(".seats a.asked").count():
            ana.page.locator(".seats a.asked").first.click()
            ana.page.wait_for_selector("#now form.asks.yours")
        else:
            ana.page.wait_for_timeout(50)
    expect(ana.page.locator("section.end")).to_contain_text("stands")


@pytest.mark.parametrize("mode", ["typed", "either"])
def test_what_real_dice_showed_is_typed_in(sit: Sit, mode: str) -> None:
    """With dice on a real table the page asks what they showed; the story goes on from that."""
    ana = sit("Ana", viewport=PHONE)
    set_up(ana, "High noon")
    for seat in ("first", "second"):
        ana.page.select_option(f"[name='play.{seat}']", "bot:first choice")
    ana.page.click("summary:has-text('Title, dice')")
    ana.page.select_option("[name=dice]", mode)
    ana.page.click("text=Start the contest")
    ana.page.wait_for_selector("#now form.asks")
    ana.page.wait_for_selector("#now select" if mode == "typed" else "#now input[type=radio]")
    if mode == "either":
        ana.page.click("#now label:has-text('Type what was rolled')")
    selects = ana.page.locator("#now select:visible")
    expect(selects).to_have_count(2)
    selects.nth(0).select_option("5")
    selects.nth(1).select_option("5")
    ana.page.click("#now .act .main")
    expect(ana.page.locator("#now .refusal").first).to_contain_text("not in the pile")
    assert selects.nth(0).input_value() == "5"
    selects.nth(1).select_option("2")
    ana.page.click("#now .act .main")
    ana.page.wait_for_selector("#board :text('5')")


def test_what_two_real_d20_showed_decides_the_contest(sit: Sit) -> None:
    """Both dice are typed in, one tap each, and the story tells them as typed."""
    ana = sit("Ana", viewport=PHONE)
    set_up(ana, "The locked gate")
    for seat in ana.page.locator("select[name^='play.']").all():
        seat.select_option("me")
    ana.page.click("summary:has-text('Title, dice')")
    ana.page.select_option("[name=dice]", "typed")
    assert start(ana) == {}
    typed: list[str] = []
    for _ in range(12):
        if ana.page.locator("section.end").count():
            break
        if not ana.asked():
            ana.page.locator(".seats a.asked").first.click()
            ana.page.wait_for_selector("#now form.asks.yours")
        ana.answer(lambda form: _typed(form, typed))
        ana.page.wait_for_selector("#now form.asks.yours, .seats a.asked, section.end")
    expect(ana.page.locator("section.end")).to_be_visible()
    assert typed == ["3", "17"]
    record = ana.context.request.get(f"/api/contests/{contest_of(ana)}/dice").json()
    assert [(roll["source"], roll["value"]) for roll in record["rolls"]] == [("typed", [3]), ("typed", [17])]
    ana.page.get_by_role("link", name="Check the dice").click()
    ana.page.get_by_role("button", name="Check it in this browser").click()
    expect(ana.page.locator("#checks [data-check=typed]")).to_contain_text("2 rolls were typed in")


def _typed(form: Locator, typed: list[str]) -> bool:
    """Type 3, then 17, where a d20 is asked for."""
    dice = form.get_by_role("radiogroup", name="What the d20 showed")
    if not dice.count():
        return False
    typed.append("17" if typed else "3")
    dice.locator(f"input[value='{typed[-1]}']").check(force=True)
    form.locator(".act button").click()
    return True


def test_a_form_on_its_way_is_not_sent_again(sit: Sit) -> None:
    """However often "play now" is clicked, one table is opened; a page that comes back may open another."""
    ana = sit("Ana")
    ana.go("/")
    goes = """() => document.querySelector("form[action$='/play']").dispatchEvent(
        new SubmitEvent("submit", { bubbles: true, cancelable: true }))"""
    assert [ana.page.evaluate(goes) for _ in range(3)] == [True, False, False]
    ana.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow'))")
    assert ana.page.evaluate(goes)
