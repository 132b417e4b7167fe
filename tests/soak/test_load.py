"""A busy evening: many tables play the real games at once, with thinking people and live streams.

`SOAK_TABLES` tables (100) play for `SOAK_SECONDS` seconds (600). Every table runs a preset of one of the games with a
game master and four others, each of whom sits at a seat if there is one left and has a stream open; somebody answers,
by a bot's choice through the API, after thinking for `SOAK_THINKING` seconds (2) on average. A contest that is over is
followed by another one. The streams are those of people's pages; with `SOAK_STREAMS=api` those of programs.
"""

import asyncio
import itertools
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from httpx_sse import aconnect_sse

from agonist.kernel import Transcript, game, games, verify

TABLES = int(os.environ.get("SOAK_TABLES", "100"))
SECONDS = float(os.environ.get("SOAK_SECONDS", "600"))
THINKING = float(os.environ.get("SOAK_THINKING", "2"))
PEOPLE = 5
STREAM = {"pages": "/contests/{}/stream", "api": "/api/contests/{}/stream"}[
    os.environ.get("SOAK_STREAMS", "pages")
]

UNLIMITED = {"acts": (1e9, 1e9), "makes": (1e9, 1e9), "joins": (1e9, 1e9)}


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


class Evening:
    """What all tables together have seen."""

    def __init__(self, client: httpx.AsyncClient, seconds: float) -> None:
        self.client = client
        self.end = time.monotonic() + seconds
        self.acts = 0
        self.waits: list[float] = []
        self.heard = 0
        self.finished: list[dict[str, Any]] = []

    async def call(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.client.request(method, f"/api{path}", headers=headers, json=body)
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    async def table(self, number: int, presets: Iterator[tuple[str, str, str, str]]) -> None:
        made = await self.call("POST", "/tables", body={"name": f"Table {number}"})
        token, table = made["token"], made["table"]["id"]
        others = [await self.sits_down(table, token, f"Player {n}") for n in range(1, PEOPLE)]
        while time.monotonic() < self.end:
            name, kind, preset, bot = next(presets)
            new = {"game": name, "type": kind, "preset": preset}
            contest = (await self.call("POST", f"/tables/{table}/contests", token, new))["id"]
            seats = (await self.call("GET", f"/contests/{contest}", token))["seats"][1:]
            for seat, (person, _) in zip(seats, others, strict=False):
                cast = {"seat": seat["seat"], "holder": person}
                await self.call("POST", f"/contests/{contest}/casting", token, cast)
            follow = [
                asyncio.create_task(self.follow(contest, one)) for one in (token, *(t for _, t in others))
            ]
            await self.contest(contest, token, bot)
            for stream in follow:
                stream.cancel()
            await asyncio.gather(*follow, return_exceptions=True)

    async def sits_down(self, table: str, token: str, name: str) -> tuple[str, str]:
        """Another person at a table: the id of their seat there, and their token."""
        invited = await self.call("POST", f"/tables/{table}/seats", token, {"name": name})
        joined = await self.call("POST", "/join", body={"token": invited["token"]})
        return invited["seat"]["id"], joined["token"]

    async def contest(self, contest: str, token: str, bot: str) -> None:
        while time.monotonic() < self.end:
            seen = await self.call("GET", f"/contests/{contest}", token)
            if seen["view"]["outcome"] is not None:
                self.finished.append(await self.call("GET", f"/contests/{contest}/transcript", token))
                return
            await asyncio.sleep(random.expovariate(1 / THINKING))
            asked = seen["view"]["asked"][0]
            begun = time.perf_counter()
            act = {"request": asked["id"], "bot": bot}
            await self.call("POST", f"/contests/{contest}/bot-answers", token, act)
            self.waits.append(time.perf_counter() - begun)
            self.acts += 1

    async def follow(self, contest: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with aconnect_sse(self.client, "GET", STREAM.format(contest), headers=headers) as source:
            async for _ in source.aiter_sse():
                self.heard += 1


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
    before = busy(process)
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(
        base_url=address, limits=limits, timeout=30, follow_redirects=True
    ) as client:
        evening = Evening(client, SECONDS)
        await asyncio.gather(*(evening.table(n, presets) for n in range(TABLES)))
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
