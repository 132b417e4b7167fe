"""A contest that begins calls its players, and a question tells whose turn it is."""

import re

from playwright.sync_api import expect

from agonist.questworlds.classic.game import GAME
from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.programs import told
from tests.browser.shortcuts import invite, new_table, take_seat

SMALL = {"width": 360, "height": 640}
AT_CONTEST = re.compile(r"/contests/")


def begin(gm: Person, table: str, casting: dict[str, str], **more: object) -> str:
    """A contest of three against three at the table."""
    kind = "group-extended"
    ready = next(iter(GAME.type(kind).presets))
    new = {"game": GAME.name, "type": kind, "preset": ready, "casting": casting}
    contest: str = told(gm, f"/api/tables/{table}/contests", new | more)["id"]
    return contest


def seats() -> list[str]:
    kind = GAME.type("group-extended")
    return [each for each in kind.seats(next(iter(kind.presets.values())).setup) if each != "gm"]


def test_a_contest_that_begins_calls_its_players_and_nobody_else(sit: Sit) -> None:
    """Who is in the lobby goes there by itself; who writes a sheet is told, goes with a tap, and finds the sheet again;
    who is not in it, and who has come back to the table, stays."""
    gm = sit("the game master")
    table = new_table(gm)
    people, ids = {}, {}
    for name in ("Ana", "Ben", "Cleo"):
        made = invite(gm, table, name)
        people[name], ids[name] = sit(name, viewport=SMALL, has_touch=True), made["seat"]["id"]
        take_seat(people[name], made["link"])
        people[name].go(f"/tables/{table}")
    ana, ben, cleo = people.values()
    ben.go(f"/tables/{table}/characters?game={GAME.name}")
    ben.page.fill("#c-name", "Bruna")
    expect(ben.page.locator("form.keeps")).to_be_visible()
    for person in (ana, cleo):
        expect(person.page.locator("#people .badge.good").first).to_be_visible()
    first, second = seats()[:2]
    contest = begin(gm, table, {first: ids["Ana"], second: ids["Ben"]})
    ana.page.wait_for_url(f"**/contests/{contest}*")
    call = ben.page.locator(".slab a")
    expect(call).to_contain_text("has begun")
    assert ben.page.title().startswith("● ")
    call.tap()
    ben.page.wait_for_selector("body.at-table #bar")
    expect(cleo.page.locator("#contests a")).to_be_visible()
    assert not AT_CONTEST.search(cleo.page.url)
    ben.go(f"/tables/{table}")
    back = ben.page.locator("#left-off a")
    expect(back).to_have_text("Go on writing Bruna")
    back.tap()
    expect(ben.page.locator("#c-name")).to_have_value("Bruna")
    assert ben.page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]


def test_a_what_if_calls_nobody(sit: Sit) -> None:
    """What a game master tries out by a fork leaves the players where they are; the contest itself calls."""
    gm, ana = sit("the game master"), sit("Ana", viewport=SMALL)
    table = new_table(gm)
    made = invite(gm, table, "Ana")
    take_seat(ana, made["link"])
    contest = begin(gm, table, {seats()[0]: made["seat"]["id"]})
    told(gm, f"/api/contests/{contest}/end", {"reason": "It got late"})
    told(gm, f"/api/contests/{contest}/fork", {"at": 0})
    ana.go(f"/tables/{table}")
    expect(ana.page.locator("#contests a")).to_have_count(1)
    assert ana.page.locator("[data-call]").count() == 0
    again = begin(gm, table, {seats()[0]: made["seat"]["id"]})
    ana.page.wait_for_url(f"**/contests/{again}*")


COUNTED = """(() => {
  window.rung = 0;
  Navigator.prototype.vibrate = () => { window.rung += 1; return true; };
  const now = performance.now.bind(performance);
  performance.now = () => now() + (window.later ?? 0);
  // Whatever a test asks of a page counts as a touch for the browser.
  let touched = false;
  addEventListener("pointerdown", () => { touched = true; }, true);
  Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: touched }) });
})()"""


def test_your_turn_buzzes_once_a_screen_has_been_touched(sit: Sit) -> None:
    """Not before the first tap, as no browser allows it; then unasked; not for whoever has just done something; and
    never again once its box in the menu is empty."""
    gm = sit("the game master")
    table = new_table(gm)
    made = invite(gm, table, "Ana")
    ana = sit("Ana", viewport=SMALL, has_touch=True)
    ana.before_scripts(COUNTED)
    take_seat(ana, made["link"])
    contest = begin(gm, table, {seats()[0]: made["seat"]["id"]})
    ana.go(f"/contests/{contest}")
    asks = ana.page.locator("#now form.asks.yours:not(.window)")

    def away_and_back() -> None:
        told(gm, f"/api/contests/{contest}/casting", {"seat": seats()[0], "holder": None})
        expect(asks).to_have_count(0)
        told(gm, f"/api/contests/{contest}/casting", {"seat": seats()[0], "holder": made["seat"]["id"]})
        expect(asks.first).to_be_visible()

    answer_until_asked(gm, ana)
    away_and_back()
    assert ana.page.evaluate("window.rung") == 0
    ana.page.locator(".slim #bar").tap()
    away_and_back()
    assert ana.page.evaluate("window.rung") == 0
    ana.page.evaluate("window.later = 60000")
    away_and_back()
    ana.page.wait_for_function("window.rung === 1")
    assert ana.page.title().startswith("● ")
    ana.page.locator("details.menu > summary").tap()
    ana.page.locator("[data-rings]").uncheck()
    ana.page.evaluate("window.later += 60000")
    away_and_back()
    assert ana.page.evaluate("window.rung") == 1


def answer_until_asked(gm: Person, player: Person) -> None:
    """The game master decides for everybody until the player must."""
    for _ in range(20):
        if player.asked():
            return
        gm.answer()
    raise AssertionError("the player is never asked")
