"""The walk of one bid in the design guide: it is short, and a bid does go that way."""

import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from litestar.testing import TestClient

from agonist.kernel import Seen, game
from agonist.web import Settings, create_app
from tests.docs.snippets import ROOT
from tests.pages.test_forms import sent
from tests.support.stores import empty_store

WALK = re.findall(
    r"^\| \d+\. .*\| `(src/[^`]+)` \|$", (ROOT / "docs" / "design.md").read_text("utf-8"), re.MULTILINE
)


@pytest.fixture
def entered() -> Iterator[set[str]]:
    """The files whose code was entered, by threads that start from now on too."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    yield files
    sys.setprofile(before)
    threading.setprofile(None)


def test_a_bid_goes_the_way_that_is_told(entered: set[str], tmp_path: Path) -> None:
    assert 8 <= len(WALK) <= 12
    rules = game("questworlds").type("extended")
    with TestClient(create_app(Settings(database=empty_store(tmp_path / "walk.db")))) as client:
        made = client.post("/api/tables", json={"name": "Walk"}).json()
        head = {"authorization": f"Bearer {made['token']}"}
        new = {"game": "questworlds", "type": "extended", "preset": "bridge", "usual_dice": "sealed"}
        contest = client.post(f"/api/tables/{made['table']['id']}/contests", json=new, headers=head).json()[
            "id"
        ]
        client.cookies.set("agonist", made["token"])
        ours = {"sec-fetch-site": "same-origin", "accept": "text/html"}
        entered.clear()
        for _ in range(6):
            client.get(f"/contests/{contest}", headers=ours)
            live = client.app.state.service.house.hall.known(contest)
            pending = live.referee.pending[0]
            answer = next(iter(rules.bots.values()))(Seen(pending.seat, live.referee.state), pending.request)
            fields: dict[str, Any] = {"request": pending.id} | sent(pending.form(), answer)
            assert client.post(f"/contests/{contest}/answer", data=fields, headers=ours).status_code < 400
    assert [path for path in WALK if str(ROOT / path) not in entered] == []
