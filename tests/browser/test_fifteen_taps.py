"""A table in fifteen taps: from an empty table to three against three, counted."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.secrets import view_of
from tests.browser.tables import open_table

NAMES = ("Ana", "Ben", "Cleo")


class Counted:
    """Counts what people do: every tap and every typed name is one."""

    def __init__(self) -> None:
        self.actions = 0

    def tap(self, person: Person, what: str) -> None:
        self.actions += 1
        person.page.locator(what).first.click()

    def type(self, person: Person, where: str, text: str) -> None:
        self.actions += 1
        person.page.fill(where, text)


@pytest.mark.parametrize(
    "game",
    ["forge", *(pytest.param(name, marks=pytest.mark.soak) for name in ("questworlds", "deckahedron"))],
)
def test_three_against_three_in_fifteen_actions(
    sit: Sit, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Coming in by the room's code, setting up, and sitting down at the contest: everybody's actions together."""
    gm, count = sit("the game master", viewport=PHONE), Counted()
    open_table(gm)
    code = gm.page.locator(".room-door .code").inner_text()
    players = [sit(name, viewport=PHONE) for name in NAMES]
    for player in players:
        player.go(f"/in/{code}")
        count.type(player, "#name", player.name)
        count.tap(player, "text=Come in")
        player.page.wait_for_url("**/tables/*")
    expect(gm.page.locator("#people")).to_contain_text("Cleo")
    count.tap(gm, "text=New contest")
    count.tap(gm, f"section.of-game[data-game={game}] > label")
    count.tap(gm, f"section.of-game[data-game={game}] a:has-text('In a minute')")
    count.type(gm, "#foe", "Bandit")
    count.tap(gm, "text=Start the contest")
    gm.page.wait_for_selector("body.at-table")
    for player in players:
        player.page.wait_for_selector("body.at-table")
    with capsys.disabled():
        print(f"\n{game}: {count.actions} taps and typed names")
    assert count.actions <= 12
    view = view_of(gm)
    held = {seat["name"] for seat in view["seats"] if seat["holder"]}
    assert held == set(NAMES)
    expect(gm.page.locator("#board")).to_contain_text("Bandit 3")
    for player in players:
        assert view_of(player)["seen_as"] == player.name.lower()


def test_characters_that_players_made_are_taken(sit: Sit) -> None:
    """A player makes a character on their own phone; the quick contest has it in, and nobody is invited anew."""
    gm = sit("the game master")
    open_table(gm)
    ana = sit("Ana", viewport=PHONE)
    ana.go(f"/in/{gm.page.locator('.room-door .code').inner_text()}")
    ana.page.fill("#name", "Ana")
    ana.page.click("text=Come in")
    ana.page.click("a:has-text('Deckahedron character')")
    ana.page.click("text=Write your own")
    ana.page.fill("#h-name", "Brynn")
    ana.page.get_by_role("button", name="sword", exact=True).click()
    ana.page.click("button[value=save]")
    expect(ana.page.locator(".seat-list .who", has_text="Brynn")).to_be_visible()
    gm.page.click("text=New contest")
    gm.page.locator("section.of-game[data-game=deckahedron] > label").click()
    gm.page.click("section.of-game[data-game=deckahedron] a:has-text('In a minute')")
    gm.sees("plays Brynn")
    gm.page.click("text=Start the contest")
    gm.page.wait_for_selector("body.at-table")
    assert gm.page.locator("section.invitation").count() == 0
    expect(gm.page.locator("#board")).to_contain_text("Brynn")
