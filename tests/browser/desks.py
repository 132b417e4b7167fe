"""Screens that are cleared and used again: to open a fresh one costs a browser over a second, to clear one a tenth."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, StorageState

from tests.browser.people import Person

CHANGED = {"viewport", "reduced_motion", "color_scheme", "storage_state"}
"""What can be changed about a screen that somebody else had."""
REMEMBER = "all => { for (const each of all) localStorage.setItem(each.name, each.value); }"


class Desks:
    """Where people sit down and leave again."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self._url = url
        self._free: list[BrowserContext] = []

    def sit(self, name: str, *, fresh: bool = False, **options: Any) -> Person:
        """At a cleared screen if there is one. `fresh` is for who has seen nothing yet, or tampers with the page."""
        if fresh or not self._free or not options.keys() <= CHANGED:
            person = Person(self.browser, self._url, name, **options)
            person.spoilt = fresh or not options.keys() <= CHANGED
            return person
        context = self._free.pop()
        if state := options.pop("storage_state", None):
            bring(context, state)
        return Person(self.browser, self._url, name, context, **options)

    def leave(self, person: Person) -> None:
        if context := person.leave():
            self._free.append(context)


def bring(context: BrowserContext, state: StorageState) -> None:
    """What another screen knew of who sits there."""
    context.add_cookies([{**cookie} for cookie in state.get("cookies", [])])  # type: ignore[typeddict-item]
    for origin in state.get("origins", []):
        context.pages[0].evaluate(REMEMBER, origin.get("localStorage", []))
