"""A busy evening: many tables play the real games at once, with thinking people and live streams.

`SOAK_TABLES` tables (100) play for `SOAK_SECONDS` seconds (600), after a quarter of that in which they begin. Every
table runs a preset of one of the games with a game master and four others, each of whom sits at a seat if there is one
left and has a stream open; somebody answers, by a bot's choice through the API, after thinking for `SOAK_THINKING`
seconds (2) on average. A contest that is over is followed by another one. The streams are those of people's pages;
with `SOAK_STREAMS=api` those of programs.
"""

import asyncio
import itertools
import json
import math
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from agonist.kernel import Transcript, game, games, verify

TABLES = int(os.environ.get("SOAK_TABLES", "100"))
SECONDS = float(os.environ.get("SOAK_SECONDS", "600"))
THINKING = float(os.environ.get("SOAK_THINKING", "2"))
RAMP = SECONDS / 4
PEOPLE = 5
STREAM = {"pages": "/contests/{}/stream", "api": "/api/contests/{}/stream"}[
    os.environ.get("SOAK_STREAMS", "pages")
]

UNLIMITED = {"acts": (1e9, 1e9), "makes": (1e9, 1e9), "joins": (1e9, 1e9), "peer_streams": 10_000}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, psutil.Process]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    database = os.environ.get("SOAK_DATABASE", f"sqlite:///{tmp_path / 'evening.db'}")
    process = subprocess.Popen(
        [
            str(Path(sys.executable).with_name("agonist")),
            "serve",
            "--port",
            str(port),
            "--database",
            database,
        ],
        env=os.environ | {"AGONIST_LIMITS": json.dumps(UNLIMITED), "AGONIST_LOG_LEVEL": "warning"},
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(150):
            try:
                httpx.get(f"{address}/ready").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield address, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(30)


@dataclass
class Evening:
    """What all groups together have seen."""

    end: float = math.inf
    acts: int = 0
    heard: int = 0
    waits: list[float] = field(default_factory=list)
    finished: list[dict[str, Any]] = field(default_factory=list)


class Group:
    """A game master and four others at a table of their own, with connections of their own."""

    def __init__(self, evening: Evening, address: str) -> None:
        self.evening = evening
        self.client = httpx.AsyncClient(base_url=address, timeout=30, follow_redirects=True, verify=False)
        self.token = self.table = ""
        self.others: list[tuple[str, str]] = []

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self.client.request(method, f"/api{path}", headers=headers, json=body)
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    async def sits_down(self) -> None:
        made = await self.call("POST", "/tables", {"name": "Thursday"})
        self.token, self.table = made["token"], made["table"]["id"]
        for n in range(1, PEOPLE):
            invited = await self.call("POST", f"/tables/{self.table}/seats", {"name": f"Player {n}"})
            joined = await self.call("POST", "/join", {"token": invited["token"]})
            self.others.append((invited["seat"]["id"], joined["token"]))

    async def plays(self, presets: Iterator[tuple[str, str, str, str]]) -> None:
        """One contest after the other; groups begin one after the other too."""
        await asyncio.sleep(random.uniform(0, RAMP))
        while time.monotonic() < self.evening.end:
            name, kind, preset, bot = next(presets)
            new = {"game": name, "type": kind, "preset": preset}
            contest = (await self.call("POST", f"/tables/{self.table}/contests", new))["id"]
            seats = (await self.call("GET", f"/contests/{contest}"))["seats"][1:]
            for seat, (person, _) in zip(seats, self.others, strict=False):
                await self.call(
                    "POST", f"/contests/{contest}/casting", {"seat": seat["seat"], "holder": person}
                )
            tokens = (self.token, *(token for _, token in self.others))
            streams = [asyncio.create_task(self.follows(contest, token)) for token in tokens]
            await self.contest(contest, bot)
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)
        await self.client.aclose()

    async def contest(self, contest: str, bot: str) -> None:
        while time.monotonic() < self.evening.end:
            seen = await self.call("GET", f"/contests/{contest}")
            if seen["view"]["outcome"] is not None:
                self.evening.finished.append(await self.call("GET", f"/contests/{contest}/transcript"))
                return
            await asyncio.sleep(random.expovariate(1 / THINKING))
            act = {"request": seen["view"]["asked"][0]["id"], "bot": bot}
            begun = time.perf_counter()
            await self.call("POST", f"/contests/{contest}/bot-answers", act)
            self.evening.waits.append(time.perf_counter() - begun)
            self.evening.acts += 1

    async def follows(self, contest: str, token: str) -> None:
        """Hear all that a stream tells, without reading it: there are many, and only the server is to be busy."""
        headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
        async with self.client.stream("GET", STREAM.format(contest), headers=headers) as stream:
            async for data in stream.aiter_raw():
                self.evening.heard += data.count(b"event: ")


def busy(process: psutil.Process) -> float:
    """Seconds of processor time that the server has used."""
    times = process.cpu_times()
    return times.user + times.system


@pytest.mark.soak
async def test_a_busy_evening(server: tuple[str, psutil.Process]) -> None:
    """Every act is accepted, every stream hears of it, every finished contest verifies, and answers come quickly."""
    address, process = server
    presets = itertools.cycle(
        (found.name, kind.name, key, next(iter(kind.bots)))
        for found in games()
        for kind in found.types
        for key in kind.presets
    )
    evening = Evening()
    groups = [Group(evening, address) for _ in range(TABLES)]
    for group in groups:
        await group.sits_down()
    evening.end = time.monotonic() + RAMP + SECONDS
    playing = [asyncio.create_task(group.plays(presets)) for group in groups]
    await asyncio.sleep(RAMP)
    evening.acts, evening.heard, evening.waits, before = 0, 0, [], busy(process)
    await asyncio.gather(*playing)
    late = statistics.quantiles(evening.waits, n=100)
    print(
        f"\n{TABLES} tables, {SECONDS:.0f} s, {evening.acts} acts ({evening.acts / SECONDS:.0f} a second), "
        f"{evening.heard} events heard; "
        f"an act took {late[49] * 1000:.1f} ms (median), {late[98] * 1000:.1f} ms (99 %); "
        f"{len(evening.finished)} contests finished; {process.memory_info().rss / 2**20:.0f} MB, "
        f"{(busy(process) - before) / evening.acts * 1000:.1f} ms of processor time an act, streams and views included"
    )
    assert evening.acts > TABLES * SECONDS / THINKING / 4
    assert evening.heard >= evening.acts * PEOPLE * 0.9
    assert late[98] < 2
    for document in evening.finished[:50]:
        transcript = Transcript.from_json(json.dumps(document))
        verify(game(transcript.game), transcript)
