"""Take pictures of every page and state into screenshots/: `make screenshots`, at 360, 768 and 1440 px, in both lights.

With words it takes only the pictures whose names hold one of them: `make screenshots T="table end"`.
With --docs the best of them go to docs/images too, for the README.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.people import LAPTOP, Person  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.browser.tables import choose_preset, open_table, play, start  # noqa: E402
from tests.support.chromium import FLAGS, executable  # noqa: E402

TARGET = ROOT / "screenshots"
WIDTHS = {360: 740, 768: 1024, 1440: 900}
LIGHTS = {"dark": "lamplight", "light": "daylight"}
DOCS = {
    "today-1440-lamplight": "table-duel",
    "forge-1440-daylight": "table-teams",
    "start-1440-lamplight": "start",
    "deckahedron-360-daylight": "phone-cards",
    "odds-1440-daylight": "odds",
}


def at(place: str) -> Callable[[Person], None]:
    return lambda person: person.go(place)


def preset(value: str, answers: int = 0) -> Callable[[Person], None]:
    """A ready contest after some answers."""

    def go(person: Person) -> None:
        person.go("/")
        person.page.locator(f"button.ready[value='{value}']").evaluate("each => each.click()")
        person.page.wait_for_selector("#now form.asks.yours")
        for _ in range(answers):
            if not person.asked():
                break
            person.answer()
            person.page.wait_for_selector("#now form.asks.yours, section.end")
        person.page.wait_for_timeout(1_500)

    return go


def ended(person: Person) -> None:
    preset("questworlds/extended/bridge")(person)
    play([person], most=200)


def after_the_end(place: str) -> Callable[[Person], None]:
    def go(person: Person) -> None:
        ended(person)
        person.go(person.page.url.partition("?")[0] + place)
        person.page.locator("progress").wait_for(state="detached", timeout=60_000)

    return go


def tools(person: Person) -> None:
    preset("forge/subjugate/caravan-ambush", 2)(person)
    person.go(person.page.url.partition("?")[0] + "/tools")


def menu(person: Person) -> None:
    preset("deckahedron/fight/soldiers", 1)(person)
    person.page.click("details.menu summary")


def opened_line(person: Person) -> None:
    preset("questworlds/extended/bridge", 2)(person)
    person.page.locator("#lines summary").nth(1).click()


def big_screen(person: Person) -> None:
    preset("questworlds/group-extended/boarding", 1)(person)
    person.go(person.page.url + "&tv=yes")


def table(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    for name in ("Ana", "Ben"):
        person.page.fill("#seat-name", name)
        person.page.click("text=Make an invitation")
        person.page.wait_for_selector(f"section[aria-label='Invitation for {name}']")


def archive(person: Person) -> None:
    """A table after a contest, with what is over and a character kept from it."""
    open_table(person, "Thursday’s campaign")
    choose_preset(person, "A duel on the bridge")
    person.page.select_option("[name='play.gm']", index=1)
    person.page.select_option("[name='play.ysolde']", index=2)
    start(person)
    person.page.wait_for_selector("section.end", timeout=40_000)
    person.page.click("text=Keep Ysolde")
    person.page.wait_for_timeout(300)
    person.go("/")
    person.page.click(".known a")


def character(person: Person) -> None:
    archive(person)
    person.page.click("[aria-label='Open Ysolde']")
    person.page.wait_for_selector("#sheet")


def new_contest(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    person.page.click("text=New contest")


def new_contest_of_a_game(person: Person) -> None:
    new_contest(person)
    person.page.check("#game-forge")


def set_up_of_teams(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    choose_preset(person, "The cultists’ ritual")
    person.page.locator("details.item > summary").first.click()


def set_up_of_sides(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    choose_preset(person, "Boarding action")


def set_up(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    choose_preset(person, "A trial at court")
    person.page.locator("details.item > summary").first.click()


def wrong_set_up(person: Person) -> None:
    set_up(person)
    person.page.fill("[name='setup.contestants.0.name']", "")
    person.page.click("text=Start the contest")
    person.page.wait_for_timeout(300)


def invitations(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    choose_preset(person, "Through the storm")
    person.page.click("text=Start the contest")
    person.page.wait_for_selector("section.invitation")


def plain(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    choose_preset(person, "High noon")
    for seat in ("first", "second"):
        person.page.select_option(f"[name='play.{seat}']", "me")
    start(person)
    person.page.wait_for_timeout(300)


def typed_dice(person: Person) -> None:
    open_table(person, "Thursday’s campaign")
    choose_preset(person, "A duel on the bridge")
    person.page.select_option("[name='play.ysolde']", "me")
    person.page.click("summary:has-text('Title, dice')")
    person.page.select_option("[name=dice]", "typed")
    start(person)
    for _ in range(20):
        if person.page.locator("#now .grid-faces").count():
            return
        if person.asked():
            person.answer()
        elif person.page.locator(".seats a.asked").count():
            person.page.locator(".seats a.asked").first.click()
        person.page.wait_for_timeout(300)


TAP = "() => document.dispatchEvent(new PointerEvent('pointerdown'))"
HEIGHT = "Math.max(innerHeight, document.documentElement.scrollHeight)"

STATES: dict[str, Callable[[Person], None]] = {
    "start": at("/"),
    "error": at("/nowhere"),
    "about": at("/about"),
    "programs": at("/api/docs"),
    "rules-index": at("/rules"),
    "rules": at("/rules/questworlds"),
    "odds-index": at("/odds"),
    "odds": at("/odds/forge/challenge"),
    "odds-solved": at("/odds/questworlds/extended"),
    "odds-pools": at("/odds/forge/contest"),
    "odds-cards": at("/odds/deckahedron/flip"),
    "verify": at("/verify"),
    "table": table,
    "archive": archive,
    "character": character,
    "new-contest": new_contest,
    "new-contest-game": new_contest_of_a_game,
    "set-up": set_up,
    "set-up-teams": set_up_of_teams,
    "set-up-sides": set_up_of_sides,
    "set-up-wrong": wrong_set_up,
    "invitations": invitations,
    "today": preset("questworlds-srd/wagered/card-table", 4),
    "today-group": preset("questworlds-srd/scored/bridge-at-night", 2),
    "questworlds": preset("questworlds/extended/bridge", 3),
    "questworlds-group": preset("questworlds/group-extended/boarding", 1),
    "forge": preset("forge/conflict/caravan-ambush", 3),
    "forge-test": preset("forge/challenge/guards-at-the-gate", 1),
    "deckahedron": preset("deckahedron/fight/soldiers", 3),
    "deckahedron-hit": preset("deckahedron/hit/arrow"),
    "plain": plain,
    "typed-dice": typed_dice,
    "line": opened_line,
    "menu": menu,
    "tools": tools,
    "big-screen": big_screen,
    "end": ended,
    "review": after_the_end("/review"),
    "replay": after_the_end("/replay?step=6"),
    "dice-check": after_the_end("/dice"),
}


def picture(browser: Browser, url: str, name: str) -> None:
    """One state at every width and in both lights."""
    person = Person(browser, url, name, viewport=LAPTOP)
    try:
        STATES[name](person)
        for width, height in WIDTHS.items():
            person.page.set_viewport_size({"width": width, "height": height})
            for scheme, light in LIGHTS.items():
                person.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                person.page.wait_for_timeout(120)
                _take(person.page, f"{name}-{width}-{light}")
    finally:
        person.context.close()


def _take(page: Page, name: str) -> None:
    whole = "at-table" not in (page.locator("body").get_attribute("class") or "")
    whole = whole and not page.locator(".replay").count()
    size = page.viewport_size
    page.evaluate(TAP)  # puts away what lies on stage
    if whole and size is not None:  # a screen as long as the page, where nothing floats over anything
        page.set_viewport_size({"width": size["width"], "height": page.evaluate(HEIGHT)})
        page.screenshot(path=TARGET / f"{name}.png")
        page.set_viewport_size(size)
    else:
        page.screenshot(path=TARGET / f"{name}.png")
    if "--docs" in sys.argv and name in DOCS:
        images = ROOT / "docs" / "images"
        images.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=images / f"{DOCS[name]}.jpg", type="jpeg", quality=82)


def main() -> int:
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    names = [name for name in STATES if not wanted or any(word in name for word in wanted)]
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=str(executable()), args=list(FLAGS))
            for name in names:
                picture(browser, server.url, name)
                print(name)
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
