"""What people do at tables again and again."""

import time
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator

from tests.browser.people import Person

Choose = Callable[[Locator], bool]


def open_table(gm: Person, name: str = "Thursday") -> None:
    """From the start page to a table of one's own."""
    gm.go("/")
    gm.page.fill("#table-name", name)
    gm.page.click("text=Open the table")
    gm.page.wait_for_url("**/tables/*")


def come_in(person: Person, code: str) -> None:
    """By the room's code, under one's own name."""
    person.go(f"/in/{code}")
    person.page.fill("#name", person.name)
    person.page.click("text=Come in")
    person.page.wait_for_url("**/tables/*")


def choose_preset(gm: Person, title: str) -> None:
    """From the table's page to the set-up of a preset."""
    gm.page.click("text=New contest")
    gm.page.locator(f"section.of-game:has(a.ready:has-text('{title}')) > label").first.click()
    gm.page.click(f"a.ready:has-text('{title}')")
    gm.page.wait_for_selector("#setup")


def start(gm: Person) -> dict[str, str]:
    """Start what is set up; gives the links of those to be invited by the names of their seats."""
    gm.page.click("text=Start the contest")
    gm.page.wait_for_selector("section.invitation, body.at-table")
    links = {}
    for card in gm.page.locator("section.invitation").all():
        name = card.locator("h3").inner_text().removeprefix("For ")
        links[name] = card.locator("input").input_value()
    if links:
        gm.page.click("text=To the contest")
        gm.page.wait_for_selector("body.at-table #bar")
    return links


def take_seats(people: list[Person], links: dict[str, str]) -> None:
    """Everybody opens the next invitation, and is called to the contest."""
    for person, link in zip(people, links.values(), strict=True):
        person.join(link)
        person.page.wait_for_selector("body.at-table #bar")


def big_screen(sit: Callable[..., Person], gm: Person) -> Person:
    """The contest that a game master is at, shown to the room."""
    screen = sit(
        "the room", viewport={"width": 1920, "height": 1080}, storage_state=gm.context.storage_state()
    )
    screen.go(f"{gm.page.url.partition('?')[0].removeprefix(gm.url)}?tv=yes")
    screen.page.wait_for_selector("body.tv #board")
    return screen


def prepared(form: Locator) -> bool:
    """Answer with what the form has ready, which asks for nothing special."""
    ready = form.locator("button.main-option:visible, button.deed.usual")
    if not ready.count():
        return False
    ready.first.click()
    return True


def patiently() -> Iterator[None]:
    """Try again and again, for as long as a busy machine may need."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        yield


def play(
    people: list[Person],
    *,
    most: int = 400,
    choose: Choose | None = None,
    until: Callable[[], bool] = lambda: False,
) -> int:
    """Everybody answers what they are asked until the contest is over, or enough; gives the number of answers."""
    done = 0
    for _ in patiently():
        acted = False
        for person in people:
            if person.asked():
                person.answer(choose)
                done += 1
                acted = True
                assert done < most, "the contest does not end"
        first = people[0].page
        if first.locator("section.end").count() or until():
            return done
        if not acted:
            first.wait_for_timeout(30)
    raise AssertionError("the contest does not end in time")
