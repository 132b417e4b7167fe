"""A busy evening at many tables: processor time an act with five pages or five programs following, and where it goes.

`EVENING_TABLES` (60) tables for `EVENING_SECONDS` (60) seconds each way, as in `tests.support.evening`; with
`EVENING_SOURCES` the sources of another version are measured in the same manner.
"""

import asyncio
import os
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

from tests.support.evening import Evening

HERE = Path(__file__).resolve().parent.parent


@contextmanager
def server(folder: str) -> Iterator[tuple[str, psutil.Process]]:
    """A server process of its own, gone afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    sources = os.environ.get("EVENING_SOURCES", str(HERE / "src"))
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks._evening_server", str(port), f"sqlite:///{folder}/evening.db"],
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
    print("\n| step, ms an act | " + " | ".join(found) + " |\n|---|" + "---:|" * len(found))
    for name in dict.fromkeys(name for one in found.values() for name in one["steps"]):
        shares = (one["steps"].get(name, 0.0) for one in found.values())
        print(f"| {name} | " + " | ".join(f"{share:.2f}" for share in shares) + " |")
    return found
