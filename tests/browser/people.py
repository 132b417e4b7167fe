"""People at their screens: each has a browser context of its own, and everything that reaches it is kept."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1280, "height": 800}
PATIENCE = 60_000
"""Milliseconds that anything may take: as long as a busy machine needs, since nothing is measured here."""


class Person:
    """Somebody at a screen. `told` is all that came to it: pages, answers, events. `answered` is what it was asked."""

    def __init__(
        self, browser: Browser, url: str, name: str, context: BrowserContext | None = None, **options: Any
    ) -> None:
        self.name = name
        self.url = url
        self.told: list[str] = []
        self.complaints: list[str] = []
        self.taps: list[Tap] = []
        self.answered = ""
        self.spoilt = False
        self._tampered = False
        self._heard = 0
        self._viewport = options.pop("viewport", LAPTOP)
        self._motion = options.pop("reduced_motion", "reduce")
        self._light = options.pop("color_scheme", "light")
        if context is None:
            context = browser.new_context(base_url=url, viewport=self._viewport, **options)
            context.set_default_timeout(PATIENCE)
        self.context = context
        self._ears: list[tuple[Any, Callable[[Any], None]]] = [
            (
                "console",
                lambda said: self._complain(said.type, f"{said.text} {said.location['url']}".strip()),
            ),
            ("weberror", lambda error: self._complain("error", str(error.error))),
            ("request", lambda request: self._only_here(request.url)),
            ("response", self._keep),
        ]
        for event, heard in self._ears:
            context.on(event, heard)
        self.page: Page = self._listened_to(context.pages[0]) if context.pages else self.open()

    def open(self) -> Page:
        """A new tab, listened to."""
        self.page = self._listened_to(self.context.new_page())
        return self.page

    def _listened_to(self, page: Page) -> Page:
        page.set_viewport_size(self._viewport)
        page.emulate_media(color_scheme=self._light, reduced_motion=self._motion)
        self._line = self.context.new_cdp_session(page)
        self._line.send("Network.enable")
        self._line.on("Network.eventSourceMessageReceived", lambda event: self.told.append(event["data"]))
        return page

    def devtools(self) -> CDPSession:
        """The browser's own tools for this screen, which nobody else gets after they were used."""
        self.spoilt = True
        return self.context.new_cdp_session(self.page)

    def before_scripts(self, script: str) -> None:
        """Run this in every page of this tab before the page's own scripts."""
        self._tampered = True
        self.page.add_init_script(script)

    def go(self, place: str) -> None:
        self.page.goto(place if "://" in place else f"{self.url}{place}")

    def join(self, link: str) -> None:
        """Open an invitation."""
        self.go(link)

    def asked(self) -> str:
        """The name of what is asked of this screen, or nothing."""
        return self._now("input[name=request]", "value")

    def question(self) -> str:
        """What is asked of this screen, in words, or nothing."""
        return self._now(".question", "innerText")

    def _now(self, selector: str, value: str) -> str:
        """Of the first thing in what must be answered, in one look: the page may change at any time."""
        look = "([selector, value]) => document.querySelector(selector)?.[value] ?? ''"
        return str(self.page.evaluate(look, [f"#now form.asks.yours:not(.window) {selector}", value]))

    def rolls(self) -> bool:
        """Whether dice or cards wait for this screen: everybody is told of that."""
        return self.page.locator("#now form.asks.yours:not(.window) button.roll").count() > 0

    def answer(self, choose: Callable[[Locator], bool] | None = None) -> None:
        """Answer what is asked: by `choose` if it can, else the first or prepared answer."""
        named, form = self._form()
        if not form.count():
            return  # what others did has changed the question meanwhile
        self.answered += f"{self.question()}\n"
        for _ in range(50):
            try:
                if not (choose and choose(form)):
                    self.answer_plainly(form)
                break
            except Error as problem:
                if self.asked() != named:
                    return  # it changed while this was being written
                if isinstance(problem, TooLate):
                    raise
        self.page.wait_for_function(
            "id => !document.querySelector(`#now input[name=request][value='${id}']`)", arg=named
        )

    def _form(self) -> tuple[str, Locator]:
        named = self.asked()
        return named, self.page.locator(f'#now form.asks.yours:has(input[value="{named}"])')

    def answer_plainly(self, form: Locator) -> None:
        """Tap the first thing that can be tapped; fill in what must be filled in. What is gone is not waited for.

        Where there is more than the deeds that a question opens with, the whole form is used.
        """
        more = form.locator(".more-ways").element_handles()
        for here in more:
            here.evaluate(UNFOLD)
        taps = f"{TAPS}, button.deed, button.roll" if not more else TAPS
        buttons = form.locator(taps).element_handles()
        if buttons:
            buttons[0].click()
            return
        for here in form.element_handles()[:1]:
            here.evaluate(FILL_IN)
            button = here.query_selector(".act button.main")
            if button is not None:
                button.click()

    def more_ways(self) -> None:
        """Unfold the whole form of what is asked."""
        for more in self.page.locator("#now .more-ways").element_handles():
            more.evaluate(UNFOLD)

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text)

    def tap(self) -> None:
        """Keep from now on every byte of this contest's streams, the page's and the one for programs."""
        place = urlsplit(self.page.url)
        cookies = {each["name"]: each["value"] for each in self.context.cookies()}
        for path in (f"{place.path}/stream", f"/api{place.path}/stream"):
            self.taps.append(Tap(f"{self.url}{path}?{place.query}", cookies))

    def forget(self) -> None:
        """Keep nothing of what was told up to now: another contest begins."""
        for tap in self.taps:
            tap.close()
        self.told, self.taps, self._heard = [], [], 0

    def everything(self) -> str:
        """All that this screen was ever told, by whatever way, and what it shows now."""
        return "\n".join([*self.told, *(tap.text() for tap in self.taps), self.page.content()])

    def news(self) -> str:
        """All that this screen was told since this was last asked."""
        fresh, self._heard = self.told[self._heard :], len(self.told)
        return "\n".join([*fresh, *(tap.news() for tap in self.taps)])

    def close(self, keep: Path | None = None) -> None:
        """Leave for good; after a failure with a picture of the screen and what it held."""
        if keep is not None and not self.page.is_closed():
            keep.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"\W+", "-", self.name)
            self.page.screenshot(path=keep / f"{name}.png")
            (keep / f"{name}.html").write_text(self.page.content(), encoding="utf-8")
        for tap in self.taps:
            tap.close()
        self.context.close()

    def leave(self) -> BrowserContext | None:
        """Go, with the screen as if nobody had been there; nothing if it cannot be cleared."""
        if self.spoilt or self.page.is_closed() or self.context.pages != [self.page]:
            self.close()
            return None
        for tap in self.taps:
            tap.close()
        for event, heard in self._ears:
            self.context.remove_listener(event, heard)
        self._line.detach()
        if self._tampered:
            old, self.page = self.page, self.context.new_page()
            old.close()
        self.page.goto(f"{self.url}/health")
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.context.clear_cookies()
        return self.context

    def forgive(self, *words: str) -> None:
        """What the browser itself says about a line that a test has cut, or an answer that it has provoked."""
        self.complaints = [text for text in self.complaints if not any(word in text for word in words)]

    def _complain(self, kind: str, text: str) -> None:
        """All but what a browser asks of a place that is no page, while a screen is cleared there."""
        if kind == "error" and not text.endswith("/favicon.ico"):
            self.complaints.append(text)

    def _only_here(self, address: str) -> None:
        if not address.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"a request to {address}")

    def _keep(self, response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if kind.startswith(_WORDS) and response.request.resource_type in ("document", "fetch", "xhr"):
            try:
                self.told.append(response.text())
            except Exception:  # noqa: BLE001  a redirect or a page that was left has no body
                return


class Tap:
    """Reads a stream beside the browser and keeps its bytes as they came."""

    def __init__(self, address: str, cookies: dict[str, str]) -> None:
        self._bytes = bytearray()
        self._heard = 0
        self._client = httpx.Client(cookies=cookies, timeout=None)
        self._open = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(address,), daemon=True)
        self._thread.start()
        assert self._open.wait(10), f"{address} does not open"

    def text(self) -> str:
        return bytes(self._bytes).decode(errors="replace")

    def news(self) -> str:
        fresh = bytes(self._bytes[self._heard :])
        self._heard += len(fresh)
        return fresh.decode(errors="replace")

    def close(self) -> None:
        self._client.close()

    def _read(self, address: str) -> None:
        try:
            with self._client.stream("GET", address) as response:
                assert response.status_code == 200, response.status_code
                self._open.set()
                for piece in response.iter_raw():
                    self._bytes += piece
        except (httpx.HTTPError, RuntimeError, OSError):
            return  # closed with its person, or with the server


