"""A screen for the room: composed, read from three metres, nothing cut, on to the next contest by itself."""

import pytest
from playwright.sync_api import Page, expect

from agonist.kernel import Combatant, Staged
from agonist.tabletop import Board, Flank, Stand
from tests.browser.conftest import Sit
from tests.browser.crowds import SCENES, begin
from tests.browser.people import Person
from tests.browser.programs import told
from tests.browser.shortcuts import new_table
from tests.browser.throwing import TWO_D20, listening, throw

HD = {"width": 1920, "height": 1080}

SMALL = """least => {
  const words = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const size = (each) => parseFloat(getComputedStyle(each).fontSize);
  const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1 && !each.closest('svg');
  return [...document.querySelectorAll('#board *')]
    .filter((each) => words(each) && seen(each) && size(each) < least).map((each) => each.textContent.trim());
}"""

CUT = """() => {
  const [room, foot] = ['.room', '.room footer'].map((each) => document.querySelector(each).getBoundingClientRect());
  const out = (box) => box.bottom > room.bottom + 1 || box.right > room.right + 1 || box.left < room.left - 1;
  const covers = (each, box) => !each.closest('footer') && box.bottom > foot.top + 1 && box.height > 2;
  const all = '.room :is(h1, h2, li, .who, .much, .bar, article, footer p)';
  return [...document.querySelectorAll(all)].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 2 && (out(box) || covers(each, box) || each.scrollWidth > each.clientWidth + 2);
  }).map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`);
}"""


def shown(gm: Person, contest: str) -> Page:
    gm.go(f"/contests/{contest}?tv=yes")
    gm.page.wait_for_selector(".room")
    gm.page.evaluate("document.fonts.ready")
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
        assert page.locator("#board :is(button, input, a):visible").count() == 0
        assert (
            page.locator(".room :is(.pair article, .ring li, .team-list li, .lane-list li)").count() == many
        )
        expect(page.locator(".room .ahead")).not_to_be_empty()
        assert page.evaluate(CUT) == []
        assert page.evaluate(SMALL, 28) == []
    gm.page.set_viewport_size({"width": 3840, "height": 2160})
    assert gm.page.evaluate(CUT) == []
    assert gm.page.evaluate(SMALL, 56) == []


LONG = Staged(
    word="Victory",
    says="A raider with a net clearly got the better of Ana",
    why="only the raider made it",
)
APART = """() => {
  const box = (what) => document.querySelector(`#stage ${what}`).getBoundingClientRect();
  return box('.in-all').top - box('.price').bottom;
}"""


def test_a_long_verdict_its_price_and_who_is_ahead_have_room_under_the_dice(sit: Sit) -> None:
    gm = sit("the game master", viewport=HD, reduced_motion="no-preference")
    listening(gm, f"/contests/{begin(gm, new_table(gm), 'questworlds', 2)}?tv=yes")
    names = {"Ana": 0, "Ben": 1}
    stands = {name: Stand(Combatant(name, n, left=4, full=5)) for name, n in names.items()}
    board = Board(tuple(Flank(n, name, (stands[name],)) for name, n in names.items()))
    throw(gm, *TWO_D20[:2], LONG, board=board, ahead="The opposition is ahead: 19 from defeat, yours 13.")
    gm.page.wait_for_selector("#stage.priced .in-all")
    assert gm.page.evaluate(APART) >= 0
    assert gm.page.evaluate("document.querySelector('#stage .in-all').getBoundingClientRect().bottom") < 1080


def test_it_opens_the_next_contest_by_itself(sit: Sit) -> None:
    """An end is the largest picture of the evening; when the table plays on, the screen goes along.

    Players get a line that takes them there.
    """
    gm = sit("the game master", viewport=HD)
    table = new_table(gm)
    contest = begin(gm, table, "questworlds", 2)
    room = sit("the room", viewport=HD, storage_state=gm.context.storage_state())
    room.go(f"/contests/{contest}?tv=yes")
    told(gm, f"/api/contests/{contest}/end", {"reason": "late"})
    expect(room.page.locator(".room-end h1")).to_have_text("Ended early")
    expect(room.page.locator(".room-end .banners li")).to_have_count(2)
    assert room.page.evaluate(SMALL, 28) == []
    following = begin(gm, table, "forge", 2)
    room.page.wait_for_url(f"**/contests/{following}?*tv=yes*")
    gm.go(f"/contests/{contest}")
    expect(gm.page.locator("#next a")).to_have_text("2 of them")
