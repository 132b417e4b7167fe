"""What people at one table notice of an attack on the server: the time of their acts, and what the attacker gets."""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil

from benchmarks._attacks import ATTACKS
from tests.support.servers import ROOT, Server

SECONDS = float(os.environ.get("NEIGHBOUR_SECONDS", "20"))
PACE = 0.05
"""How long the neighbours think, in seconds: some fifteen acts a second."""


class Neighbours:
    """A table that plays one ready contest after the other, all seats answered as its people would."""

    def __init__(self, address: str) -> None:
        self.client = httpx.AsyncClient(base_url=address, timeout=60)
        self.random = Random(1)
        self.waits: list[float] = []
        self.odds: list[float] = []
        self.contest = ""

    async def sit_down(self) -> None:
        made = (await self.client.post("/api/tables", json={"name": "neighbours"})).raise_for_status().json()
        self.table = made["table"]["id"]
        self.client.headers["authorization"] = f"Bearer {made['token']}"

    async def play(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await self._act()
            await asyncio.sleep(PACE)

    async def ask(self, seconds: float) -> None:
        """Look at an ordinary page about odds now and then."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            begun = time.perf_counter()
            (await self.client.get("/odds/forge/challenge")).raise_for_status()
            self.odds.append(time.perf_counter() - begun)
            await asyncio.sleep(0.5)

    async def _act(self) -> None:
        if not self.contest:
            new = {"game": "standoff", "setup": {"nerve": 9}}
            made = await self.client.post(f"/api/tables/{self.table}/contests", json=new)
            self.contest = made.raise_for_status().json()["id"]
        seen = (
            (await self.client.get(f"/api/contests/{self.contest}?after=9.9.9.9")).raise_for_status().json()
        )
        asked = seen["view"]["asked"]
        if not asked:
            self.contest = ""
            return
        one = self.random.choice(asked)
        begun = time.perf_counter()
        path = f"/api/contests/{self.contest}/bot-answers"
        (await self.client.post(path, json={"request": one["id"], "bot": "any choice"})).raise_for_status()
        self.waits.append(time.perf_counter() - begun)


def memory(process: psutil.Process) -> float:
    """Megabytes of the server and all processes that it started, shared parts counted once."""
    total = 0
    for each in (process, *process.children(recursive=True)):
        try:
            total += each.memory_full_info().pss
        except psutil.Error:
            continue
    return total / 2**20


async def most_memory(process: psutil.Process, seconds: float) -> float:
    until, most = time.monotonic() + seconds, 0.0
    while time.monotonic() < until:
        most = max(most, await asyncio.to_thread(memory, process))
        await asyncio.sleep(0.2)
    return most


def begun(name: str, port: int) -> subprocess.Popen[bytes]:
    """An attack that is under way, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks._attacks", name, str(port), str(SECONDS)]
    attack = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert attack.stdout is not None
    attack.stdout.readline()
    return attack


async def measured(name: str, folder: Path) -> dict[str, Any]:
    """A fresh server, its neighbours, and one attack."""
    server = Server(f"sqlite:///{folder / name}.db", limits="{}")
    await asyncio.to_thread(server.start)
    try:
        assert server.process is not None
        neighbours = Neighbours(server.address)
        await neighbours.sit_down()
        await neighbours.play(2)
        neighbours.waits.clear()
        (await neighbours.client.get("/odds/forge/challenge")).raise_for_status()
        attack = await asyncio.to_thread(begun, name, server.port) if name in ATTACKS else None
        process = psutil.Process(server.process.pid)
        found = await asyncio.gather(
            most_memory(process, SECONDS), neighbours.play(SECONDS), neighbours.ask(SECONDS)
        )
        answered = json.loads((await asyncio.to_thread(attack.communicate, timeout=120))[0]) if attack else {}
    finally:
        server.kill()
    waits, asks = sorted(neighbours.waits), sorted(neighbours.odds)
    return {
        "acts": len(waits),
        "p50_ms": waits[len(waits) // 2] * 1000,
        "p99_ms": waits[int(len(waits) * 0.99)] * 1000,
        "slowest_ms": waits[-1] * 1000,
        "odds_page_p50_ms": asks[len(asks) // 2] * 1000,
        "odds_page_slowest_ms": asks[-1] * 1000,
        "memory_mb": found[0],
        "answered": dict(sorted(answered.items())),
    }


def run() -> dict[str, Any]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    figures: dict[str, Any] = {}
    print(f"{SECONDS:.0f} s each; the attackers are on the same machine as the server and its neighbours.\n")
    print("| attack | acts | p50 | p99 | slowest | an ordinary odds page, p50 / slowest | memory |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("none", *ATTACKS):
            one = figures[name] = asyncio.run(measured(name, Path(folder)))
            print(
                f"| {name} | {one['acts']} | {one['p50_ms']:.1f} ms | {one['p99_ms']:.1f} ms "
                f"| {one['slowest_ms']:.0f} ms | {one['odds_page_p50_ms']:.0f} / {one['odds_page_slowest_ms']:.0f} ms "
                f"| {one['memory_mb']:.0f} MB |",
                flush=True,
            )
    print("\n| attack | what was tried, and how it was answered | times |\n|---|---|---:|")
    for name, one in figures.items():
        for what, count in one["answered"].items():
            print(f"| {name} | {what} | {count} |")
    return figures
