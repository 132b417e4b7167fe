"""Twins after the end: whatever a spectator, a player who was not in it, or anybody with a link can fetch is the same.

The two contests differ only in what those may not know (`tests/support/twins.py`). The game master's review differs, so
there would be something to see.
"""

import re
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.kernel import ONLOOKER, Transcript
from agonist.table.making import Makers
from tests.review.test_twins import CASES, twins

Client = TestClient[Litestar]

OWN = re.compile(
    rb"[0-9a-f]{64}|\b[a-z2-9]{12}\b|(?<![\w-])[\w-]{32}(?![\w-])|\d{4}-\d\d-\d\d[T ][0-9:.+Z]*(?:00:00)?"
    rb"|data-key=\"[0-9a-f]{16}"
)
"""What differs between any two tables: names of things, tokens, fingerprints of seeds and of parts, times."""
WAYS = {
    "/api/contests/{}": ("?after=0",),
    "/api/contests/{}/log": ("?format=markdown", "?format=html"),
    "/api/contests/{}/review": (f"?seat={ONLOOKER}",),
    "/contests/{}": ("?story=whole", "?tv=yes", "?overlay=yes"),
    "/contests/{}/lines": ("?before=999",),
    "/contests/{}/review": ("?tv=yes",),
    "/contests/{}/replay": tuple(f"?step={step}" for step in (0, 1, 3, 7, 12, 99_999)),
}
"""How else an address is asked for than as it is."""
SHARED = ("", ".md", ".html", ".png")


class Twin:
    """A table with a contest that is over, reviewed and shared, at which some only look on."""

    def __init__(self, client: Client, transcript: Transcript) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Twins", "gm_name": "Mia"}).json()
        self.table, self.tokens = made["table"]["id"], {"gm": made["token"]}
        for name, role in (("Uma", "player"), ("Finn", "spectator")):
            seat = self.api("gm", f"/tables/{self.table}/seats", {"name": name, "role": role}).json()
            self.tokens[name] = seat["token"]
        place = f"/api/tables/{self.table}/contests/import?title=Twins"
        sent = client.post(place, content=transcript.to_json(), headers=self.head("gm"))
        self.contest = sent.json()["id"]

    def head(self, name: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[name]}"}

    def api(self, name: str, path: str, data: Any = None) -> Any:
        method = "GET" if data is None else "POST"
        return self.client.request(method, f"/api{path}", json=data, headers=self.head(name))

    def reviewed(self) -> Any:
        """The game master's review, once it is there; what others read meanwhile has no numbers in it."""
        place = f"/contests/{self.contest}/review"
        for _ in range(1_200):
            theirs, found = (self.api(name, place).json() for name in ("Uma", "gm"))
            assert theirs["status"] == "ready" or theirs["of"] == 10
            if found["status"] == "ready":
                return found["review"]
            time.sleep(0.05)
        raise AssertionError("It takes too long.")

    def shared(self) -> str:
        link = str(self.api("gm", f"/contests/{self.contest}/share", {}).json()["link"])
        for _ in range(1_200):
            if "is being drawn" not in self.client.get(f"/shared/{link}").text:
                return link
            time.sleep(0.05)
        raise AssertionError("It takes too long.")

    def places(self) -> Iterator[str]:
        """Every address of a contest or a table that the server has, but for streams, which bring parts of these."""
        for path in sorted({each.path for each in self.client.app.routes if "GET" in each.methods}):
            if re.search(r"{(contest|table)_id:str}", path) and not path.endswith("/stream"):
                place = path.replace("{contest_id:str}", self.contest).replace("{table_id:str}", self.table)
                place = place.replace("{request_id:str}", "1.0.0")
                place = re.sub(r"{\w+:str}", "x", place)
                for way in ("", *WAYS.get(path.replace("{contest_id:str}", "{}"), ())):
                    yield place + way

    def documents(self) -> dict[str, tuple[int, bytes]]:
        """All that can be fetched, by who fetches it and from where."""
        link, places = self.shared(), list[tuple[str, str, dict[str, str]]]()
        for name in ("Uma", "Finn"):
            cookie = {"cookie": f"agonist={self.tokens[name]}", "accept": "text/html"}
            for place in self.places():
                places.append((name, place, self.head(name) if place.startswith("/api") else cookie))
        places += [("nobody", f"/shared/{link}{each}", {}) for each in SHARED]
        found = {}
        for name, place, head in places:
            answer = self.client.get(place, headers=head, follow_redirects=False)
            assert answer.status_code < 500, place
            label = re.sub(rf"{self.contest}|{self.table}|{link}", "…", f"{name} {place}")
            found[label] = answer.status_code, OWN.sub(b"", answer.content)
        return found


@pytest.mark.parametrize(
    "which",
    [
        each if each in ("forge", "questworlds") else pytest.param(each, marks=pytest.mark.soak)
        for each in CASES
    ],
)
def test_nothing_that_anybody_can_fetch_tells_twins_apart(
    client: Client, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    """Promise 3: no digit of what a looker is shown moves with what they may not know, after the end too."""
    monkeypatch.setattr(Makers, "scale", 0.01)
    pair = twins(which)
    one, two = Twin(client, pair.one), Twin(client, pair.two)
    whole = [msgspec.json.encode(each.reviewed()) for each in (one, two)]
    assert which != "questworlds" or whole[0] != whole[1]
    mine, theirs = one.documents(), two.documents()
    assert mine.keys() == theirs.keys()
    assert len(mine) > 100
    told = [place for place, found in mine.items() if found != theirs[place]]
    assert not told
    assert b'"status":"ready"' in mine["Finn /api/contests/…/review"][1]