UNFOLD = "more => { more.open = true; }"
TAPS = "button.option:not([aria-disabled=true])"
_WORDS = ("text/html", "text/plain", "application/json", "application/problem+json")

# Radios that nobody chose get their first choice; texts that must be there get some words; dice show something.
FILL_IN = """form => {
  const groups = new Set();
  for (let round = 0; round < 4; round += 1) {
    for (const each of form.querySelectorAll('input[type=radio]:not(:disabled)')) {
      if (each.offsetParent === null && !each.closest('.grid-faces')) continue;
      const all = [...form.querySelectorAll(`input[type=radio][name="${CSS.escape(each.name)}"]`)];
      if (!all.some((one) => one.checked)) all.find((one) => !one.disabled).click();
      groups.add(each.name);
    }
  }
  for (const each of form.querySelectorAll('textarea:not(:disabled), input[type=text]:not(:disabled)')) {
    if (each.required && !each.value) each.value = 'So be it';
  }
  for (const each of form.querySelectorAll('select:not(:disabled)')) {
    if (each.required && !each.value) each.value = [...each.options].find((one) => one.value).value;
  }
  for (const each of form.querySelectorAll('.faces input[type=number]:not(:disabled)')) each.value ||= each.max;
  for (const box of form.querySelectorAll('[data-several]')) {
    const need = Number(box.dataset.least) - box.querySelectorAll('input:checked').length;
    const free = [...box.querySelectorAll('input:not(:checked):not(:disabled)')];
    for (const each of free.slice(0, Math.max(0, need))) each.click();
  }
  for (const box of form.querySelectorAll('[data-split]')) {
    const inputs = [...box.querySelectorAll('input[type=number]:not(:disabled)')];
    const total = inputs.reduce((sum, each) => sum + Number(each.value), 0);
    const missing = Number(box.dataset.least) - total;
    if (inputs.length && missing > 0) inputs[0].value = Number(inputs[0].value) + missing;
  }
}"""
