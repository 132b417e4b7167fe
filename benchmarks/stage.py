"""How smoothly dice fall in a phone's browser: Chromium at 360 px with its processor slowed four times."""

import os
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.people import PHONE, Person
from tests.browser.serving import Server
from tests.support.chromium import FLAGS, executable
from tests.support.weighing import stage_files

SLOWED = int(os.environ.get("STAGE_SLOWED", "4"))
CONTESTS = {"2 d20": "questworlds/extended/bridge", "6 d6": "forge/conflict/caravan-ambush"}

WATCH = """() => {
  window.frames = [];
  const stage = document.getElementById('stage');
  const look = (now) => {
    if (stage.matches('.open') && stage.querySelector('.spot')) window.frames.push(now);
    if (!stage.matches('.said')) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def run() -> dict[str, Any]:
    """Prints for each kind of throw how many frames a second were drawn while it fell, and the longest gap."""
    figures: dict[str, Any] = {"bytes": sum(path.stat().st_size for path in stage_files())}
    print(f"Script and style of the stage: {figures['bytes']:,} bytes. Processor slowed {SLOWED} times.")
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(executable()), args=list(FLAGS))
            for title, preset in CONTESTS.items():
                ana = Person(browser, server.url, "Ana", viewport=PHONE, reduced_motion="no-preference")
                figures[title] = _fallen(ana, preset)
                print(f"{title}: {figures[title]}")
                ana.close(None)
            browser.close()
    finally:
        server.kill()
    return figures


def _fallen(person: Person, preset: str) -> dict[str, float]:
    person.go("/")
    person.page.locator(f"button.ready[value='{preset}']").evaluate("each => each.click()")
    _until_dice(person)
    cdp = person.context.new_cdp_session(person.page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    person.page.evaluate(WATCH)
    person.page.click("#now button.roll")
    person.page.wait_for_selector("#stage.said", timeout=60_000)
    return _told(person.page)


def _until_dice(person: Person) -> None:
    for _ in range(100):
        person.page.keyboard.press("Escape")
        if person.page.locator("#now form.yours button.roll").count():
            return
        if person.asked():
            person.answer_plainly(person.page.locator("#now form.asks.yours:not(.window)").first)
        person.page.wait_for_timeout(200)


def _told(page: Page) -> dict[str, float]:
    times: list[float] = page.evaluate("window.frames")
    gaps = [later - sooner for sooner, later in pairwise(times)]
    rate = 1_000 * len(gaps) / sum(gaps) if gaps else 0.0
    return {"frames a second": round(rate, 1), "gap ms": round(max(gaps, default=0.0), 1)}
