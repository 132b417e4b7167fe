"""How smoothly dice fall in a phone's browser: Chromium at 360 px with its processor slowed four times."""

import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import PHONE, Person
from tests.browser.serving import Server
from tests.browser.throwing import EIGHT_D6, EIGHT_D20, TWO_D20, measured, stage_of
from tests.support.chromium import FLAGS, executable
from tests.support.weighing import stage_files

SLOWED = int(os.environ.get("STAGE_SLOWED", "4"))
TIMES = 3
THROWS = {"two d20": TWO_D20, "eight d6": EIGHT_D6, "eight d20": EIGHT_D20}


def run() -> dict[str, Any]:
    """Prints for each throw its frames a second, the share that came late, and milliseconds of the page's own thread
    for a frame: in all, in our script, and in drawing without a graphics card."""
    figures: dict[str, Any] = {"bytes": sum(path.stat().st_size for path in stage_files())}
    print(f"Script and style of the stage: {figures['bytes']:,} bytes. Processor slowed {SLOWED} times.")
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(executable()), args=list(FLAGS))
            figures |= _thrown(browser, server.url)
            browser.close()
    finally:
        server.kill()
    return figures


def _thrown(browser: Browser, url: str) -> dict[str, Any]:
    """Each throw some times, after one that warms the page up; the best counts, for others work here too."""
    ana = Person(browser, url, "Ana", viewport=PHONE, reduced_motion="no-preference")
    stage_of(ana, "questworlds/extended/bridge")
    measured(browser, ana, *TWO_D20)
    cdp = ana.context.new_cdp_session(ana.page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    found = {}
    for title, staged in THROWS.items():
        tried = [measured(browser, ana, *staged) for _ in range(TIMES)]
        found[title] = min(tried, key=lambda each: each["main"])
        print(f"{title}: {found[title]}")
    ana.context.close()
    return found
