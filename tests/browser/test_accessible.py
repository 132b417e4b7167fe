"""axe-core finds nothing to complain of: on every page, in every state, in both lights, on a laptop and on a phone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from agonist.kernel import game, heroes_of
from agonist.odds import questions
from examples import standoff
from tests.browser.axe import Audit
from tests.browser.conftest import Sit
from tests.browser.secrets import view_of
from tests.browser.shortcuts import let_bots_finish, place_of, seated
from tests.browser.tables import open_table
from tests.support.installed import installed_games

INSTALLED = [each.name for each in installed_games()]
GAMES = {each.name: each for each in (*installed_games(), standoff.GAME)}
CALCULATORS = [f"/odds/{name}/{each.name}" for name in INSTALLED for each in questions(name)]


def test_pages_that_anybody_may_read(sit: Sit, audit: Audit) -> None:
    ana = sit("Ana")
    rules = [f"/rules/{name}" for name in GAMES]
    for place in (
        "/",
        "/about",
        "/odds",
        "/rules",
        *(rules if audit.thoroughly else rules[:1]),
        "/api",
        "/verify",
        "/phone",
        "/away",
        "/nowhere",
    ):
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
    first = {place.split("/")[2]: place for place in reversed(CALCULATORS)}  # of each game
    for place in CALCULATORS if audit.thoroughly else first.values():
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
    for name in INSTALLED if audit.thoroughly else INSTALLED[:2]:
        gm.go(f"{place}/characters?game={name}")
        audit(gm, unfold=True)
        if heroes_of(game(name)):
            gm.go(f"{place}/heroes/{name}{'?own=yes' if name == INSTALLED[0] else ''}")
            audit(gm)
    others = ("A trial at court", "A thing in the cellar") if audit.thoroughly else ()
    for name in (*others, "The warring families", "High noon"):
        gm.go(f"{place}/new/{place_of(name)}")
        audit(gm, unfold=True)
    gm.page.get_by_role("button", name="Start the contest").click()
    gm.page.wait_for_selector("section.invitation")
    audit(gm)
    gm.go("/")
    audit(gm)


CONTESTS = (
    "questworlds/extended/trial",
    "forge/conflict/caravan-ambush",
    "deckahedron/fight/soldiers",
    "standoff/standoff/noon",
)


@pytest.mark.parametrize("preset", CONTESTS)
def test_a_contest_from_all_sides(sit: Sit, audit: Audit, preset: str) -> None:
    """Who is asked, and a screen for the room; of one game, or `thoroughly`, all else too.

    That is who waits, the game master, the tools, the end and what can be read after it: they look alike in all games.
    """
    name, _, kind = preset.partition("/")
    people = seated(sit, GAMES[name], kind)
    gm, *players = people.values()
    more = audit.thoroughly or preset == CONTESTS[0]
    for player in players:
        if player.asked():
            player.answer()
    asked = next((each for each in players if each.asked()), gm)
    for person in {each.name: each for each in (asked, *((gm, players[1]) if more else ()))}.values():
        audit(person, unfold=True)
    place, table = gm.page.url.partition("?")[0], f"/tables/{view_of(gm)['contest']['table']}"
    gm.go(f"{place}?tv=yes")
    audit(gm, unfold=True)
    if not more:
        return
    for player in players:
        player.go("/health")  # nobody looks on while bots play
    gm.go(f"{place}/tools")
    audit(gm, unfold=True)
    let_bots_finish(gm)
    gm.go(place)
    expect(gm.page.locator("section.end")).to_be_visible()
    audit(gm)
    for address in (f"{place}/replay?step=3", f"{place}/dice", table):
        gm.go(address)
        audit(gm)
