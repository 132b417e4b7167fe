"""The roll on stage: what is rolled is seen before it is known, on every screen, and nobody has to wait for it."""

import gzip

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Sit
from tests.browser.crowds import begin
from tests.browser.people import LAPTOP, PHONE, Person
from tests.browser.secrets import contest_of
from tests.browser.shortcuts import new_table, play_now
from tests.browser.tables import patiently
from tests.browser.throwing import EIGHT_D6, TWO_D20, listening, measured, stage_of, throw
from tests.support.weighing import stage_files

MOVES = "no-preference"


def held(person: Person, preset: str) -> None:
    """Play until this screen holds dice or cards."""
    play_now(person, preset)
    for _ in patiently():
        if person.page.locator("#now button.roll").count():
            return
        person.answer()
        person.page.wait_for_selector("#now form.asks.yours")
    raise AssertionError("no dice were due")


def lines(page: Page) -> int:
    return page.locator("#lines > li").count()


def test_dice_wait_in_the_hand_and_everything_else_steps_back(sit: Sit) -> None:
    ana = sit("Ana", viewport=PHONE)
    held(ana, "questworlds/extended/bridge")
    expect(ana.page.locator("#held")).to_be_visible()
    expect(ana.page.locator("#held")).to_contain_text("Ysolde needs 17 or less")
    ana.page.locator("#held .see").click()
    expect(ana.page.locator("#held")).to_be_hidden()
    expect(ana.page.locator("#now button.roll")).to_be_visible()


EDGES = """() => {
  const pad = document.querySelector('#held canvas'), pen = pad.getContext('2d');
  const row = (y) => pen.getImageData(0, y, pad.width, 1).data.filter((_, n) => n % 4 === 3);
  const dark = (y) => row(y).reduce((a, b) => Math.max(a, b), 0);
  return [dark(0), dark(Math.floor(pad.height / 2)), dark(pad.height - 1)];
}"""


def test_many_dice_in_the_hand_are_seen_whole(sit: Sit) -> None:
    """Of two rows neither is cut off: at the edges there is nothing, or a shadow."""
    ana = sit("Ana", viewport=LAPTOP)
    held(ana, "forge/conflict/caravan-ambush")
    expect(ana.page.locator("#held")).to_be_visible()
    top, middle, bottom = ana.page.evaluate(EDGES)
    assert (top, middle) == (0, 255)
    assert bottom < 128


def test_dice_are_large_on_a_phone(sit: Sit) -> None:
    """150 px and more; in what order all else follows them is in test_never_earlier."""
    ana = sit("Ana", viewport=PHONE, reduced_motion=MOVES)
    stage_of(ana, "questworlds/extended/bridge")
    throw(ana, *TWO_D20)
    assert ana.page.evaluate("() => document.querySelector('#stage .spot').offsetWidth") >= 150


BOXES = """() => ['.why', '.go-on'].map((each) => document.querySelector(`#stage ${each}`).getBoundingClientRect())"""


def test_nothing_lies_under_the_button_that_skips(sit: Sit) -> None:
    """Many dice and what is told of them leave it room on a phone."""
    ana = sit("Ana", viewport=PHONE, reduced_motion=MOVES)
    stage_of(ana, "questworlds/extended/bridge")
    throw(ana, *EIGHT_D6)
    ana.page.wait_for_selector("#stage.open .spot")
    told, skip = ana.page.evaluate(BOXES)
    assert 0 < told["bottom"] <= skip["top"]


@pytest.mark.parametrize("how", ["tap", "Enter", "Escape"])
def test_who_taps_on_goes_on(sit: Sit, how: str) -> None:
    ana = sit("Ana", viewport=PHONE, reduced_motion=MOVES)
    held(ana, "questworlds/extended/bridge")
    before = lines(ana.page)
    ana.page.click("#now button.roll")
    ana.page.wait_for_selector("#stage.open")
    for _ in patiently():
        if lines(ana.page) > before:
            return
        if how == "tap":
            ana.page.mouse.click(180, 300)
        else:
            ana.page.keyboard.press(how)
    raise AssertionError("the stage did not give way")


NOTE = """() => {
  const stage = document.getElementById('stage');
  new MutationObserver(() => {
    if (stage.matches('.said')) globalThis.word ??= stage.querySelector('.big')?.textContent;
  }).observe(stage, { attributeFilter: ['class'] });
}"""


def test_all_screens_of_the_table_see_it_and_the_big_one_too(sit: Sit) -> None:
    """A screen in the room says whose dice wait, and plays the same throw."""
    ana = sit("Ana", viewport=PHONE, reduced_motion=MOVES)
    held(ana, "questworlds/extended/bridge")
    room = sit("the room", reduced_motion=MOVES, storage_state=ana.context.storage_state())
    listening(room, f"/contests/{contest_of(ana)}?tv=yes")
    expect(room.page.locator("#held")).to_contain_text("Ysolde rolls")
    expect(room.page.locator("#meanwhile .in-hand")).to_be_hidden()
    for each in (ana, room):
        each.page.evaluate(NOTE)
    ana.page.click("#now button.roll")
    room.page.wait_for_selector("#stage.open .spot")
    words = [each.page.wait_for_function("() => globalThis.word").json_value() for each in (ana, room)]
    assert words[0] == words[1]


def test_cards_are_turned_one_by_one(sit: Sit) -> None:
    ana = sit("Ana", viewport=PHONE, reduced_motion=MOVES)
    held(ana, "deckahedron/fight/soldiers")
    ana.page.click("#now button.roll")
    ana.page.wait_for_selector("#stage .turn")
    ana.page.wait_for_selector("#stage .turn.open .card")
    ana.page.wait_for_selector("#stage.said .verdict .big:visible")


