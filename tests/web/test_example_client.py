"""The example client is short, and plays a seat to the end against another of its kind."""

import subprocess
import sys
from pathlib import Path

import httpx

from tests.support.servers import ROOT, serving
from tests.support.stores import empty_store

EXAMPLE = ROOT / "examples" / "seat_bot.py"


def test_the_example_is_under_sixty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 60


def test_two_example_bots_play_a_contest_to_its_end(tmp_path: Path) -> None:
    with (
        serving(empty_store(tmp_path / "bots.db")) as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        made = client.post("/api/tables", json={"name": "Bots"}).json()
        head = {"authorization": f"Bearer {made['token']}"}
        table = f"/api/tables/{made['table']['id']}"
        links = [
            client.post(f"{table}/seats", json={"name": name}, headers=head).json()["link"]
            for name in ("Ash", "Birch")
        ]
        new = {"game": "standoff", "preset": "noon", "usual_dice": "sealed", "bots": {"gm": "first choice"}}
        contest = client.post(f"{table}/contests", json=new, headers=head).json()["id"]
        bots = [
            subprocess.Popen(
                [sys.executable, EXAMPLE, server.address, link], stdout=subprocess.PIPE, text=True
            )
            for link in links
        ]
        told = [bot.communicate(timeout=60)[0] for bot in bots]
        assert client.get(f"/api/contests/{contest}", headers=head).json()["contest"]["status"] == "over"
        assert all("stands." in each for each in told)
