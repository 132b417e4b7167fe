"""Luck told from skill in a browser: the chances so far, the end, the replay that plays, and what strangers see."""

import re

import httpx
from playwright.sync_api import expect

from agonist.kernel import GM
from tests.browser.axe import Audit
from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.shortcuts import new_table, set_up
from tests.browser.tables import start
from tests.review.played import duel, played


def token_of(person: Person) -> str:
    return next(str(each["value"]) for each in person.context.cookies() if each.get("name") == "agonist")


def a_finished_duel(gm: Person) -> tuple[str, str]:
    """A table of its own, and the page of a duel that bots have played there."""
    table = new_table(gm)
    transcript = played(
        "questworlds", "extended", setup=duel(), bots={"ysolde": "all-in", GM: "bold"}, seed=4
    )
    sent = httpx.post(
        f"{gm.url}/api/tables/{table}/contests/import?title=The+bridge",
        content=transcript.to_json(),
        headers={"authorization": f"Bearer {token_of(gm)}"},
    )
    return table, f"/contests/{sent.json()['id']}"


def test_the_end_says_why_and_leads_to_the_replay_and_a_public_page(sit: Sit, audit: Audit) -> None:
    """From the end to the turning point in one tap, to a page for strangers, and back again."""
    gm = sit("the game master")
    table, contest = a_finished_duel(gm)
    gm.go(contest)
    review = gm.page.locator("section.end section.review")
    expect(review).to_contain_text("It turned here.")
    expect(review.locator("svg.review-curve")).to_be_visible()
    audit(gm, unfold=True)
    review.get_by_role("link", name="The turning point").click()
    expect(gm.page.locator("#curve .now")).to_be_attached()
    audit(gm)
    gm.go(f"{contest}/review")
    gm.page.get_by_role("button", name="Make a public page").click()
    public = gm.page.get_by_role("link", name="Its public page").get_attribute("href") or ""
    stranger = sit("a stranger", viewport=PHONE)
    stranger.go(public)
    expect(stranger.page.locator("h1")).to_have_text("The bridge")
    expect(stranger.page.locator("#tale")).to_be_visible()
    audit(stranger)
    gm.page.get_by_role("button", name="Take it back").click()
    expect(gm.page.get_by_role("button", name="Make a public page")).to_be_visible()
    stranger.page.reload()
    expect(stranger.page.locator("h1")).not_to_have_text("The bridge")
    stranger.forgive("404")
    gm.go(f"/tables/{table}/club")
    expect(gm.page.locator("table.luck")).to_contain_text("Ysolde")
    audit(gm)


def test_a_replay_plays_pauses_and_goes_back_to_the_start(sit: Sit) -> None:
    gm = sit("the game master", viewport=PHONE)
    gm.go(f"{a_finished_duel(gm)[1]}/replay?step=0")
    says, play = gm.page.locator("#step-says"), gm.page.locator("[data-play]")
    expect(says).to_contain_text("Step 0 of")
    gm.page.locator("[data-speed]").select_option("quick")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(says).to_contain_text(re.compile(r"Step ([3-9]|\d\d) of"))
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    gm.page.get_by_role("button", name="From the start").click()
    expect(says).to_contain_text("Step 0 of")
    gm.page.get_by_role("button", name="What if?").click()
    gm.page.wait_for_selector("body.at-table #now")
    expect(gm.page.locator("section.end")).to_have_count(0)


def test_the_chances_so_far_stand_beside_the_course_while_it_runs(sit: Sit) -> None:
    """QW-13: they come by themselves, for what the seat that looks can know."""
    gm = sit("the game master")
    set_up(gm, "A duel on the bridge")
    start(gm)
    gm.page.wait_for_selector("body.at-table #bar")
    chance = gm.page.locator("#chance")
    expect(chance).to_contain_text("The chance to win, ")
    expect(chance.locator("polyline")).to_have_count(1)
    expect(chance).to_contain_text(re.compile(r"\d+%"))
