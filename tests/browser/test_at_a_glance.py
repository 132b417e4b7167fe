"""What a player sees at once: who is winning, what is asked, and what the button will do."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.people import LAPTOP, PHONE, Person
from tests.browser.shortcuts import play_now

Sit = Callable[..., Person]


def begin(person: Person, preset: str, answers: int = 0) -> None:
    play_now(person, preset)
    person.page.evaluate("() => document.fonts.ready.then(() => true)")
    for _ in range(answers):
        person.answer()
        person.page.wait_for_selector("#now form.asks.yours")


def box(found: Locator) -> tuple[float, float, float, float]:
    """Where something is: left, top, right, bottom."""
    place = found.bounding_box()
    assert place is not None
    return place["x"], place["y"], place["x"] + place["width"], place["y"] + place["height"]


@pytest.mark.parametrize(
    ("preset", "sides"),
    [
        ("questworlds/extended/bridge", ".stand .bar, .ahead"),
        ("questworlds/group-extended/boarding", ".standing .flank:first-child .stand:nth-child(2) .bar"),
        ("forge/conflict/caravan-ambush", ".stand > .bar"),
        ("deckahedron/fight/soldiers", ".stand .bar"),
    ],
)
def test_who_is_winning_stands_above_the_question_on_a_phone(sit: Sit, preset: str, sides: str) -> None:
    """Both sides are in sight while one is asked, nothing is larger than the screen, the panel is at the bottom."""
    ana = sit("Ana", viewport=PHONE)
    begin(ana, preset)
    top = box(ana.page.locator("#now"))[1]
    for each in ana.page.locator(f"#board :is({sides})").all():
        left, _, right, bottom = box(each)
        assert left >= 0
        assert right <= PHONE["width"]
        assert bottom <= top
    assert box(ana.page.locator("#now"))[3] == PHONE["height"]
    size = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert ana.page.evaluate(size) == [*PHONE.values()]


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP])
def test_the_bid_and_its_odds_stand_with_the_button(sit: Sit, viewport: dict[str, int]) -> None:
    """The bar with the button reaches to the edges of the panel, and says the number and its odds as one moves it."""
    ana = sit("Ana", viewport=viewport)
    begin(ana, "questworlds/extended/bridge")
    act = ana.page.locator("#now .act").first
    assert box(act)[3] == pytest.approx(viewport["height"], abs=1)
    assert box(act)[0] == 0
    number = ana.page.locator("#now .then input[type=number]:not(:disabled)").first
    expect(act.locator(".act-odds")).to_contain_text("chance to win the contest")
    before = int(number.input_value())
    ana.page.locator("#now [aria-label='One more']").first.click()
    expect(act.locator("button.main")).to_have_text(f"Bid {before + 1}")
    expect(act.locator(".act-odds")).to_contain_text("chance to win the contest")


def test_nothing_moves_when_the_odds_arrive(sit: Sit) -> None:
    """Odds have their place before they come: what one is about to tap stays where it is."""
    ana, held = sit("Ana", viewport=PHONE, fresh=True), list[Route]()
    ana.page.route("**/advice*", lambda route: held.append(route))
    begin(ana, "questworlds/extended/bridge")
    while not held:
        ana.page.wait_for_timeout(20)

    def places() -> list[tuple[float, float, float, float]]:
        taps = ana.page.locator("#now :is(.option, .number-form, .act button.main):visible")
        return [box(each) for each in taps.all()]

    before = places()
    ana.page.unroute("**/advice*")  # which lets those that were held go on
    odds = ana.page.locator("#now .act-odds").first
    expect(odds).to_contain_text("chance to win the contest")
    assert places() == before != []


def test_the_button_says_how_much_at_whom_and_the_words_come_last(sit: Sit) -> None:
    """Whom and how much one fills in before how and in which words; the button says it with its numbers."""
    ana = sit("Ana", viewport=PHONE)
    begin(ana, "questworlds/group-extended/boarding")
    expect(ana.page.locator("#now .act button.main").first).to_have_text(re.compile(r"^Bid \d+ at [A-Z]"))
    parts = ana.page.locator("#now .pick:has(> .option input:checked) > .then > .field").first
    expect(parts).to_contain_text("Bid against each")
    words = ana.page.locator("#now .pick:has(> .option input:checked) > .then > .field").last
    expect(words.locator("textarea")).to_be_visible()
    expect(ana.page.locator("#board .stand").first).to_contain_text("Captain Vane")


def test_a_hit_is_taken_by_a_picture(sit: Sit) -> None:
    """The ways to take a hit are drawn, with hits as their unit; the button says what is taken."""
    ana = sit("Ana", viewport=PHONE)
    first = ana.page.locator("#now .pick").first
    for _ in range(20):  # an arrow that does 1 or 2 can be taken in one way only
        begin(ana, "deckahedron/hit/arrow")
        if ana.page.locator("#now button.roll").count():
            ana.answer()
        if first.count():
            break
    expect(first.locator(".leaves")).to_be_visible()
    expect(first.locator("> .option > .odds")).to_contain_text("hit")
    expect(ana.page.locator("#now .act button.main")).to_have_text("Decide")
    first.locator("> .option").click()
    label = first.locator("> .option > .says").evaluate("each => each.firstChild.textContent.trim()")
    expect(ana.page.locator("#now .act button.main")).to_have_text(f"Take {label}")


def test_the_panel_makes_room_for_the_board_on_a_phone(sit: Sit) -> None:
    """Its handle makes the panel small and large again; the next question opens it."""
    ana = sit("Ana", viewport=PHONE)
    begin(ana, "forge/conflict/caravan-ambush")
    handle = ana.page.locator("#now .handle")
    large = box(ana.page.locator("#now"))[1]
    handle.click()
    expect(handle).to_have_attribute("aria-expanded", "false")
    assert box(ana.page.locator("#now"))[1] > large
    handle.click()
    assert box(ana.page.locator("#now"))[1] == large


def test_a_big_screen_says_who_is_asked_and_has_nothing_to_press(sit: Sit) -> None:
    ana = sit("Ana", viewport={"width": 1920, "height": 1080})
    begin(ana, "questworlds/extended/bridge")
    ana.go(f"{ana.page.url}&tv=yes")
    expect(ana.page.locator(".room .asks")).to_contain_text("Ysolde")
    assert ana.page.locator("#board :is(button, input, a):visible").count() == 0
    size = ana.page.locator(".room .pair b").first.evaluate(
        "each => parseFloat(getComputedStyle(each).fontSize)"
    )
    assert size >= 260