COVERS = """() => document.getElementById('stage').getBoundingClientRect().bottom
  - document.getElementById('now').getBoundingClientRect().top"""


@pytest.mark.parametrize("screen", [PHONE, LAPTOP])
def test_what_lies_still_does_not_cover_the_question(sit: Sit, screen: dict[str, int]) -> None:
    """However many dice: what comes next can be read and answered beside them."""
    ana = sit("Ana", viewport=screen)
    stage_of(ana, "questworlds/extended/bridge")
    throw(ana, *EIGHT_D6)
    ana.page.wait_for_selector("#stage.quiet.said")
    assert ana.page.evaluate(COVERS) <= 0
    assert (
        ana.page.evaluate("() => document.querySelector('#stage .scene').scrollHeight")
        <= 0.4 * screen["height"]
    )


def test_stillness_for_who_asked_for_it_and_nothing_said_twice(sit: Sit) -> None:
    """With reduced motion the word stands there at once and holds nothing up; a screen reader hears each line once."""
    ana = sit("Ana", viewport=PHONE)
    held(ana, "questworlds/extended/bridge")
    before = lines(ana.page)
    ana.page.click("#now button.roll")
    ana.page.wait_for_selector("#stage.quiet.said")
    ana.page.wait_for_function(
        "before => document.querySelectorAll('#lines > li').length > before", arg=before
    )
    assert ana.page.locator("#stage").get_attribute("aria-hidden") == "true"
    said = ana.page.locator("#said p").all_inner_texts()
    assert len(said) == len(set(said)) > 0
    ana.page.mouse.click(180, 20)
    expect(ana.page.locator("#stage")).to_be_hidden()


def test_sound_is_off_until_asked_for(sit: Sit) -> None:
    ana = sit("Ana")
    held(ana, "questworlds/extended/bridge")
    box = ana.page.locator("[data-sound]")
    assert not box.is_checked()
    ana.page.click("summary[aria-label=Menu]")
    box.check()
    ana.page.reload()
    assert ana.page.locator("[data-sound]").is_checked()


def test_the_stage_is_light(capsys: pytest.CaptureFixture[str]) -> None:
    """Under 60 kB of script and style, as they are sent and as they are."""
    sizes = {path.name: path.stat().st_size for path in stage_files()}
    packed = sum(len(gzip.compress(path.read_bytes())) for path in stage_files())
    with capsys.disabled():
        print(f"\nstage: {sum(sizes.values()):,} bytes ({packed:,} packed): {sizes}")
    assert sum(sizes.values()) < 60_000


def test_while_dice_fall_nothing_is_laid_out_or_painted_anew(
    sit: Sit, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a phone whose processor is slowed four times; what a frame costs is printed, and measured by the benchmark."""
    ana = sit("Ana", viewport=PHONE, reduced_motion=MOVES)
    stage_of(ana, "questworlds/extended/bridge")
    expect(ana.page.locator("#now .deed.told").first).to_be_visible()  # the odds that the page asks for
    expect(ana.page.locator("#chance")).not_to_be_empty()
    ana.devtools().send("Emulation.setCPUThrottlingRate", {"rate": 4})
    for title, staged in {"two d20": TWO_D20, "eight d6": EIGHT_D6}.items():
        figures = measured(browser, ana, *staged)
        with capsys.disabled():
            print(f"\n{title}, slowed four times: {figures}")
        assert figures["layouts"] <= 2
        assert figures["paints"] <= 12


def test_a_die_has_as_many_faces_as_it_should(sit: Sit) -> None:
    ana = sit("Ana")
    stage_of(ana, "questworlds/extended/bridge")
    kinds = [4, 6, 8, 10, 12, 20]
    body = "import('/static/js/bodies.js').then(({ body }) => "
    count = f"kinds => {body}kinds.map((sides) => body(sides).faces.length))"
    assert ana.page.evaluate(count, kinds) == kinds


def test_the_first_page_stays_light(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    ana = sit("Ana", viewport=PHONE, fresh=True)
    came: list[int] = []
    cdp = ana.devtools()
    cdp.send("Network.enable")
    cdp.on("Network.loadingFinished", lambda event: came.append(int(event["encodedDataLength"])))
    ana.go("/")
    ana.page.wait_for_load_state("networkidle")
    with capsys.disabled():
        print(f"\nfirst page: {sum(came):,} bytes")
    assert 0 < sum(came) < 150_000


def test_the_game_master_takes_the_last_back_beside_the_question(sit: Sit) -> None:
    """One tap, where the question is; everybody else is told of it."""
    gm = sit("the game master")
    contest = begin(gm, new_table(gm), "questworlds", 2)
    gm.go(f"/contests/{contest}")
    gm.page.wait_for_selector("#in-place .take-back, #in-place .in-place")
    before = gm.page.locator("#lines li.undone").count()
    gm.page.locator("#in-place .in-place > summary").click()
    form = gm.page.locator("#in-place form.asks").first
    expect(form).to_be_visible()
    named = form.locator("input[name=request]").input_value()
    gm.answer_plainly(form)
    expect(gm.page.locator(f"#in-place input[name=request][value='{named}']")).to_have_count(0)
    gm.page.click("#in-place .take-back button")
    gm.page.wait_for_function(
        "before => document.querySelectorAll('#lines li.undone').length > before", arg=before
    )
