"""Throws of our choosing on the stage of a real page, and what they cost the browser."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser

from agonist.kernel import Staged, WrittenLine
from agonist.tabletop import Board
from agonist.tabletop.beat import beats_of, with_prices
from agonist.web.pages.parts import part
from tests.browser.people import Person
from tests.browser.shortcuts import play_now

CATCH = """{
  const Real = EventSource;
  globalThis.EventSource = class extends Real { constructor(...all) { super(...all); globalThis.stream = this; } };
}"""
TELL = "html => globalThis.stream.dispatchEvent(new MessageEvent('stage', { data: html }))"
WATCH = """() => {
  const frames = [], stage = document.getElementById('stage');
  const look = (now) => {
    frames.push(now);
    if (!stage.matches('.said')) return void requestAnimationFrame(look);
    const [falls, lies] = ['falls', 'lies'].map((name) => performance.getEntriesByName(name).at(-1).startTime);
    globalThis.frames = frames.filter((each) => falls - 16 < each && each <= lies);
  };
  requestAnimationFrame(look);
}"""
SLOW = 17.5
"""More milliseconds than this between two frames, and one of sixty in a second was missed."""

TWO_D20 = (
    Staged("Ana", "Sword 17", (12,), 20, word="Success"),
    Staged("Ben", "Halberd 14", (3,), 20, word="Success"),
    Staged(word="Victory", says="Ana got the better of Ben", why="both made it: the higher wins"),
)
EIGHT_D6 = (
    Staged("Ana", "Fight", (1, 2, 3, 4, 5, 6, 5, 4), least=4, word="Effort 5"),
    Staged(word="Success", says="Ana made it", why="5 hits, 3 needed"),
)
EIGHT_D20 = (Staged("Ana", "", (1, 12, 13, 4, 15, 20, 5, 8), 20), Staged(word="So be it"))


OPEN = "() => globalThis.stream?.readyState === 1"


def listening(person: Person, place: str) -> None:
    """Open a contest's page, and wait until it hears of everything."""
    person.before_scripts(CATCH)
    person.go(place)
    person.page.wait_for_function(OPEN)


def stage_of(person: Person, preset: str) -> None:
    """Open a ready contest whose news can be told by hand."""
    person.before_scripts(CATCH)
    play_now(person, preset)
    person.page.wait_for_function(OPEN)


def throw(
    person: Person, *staged: Staged, own_card: str = "", board: Board | None = None, ahead: str = ""
) -> None:
    """What is told of these goes on stage, on this screen; on a board each loses a point by it."""
    told = "The line of the story that tells what came of it."
    lines = [WrittenLine(n, 1, told, "", {}, staged=each) for n, each in enumerate(staged, 1)]
    beats = beats_of(lines, {"Ana": 0, "Ben": 1})
    if board is not None:
        left = {each.who.name: each.who.left or 0 for each in board.stands}
        with_prices(beats, board, [(-1, left), (1, {name: have - 1 for name, have in left.items()})])
    seen = {"beats": beats, "own_card": own_card, "ahead": ahead, "unit": "left"}
    person.page.evaluate(TELL, str(part("", "stage", seen).html))


def measured(browser: Browser, person: Person, *staged: Staged) -> dict[str, float]:
    """Let it fall under a trace; figures of the fall, in milliseconds of the page's own thread for each frame.

    `main` is all it did, `script` ours, `drawing` the commit of the frame, in which the canvas is drawn where no
    graphics card does it.
    """
    kinds = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
    browser.start_tracing(page=person.page, categories=kinds)
    person.page.evaluate(WATCH)
    throw(person, *staged)
    person.page.wait_for_selector("#stage.said")
    times = person.page.wait_for_function("() => globalThis.frames").json_value()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    person.page.keyboard.press("Escape")
    person.page.wait_for_selector("#stage:not(.open)", state="attached")
    person.page.evaluate("() => { delete globalThis.frames; }")
    return _figures(events, times)


def _figures(events: list[dict[str, Any]], times: list[float]) -> dict[str, float]:
    falls, lies = ([each for each in events if each["name"] == name][-1] for name in ("falls", "lies"))
    ours = [
        each
        for each in events
        if falls["tid"] == each["tid"]
        and falls["pid"] == each["pid"]
        and falls["ts"] < each["ts"] < lies["ts"]
    ]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    spent: Counter[str] = Counter()
    for each in ours:
        spent[each["name"]] += each.get("tdur", 0)
    kinds = {"main": "RunTask", "script": "FireAnimationFrame", "drawing": "Commit"}
    return {
        "frames a second": round(1_000 * len(gaps) / sum(gaps), 1),
        "late": round(sum(gap > SLOW for gap in gaps) / len(gaps), 2),
        **{name: round(spent[kind] / 1_000 / len(times), 1) for name, kind in kinds.items()},
        "layouts": sum(each["name"] == "Layout" for each in ours),
        "paints": sum(each["name"] == "Paint" for each in ours),
    }
