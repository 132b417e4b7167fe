"""What people at one table notice of an attack on the server: the time of all that they do, and what the attacker gets.

`NEIGHBOUR_ONLY` names the attacks to run, `NEIGHBOUR_ACTS` and `NEIGHBOUR_REVIEWS` how many make a figure.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil

from benchmarks._attacks import ATTACKS
from benchmarks._crowds import CROWDS
from tests.review.played import played
from tests.support.servers import ROOT, Server

ACTS = int(os.environ.get("NEIGHBOUR_ACTS", "200"))
REVIEWS = int(os.environ.get("NEIGHBOUR_REVIEWS", "2"))
PACE = 0.05
"""How long the neighbours think, in seconds, before each of the things that they do."""
WANTED = {"acts": 0.1, "views": 0.1, "pages": 0.1, "odds": 1.0, "advice": 1.0, "reviews": 30.0}
"""Within how many seconds 99 of 100 are answered, whatever the attack."""


class Neighbours:
    """A table that plays one ready contest after the other, all seats answered as its people would."""

    def __init__(self, address: str) -> None:
        self.client = httpx.AsyncClient(base_url=address, timeout=120)
        self.random = Random(1)
        self.times: dict[str, list[float]] = {name: [] for name in WANTED}
        self.unanswered = 0
        self.contest = ""

    async def sit_down(self) -> None:
        made = (await self.client.post("/api/tables", json={"name": "neighbours"})).raise_for_status().json()
        self.table = made["table"]["id"]
        self.client.headers["authorization"] = f"Bearer {made['token']}"
        self.cookie = {"cookie": f"agonist={made['token']}", "accept": "text/html"}
        self.duels = [
            played("forge", "destruction", "duel-to-the-death", seed=n + 1).to_json() for n in range(REVIEWS)
        ]

    async def play(self, acts: int) -> None:
        """Act so often, each time after a look at the contest by the API and on its page."""
        begun = len(self.times["acts"])
        while len(self.times["acts"]) < begun + acts:
            await self._act()

    async def ask(self) -> None:
        """Look at an ordinary page about odds, and ask for advice in a new contest, now and then."""
        while True:
            await self._timed("odds", "GET", "/odds/forge/challenge", headers=self.cookie)
            await asyncio.sleep(0.5)
            path = f"/api/contests/{await self._start()}"
            asked = (await self.client.get(path)).raise_for_status().json()["view"]["asked"]
            one = next(each["id"] for each in asked if each["what"] == "plan")
            found = await self._timed("advice", "GET", f"{path}/odds/{one}")
            self.unanswered += found.json()["odds"] is None
            await self.client.post(f"{path}/end", json={})
            await asyncio.sleep(0.5)

    async def review(self) -> None:
        """Have one duel after the other reviewed."""
        for duel in self.duels:
            path = f"/api/tables/{self.table}/contests/import"
            taken = (await self.client.post(path, content=duel)).raise_for_status().json()["id"]
            begun = time.perf_counter()
            while True:
                seen = (await self.client.get(f"/api/contests/{taken}/review")).raise_for_status().json()
                if seen["status"] == "ready":
                    break
                await asyncio.sleep(0.25)
            self.times["reviews"].append(time.perf_counter() - begun)

    async def _start(self) -> str:
        new = {"game": "questworlds", "type": "extended", "preset": "bridge"}
        made = await self.client.post(f"/api/tables/{self.table}/contests", json=new)
        return str(made.raise_for_status().json()["id"])

    async def _timed(self, name: str, method: str, path: str, **more: Any) -> httpx.Response:
        begun = time.perf_counter()
        answer = (await self.client.request(method, path, **more)).raise_for_status()
        self.times[name].append(time.perf_counter() - begun)
        return answer

    async def _act(self) -> None:
        if not self.contest:
            self.contest = await self._start()
        api = f"/api/contests/{self.contest}"
        seen = (await self._timed("views", "GET", api)).json()
        await asyncio.sleep(PACE)
        await self._timed("pages", "GET", f"/contests/{self.contest}", headers=self.cookie)
        asked = seen["view"]["asked"]
        if not asked:
            await self.client.post(f"{api}/end", json={})
            self.contest = ""
            return
        one = self.random.choice(asked)
        await asyncio.sleep(PACE)
        body = {"request": one["id"], "bot": "any choice"}
        await self._timed("acts", "POST", f"{api}/bot-answers", json=body)


class Watched:
    """What a server takes from now on: the most memory, and the processor's seconds, of its clerks by themselves.

    Also which part of the machine was busy with what is no part of the measurement: `strangers`.
    """

    def __init__(self, server: int) -> None:
        self.server = psutil.Process(server)
        self.megabytes = 0.0
        self.used: dict[int, float] = {}
        self.clerks: set[int] = set()
        self._look()
        self.before, self.busy, self.clock = dict(self.used), _busy(), time.perf_counter()

    async def watch(self) -> None:
        while True:
            await asyncio.to_thread(self._look)
            await asyncio.sleep(0.5)

    def figures(self) -> dict[str, float]:
        self._look()
        used = {pid: seconds - self.before.get(pid, 0.0) for pid, seconds in self.used.items()}
        room = (time.perf_counter() - self.clock) * (os.cpu_count() or 1)
        strangers = (_busy() - self.busy - sum(used.values())) / room
        clerks = sum(used.get(pid, 0.0) for pid in self.clerks)
        return {
            "memory_mb": self.megabytes,
            "server": used[self.server.pid],
            "clerks": clerks,
            "strangers": max(0.0, strangers),
        }

    def _look(self) -> None:
        """Note what all processes have used; what those used that are gone stays known. Shared memory counts once."""
        clerks = self.server.children(recursive=True)
        self.clerks |= {each.pid for each in clerks}
        megabytes = 0.0
        for each in (psutil.Process(), *psutil.Process().children(recursive=True)):
            with suppress(psutil.Error):
                times = each.cpu_times()
                self.used[each.pid] = times.user + times.system
                if each == self.server or each in clerks:
                    megabytes += each.memory_full_info().pss / 2**20
        self.megabytes = max(self.megabytes, megabytes)


def _busy() -> float:
    """The seconds that all processors together were not idle."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - times.iowait - times.guest - times.guest_nice)


