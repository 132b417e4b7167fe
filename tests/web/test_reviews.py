"""Luck told from skill on the wire and on pages: the review, what if, public pages, a club's table."""

import struct
import time
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.kernel import ONLOOKER, Transcript, game
from agonist.kernel.play import Play
from agonist.kernel.seat_view import seat_lines
from agonist.review import review
from agonist.table.making import Makers
from tests.review.played import duel, played

Client = TestClient[Litestar]


class Table:
    """A table with a finished duel, its game master and a player."""

    def __init__(self, client: Client, transcript: Transcript | None = None) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Friday"}).json()
        self.gm, self.id = made["token"], made["table"]["id"]
        seat = self.call("POST", f"/tables/{self.id}/seats", {"name": "Ash"}).json()
        self.ash = seat["token"]
        found = transcript or played("questworlds", "extended", setup=duel(), bots="all-in", seed=2)
        sent = client.post(
            f"/api/tables/{self.id}/contests/import?title=The+bridge",
            content=found.to_json(),
            headers={"authorization": f"Bearer {self.gm}"},
        )
        self.contest = sent.json()["id"]

    def call(self, method: str, path: str, data: Any = None, token: str = "") -> Any:
        head = {"authorization": f"Bearer {token or self.gm}"}
        return self.client.request(method, f"/api{path}", json=data, headers=head)

    def page(self, path: str, token: str = "", **head: str) -> Any:
        return self.client.get(
            path, headers={"cookie": f"agonist={token or self.gm}", "accept": "text/html"} | head
        )

    def send(self, path: str, **fields: str) -> Any:
        head = {"cookie": f"agonist={self.gm}", "sec-fetch-site": "same-origin"}
        return self.client.post(path, data=fields, headers=head, follow_redirects=False)

    def reviewed(self) -> Any:
        for _ in range(600):
            found = self.call("GET", f"/contests/{self.contest}/review").json()
            if found["status"] != "working":
                return found
            time.sleep(0.05)
        raise AssertionError("It takes too long.")

    def shared(self) -> str:
        link = str(self.call("POST", f"/contests/{self.contest}/share").json()["link"])
        for _ in range(600):
            if "is being drawn" not in self.client.get(f"/shared/{link}").text:
                return link
            time.sleep(0.05)
        raise AssertionError("It takes too long.")


