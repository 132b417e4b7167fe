"""What a player sees at once: who is winning, what is asked, and what the button will do."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.people import LAPTOP, PHONE, Person
from tests.browser.secrets import view_of
from tests.browser.shortcuts import play_now
from tests.support.installed import installed_games

Sit = Callable[..., Person]
DEEDS = re.compile("/contests/[^/]+/deeds")


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
def test_the_whole_form_is_behind_more_ways(sit: Sit, viewport: dict[str, int]) -> None:
    """The bar with the button reaches to the edges of the panel, and says the number and its odds as one moves it."""
    ana = sit("Ana", viewport=viewport)
    begin(ana, "questworlds/extended/bridge")
    act = ana.page.locator("#now .act").first
    expect(act).to_be_hidden()
    ana.page.click("#now .more-ways > summary")
    assert box(act)[3] == pytest.approx(viewport["height"], abs=1)
    assert box(act)[0] == 0
    number = ana.page.locator("#now .then input[type=number]:not(:disabled)").first
    expect(act.locator(".act-odds")).to_contain_text("% ")
    before = int(number.input_value())
    ana.page.locator("#now .then [aria-label='One more']").first.click()
    expect(act.locator("button.main")).to_have_text(f"Bid {before + 1}")
    expect(ana.page.locator("#now .deed.usual .says")).to_contain_text(f"Bid {before + 1}")


def test_nothing_moves_when_the_odds_arrive(sit: Sit) -> None:
    """What may come of a deed has its place before it comes: what one is about to tap stays where it is."""
    ana, held = sit("Ana", viewport=PHONE, fresh=True), list[Route]()
    ana.page.route(DEEDS, lambda route: held.append(route))
    begin(ana, "deckahedron/fight/goblin")
    while not held:
        ana.page.wait_for_timeout(20)

    def places() -> list[tuple[float, float, float, float]]:
        return [box(each) for each in ana.page.locator("#now :is(.deed, .word select, .more-ways)").all()]

    before = places()
    ana.page.unroute(DEEDS)  # which lets those that were held go on
    expect(ana.page.locator("#now .deed.told").first).to_contain_text("→")
    assert places() == before != []


def test_one_tap_does_a_deed_with_the_words_as_they_stand(sit: Sit) -> None:
    """A word is changed in the sentence, the deed says so, and the answer has it; what others do has its usual ways."""
    ana = sit("Ana", viewport=PHONE)
    begin(ana, "questworlds/group-extended/boarding")
    deed = ana.page.locator("#now .deed.usual")
    expect(deed).to_contain_text(re.compile("Bid \\d+"))
    ana.page.select_option("#now .sentence select", "The gunner")
    ana.page.locator("#now .sentence [aria-label$='one more']").click()
    expect(deed).to_contain_text("Bid 4")
    expect(deed).to_contain_text("The gunner")
    deed.click()
    expect(ana.page.locator("#lines")).to_contain_text(re.compile("Captain Vane.*4.*The gunner"))
    expect(ana.page.locator("#board .stand").first).to_contain_text("Captain Vane")


SHORT = {"width": 360, "height": 640}
QUICK = (
    "questworlds/extended/bridge",
    "questworlds-srd/scored/courtyard",
    "deckahedron/fight/soldiers",
    "forge/group-contest/brawl-at-the-well",
)
PRESETS = [f"{g.name}/{k.name}/{name}" for g in installed_games() for k in g.types for name in k.presets]
OUT_OF_SIGHT = """() => {
  const top = document.querySelector('#now').getBoundingClientRect().top;
  const below = (where, end) => [...document.querySelectorAll(where)]
    .filter((each) => each.getBoundingClientRect().bottom > end + 1).map((each) => each.textContent.trim());
  const opens = '#now .asks:not(.window) :is(.deed, .more-ways > summary):not(.one-by-one *), #now button.roll';
  return [...below(opens, innerHeight), ...below('#board .flank > .stand:first-of-type > :is(h3, .left-number)', top)];
}"""


@pytest.mark.parametrize(
    "preset", [pytest.param(each, marks=() if each in QUICK else pytest.mark.soak) for each in PRESETS]
)
def test_deeds_and_both_sides_are_in_sight_on_the_smallest_phone(sit: Sit, preset: str) -> None:
    """At 360 × 640 nobody scrolls to see who stands against whom, and what can be done; at most four things to tap."""
    ana = sit("Ana", viewport=SHORT)
    begin(ana, preset)
    assert ana.page.evaluate(OUT_OF_SIGHT) == []
    assert ana.page.locator("#now .asks:not(.window) .deed:visible").count() <= 4
    expect(ana.page.locator("#now")).not_to_contain_text("unclear")


def test_what_is_asked_for_several_is_said_once(sit: Sit) -> None:
    """Forge: how each of a side goes about it is one question, and one tap answers it for all of them."""
    ana = sit("Ana", viewport=PHONE)
    begin(ana, "forge/group-contest/brawl-at-the-well")
    asked = ana.page.locator("#now form.asks:visible input[name=request]")
    expect(asked).to_have_count(1)
    assert len([each for each in view_of(ana)["view"]["asked"] if each["what"] == "approach"]) > 1
    ana.page.locator("#now .deed.usual").first.click()
    expect(ana.page.locator("#now form.asks:not(.window) .question", has_text="go about it")).to_have_count(0)


def test_a_hit_is_taken_by_a_picture(sit: Sit) -> None:
    """The ways to take a hit are drawn, and one tap takes it."""
    ana = sit("Ana", viewport=PHONE)
    first = ana.page.locator("#now .deeds.drawn .deed").first
    for _ in range(20):  # an arrow that does 1 or 2 can be taken in one way only
        begin(ana, "deckahedron/hit/arrow")
        if ana.page.locator("#now button.roll").count():
            ana.answer()
        if first.count():
            break
    expect(first.locator(".leaves")).to_be_visible()
    asked = ana.asked()
    first.click()
    expect(ana.page.locator(f"#now input[name=request][value='{asked}']")).to_have_count(0)


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