@asynccontextmanager
async def attacked(name: str, port: int) -> AsyncIterator[dict[str, int]]:
    """An attack, in a process of its own, that is under way while inside; afterwards, how it was answered."""
    answered: dict[str, int] = {}
    if name == "none":
        yield answered
        return
    command = [sys.executable, "-m", "benchmarks._attacks", name, str(port)]
    attack = await asyncio.to_thread(
        subprocess.Popen, command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert attack.stdout is not None
    try:
        await asyncio.to_thread(attack.stdout.readline)
        yield answered
        said, _ = await asyncio.to_thread(attack.communicate, b"enough\n", timeout=200)
        answered |= json.loads(said)
    finally:
        attack.kill()


async def measured(name: str, folder: Path) -> dict[str, Any]:
    """A fresh server, its neighbours, and one attack."""
    server = Server(f"sqlite:///{folder / name}.db", limits="{}")
    await asyncio.to_thread(server.start)
    try:
        assert server.process is not None
        neighbours = Neighbours(server.address)
        await neighbours.sit_down()
        await neighbours.play(20)
        for times in neighbours.times.values():
            times.clear()
        async with attacked(name, server.port) as answered:
            watched = Watched(server.process.pid)
            beside = [asyncio.ensure_future(each) for each in (neighbours.ask(), watched.watch())]
            await asyncio.gather(neighbours.play(ACTS), neighbours.review())
            for each in beside:
                each.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            taken = watched.figures()
    finally:
        server.kill()
    figures: dict[str, Any] = {
        what: {"count": len(took), "p50": took[len(took) // 2], "p99": took[int(len(took) * 0.99)]}
        for what, times in neighbours.times.items()
        if (took := sorted(times))
    }
    return (
        {"seconds": figures, "unanswered": neighbours.unanswered}
        | taken
        | {"answered": dict(sorted(answered.items()))}
    )


def told(one: dict[str, Any]) -> str:
    """The figures of an attack as cells of a table: half, and 99 of 100, were answered within so long."""
    cells = []
    for what, most in WANTED.items():
        found = one["seconds"].get(what)
        ms = most < 5
        half, nearly = ("–", "–") if not found else (_said(found["p50"], ms), _said(found["p99"], ms))
        late = found is None or found["p99"] > most
        cells.append(f"{half} / {nearly}{' **late**' if late else ''}")
    return " | ".join(cells)


def _said(seconds: float, ms: bool) -> str:
    return f"{seconds * 1000:.0f} ms" if ms else f"{seconds:.1f} s"


def run() -> dict[str, Any]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    figures: dict[str, Any] = {}
    only = os.environ.get("NEIGHBOUR_ONLY", "").split()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{ACTS} acts each; attackers, server and neighbours on the same machine, whose load was {load}.\n")
    print(
        "| attack | "
        + " | ".join(f"{what}, p50 / p99" for what in WANTED)
        + " | no advice | memory | server | clerks | strangers |"
    )
    print("|---|" + "---:|" * (len(WANTED) + 5))
    with tempfile.TemporaryDirectory() as folder:
        for name in only or ("none", *ATTACKS, *CROWDS):
            one = figures[name] = asyncio.run(measured(name, Path(folder)))
            took = f"{one['server']:.0f} s | {one['clerks']:.0f} s | {one['strangers']:.0%}"
            print(
                f"| {name} | {told(one)} | {one['unanswered']} | {one['memory_mb']:.0f} MB | {took} |",
                flush=True,
            )
    print("\n| attack | what was tried, and how it was answered | times |\n|---|---|---:|")
    for name, one in figures.items():
        for what, count in one["answered"].items():
            print(f"| {name} | {what} | {count} |")
    return figures
