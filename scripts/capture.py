"""Film twenty seconds of a duel on a phone into docs/images/duel.webp: `.venv/bin/python scripts/capture.py`.

Time on the page is stopped and goes on frame by frame, so the film is the same on a busy machine.
"""

import base64
import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import CDPSession, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.people import PHONE, Person  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.support.chromium import FLAGS, executable  # noqa: E402

TARGET = ROOT / "docs" / "images" / "duel.webp"
FRAME, LENGTH, SCALE, QUALITY = 100, 20_000, 0.7, 16
ASKED, ROLLS = "#now form.asks.yours:not(.window)", "#now button.roll"


class Film:
    """Frames of a page, each as long as nothing changes."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.cdp: CDPSession = person.context.new_cdp_session(person.page)
        self.frames: list[tuple[bytes, int]] = []
        self.time = 0

    def take(self, length: int) -> None:
        """Let so many milliseconds pass, and film them."""
        for _ in range(max(1, length // FRAME)):
            self.page.clock.run_for(FRAME)
            clip = {"x": 0, "y": 0, **PHONE, "scale": SCALE}
            shot = self.cdp.send(
                "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip}
            )
            picture = base64.b64decode(shot["data"])
            if self.frames and self.frames[-1][0] == picture:
                self.frames[-1] = (picture, self.frames[-1][1] + FRAME)
            else:
                self.frames.append((picture, FRAME))
            self.time += FRAME

    def until(self, selector: str) -> None:
        """Film until something is to be seen, and nothing is on stage."""
        for _ in range(150):
            self.take(FRAME)
            if self.page.locator(selector).count() and not self.page.locator("#stage.open").count():
                return


def play(film: Film) -> None:
    """Question by question, with time to read each, and with dice that are seen in the hand."""
    page = film.page
    film.take(1_300)
    while film.time < LENGTH:
        rolls = page.locator(ROLLS).count()
        page.locator(ROLLS if rolls else f"{ASKED} :is(.act button.main, button.option)").first.click()
        page.wait_for_timeout(300)
        film.until(f"{ASKED}, section.end")
        if page.locator("section.end").count():
            film.take(LENGTH - film.time)
            return
        film.take(1_100 if page.locator(ROLLS).count() else 1_500)


def chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at < len(webp):
        name, size = webp[at : at + 4], struct.unpack("<I", webp[at + 4 : at + 8])[0]
        yield name, webp[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def animated(frames: list[tuple[bytes, int]], wide: int, high: int) -> bytes:
    """Still pictures as one that moves and begins again at its end."""
    size = three(wide - 1) + three(high - 1)
    parts = [chunk(b"VP8X", b"\x02\0\0\0" + size), chunk(b"ANIM", b"\0\0\0\0\0\0")]
    for picture, length in frames:
        image = b"".join(chunk(name, data) for name, data in chunks(picture) if name in (b"VP8 ", b"VP8L"))
        parts.append(chunk(b"ANMF", bytes(6) + size + three(length) + b"\x02" + image))
    return chunk(b"RIFF", b"WEBP" + b"".join(parts))


def main() -> int:
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=str(executable()), args=list(FLAGS))
            ana = Person(
                browser,
                server.url,
                "Ana",
                viewport=PHONE,
                reduced_motion="no-preference",
                color_scheme="dark",
            )
            ana.go("/")
            ana.page.locator("button.ready[value='questworlds/extended/bridge']").evaluate(
                "each => each.click()"
            )
            ana.page.wait_for_selector(ASKED)
            ana.page.clock.install()
            ana.page.reload()
            ana.page.wait_for_selector(ASKED)
            film = Film(ana)
            play(film)
            TARGET.write_bytes(
                animated(film.frames, round(PHONE["width"] * SCALE), round(PHONE["height"] * SCALE))
            )
            print(f"{len(film.frames)} pictures, {film.time / 1000:.0f} s, {TARGET.stat().st_size:,} bytes")
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
