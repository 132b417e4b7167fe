"""The big screen is for the whole room: whoever opens it, it shows what somebody without a seat sees, byte by byte."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from tests.pages.ready import PRESETS
from tests.support.servers import Server
from tests.support.stores import empty_store

FIRST = {(name, kind): (name, kind, preset) for name, kind, preset in reversed(PRESETS)}.values()
"""One preset of every contest type."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    server = Server(empty_store(Path(tmp_path_factory.mktemp("screen")) / "tables.db"))
    server.start()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        yield client
    server.stop()


class Room:
    """A table with a game master and a spectator, each on a screen of their own, and a contest some answers old."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Friday"}).json()
        self.head = {"authorization": f"Bearer {made['token']}"}
        self.table = made["table"]["id"]
        seat = self.post(f"/tables/{self.table}/seats", {"name": "Vi", "role": "spectator"})
        self.cookies = {"gm": f"agonist={made['token']}", "spectator": f"agonist={seat['token']}"}

    def post(self, path: str, data: Any) -> Any:
        sent = self.client.post(f"/api{path}", json=data, headers=self.head)
        assert sent.is_success, sent.text
        return sent.json()

    def plays(self, name: str, kind: str, preset: str, answers: int) -> str:
        new = {"game": name, "type": kind, "preset": preset}
        contest: str = self.post(f"/tables/{self.table}/contests", new)["id"]
        for _ in range(answers):
            view = self.client.get(f"/api/contests/{contest}", headers=self.head).json()["view"]
            if view["asked"]:
                body = {"request": view["asked"][0]["id"]}
                place = f"/api/contests/{contest}/bot-answers"
                sent = self.client.post(place, json=body, headers=self.head)
                assert sent.is_success or "already-answered" in sent.text  # a window closes by itself
        return contest

    def page(self, role: str, contest: str, **query: str) -> str:
        got = self.client.get(
            f"/contests/{contest}",
            params=query,
            headers={"cookie": self.cookies[role], "accept": "text/html"},
        )
        assert got.status_code == 200
        return got.text

    def stream(self, role: str, page: str) -> dict[str, str]:
        """The first of every kind of event that the stream of a page tells."""
        address = re.search(r'sse-connect="([^"]+)"', page)
        assert address
        place = re.sub(r"after=[^&]*&?", "", address[1].replace("&amp;", "&"))
        told: dict[str, str] = {}
        with self.client.stream("GET", place, headers={"cookie": self.cookies[role]}) as got:
            kind = ""
            for line in got.iter_lines():
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                told[kind] = told.get(kind, "") + line + "\n"
                if kind == "position" and not line:
                    return told
        raise AssertionError("the stream ended")


Seen = TypeVar("Seen")


def at_once(see: Callable[[str], Seen], at: Callable[[Seen], object]) -> tuple[Seen, Seen]:
    """What both see of one moment: what may be said and is not closes by itself, and the contest goes on meanwhile."""
    while True:
        ours, public = see("gm"), see("spectator")
        if at(ours) == at(public):
            return ours, public


def steady(text: str) -> str:
    """Without the moment at which it was drawn."""
    return re.sub(r'(datetime|data-now)="[^"]*"', "", text)


@pytest.mark.parametrize(("name", "kind", "preset"), FIRST)
def test_a_big_screen_is_the_same_whoever_opens_it(
    client: httpx.Client, name: str, kind: str, preset: str
) -> None:
    """Page and stream of a game master's big screen are those of a spectator's."""
    room = Room(client)
    contest = room.plays(name, kind, preset, 3)
    ours, public = at_once(
        lambda role: room.page(role, contest, tv="yes"), lambda page: re.findall(r'after=([^&"]+)', page)
    )
    assert steady(ours) == steady(public)
    assert steady(ours) != steady(room.page("gm", contest))
    told, known = at_once(lambda role: room.stream(role, ours), lambda told: told["position"])
    for each in (told, known):
        each.pop("presence")
    assert {kind: steady(text) for kind, text in told.items()} == {
        kind: steady(text) for kind, text in known.items()
    }
    assert {"tale", "board", "now"} <= set(told)


def test_a_big_screen_stays_the_rooms_even_if_a_seat_is_named(client: httpx.Client) -> None:
    room = Room(client)
    contest = room.plays("standoff", "standoff", "noon", 0)
    screen = room.page("gm", contest, tv="yes", seat="gm")
    assert steady(screen) == steady(room.page("gm", contest, tv="yes"))
    for forbidden in ("/answer", "/undo", "/tools", "/pause"):
        assert forbidden not in screen
