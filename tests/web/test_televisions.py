"""A television comes in by a code of its own, shows what everybody may see, and can do nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from agonist.kernel import game, heroes_of
from tests.support.servers import Server
from tests.support.stores import empty_store


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = Server(empty_store(Path(tmp_path_factory.mktemp("screens")) / "tables.db"))
    server.start()
    yield server.address
    server.stop()


class Screen:
    """Something with a browser: a television, or a person's phone if it has a `token`."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.cookies = {"agonist": token} if token else {}

    def get(self, place: str) -> httpx.Response:
        return self._sent("GET", place)

    def post(self, place: str, **form: str) -> httpx.Response:
        return self._sent("POST", place, form)

    def _sent(self, how: str, place: str, form: dict[str, str] | None = None) -> httpx.Response:
        head = {"accept": "text/html", "origin": self.address}
        with httpx.Client(base_url=self.address, timeout=60, cookies=self.cookies, headers=head) as client:
            sent = client.request(how, place, data=form)
        self.cookies |= dict(sent.cookies)
        return sent

    def code(self) -> str:
        shown = re.search(r'<h1 class="code"[^>]*>([A-Z0-9]{6})</h1>', self.get("/tv").text)
        assert shown
        return shown[1]


class Room:
    """A table with its game master's phone."""

    def __init__(self, address: str) -> None:
        self.address = address
        made = httpx.post(f"{address}/api/tables", json={"name": "Friday"}).json()
        self.head = {"authorization": f"Bearer {made['token']}"}
        self.id = made["table"]["id"]
        self.gm = Screen(address, made["token"])

    def told(self, path: str, data: Any) -> Any:
        sent = httpx.post(f"{self.address}/api{path}", json=data, headers=self.head, timeout=60)
        assert sent.is_success, sent.text
        return sent.json()

    def begins(self) -> str:
        new = {"game": "questworlds-srd", "type": "scored", "preset": "bridge-at-night"}
        return str(self.told(f"/tables/{self.id}/contests", new)["id"])

    def player(self, role: str = "player") -> Screen:
        made = self.told(f"/tables/{self.id}/seats", {"name": f"Ana {role}", "role": role})
        return Screen(self.address, made["token"])

    def take(self, who: Screen, code: str) -> httpx.Response:
        return who.post(f"/tables/{self.id}/screens", code=code)


@pytest.fixture
def room(address: str) -> Room:
    return Room(address)


@pytest.fixture
def television(address: str) -> Screen:
    return Screen(address)


def test_it_shows_a_code_until_it_is_taken_to_a_table_and_then_what_is_played(
    room: Room, television: Screen
) -> None:
    """Code, lobby, contest by itself, and a code again when the game master lets it go."""
    code = television.code()
    assert television.code() == code, "the code stays while it is shown"
    assert room.take(room.gm, f" {code[:3].lower()}-{code[3:]} ").status_code == 303
    lobby = television.get("/tv")
    assert "data-lobby" in lobby.text
    assert "Game master" in lobby.text
    contest = room.begins()
    sent = television.get("/tv")
    assert sent.headers["location"] == f"/contests/{contest}?tv=yes"
    shown = television.get(sent.headers["location"])
    assert shown.status_code == 200
    assert 'class="room' in shown.text
    held = re.search(r'name="leave" value="([^"]+)"', room.gm.get(f"/tables/{room.id}").text)
    assert held
    room.gm.post(f"/tables/{room.id}/screens", leave=held[1])
    assert television.get(sent.headers["location"]).status_code == 404
    assert television.code() != code


def test_a_code_is_good_for_one_table_once(room: Room, television: Screen, address: str) -> None:
    code, other = television.code(), Room(address)
    assert room.take(room.gm, code).status_code == 303
    again = other.take(other.gm, code)
    assert again.status_code == 422
    assert "No screen shows this code." in again.text


