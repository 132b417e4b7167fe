"""A busy evening at many tables: processor time an act with five pages or five programs following, and where it goes.

`EVENING_TABLES` (60) tables for `EVENING_SECONDS` (60) seconds each way, as in `tests.support.evening`; with
`EVENING_SOURCES` the sources of another version are measured in the same manner. Beside them the least that a server
in Python does: a request, two rows committed, and as many bytes sent to five streams, at the same pace.
"""

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.support.evening import PEOPLE, Evening, busy

_BYTES = 4_000
"""What a program's stream is sent for an act, on average."""

HERE = Path(__file__).resolve().parent.parent


@contextmanager
def server(folder: str, module: str = "_evening_server") -> Iterator[tuple[str, psutil.Process]]:
    """A server process of its own, gone afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    sources = os.environ.get("EVENING_SOURCES", str(HERE / "src"))
    process = subprocess.Popen(
        [sys.executable, "-m", f"benchmarks.{module}", str(port), f"sqlite:///{folder}/evening.db"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([sources, str(HERE)])},
        cwd=folder,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            with suppress(httpx.HTTPError):
                if httpx.get(f"{address}/ready", timeout=2).status_code == 200:
                    break
            time.sleep(0.1)
        yield address, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(30)


def steps_at(address: str) -> dict[str, float]:
    found: dict[str, float] = httpx.get(f"{address}/steps", timeout=30).json()
    return found


def measure(streams: str) -> dict[str, Any]:
    """An evening, and the share of each step in milliseconds an act."""
    evening = Evening(
        tables=int(os.environ.get("EVENING_TABLES", "60")),
        seconds=float(os.environ.get("EVENING_SECONDS", "60")),
        streams=streams,
    )
    before: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, server(folder) as (address, process):
        figures: dict[str, Any] = dict(
            asyncio.run(evening.runs(address, process, lambda: before.update(steps_at(address))))
        )
        after = steps_at(address)
    spent = {name: (after[name] - before.get(name, 0.0)) / evening.acts * 1000 for name in after}
    spent["requests, streams, waiting"] = figures["cpu_ms_an_act"] - sum(spent.values())
    return figures | {"tables": evening.tables, "steps": spent}


async def least_evening(address: str, process: psutil.Process, tables: int, seconds: float) -> float:
    """Processor time an act, in milliseconds, where nothing is played: only told, stored and passed on."""
    acts, thinking = 0, Evening.thinking

    async def table(n: int) -> None:
        nonlocal acts
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:

            async def follows() -> None:
                async with client.stream("GET", f"/streams/{n}?{_BYTES}") as stream:
                    async for _ in stream.aiter_raw():
                        pass

            async with asyncio.TaskGroup() as group:
                streams = [group.create_task(follows()) for _ in range(PEOPLE)]
                while time.monotonic() < end:
                    await asyncio.sleep(random.expovariate(1 / thinking))
                    (
                        await client.post(f"/acts/{n}", json={"request": "1", "bot": "steady"})
                    ).raise_for_status()
                    acts += 1
                for each in streams:
                    each.cancel()

    end = time.monotonic() + seconds * 1.25
    playing = [asyncio.create_task(table(n)) for n in range(tables)]
    await asyncio.sleep(seconds / 4)
    acts, before = 0, busy(process)
    await asyncio.gather(*playing)
    return (busy(process) - before) / acts * 1000


def least() -> float:
    tables, seconds = (
        int(os.environ.get("EVENING_TABLES", "60")),
        float(os.environ.get("EVENING_SECONDS", "60")),
    )
    with tempfile.TemporaryDirectory() as folder, server(folder, "_least_server") as (address, process):
        return asyncio.run(least_evening(address, process, tables, seconds))


def run() -> dict[str, Any]:
    found = {streams: measure(streams) for streams in ("pages", "api")}
    print(
        "| five streams at each of | acts/s | an act took, median / 99 % | processor time an act | memory |"
    )
    print("|---|---:|---:|---:|---:|")
    for streams, one in found.items():
        print(
            f"| {one['tables']} tables, {streams} | {one['acts_a_second']:.0f} "
            f"| {one['median_ms']:.1f} / {one['p99_ms']:.0f} ms "
            f"| {one['cpu_ms_an_act']:.1f} ms | {one['megabytes']:.0f} MB |"
        )
    bare = least()
    print(f"\nA server that only stores an act and tells five streams of it: {bare:.1f} ms an act.")
    print("\n| step, ms an act | " + " | ".join(found) + " |\n|---|" + "---:|" * len(found))
    for name in dict.fromkeys(name for one in found.values() for name in one["steps"]):
        shares = (one["steps"].get(name, 0.0) for one in found.values())
        print(f"| {name} | " + " | ".join(f"{share:.2f}" for share in shares) + " |")
    return found | {"least_ms_an_act": bare}
