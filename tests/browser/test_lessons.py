"""What happens for the first time is explained on the page of a contest, once, until somebody wants no more of it."""

from playwright.sync_api import expect

from tests.browser.axe import Audit
from tests.browser.conftest import Sit
from tests.browser.people import PHONE
from tests.browser.shortcuts import play_now


def test_what_is_new_is_explained_once_and_can_be_switched_off(sit: Sit, audit: Audit) -> None:
    ana = sit("somebody new", viewport=PHONE)
    play_now(ana, "questworlds-srd/scored/courtyard")
    lesson = ana.page.locator("#lesson")
    expect(lesson).to_contain_text("A round: you say how you go about it")
    expect(ana.page.locator("#board")).to_be_in_viewport()
    audit(ana)
    lesson.get_by_role("button", name="Got it").click()
    expect(lesson).to_contain_text("First comes what you do")
    lesson.get_by_role("button", name="Got it").click()
    expect(lesson).to_be_hidden()
    ana.page.reload()
    expect(ana.page.locator("#now")).to_be_visible()
    expect(lesson).to_be_hidden()
    switch = ana.page.get_by_label("Explain what happens for the first time")
    ana.page.get_by_text("New to this? How it goes").click()
    switch.uncheck()
    switch.check()
    expect(lesson).to_contain_text("A round")
    lesson.get_by_role("button", name="No tips").click()
    expect(lesson).to_be_hidden()
    expect(switch).not_to_be_checked()
    ana.page.reload()
    expect(ana.page.locator("#now")).to_be_visible()
    expect(lesson).to_be_hidden()
