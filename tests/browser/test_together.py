"""Several act at one table: a slip is taken back, who was second keeps what they chose, who is cut off can read on."""

from playwright.sync_api import expect

from agonist.questworlds.classic.game import GAME
from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.programs import seen, told
from tests.browser.secrets import contest_of, view_of
from tests.browser.shortcuts import seated

SMALL = {"width": 360, "height": 640}


def duel(sit: Sit) -> tuple[Person, Person, Person]:
    """A game master and two players of an extended contest, each at their screen, the first of them asked."""
    people = seated(sit, GAME, "extended/trial", players=SMALL)
    gm, *players = people.values()
    for _ in range(20):
        asked = [each for each in players if each.asked()]
        if asked:
            return gm, asked[0], next(each for each in players if each is not asked[0])
        gm.answer()
    raise AssertionError("nobody is asked")


def test_a_slip_is_taken_back_with_a_tap_or_the_game_masters_word(sit: Sit) -> None:
    """As long as nothing came of it the player's own tap is enough; then the game master reads one line."""
    gm, ana, ben = duel(sit)
    question = ana.question()
    ana.answer()
    own = ana.page.get_by_role("button", name="Take back my answer")
    ask = ana.page.get_by_role("button", name="Ask to take back my answer")
    expect(own.or_(ask)).to_be_visible()
    if own.is_visible():
        own.click()
        expect(ana.page.locator("#now .question").first).to_have_text(question)
        ana.answer()
    for _ in range(20):
        if ask.is_visible():
            break
        for each in (gm, ben, ana):
            if each.asked():
                each.answer()
    ask.click()
    ana.sees("The game master is asked")
    line = gm.page.locator("#slip")
    expect(line).to_contain_text("would take back")
    line.get_by_role("button", name="Take it back").click()
    expect(line.get_by_role("button")).to_have_count(0)
    gm.sees("asked for it")


def test_who_is_second_keeps_what_was_chosen_and_reads_what_happened(sit: Sit) -> None:
    gm, ana, _ = duel(sit)
    ana.more_ways()
    option = ana.page.locator("#now form.asks.yours:not(.window) .option:has(input) .says").nth(1)
    words = option.inner_text().split("\n")[0]
    option.click()
    contest = contest_of(gm)
    one = next(each for each in view_of(gm)["view"]["asked"] if not each.get("window"))
    bot = seen(gm, f"/api/contests/{contest}/tools")["bots"][0]
    told(gm, f"/api/contests/{contest}/bot-answers", {"request": one["id"], "bot": bot})
    expect(ana.page.locator("#overtaken")).to_contain_text(words)
    expect(ana.page.locator("#overtaken")).to_contain_text("is kept")


def test_nothing_chosen_is_said_in_words_and_the_title_stays_when_the_line_breaks(sit: Sit) -> None:
    _, ana, _ = duel(sit)
    ana.more_ways()
    form = ana.page.locator("#now form.asks.yours:not(.window)").first
    form.evaluate(
        "form => form.querySelectorAll('input[type=radio]').forEach((each) => { each.checked = false; })"
    )
    form.locator(".act button.main").click()
    expect(form.locator(".refusal").first).to_contain_text("Nothing is chosen yet.")
    title = ana.page.locator("#bar h1")
    before = title.bounding_box()
    ana.context.set_offline(True)
    ana.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(ana.page.locator("#link-state")).to_contain_text("this is how it stood then")
    assert title.bounding_box() == before
    ana.context.set_offline(False)
    ana.page.evaluate("dispatchEvent(new Event('online'))")
    ana.forgive("422", "net::ERR_", "[object Event]")
