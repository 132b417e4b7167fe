"""Many threads meet the types of all games at once, in processes that have never seen them, and none falls over them.

msgspec 0.22 ends the process with a segmentation fault when two threads meet a struct type for the first time at once;
decision 20 says what is done about it.
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from agonist.kernel import Referee, defaults, drive
from tests.support.installed import installed_games
from tests.support.servers import ROOT, serving

FRESH = int(os.environ.get("SOAK_FRESH", "200"))

MEET = """
import sys, threading
sys.setswitchinterval(1e-6)
import msgspec
from agonist.kernel import Referee, games

together = threading.Barrier(8)

def meet():
    together.wait()
    for each in games():
        for kind in each.types:
            for preset in kind.presets.values():
                setup, options = msgspec.to_builtins((preset.setup, preset.options))
                contest = Referee.start(each, kind.name, setup, options)
                Referee.replay(each, contest.transcript)
                if contest.snapshot():
                    Referee.restore(each, contest.transcript, contest.snapshot())

threads = [threading.Thread(target=meet) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("all well")
"""


def meets_all_types() -> None:
    done = subprocess.run([sys.executable, "-c", MEET], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (0, "all well\n"), done.stderr[-2_000:]


def test_threads_that_meet_all_types_at_once_in_a_fresh_process_are_well() -> None:
    meets_all_types()


@pytest.mark.soak
def test_two_hundred_fresh_processes_are_well() -> None:
    for _ in range(FRESH):
        meets_all_types()
    print(f"\n{FRESH} fresh processes met all types from 8 threads at once: none fell over")


def finished() -> list[bytes]:
    """A contest of each game that has been played to its end."""
    played = []
    for each in installed_games():
        kind = next(kind for kind in each.types if kind.presets)
        preset = next(iter(kind.presets.values()))
        contest = Referee.start(each, kind.name, preset.setup, preset.options)
        policy = next(iter(kind.bots.values()), defaults)
        played.append(drive(contest, dict.fromkeys(contest.seats, policy)).transcript.to_json())
    return played


async def visited(address: str, contests: list[bytes]) -> None:
    """All kinds of contests are handed in at once, twice each, as the very first requests."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        head = {"sec-fetch-site": "same-origin"}
        both = [
            client.post("/verify", files={"file": ("contest.json", data)}, headers=head)
            for data in contests
            for _ in range(2)
        ]
        made = [client.post("/api/tables", json={"name": "first"}) for _ in range(4)]
        answers = await asyncio.gather(*both, *made)
    assert [each.status_code for each in answers] == [200] * len(both) + [201] * len(made)


async def test_a_fresh_server_takes_all_kinds_of_contests_at_once(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'fresh.db'}") as server:
        await visited(server.address, finished())


@pytest.mark.soak
async def test_many_fresh_servers_take_all_kinds_of_contests_at_once(tmp_path: Path) -> None:
    contests = finished()
    for _ in range(FRESH // 4):
        with serving(f"sqlite:///{tmp_path / 'fresh.db'}") as server:
            await visited(server.address, contests)
    print(f"\n{FRESH // 4} fresh servers took pairs of all games' contests: none fell over")
