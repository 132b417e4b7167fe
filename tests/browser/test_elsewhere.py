"""A table on other people's ground: over a stream's picture, and in the frames of sites that the owner lists."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Sit
from tests.browser.programs import seen, told
from tests.browser.shortcuts import invite, new_table
from tests.support.proxies import nginx
from tests.support.servers import serving
from tests.support.stores import empty_store

ALPHA = """async (shot) => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + shot)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const alphas = pen.getImageData(0, 0, picture.width, picture.height).data.filter((_, n) => n % 4 === 3);
  return [alphas.filter((each) => each === 0).length, alphas.filter((each) => each > 0).length];
}"""


FITS = """() => {
  const box = document.querySelector(".room").getBoundingClientRect();
  return box.width > 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
}"""


def painted(page: Page, eye: Page) -> tuple[int, int]:
    """How many points of the page are clear, and how many are not; another page counts them."""
    import base64

    shot = base64.b64encode(page.screenshot(omit_background=True)).decode()
    clear, full = eye.evaluate(ALPHA, shot)
    return clear, full


DUEL = {"game": "questworlds-srd", "type": "scored", "preset": "courtyard"}


def test_an_overlay_shows_nothing_until_something_is_played(sit: Sit, browser: Browser) -> None:
    """The public view, no controls, clear where nothing is."""
    gm = sit("the game master")
    table = new_table(gm)
    link = invite(gm, table, "Stream", "spectator")["link"]
    context = browser.new_context(viewport={"width": 800, "height": 450})
    eye = context.new_page()
    eye.goto("data:text/html,<p>counts")
    page = context.new_page()
    page.goto(f"{link}?overlay=yes")
    assert painted(page, eye)[1] == 0
    contest = told(gm, f"/api/tables/{table}/contests", DUEL)["id"]
    page.wait_for_url(f"**/contests/{contest}?*overlay=yes*")
    page.wait_for_selector(".room")
    clear, full = painted(page, eye)
    assert clear > 1_000
    assert full > 50_000
    assert page.locator(":is(button, input, select, a):visible").count() == 0
    for width, height in ((800, 450), (400, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITS)
    context.close()


@pytest.mark.soak
def test_an_overlay_shows_the_dice_and_goes_along_to_the_next_contest(sit: Sit, browser: Browser) -> None:
    gm = sit("the game master")
    table = new_table(gm)
    contest = told(gm, f"/api/tables/{table}/contests", DUEL)["id"]
    context = browser.new_context(storage_state=gm.context.storage_state())
    page = context.new_page()
    page.goto(f"{gm.url}/contests/{contest}?overlay=yes")
    page.wait_for_selector(".room")
    act(gm, contest)
    page.wait_for_selector(".stage.open")
    told(gm, f"/api/contests/{contest}/end", {"reason": "late"})
    following = told(gm, f"/api/tables/{table}/contests", DUEL)["id"]
    page.wait_for_url(f"**/contests/{following}?*overlay=yes*")
    context.close()


def act(gm: Any, contest: str) -> None:
    """The first decision as is usual, and the dice."""
    for chance in (False, True):
        asked = seen(gm, f"/api/contests/{contest}")["view"]["asked"]
        due = next(each for each in asked if not each.get("window") and bool(each.get("chance")) == chance)
        usual = seen(gm, f"/api/contests/{contest}/requests/{due['id']}")["usual"]
        told(gm, f"/api/contests/{contest}/answers", {"request": due["id"], "value": usual})


OWLBEAR = [
    {"id": "OBR_READY", "data": {"ref": "1", "roomId": "room", "userId": "mia"}},
    {"id": "OBR_THEME_EVENT_CHANGE", "data": {"theme": {"mode": "DARK"}}},
]
DISCORD = [
    [
        1,
        {
            "cmd": "DISPATCH",
            "evt": "READY",
            "data": {"v": 1, "config": {"api_endpoint": "//discord.com/api"}},
        },
    ],
    [1, {"cmd": "DISPATCH", "evt": "ACTIVITY_LAYOUT_MODE_UPDATE", "data": {"layout_mode": 1}}],
    [2, {"code": 1000, "message": "closed"}],
    [3, {"nonce": "ping"}],
]
"""What a host tells the frame that it holds, in the words of each."""
SPEAKS = """
const frame = document.querySelector("iframe"), said = [];
addEventListener("message", (event) => said.push(event.data));
frame.onload = () => { for (const each of %s) frame.contentWindow.postMessage(each, "*"); };
"""


@contextmanager
def site(shows: dict[str, str], messages: object = ()) -> Iterator[int]:
    """A page of another site that shows an address in a frame, and speaks to it."""
    speaks = SPEAKS % msgspec.json.encode(messages).decode()

    class Host(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            frame = f'<iframe width=400 height=640 src="{shows["url"]}"></iframe>'
            body = f"<!doctype html><h1>Host</h1>{frame}<script>{speaks}</script>".encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    there = ThreadingHTTPServer(("127.0.0.1", 0), Host)
    thread = threading.Thread(target=there.serve_forever, daemon=True)
    thread.start()
    yield there.server_port
    there.shutdown()
    there.server_close()
    thread.join()


@pytest.mark.soak
def test_a_listed_site_may_hold_a_table_in_a_frame_and_no_other(browser: Browser, tmp_path: Path) -> None:
    """The seat is kept in that frame, for that site alone; elsewhere the browser blocks it."""
    shows: dict[str, str] = {"url": ""}
    with site(shows) as listed, site(shows) as other:
        store = empty_store(tmp_path / "tables.db")
        with serving(store, frames=f"http://localhost:{listed} https://www.owlbear.rodeo") as server:
            api = httpx.Client(base_url=f"{server.address}/api", timeout=60)
            made = api.post("/tables", json={"name": "Framed"}).json()
            head = {"authorization": f"Bearer {made['token']}"}
            place = f"/tables/{made['table']['id']}/seats"
            for port in (listed, other):
                shows["url"] = api.post(place, json={"name": f"At {port}"}, headers=head).json()["link"]
                context = browser.new_context()
                page = context.new_page()
                page.goto(f"http://localhost:{port}/")
                inside = page.frame_locator("iframe")
                if port == listed:
                    expect(inside.locator("h1")).to_have_text("Framed")
                    [cookie] = context.cookies()
                    assert cookie["sameSite"] == "None"
                    assert cookie["partitionKey"] == "http://localhost"
                    page.frames[1].goto(f"{server.address}/embed/action")
                    expect(inside.locator("h1")).to_have_text("Your tables")
                    expect(inside.locator(".who")).to_have_text("Framed")
                else:
                    page.wait_for_function("() => performance.timing.loadEventEnd > 0")
                    assert inside.locator(".seat-list").count() == 0
                    assert page.frames[1].url.startswith("chrome-error:")
                context.close()
            api.close()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("place", "messages"),
    [
        ("/embed/action?obrref=aHR0cHM6Ly93d3cub3dsYmVhci5yb2RlbyBib3g", OWLBEAR),
        ("/embed/action?instance_id=i-1&frame_id=f-1&platform=desktop&channel_id=1", DISCORD),
    ],
    ids=["owlbear", "discord"],
)
def test_a_table_is_played_in_a_frame_whatever_its_host_tells_it(
    browser: Browser, tmp_path: Path, place: str, messages: list[object]
) -> None:
    """Discord fetches an activity by a name of its own, so the server sees another host than the browser does."""
    shows: dict[str, str] = {"url": ""}
    store = empty_store(tmp_path / "tables.db")
    other_name = (("Host $http_host", "Host agonist.example"),) if messages is DISCORD else ()
    with (
        site(shows, messages) as port,
        serving(store, frames=f"http://localhost:{port}", proxies="127.0.0.1") as server,
        nginx(tmp_path, "", server.port, changed=other_name) as proxy,
        httpx.Client(base_url=f"{server.address}/api", timeout=60) as api,
    ):
        shows["url"] = proxy.address(place)
        made = api.post("/tables", json={"name": "Framed"}).json()
        head = {"authorization": f"Bearer {made['token']}"}
        table = f"/tables/{made['table']['id']}"
        mia = api.post(f"{table}/seats", json={"name": "Mia"}, headers=head).json()
        new = DUEL | {"casting": {"ivo": mia["seat"]["id"]}, "bots": {"gm": "steady"}}
        duel = api.post(f"{table}/contests", json=new, headers=head).json()
        context = browser.new_context(ignore_https_errors=True)
        wrong: list[str] = []
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"http://localhost:{port}/")
        inside = page.frame_locator("iframe")
        expect(inside.locator("h1")).to_have_text("Your tables")
        page.frames[1].goto(proxy.address(f"/join/{mia['link'].rpartition('/')[2]}"))
        page.frames[1].goto(proxy.address(f"/contests/{duel['id']}"))
        inside.locator("#now form.asks.yours button.deed").first.click()
        inside.locator("#now form.asks.yours button").filter(has_text="Roll").first.click()
        expect(inside.locator(".stage.open")).to_be_visible()
        assert page.evaluate("said") == []
        assert wrong == []
        context.close()
