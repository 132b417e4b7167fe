"""axe-core finds nothing to complain of: on every page, in every state, in both lights, on a laptop and on a phone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from agonist.odds import questions
from tests.browser.axe import Audit
from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.programs import seen, told
from tests.browser.secrets import contest_of, view_of
from tests.browser.tables import choose_preset, open_table, start, take_seats
from tests.support.installed import installed_games

GAMES = [each.name for each in installed_games()]
CALCULATORS = [f"/odds/{name}/{each.name}" for name in GAMES for each in questions(name)]


def test_pages_that_anybody_may_read(sit: Sit, audit: Audit) -> None:
    ana = sit("Ana")
    rules = [f"/rules/{name}" for name in (*GAMES, "standoff")]
    for place in ("/", "/about", "/odds", "/rules", *rules, "/api", "/verify", "/nowhere"):
        ana.go(place)
        audit(ana)
    ana.forgive("404")


COLOURS = """() => {
  const style = getComputedStyle(document.documentElement);
  const top = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const rules = top.flatMap((rule) => [rule, ...(rule.cssRules ?? [])]);
  const names = new Set(rules.flatMap((rule) => [...(rule.style ?? [])]).filter((name) => name.startsWith('--')));
  return Object.fromEntries([...names].map((name) => [name, style.getPropertyValue(name)]));
}"""


def test_a_chosen_light_is_the_same_as_the_systems(sit: Sit) -> None:
    """So that what is found in the one holds for the other."""
    ana = sit("Ana")
    ana.go("/")
    seen: dict[str, Any] = {}
    for light, name in (("dark", "lamplight"), ("light", "daylight")):
        ana.page.emulate_media(color_scheme="dark" if light == "dark" else "light")
        seen[name] = ana.page.evaluate(COLOURS)
    assert seen["lamplight"] != seen["daylight"]
    ana.page.emulate_media(color_scheme="light")
    ana.page.get_by_role("button", name="Change to lamplight").click()
    assert ana.page.evaluate(COLOURS) == seen["lamplight"]
    ana.page.emulate_media(color_scheme="dark")
    ana.page.get_by_role("button", name="Change to daylight").click()
    assert ana.page.evaluate(COLOURS) == seen["daylight"]


def test_every_calculator(sit: Sit, audit: Audit) -> None:
    ana = sit("Ana")
    assert len(CALCULATORS) > 10
    for place in CALCULATORS if audit.thoroughly else CALCULATORS[::2]:
        ana.go(place)
        audit(ana, unfold=True)
    ana.go("/odds/forge/challenge?dice=many")
    audit(ana)


def test_a_table_its_set_ups_characters_and_invitations(sit: Sit, audit: Audit) -> None:
    """A table before anything is played at it, choosing, setting up each game, and inviting."""
    gm = sit("the game master")
    open_table(gm)
    place = gm.page.url.partition("?")[0]
    audit(gm, unfold=True)
    gm.go(f"{place}/new")
    audit(gm)
    for name in GAMES:
        gm.go(f"{place}/characters?game={name}")
        audit(gm, unfold=True)
    for name in ("A trial at court", "The warring families", "A thing in the cellar", "High noon"):
        gm.go(place)
        choose_preset(gm, name)
        audit(gm, unfold=True)
    gm.page.get_by_role("button", name="Start the contest").click()
    gm.page.wait_for_selector("section.invitation")
    audit(gm)
    gm.go("/")
    audit(gm)


@pytest.mark.parametrize("preset", ["A trial at court", "The caravan ambush", "Three soldiers", "High noon"])
def test_a_contest_from_all_sides(sit: Sit, audit: Audit, preset: str) -> None:
    """Who is asked, who waits, the game master's tools, a screen for the room, the end, and what can be read after."""
    gm = sit("the game master")
    open_table(gm)
    table = gm.page.url.partition("?")[0]
    choose_preset(gm, preset)
    links = dict(list(start(gm).items())[:2])
    players = [sit(name) for name in links]
    take_seats(players, links)
    for player in players:
        if player.asked():
            player.answer()
    asked = next(each for each in (*players, gm) if each.asked() or each is gm)
    for person in {asked.name: asked, gm.name: gm, players[1].name: players[1]}.values():
        audit(person, unfold=True)
    place = gm.page.url.partition("?")[0]
    for more in ("?tv=yes", "/tools"):
        gm.go(place + more)
        audit(gm, unfold=True)
    gm.go(place)
    let_bots_finish(gm)
    expect(gm.page.locator("section.end")).to_be_visible()
    audit(gm)
    for address in (f"{place}/replay?step=3", f"{place}/dice", table):
        gm.go(address)
        audit(gm)


def let_bots_finish(gm: Person) -> None:
    """Hand every seat to a bot, as the game master may."""
    place = f"/api/contests/{contest_of(gm)}"
    bot = seen(gm, f"{place}/tools")["bots"][0]
    for seat in view_of(gm)["seats"]:
        told(gm, f"{place}/bots", {"seat": seat["seat"], "bot": bot})