def test_only_the_game_master_brings_screens_and_whom_they_allow(room: Room, television: Screen) -> None:
    """A player may once the game master says so, a spectator never."""
    code, player, spectator = television.code(), room.player(), room.player("spectator")
    assert "The game master brings screens" in room.take(player, code).text
    assert "A screen for the room" not in player.get(f"/tables/{room.id}").text
    assert room.gm.post(f"/tables/{room.id}/screens", who="all").status_code == 303
    assert "The game master brings screens" in room.take(spectator, code).text
    assert "A screen for the room" in player.get(f"/tables/{room.id}").text
    assert room.take(player, code).status_code == 303


def test_a_television_fetches_the_public_view_and_nothing_else(room: Room, television: Screen) -> None:
    """Its page is a spectator's big screen to the byte; no other place, seat, form or API is open to it."""
    room.take(room.gm, television.code())
    contest = room.begins()
    spectator = room.player("spectator")
    public = spectator.get(f"/contests/{contest}?tv=yes").text
    steady = [
        re.sub(r'datetime="[^"]*"', "", text)
        for text in (television.get(f"/contests/{contest}?tv=yes&seat=gm").text, public)
    ]
    board = [re.search(r'<section id="board".*?</section>', text, re.DOTALL) for text in steady]
    assert board[0]
    assert board[1]
    assert board[0][0] == board[1][0]
    for forbidden in ("/answer", "/undo", "/tools", "/pause"):
        assert forbidden not in steady[0]
    closed = [
        f"/contests/{contest}",
        f"/contests/{contest}?seat=gm",
        f"/contests/{contest}/tools?tv=yes",
        f"/contests/{contest}/transcript.json?tv=yes",
        f"/contests/{contest}/in-place",
        f"/tables/{room.id}",
        f"/tables/{room.id}?tv=yes",
        f"/api/contests/{contest}",
        f"/api/contests/{contest}?tv=yes",
        f"/api/tables/{room.id}",
    ]
    assert {
        place: television.get(place).status_code for place in closed if television.get(place).is_success
    } == {}
    assert television.post(f"/contests/{contest}/answer?tv=yes", request="1").status_code in (401, 404)
    secret = television.cookies["agonist-television"]
    bearer = {"authorization": f"Bearer {secret}"}
    assert httpx.get(f"{room.address}/api/contests/{contest}", headers=bearer).status_code == 401


def test_a_lobby_says_whom_people_play_and_what_is_about_to_be_played(room: Room, television: Screen) -> None:
    """As long as the game master has a set-up open; what a player's screen says of that counts for nothing."""
    room.take(room.gm, television.code())
    ana = room.player()
    held = next(
        each
        for each in httpx.get(f"{room.address}/api/tables/{room.id}", headers=room.head).json()["seats"]
        if each["role"] == "player"
    )
    sheet = msgspec.to_builtins(heroes_of(game("forge")).stock[0].sheet)  # type: ignore[union-attr]
    httpx.put(
        f"{room.address}/api/tables/{room.id}/characters/Bruna",
        headers=room.head,
        json={"game": "forge", "sheet": sheet, "seat": held["id"]},
    ).raise_for_status()
    assert "plays Bruna" in television.get("/tv").text
    setup = room.gm.get(f"/tables/{room.id}/new/forge/conflict").text
    stream = re.search(r'data-people="([^"]+)"', setup)
    assert stream
    for who, next_ in ((ana, False), (room.gm, True)):
        with (
            httpx.Client(base_url=room.address, cookies=who.cookies) as client,
            client.stream("GET", stream[1]) as told,
        ):
            lines = told.iter_lines()
            assert "event: people" in lines
            assert ("Next: <span>" in television.get("/tv").text) is next_
    assert "plans=forge" in room.gm.get(f"/tables/{room.id}/quick/forge").text


def test_what_if_of_the_game_master_is_not_for_the_room(room: Room, television: Screen) -> None:
    room.take(room.gm, television.code())
    contest = room.begins()
    room.told(f"/contests/{contest}/end", {"reason": "late"})
    room.told(f"/contests/{contest}/fork", {})
    assert "data-lobby" in television.get("/tv").text
    assert 'data-lobby="/tv"' in television.get(f"/contests/{contest}?tv=yes").text
    again = room.begins()
    assert f'data-go="/contests/{again}?tv=yes"' in television.get(f"/contests/{contest}?tv=yes").text
