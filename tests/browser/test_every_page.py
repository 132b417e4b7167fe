"""Every page of the house is opened once in a browser, and none complains: `sit` fails a test for what a console says.

Which pages there are the house itself says, so that a new one has to be walked through too; calculators, big
screens and kinds of set-up are opened by test_accessible, test_big_screen and test_setting_up, where the same is heard.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import expect

from agonist.kernel import game, heroes_of, quick_of
from agonist.web import Settings, create_app
from tests.browser.conftest import Sit
from tests.browser.crowds import SCENES, begin, scene
from tests.browser.people import PHONE, Person
from tests.browser.programs import told
from tests.browser.shortcuts import let_bots_finish
from tests.browser.tables import open_table
from tests.browser.test_accessible import CALCULATORS

NO_PAGES = re.compile(
    r"/(stream|lines|alive|advice|chance|stake|comes|news|in-place|along|worker\.js|app\.webmanifest|phone/list|boards/\{file:str\}|[a-z]+\.json|icon\.svg|story\.html)$"
)
"""What pages fetch for themselves, and files to keep."""
ENDED = ("", "/replay?step=3", "/dice", "/review", "?tv=yes")
RUNNING = ("", "?tv=yes", "/tools")
UNFOLD = "() => document.querySelectorAll('details').forEach((each) => { each.open = true; })"
INLINE = """() => {
  document.body.insertAdjacentHTML('beforeend', '<p style="color: red">Not so.</p>');
  console.error('Not so either.');
}"""


def pages(home: Path) -> set[str]:
    """The addresses of all pages, with names for what differs."""
    app = create_app(Settings(database=f"sqlite:///{home}/none.db"))
    return {
        route.path
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if "GET" in handler.http_methods
        and handler.fn.__module__.startswith("agonist.web.pages")
        and not NO_PAGES.search(route.path)
    }


class Walk:
    """Somebody who goes from page to page, and unfolds what is folded."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.been: set[str] = set()

    def to(self, *places: str) -> None:
        for place in places:
            self.person.go(place)
            assert self.person.page.title(), place
            self.person.page.evaluate(UNFOLD)
            self.been |= {urlsplit(place).path, urlsplit(self.person.page.url).path}

    def missed(self, every: set[str]) -> set[str]:
        ways = {path: re.compile(re.sub(r"\{[^}]*\}", "[^/]+", path) + "/?") for path in every}
        return {path for path, way in ways.items() if not any(way.fullmatch(each) for each in self.been)}


def test_every_page_is_free_of_errors_and_of_breaches_of_the_content_policy(sit: Sit, tmp_path: Path) -> None:
    gm = sit("the game master", viewport=PHONE)
    walk = Walk(gm)
    walk.to("/", "/about", "/rules", "/odds", "/verify", "/in", "/phone", "/away", CALCULATORS[0])
    open_table(gm)
    table = urlsplit(gm.page.url).path
    code = gm.page.locator(".room-door .code").inner_text().strip()
    walk.to(f"/in/{code}", table, f"{table}/new", f"{table}/club", f"{table}/hooks")
    walk.to(f"{table}/overlay", "/embed/action", "/tv")
    walk.to(f"/tv/{gm.page.locator('h1.code').inner_text().strip()}")
    for n, name in enumerate(SCENES):
        walk.to(f"/rules/{name}", f"{table}/characters?game={name}")
        if n == 0:
            walk.to(f"/odds/{name}", f"{table}/new/{name}/{scene(name, 6)[0]}")
        if quick_of(game(name)):
            walk.to(f"{table}/quick/{name}")
        if heroes_of(game(name)):
            walk.to(f"{table}/heroes/{name}", f"{table}/heroes/{name}?own=yes")
        running = f"/contests/{begin(gm, table.rpartition('/')[2], name, 2)}"
        walk.to(*(running + more for more in (RUNNING if n == 0 else RUNNING[:1])))
    over = f"/contests/{begin(gm, table.rpartition('/')[2], 'questworlds', 2)}"
    gm.go(f"{over}/tools")
    let_bots_finish(gm)
    gm.go(over)
    expect(gm.page.locator("section.end")).to_be_visible()
    walk.to(*(over + more for more in ENDED), table, "/")
    walk.to(f"/shared/{told(gm, f'/api{over}/share', {})['link']}")
    assert walk.missed(pages(tmp_path)) == set()


def test_what_a_console_says_is_heard(sit: Sit) -> None:
    """Breaches of the policy and errors alike reach the list that `sit` fails for."""
    ana = sit("Ana")
    ana.go("/about")
    ana.page.evaluate(INLINE)
    ana.page.wait_for_function("() => true")
    policy, error = ana.complaints
    assert "Content Security Policy" in policy
    assert error.startswith("Not so either.")
    ana.complaints.clear()
