"""What makes the pages an app, and what a phone takes along."""

from html.parser import HTMLParser

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.odds.inquiries import Question, questions
from agonist.web import Settings, create_app
from agonist.web.pages.phones import usual_link
from tests.support.installed import installed_games
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED

Client = TestClient[Litestar]
ASKED = [each for game in installed_games() for each in questions(game.name)]
ALONG = [each for each in ASKED if each.along]


def named(each: Question) -> str:
    return f"{each.game}-{each.name}"


def test_the_manifest_names_icons_that_are_there_and_pages_name_it(client: Client) -> None:
    told = client.get("/app.webmanifest")
    assert told.headers["content-type"].startswith("application/manifest+json")
    manifest = told.json()
    assert manifest["display"] == "standalone"
    assert {(each["sizes"], each["purpose"]) for each in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for each in manifest["icons"]:
        body = client.get(each["src"]).content
        width = int.from_bytes(body[16:20], "big")
        assert body.startswith(b"\x89PNG")
        assert each["sizes"] == f"{width}x{width}"
    for each in (manifest["start_url"], *(one["url"] for one in manifest["shortcuts"])):
        page = client.get(each)
        assert page.status_code == 200
        assert 'rel="manifest" href="/app.webmanifest"' in page.text


def test_below_another_path_an_app_is_of_that_path_alone(tmp_path: object) -> None:
    store = empty_store(tmp_path / "tables.db")  # type: ignore[operator]
    app = create_app(Settings(database=store, limits=UNHURRIED, base_path="/agonist"))
    with TestClient(app) as client:
        manifest = client.get("/agonist/app.webmanifest").json()
        assert manifest["scope"] == manifest["start_url"] == "/agonist/"
        kept = client.get("/agonist/phone/list").json()["kept"]
        assert all(each.startswith("/agonist/") for pair in kept.items() for each in pair)


def test_the_script_beside_the_pages_lies_above_all_of_them(client: Client) -> None:
    """A worker works for what lies below it; browsers look for a new one by themselves."""
    worker = client.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-store"


class Loads(HTMLParser):
    """The files that a page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        link = given.get("src") if tag == "script" else given.get("href") if tag == "link" else None
        if link and "manifest" not in link:
            self.found.add(link.partition("?")[0])


def test_all_that_is_taken_along_is_there_with_all_that_it_loads(client: Client) -> None:
    """And nothing of a table is."""
    kept = client.get("/phone/list").json()["kept"]
    assert not [each for each in kept if "/tables" in each or "/contests" in each or "/api" in each]
    for address in [each for each in kept if "/along" not in each and "/odds/" not in each]:
        answer = client.get(kept[address])
        assert answer.status_code == 200, address
        if "html" in answer.headers["content-type"]:
            assert Loads(answer.text).found <= set(kept), address


@pytest.mark.parametrize("asked", ASKED, ids=named)
def test_what_a_page_without_a_network_begins_with_can_be_asked(asked: Question) -> None:
    assert usual_link(asked)


@pytest.mark.parametrize("asked", ALONG, ids=named)
def test_answers_that_are_taken_along_are_those_of_the_page(client: Client, asked: Question) -> None:
    """The first of each: the same numbers as the page with the same question shows."""
    (first, values), *others = asked.along
    place = f"/odds/{asked.game}/{asked.name}"
    row = client.get(f"{place}/along", params={"of": values[0]}).json()
    combined = 1
    for _, each in others:
        combined *= len(each)
    assert 0 < len(row) <= combined
    key, told = next(iter(row.items()))
    given = dict(zip((each for each, _ in others), key.split(" "), strict=True)) | {first: values[0]}
    page = client.get(place, params=given).text
    assert told["head"] or told["bars"]
    for text in (*(text for _, text in told["head"]), *(text for _, _, text in told["bars"])):
        assert text.replace("<", "&lt;").replace(">", "&gt;") in page
    assert client.get(f"{place}/along", params={"of": "nonsense"}).status_code == 404


def test_a_game_says_what_of_its_odds_is_taken_along() -> None:
    assert {each.game for each in ALONG} == {game.name for game in installed_games()}
