"""Durable acts a second at tables with five live seats, and how soon the last seat has each."""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from benchmarks._table_client import Connection, Table
from tests.support.postgres import Postgres

PORT = 8791
TABLES = (10, 50, 100)
SECONDS = 5.0
UNLIMITED = {
    "acts": (1e9, 1e9),
    "makes": (1e9, 1e9),
    "joins": (1e9, 1e9),
    "reads": (1e9, 1e9),
    "writes": (1e9, 1e9),
    "running": 10_000,
    "contests": 10_000,
    "seat_streams": 10_000,
    "table_streams": 10_000,
    "peer_streams": 10_000,
}


@contextmanager
def server(database: str, *arguments: str, **settings: object) -> Iterator[psutil.Process]:
    """A server process of its own, gone afterwards."""
    given = {"AGONIST_DATABASE": database, "AGONIST_PORT": str(PORT), "AGONIST_LIMITS": json.dumps(UNLIMITED)}
    more = {f"AGONIST_{key.upper()}": str(value) for key, value in settings.items()}
    command = [sys.executable, "-m", "benchmarks._table_server", *arguments]
    process = subprocess.Popen(command, env=os.environ | given | more)
    try:
        asyncio.run(_until_it_answers())
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(15)
        process.kill()
        process.wait()


async def _until_it_answers() -> None:
    for _ in range(1200):
        with suppress(OSError):
            transport, _ = await asyncio.get_running_loop().create_connection(Connection, "127.0.0.1", PORT)
            transport.close()
            return
        await asyncio.sleep(0.05)
    raise RuntimeError("The server did not start.")


@contextmanager
def databases() -> Iterator[dict[str, Callable[[], str]]]:
    """What makes an empty SQLite file on disk, and an empty database of a durable PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder, Postgres.started(durable=True) as postgres:
        names = iter(range(1_000))

        yield {
            "SQLite": lambda: f"sqlite:///{Path(folder) / f'{next(names)}.db'}",
            "PostgreSQL": postgres.new_database,
        }


async def bare(clients: int, seconds: float) -> float:
    """Appends a second with so many clients, each waiting for its own."""
    loop = asyncio.get_running_loop()
    body = json.dumps({"entry": json.dumps([{"entry": "answer", "at": 10, "slot": 0}, "x" * 120])}).encode()
    count = 0
    until = time.perf_counter() + seconds

    async def client() -> None:
        nonlocal count
        _, http = await loop.create_connection(Connection, "127.0.0.1", PORT)
        while time.perf_counter() < until:
            await http.send("POST", "/bare", "", body)
            count += 1
        http.transport.close()

    await asyncio.gather(*(client() for _ in range(clients)))
    return count / seconds


async def tables_of(count: int, streams: int = 5) -> list[Table]:
    tables = [Table(PORT) for _ in range(count)]
    for table in tables:
        await table.set_up(streams)
    await asyncio.sleep(0.5)
    return tables


async def saturated(tables: list[Table], seconds: float) -> tuple[float, list[float]]:
    """Every table acts as soon as all its seats have the act before."""
    until = time.perf_counter() + seconds

    async def play(table: Table) -> None:
        while time.perf_counter() < until:
            await table.act()

    for table in tables:
        table.acts, table.latencies = 0, []
    begun = time.perf_counter()
    await asyncio.gather(*map(play, tables))
    acts = sum(table.acts for table in tables) / (time.perf_counter() - begun)
    return acts, [latency for table in tables for latency in table.latencies]


async def paced(tables: list[Table], rate: float, seconds: float) -> list[float]:
    """So many acts a second, one table after the other."""
    for table in tables:
        table.latencies = []
    begun, running = time.perf_counter(), set()
    for n in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + n / rate - time.perf_counter()))
        table = tables[n % len(tables)]
        if not table.busy:
            task = asyncio.create_task(table.act())
            running.add(task)
            task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return [latency for table in tables for latency in table.latencies]


def told(latencies: list[float]) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds."""
    cuts = statistics.quantiles(latencies, n=100)
    return statistics.median(latencies) * 1000, cuts[98] * 1000


async def measure(count: int) -> dict[str, float]:
    tables = await tables_of(count)
    acts, busy = await saturated(tables, SECONDS)
    calm = await paced(tables, 100, SECONDS)
    for table in tables:
        table.close()
    return dict(
        zip(("acts", "busy50", "busy99", "calm50", "calm99"), (acts, *told(busy), *told(calm)), strict=True)
    )


async def growth() -> list[tuple[str, float, float]]:
    """One table, longer and longer, then with more seats that watch."""
    found = []
    (table,) = await tables_of(1)
    for _ in range(4):
        acts, busy = await saturated([table], 3)
        found.append((f"5 streams, up to {table.at} entries", acts, told(busy)[1]))
    table.close()
    for streams in (1, 5, 20, 50):
        (table,) = await tables_of(1, streams)
        acts, busy = await saturated([table], 2)
        found.append((f"{streams} streams", acts, told(busy)[1]))
        table.close()
    return found


async def idle_tables(process: psutil.Process, count: int) -> float:
    """Kilobytes that a table leaves in memory after it was evicted."""
    await _make_idle(100)
    await asyncio.sleep(30)
    before = process.memory_info().rss
    await _make_idle(count)
    await asyncio.sleep(30)
    return (process.memory_info().rss - before) / count / 1024


async def _make_idle(count: int) -> None:
    for _ in range(count):
        table = Table(PORT)
        await table.set_up(streams=0)
        for _ in range(20):
            await table.act()
        table.close()


def run() -> list[dict[str, object]]:
    figures: list[dict[str, object]] = []
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    with databases() as kinds:
        print("| database | tables | durable acts/s | p50 / p99 at saturation | p50 / p99 at 100 acts/s |")
        print("|---|---|---|---|---|")
        for name, fresh in kinds.items():
            for count in TABLES:
                with server(fresh()):
                    found = asyncio.run(measure(count))
                figures.append({"database": name, "tables": count, **found})
                print(
                    f"| {name} | {count} | {found['acts']:,.0f} | {found['busy50']:.1f} / {found['busy99']:.1f} ms "
                    f"| {found['calm50']:.1f} / {found['calm99']:.1f} ms |",
                    flush=True,
                )
        print("\n| database | bare appends/s with 10, 50, 100 clients |\n|---|---|")
        for name, fresh in kinds.items():
            with server(fresh(), "bare"):
                rates = [asyncio.run(bare(clients, 3)) for clients in TABLES]
            figures.append({"database": name, "bare_appends_a_second": dict(zip(TABLES, rates, strict=True))})
            print(f"| {name} | {', '.join(f'{rate:,.0f}' for rate in rates)} |", flush=True)
        print("\n| one table on SQLite | acts/s | p99 |\n|---|---|---|")
        fresh = kinds["SQLite"]
        with server(fresh()):
            for what, acts, late in asyncio.run(growth()):
                figures.append({"one table": what, "acts": acts, "busy99": late})
                print(f"| {what} | {acts:,.0f} | {late:.1f} ms |", flush=True)
        with server(fresh(), idle=2) as process:
            evicted = asyncio.run(idle_tables(process, 300))
        print(f"\nMemory: {evicted:.0f} kB a table after eviction (300 tables, 40 entries each).")
    return [*figures, {"kilobytes_a_table_after_eviction": evicted}]
