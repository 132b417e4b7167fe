"""Differential twins: two tables where everything is the same but what a player may not know.

Whatever that player can fetch must be the same at both, moment for moment: a difference would be a leak. Dice and cards
are typed in, so that they can be made the same, or different where they are hidden.
"""

import os
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.web import Settings, create_app
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED

DOCUMENTS = int(os.environ.get("SOAK_DOCUMENTS", "130000"))
OWN = re.compile(
    rb"[0-9a-f]{64}|\b[a-z2-9]{12}\b|\d{4}-\d\d-\d\d[T ][0-9:.+Z]*(?:00:00)?|\?v=[0-9a-f]+|data-key=\"[0-9a-f]{16}"
)
"""What differs between any two tables: names of things, fingerprints of seeds and of parts with such names, times."""
API = (
    "",
    "/log",
    "/log?format=markdown",
    "/course",
    "/tools",
    "/transcript",
    "/dice",
    "?seat=second",
    "?seat=gm",
)
PAGES = (
    "",
    "?story=whole",
    "?tv=yes",
    "/tools",
    "/lines?before=999",
    "/story.html",
    "/replay?step=3",
    "/dice",
)


class Twin:
    """One of the two tables, with a contest in which everything is typed in."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Twins", "gm_name": "Mia"}).json()
        self.table, self.tokens = made["table"]["id"], {"gm": made["token"]}
        for name in ("Ash", "Birch", "Finn"):
            role = "spectator" if name == "Finn" else "player"
            seat = {"name": name, "role": role}
            self.tokens[name] = self.send("gm", f"/tables/{self.table}/seats", seat)["token"]
        self.begin()

    def begin(self) -> None:
        dice = dict.fromkeys(("gm", "first", "second"), "typed")
        new = {"game": "standoff", "setup": {"nerve": 9}, "dice": dice}
        self.contest = self.send("gm", f"/tables/{self.table}/contests", new)["id"]

    def head(self, name: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[name]}"}

    def send(self, name: str, path: str, data: Any) -> Any:
        answer = self.client.post(f"/api{path}", json=data, headers=self.head(name))
        assert answer.status_code < 300, answer.text
        return answer.json()

    def answer(self, what: str, value: Any) -> bool:
        """The game master types in, or answers, the first open part of that kind."""
        view = self.client.get(f"/api/contests/{self.contest}", headers=self.head("gm")).json()["view"]
        asked = next((each for each in view["asked"] if each["what"].startswith(what)), None)
        if asked is not None:
            path = f"/contests/{self.contest}/answers"
            self.send("gm", path, {"request": asked["id"], "value": value})
        return asked is not None

    def documents(self, name: str) -> dict[str, tuple[int, bytes]]:
        """All that somebody can fetch of the contest, without what is this table's own."""
        found = {}
        places = [f"/api/contests/{self.contest}{each}" for each in API]
        places += [f"/contests/{self.contest}{each}" for each in PAGES]
        cookie = {"cookie": f"agonist={self.tokens[name]}", "accept": "text/html"}
        for place in places:
            head = self.head(name) if place.startswith("/api") else cookie
            answer = self.client.get(place, headers=head, follow_redirects=False)
            assert answer.status_code != 500, place
            found[place.replace(self.contest, "")] = answer.status_code, OWN.sub(b"", answer.content)
        return found


def compare(one: Twin, two: Twin) -> int:
    """Ash, a spectator and nobody else get the same at both; returns how many documents that were."""
    count = 0
    for name in ("Ash", "Finn"):
        mine, yours = one.documents(name), two.documents(name)
        for place, found in mine.items():
            assert found == yours[place], f"{name} learns something from {place}"
        count += 2 * len(mine)
    return count


def played(client: TestClient[Litestar], least: int) -> int:
    """Rounds of both twins, with all moments compared, until so many documents were looked at."""
    random, count = Random(7), 0
    one, two = Twin(client), Twin(client)
    while count < least:
        own = random.choice("123456")
        hidden = random.sample([card for card in "123456" if card != own], 2)
        for twin, card in zip((one, two), hidden, strict=True):
            assert twin.answer("a card each", [own, card])
        count += compare(one, two)
        for twin, deed in zip((one, two), random.sample(("strike", "wait"), 2), strict=True):
            view = twin.client.get(f"/api/contests/{twin.contest}", headers=twin.head("Birch")).json()["view"]
            path = f"/contests/{twin.contest}"
            twin.send("Birch", f"{path}/answers", {"request": view["asked"][0]["id"], "value": deed})
        count += compare(one, two)
        for twin in (one, two):
            twin.send("gm", f"/contests/{twin.contest}/end", {})
            twin.begin()
    return count


@pytest.fixture
def client(tmp_path: Path) -> Any:
    limits = msgspec.structs.replace(UNHURRIED, contests=1_000_000)
    app = create_app(Settings(database=empty_store(tmp_path / "twins.db"), limits=limits))
    with TestClient(app) as client:
        yield client


def test_a_player_cannot_tell_twins_apart_that_differ_in_what_is_hidden(client: TestClient[Litestar]) -> None:
    assert played(client, 130) >= 130


def test_the_twins_do_differ_for_those_who_may_know(client: TestClient[Litestar]) -> None:
    one, two = Twin(client), Twin(client)
    for twin, card in ((one, "2"), (two, "5")):
        twin.answer("a card each", ["1", card])
    for name in ("Birch", "gm"):
        assert one.documents(name)["/api/contests/"] != two.documents(name)["/api/contests/"]


@pytest.mark.soak
def test_a_hundred_thousand_documents_tell_no_secret(client: TestClient[Litestar]) -> None:
    print(f"\n{played(client, DOCUMENTS)} documents of twins compared: no difference")
