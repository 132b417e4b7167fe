"""Any link will do: pages without script, over a slow line, small and compressed, and a stream that comes back."""

import httpx
import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.secrets import view_of
from tests.browser.serving import Server
from tests.browser.shortcuts import set_up
from tests.browser.tables import choose_preset, open_table, start

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
"""What browsers call slow 3G: 400 kbit/s, and 400 ms until anything comes."""


def test_the_first_page_is_light(sit: Sit) -> None:
    """Everything that the start page needs, as it is sent, stays under 150 kB."""
    ana = sit("Ana", viewport=PHONE, fresh=True)
    sizes: dict[str, int] = {}
    ana.page.on(
        "requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]})
    )
    ana.go("/")
    ana.page.wait_for_load_state("networkidle")
    assert len(sizes) > 4
    assert sum(sizes.values()) < 150_000, sizes


@pytest.mark.parametrize(
    "place", ["/", "/rules/forge", "/static/vendor/htmx.min.js", "/api/schema/openapi.json"]
)
def test_what_is_sent_is_compressed(server: Server, place: str) -> None:
    with httpx.stream("GET", server.url + place, headers={"accept-encoding": "gzip"}) as response:
        sent = b"".join(response.iter_raw())
    assert response.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in response.headers["vary"].lower()
    plain = httpx.get(server.url + place, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(sent) < len(plain.content) / 2


def test_a_slow_link_is_enough(sit: Sit, server: Server) -> None:
    """At 400 kbit/s one plays, sees when the line is lost, and goes on when it is back: the phone's or the server's."""
    ana = sit("Ana", viewport=PHONE, fresh=True)
    cdp = ana.devtools()
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", SLOW)
    ana.go("/")
    expect(ana.page.get_by_role("button", name="Play now")).to_be_visible()
    ana.page.get_by_role("button", name="Play now").click()
    ana.page.wait_for_selector("#now form.asks.yours")
    expect(ana.page.locator("#board")).to_be_visible()
    before = view_of(ana)["position"]
    ana.answer()
    assert view_of(ana)["position"] != before
    expect(ana.page.locator(".presence li.here")).to_have_count(
        1
    )  # scripts have come, and the stream is open
    state = ana.page.locator("#link-state")
    cdp.send("Network.emulateNetworkConditions", SLOW | {"offline": True})
    expect(state).to_be_visible()
    cdp.send("Network.emulateNetworkConditions", SLOW)
    expect(state).to_be_hidden()
    server.kill()
    expect(state).to_be_visible()
    server.start()
    expect(state).to_be_hidden()
    assert ana.asked()
    ana.answer()
    ana.forgive(
        "net::ERR_", "[object Event]", "htmx:sendError", "htmx:afterRequest"
    )  # what was asked for when it was lost


@pytest.mark.parametrize(
    "preset",
    [
        "A duel on the bridge",
        pytest.param("The caravan ambush", marks=pytest.mark.soak),
        pytest.param("Three soldiers and their lieutenant", marks=pytest.mark.soak),
        pytest.param("High noon", marks=pytest.mark.soak),
    ],
)
def test_it_works_without_script(sit: Sit, preset: str) -> None:
    """Opening a table, setting up and answering for everybody on one screen need no script; only the stream does."""
    gm = sit("the game master", java_script_enabled=False, viewport=PHONE)
    open_table(gm)
    choose_preset(gm, preset)
    gm.page.click("summary:has-text('Title, dice')")
    gm.page.fill("[name=title]", "By hand")
    for seat in gm.page.locator("select[name^='play.']").all():
        seat.select_option("me")
    start(gm)
    gm.sees("By hand")
    lines = len(view_of(gm)["view"]["lines"])
    for _ in range(4):
        if not gm.asked():
            with gm.page.expect_navigation():
                gm.page.locator(".seats a.asked").first.click()
        before = gm.asked()
        with gm.page.expect_navigation():
            answer_by_hand(gm.page.locator("#now form.asks.yours").first)
        expect(gm.page.locator(f"#now input[name=request][value='{before}']")).to_have_count(0)
    assert len(view_of(gm)["view"]["lines"]) > lines


def test_who_is_quicker_than_the_scripts_is_waited_for(sit: Sit) -> None:
    """An answer sent before the page's scripts are there goes when they are, and is refused where it was chosen."""
    ana = sit("Ana", viewport=PHONE, fresh=True)
    ready_to_type(ana)
    late: list[Route] = []
    ana.page.route("**/htmx.min.js*", lambda route: late.append(route))
    ana.page.reload(wait_until="commit")
    for menu in (0, 1):
        ana.page.locator("#now select").nth(menu).select_option("5")
    ana.page.click("#now .act .main", no_wait_after=True)
    expect(ana.page.locator("#now .refusal:not(:empty)")).to_have_count(0)
    while not late:
        ana.page.wait_for_timeout(20)
    late[0].continue_()
    expect(ana.page.locator("#now .refusal:not(:empty)")).to_contain_text("not in the pile")
    expect(ana.page.locator("#now select").first).to_have_value("5")


def test_without_script_a_refusal_stands_in_the_page_where_one_can_answer_again(sit: Sit) -> None:
    ana = sit("Ana", viewport=PHONE, java_script_enabled=False)
    ready_to_type(ana)
    for faces in ("55", "52"):
        for menu, face in enumerate(faces):
            ana.page.locator("#now select").nth(menu).select_option(face)
        with ana.page.expect_navigation():
            ana.page.click("#now .act .main")
        refused = ana.page.locator("#now .refusal:not(:empty)")
        expect(refused).to_have_count(1 if faces == "55" else 0)
    ana.forgive("422")


def ready_to_type(person: Person) -> None:
    """A contest of bots, which waits for what two real cards showed."""
    set_up(person, "High noon")
    for seat in ("first", "second"):
        person.page.select_option(f"[name='play.{seat}']", "bot:first choice")
    person.page.click("summary:has-text('Title, dice')")
    person.page.select_option("[name=dice]", "typed")
    start(person)


def answer_by_hand(form: Locator) -> None:
    """Tap the first answer that there is, or choose the first of each choice and send it."""
    buttons = form.locator("button[name=a]")
    if buttons.count():
        buttons.first.click()
        return
    for radio in form.locator("input[type=radio]:enabled").all():
        name = radio.get_attribute("name")
        if radio.is_visible() and not form.locator(f"input[type=radio][name='{name}']:checked").count():
            radio.check()
    for box in form.locator("[data-several]:visible").all():
        need = int(box.get_attribute("data-least") or 0) - box.locator("input:checked").count()
        for tick in box.locator("input:enabled:not(:checked)").all()[: max(0, need)]:
            tick.check()
    form.locator(".act button").click()