@pytest.fixture
def table(client: Client, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(Makers, "scale", 0.01)
    return Table(client)


def test_a_program_gets_a_review_as_soon_as_it_is_made(table: Table) -> None:
    found = table.reviewed()
    assert found["status"] == "ready"
    assert found["review"]["method"] == "solved"
    assert table.client.get(f"/api/contests/{table.contest}/review").status_code == 401


def test_qw_13_others_words_stay_theirs_in_a_review_and_numbers_are_for_all(table: Table) -> None:
    """Who plays nobody reads what everybody was told; what was chosen, thrown and better is the game master's."""
    whole = table.reviewed()["review"]
    place = f"/contests/{table.contest}/review"
    for theirs in (
        table.call("GET", place, token=table.ash).json()["review"],
        table.call("GET", f"{place}?seat={ONLOOKER}").json()["review"],
    ):
        pairs = list(zip(theirs["moments"], whole["moments"], strict=True))
        assert all(mine["after"] == true["after"] for mine, true in pairs)
        assert any(true["said"] and mine.get("told") for mine, true in pairs)
        for mine, _ in pairs:
            assert mine["said"] == mine["what"] == ""
            assert not mine.get("dice")
            assert mine.get("told", "") == mine.get("public", "")
            assert not mine.get("judged") or mine["judged"]["best"] == ""
        assert theirs["people"] == whole["people"]
    for part in (f"/contests/{table.contest}/review", f"/contests/{table.contest}/review?tv=yes"):
        page = table.page(part, "" if "tv" in part else table.ash).text
        assert " instead of " not in page
        assert "It turned here." in page


def test_the_end_of_a_contest_tells_why_it_ended_so(table: Table) -> None:
    page = table.page(f"/contests/{table.contest}").text
    assert f'hx-get="/contests/{table.contest}/review"' in page
    table.reviewed()
    part = table.page(f"/contests/{table.contest}/review", **{"hx-request": "true"}).text
    assert "It turned here." in part
    assert "review-curve" in part
    assert "the dice: " in part
    assert f"/contests/{table.contest}/replay?step=" in part
    assert "Make a public page" in part
    assert "Make a public page" not in table.page(f"/contests/{table.contest}/review", table.ash).text


def test_a_replay_has_the_curve_and_what_if_in_one_tap(table: Table) -> None:
    table.reviewed()
    page = table.page(f"/contests/{table.contest}/replay?step=0").text
    assert "data-play" in page
    assert 'class="now"' in page
    at = page.partition('name="at" value="')[2].partition('"')[0]
    sent = table.send(f"/contests/{table.contest}/fork", at=at)
    assert sent.status_code == 303
    fork = sent.headers["location"].rpartition("/")[2]
    assert table.call("GET", f"/contests/{fork}").json()["contest"]["status"] == "running"
    assert "What if?" not in table.page(f"/contests/{table.contest}/replay?step=0", table.ash).text


def test_a_public_page_has_a_picture_and_a_tale_and_is_gone_when_it_is_taken_back(table: Table) -> None:
    link = table.shared()
    page = table.client.get(f"/shared/{link}")
    assert page.status_code == 200
    for words in ('property="og:title" content="The bridge"', "og:image", "summary_large_image", "The tale"):
        assert words in page.text
    assert table.contest not in page.text
    assert table.id not in page.text
    png = table.client.get(f"/shared/{link}.png")
    assert png.headers["content-type"] == "image/png"
    assert struct.unpack(">II", png.content[16:24]) == (1200, 630)
    assert table.client.get(f"/shared/{link}.md").text.startswith("# The bridge")
    assert "<h1>The bridge</h1>" in table.client.get(f"/shared/{link}.html").text
    assert table.call("DELETE", f"/contests/{table.contest}/share").status_code == 204
    for ending in ("", ".png", ".md", ".html"):
        assert table.client.get(f"/shared/{link}{ending}").status_code == 404


def test_only_the_game_master_shares(table: Table) -> None:
    path = f"/contests/{table.contest}/share"
    assert [table.call(each, path, token=table.ash).status_code for each in ("GET", "POST", "DELETE")] == [
        403
    ] * 3


def test_a_club_sees_luck_and_skill_of_everybody_with_errors(table: Table) -> None:
    table.reviewed()
    page = table.page(f"/tables/{table.id}/club", table.ash).text
    assert "Ysolde" in page
    assert "Over 1 reviewed contest." in page
    assert table.call("GET", f"/tables/{table.id}/club").json()["contests"] == 1
    assert table.client.get(f"/tables/{table.id}/club").status_code == 404


def test_a_page_shows_the_chances_so_far_to_who_looks(client: Client) -> None:
    """QW-13: in a place of its own, which is filled when somebody asks, and for the seat that asks."""
    table = Table(client)
    made = {"game": "questworlds", "type": "extended", "setup": duel(), "title": "Now"}
    running = table.call("POST", f"/tables/{table.id}/contests", made).json()["id"]
    page = table.page(f"/contests/{running}").text
    assert f'data-from="/contests/{running}/chance' in page
    assert "js/chance.js" in page
    part = table.page(f"/contests/{running}/chance").text
    assert "The chance to win, with all that you know; players see theirs without it" in part
    assert "against best play of both sides" in part
    assert "polyline" in part
    asked = table.call("GET", f"/contests/{running}/review").json()
    assert asked["status"] == "running"
    assert len(asked["curve"]["sides"]) == 2
    assert "data-from" not in table.page(f"/contests/{table.contest}").text
    assert table.page(f"/contests/{table.contest}/chance").text.strip() == ""


# Nothing that was hidden


def never_known(rating: int, seed: int) -> Transcript:
    """Ysolde, who is weak, stakes all at once and loses: the Warden's total never changes, so it stays hidden."""
    setup = duel(4, rating)
    return played("questworlds", "extended", setup=setup, bots="all-in", seed=seed)


def seen(transcript: Transcript) -> list[str]:
    play: Play[Any] = Play.replay(game("questworlds"), transcript)
    return [line.text for line in seat_lines(play, ONLOOKER)]


def alike() -> tuple[Transcript, Transcript]:
    """Two duels with different hidden ratings that looked the same to everybody."""
    for seed in range(1, 200):
        one, two = never_known(15, seed), never_known(18, seed)
        if seen(one) == seen(two):
            return one, two
    raise AssertionError("There are none.")


def test_qw_13_a_stranger_learns_nothing_of_what_stayed_hidden(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The public page, its picture and its tale have the same bytes whatever the hidden rating was."""
    monkeypatch.setattr(Makers, "scale", 0.01)
    tables = [Table(client, transcript) for transcript in alike()]
    whole = [each.reviewed()["review"] for each in tables]
    assert whole[0]["people"] != whole[1]["people"]
    links = [each.shared() for each in tables]
    for ending in ("", ".png", ".md", ".html"):
        one, two = (client.get(f"/shared/{link}{ending}").content for link in links)
        assert one.replace(links[0].encode(), b"") == two.replace(links[1].encode(), b"")


def test_qw_13_a_review_for_onlookers_is_the_same_whatever_was_hidden() -> None:
    one, two = (review(each, knowledge=ONLOOKER, processes=1, scale=0.01) for each in alike())
    assert msgspec.json.encode(one) == msgspec.json.encode(two)
