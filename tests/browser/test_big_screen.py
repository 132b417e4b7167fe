"""A screen for the room: read from three metres, nothing cut, the public view, on to the next contest by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.crowds import SCENES, begin
from tests.browser.people import Person
from tests.browser.programs import told
from tests.browser.shortcuts import new_table

HD = {"width": 1920, "height": 1080}

SMALL = """least => {
  const words = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const size = (each) => parseFloat(getComputedStyle(each).fontSize) * each.currentCSSZoom;
  const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1
    && !each.closest('svg, .unseen, .menu, [aria-hidden=true], #held');
  return [...document.querySelectorAll('#board *, #now *, .slim *, #course *')]
    .filter((each) => words(each) && seen(each) && size(each) > 0 && size(each) < least)
    .map((each) => each.textContent.trim());
}"""

CUT = """() => [...document.querySelectorAll('#board > * *')].filter((each) => {
  if (!each.checkVisibility() || each.closest('.unseen')) return false;
  const box = each.getBoundingClientRect(), room = document.querySelector('.left').getBoundingClientRect();
  return box.width > 2 && (box.bottom > room.bottom + 2 || box.right > innerWidth + 2 || box.left < -2);
}).map((each) => each.className || each.tagName)"""


APART = """() => {
  const [board, door] = ['#board', '.door'].map((each) => document.querySelector(each).getBoundingClientRect());
  return board.height > 0 && board.bottom <= door.top && door.right <= innerWidth;
}"""


def shown(gm: Person, contest: str) -> Page:
    gm.go(f"/contests/{contest}?tv=yes")
    gm.page.wait_for_function("() => document.querySelector('#board').style.zoom")
    if gm.page.locator("#held").is_visible():
        gm.page.evaluate("document.querySelector('#held').remove()")
    return gm.page


@pytest.mark.parametrize("sizes", [(2, 12), pytest.param((6,), marks=pytest.mark.soak)], ids=str)
@pytest.mark.parametrize("game", SCENES)
def test_everybody_is_on_it_and_can_be_read_from_three_metres(
    sit: Sit, game: str, sizes: tuple[int, ...]
) -> None:
    """With 2, 6 and 12 in the contest: all names, nothing cut, no letter under 28 px of 1080 lines, nor 56 of 2160."""
    gm = sit("the game master", viewport=HD)
    table = new_table(gm)
    for many in sizes:
        page = shown(gm, begin(gm, table, game, many))
        assert page.locator("#story").is_hidden()
        assert page.locator("#now :is(button, input, a):visible").count() == 0
        assert page.evaluate(CUT) == []
        assert page.evaluate(SMALL, 28) == []
    gm.page.set_viewport_size({"width": 3840, "height": 2160})
    gm.page.wait_for_function("() => document.documentElement.style.getPropertyValue('--grown') === '2'")
    assert gm.page.evaluate(CUT) == []
    assert gm.page.evaluate(SMALL, 56) == []


def test_it_opens_the_next_contest_by_itself(sit: Sit) -> None:
    """When one is over the code to come in stands beside all else; when the table plays on, the screen goes along.

    Players get a line that takes them there.
    """
    gm = sit("the game master", viewport=HD)
    table = new_table(gm)
    contest = begin(gm, table, "questworlds", 2)
    room = sit("the room", viewport=HD, storage_state=gm.context.storage_state())
    room.go(f"/contests/{contest}?tv=yes")
    expect(room.page.locator(".door")).to_be_hidden()
    told(gm, f"/api/contests/{contest}/end", {"reason": "late"})
    expect(room.page.locator(".door strong")).to_be_visible()
    room.page.wait_for_function(APART)
    following = begin(gm, table, "forge", 2)
    room.page.wait_for_url(f"**/contests/{following}?*tv=yes*")
    gm.go(f"/contests/{contest}")
    expect(gm.page.locator("#next a")).to_have_text("2 of them")
