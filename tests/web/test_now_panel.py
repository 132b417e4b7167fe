"""What the page asks of a seat: to roll, to answer, what it can still do; and whom everybody waits for."""

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.kernel import register
from tests.kernel.test_windows import GAME

register(GAME)

Client = TestClient[Litestar]


class Table:
    """Ash and Birch with screens of their own, and a game master."""

    def __init__(self, client: Client, **more: Any) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Friday"}).json()
        self.tokens, self.table = {"gm": made["token"]}, made["table"]["id"]
        for name in ("Ash", "Birch"):
            seat = self.post("gm", f"/tables/{self.table}/seats", {"name": name})
            self.tokens[name] = seat["token"]
        new = {"game": "bout", "setup": {}} | more
        self.contest = self.post("gm", f"/tables/{self.table}/contests", new)["id"]

    def post(self, who: str, path: str, data: Any) -> Any:
        sent = self.client.post(
            f"/api{path}", json=data, headers={"authorization": f"Bearer {self.tokens[who]}"}
        )
        assert sent.is_success, sent.text
        return sent.json()

    def now(self, who: str) -> str:
        """The panel of somebody's page."""
        page = self.client.get(
            f"/contests/{self.contest}",
            headers={"cookie": f"agonist={self.tokens[who]}", "accept": "text/html"},
        )
        assert page.status_code == 200
        return page.text.partition('<section id="now"')[2].partition("</section>\n<main")[0]

    def send(self, who: str, what: str, fields: dict[str, str]) -> str:
        head = {
            "cookie": f"agonist={self.tokens[who]}",
            "sec-fetch-site": "same-origin",
            "hx-request": "true",
        }
        sent = self.client.post(f"/contests/{self.contest}/{what}", data=fields, headers=head)
        assert sent.status_code == 200
        return sent.text


@pytest.fixture
def at(client: Client) -> Table:
    table = Table(client)
    assert table.send("Ash", "answer", {"request": "0.0.0", "a": "no"}) == ""
    return table


def test_who_rolls_has_one_large_button(at: Table) -> None:
    now = at.now("Ash")
    assert now.count('class="main roll"') == 1
    assert "windows" not in now
    assert "Can still speak up: Birch." in now
    assert at.send("Ash", "answer", {"request": "1.1.0", "a": "sealed"}) == ""
    assert "roll" not in at.now("Ash")


def test_who_can_speak_up_sees_what_and_is_not_waited_for(at: Table) -> None:
    now = at.now("Birch")
    assert "Until the dice fall this is for you to say" in now
    assert 'class="asks yours window"' in now
    assert "<strong>Ash</strong> rolls a d6 (the blow)." in now
    assert at.send("Birch", "answer", {"request": "1.0.0", "a": "yes"}) == ""
    assert "Can still speak up" not in at.now("Ash")
    assert at.send("Birch", "answer", {"request": "1.0.0", "a": "no"}).startswith("This has been answered")


def test_the_game_master_can_roll_in_somebodys_place(at: Table) -> None:
    now = at.now("gm")
    place = now.partition('id="in-place"')[2]
    assert "In the place of <strong>Ash</strong>" in place
    assert 'class="main roll"' in place
    assert at.send("gm", "answer", {"request": "1.1.0", "a": "sealed"}) == ""


def test_a_standing_order_is_given_and_taken_back_where_the_question_stands(client: Client) -> None:
    at = Table(client, strict=True)
    at.send("Ash", "answer", {"request": "0.0.0", "a": "no"})
    assert "only when I am low" in at.now("Birch")
    assert at.send("Birch", "order", {"seat": "birch", "what": "guard", "order": "never"}) == ""
    now = at.now("Birch")
    assert "Guard: never" in now
    assert "Ask me again" in now
    assert at.send("Birch", "order", {"seat": "birch", "what": "guard", "order": ""}) == ""
    assert "Standing orders" not in at.now("Birch")
    refused = at.send("Ash", "order", {"seat": "birch", "what": "guard", "order": "never"})
    assert "You do not play Birch" in refused


def test_what_another_answers_does_not_redraw_what_one_is_filling_in(client: Client) -> None:
    """The questions of a seat are a part of their own: whom else the contest waits for is another."""
    at = Table(client, strict=True)
    at.send("Ash", "answer", {"request": "0.0.0", "a": "yes"})
    before, key = at.now("Birch"), 'sse-swap="now"><div data-key="'
    at.send("gm", "answer", {"request": "1.0.0", "a": "no"})
    after = at.now("Birch")
    assert before.split(key)[1][:16] == after.split(key)[1][:16]
    assert "Also asked: Game master" in before
    assert "Also asked" not in after
