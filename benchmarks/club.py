"""How many tables a core holds: a game master and four players each, who answer like people, after five seconds.

`CLUB_TABLES` ("100,200,300,400") are tried one after the other until an act in a hundred takes `CLUB_LATE` (100)
milliseconds; `CLUB_SECONDS` (60) each, after a quarter of that in which the groups begin. `CLUB_STREAMS` ("pages,api")
says what follows: five pages a table, or five programs. `CLUB_WORKERS` ("1") tries several numbers of processes; more
than one have a PostgreSQL of their own, and each group plays at one of them, as a proxy with our file sends it
(`CLUB_SPREAD=yes`: its people come to any of them). Its processor time is told apart, and so is that of the clerks who
work out odds. The server is `agonist serve` as it is.
"""

import asyncio
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil

from tests.support.evening import UNLIMITED, Evening
from tests.support.postgres import Postgres
from tests.support.servers import Server, free_ports
from tests.support.stores import empty_store

_THINKING = 5.0


class Family:
    """A process and all that it started, as one; without the clerks who work out odds, or of them alone."""

    def __init__(self, pid: int, *, clerks: bool | None = False) -> None:
        self.head = psutil.Process(pid)
        self.clerks = clerks

    def _each(self, ask: str) -> list[Any]:
        there = {self.head, *self.head.children(recursive=True)}
        clerks = {clerk for one in there if _forks(one) for clerk in (one, *one.children(recursive=True))}
        there = there if self.clerks is None else clerks if self.clerks else there - clerks
        found = []
        for one in there:
            with suppress(psutil.NoSuchProcess):
                found.append(getattr(one, ask)())
        return found

    def cpu_times(self) -> Any:
        times = self._each("cpu_times")
        return SimpleNamespace(
            user=sum(each.user for each in times), system=sum(each.system for each in times)
        )

    def memory_info(self) -> Any:
        return SimpleNamespace(rss=sum(each.rss for each in self._each("memory_info")))


def _forks(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return any("forkserver" in word for word in process.cmdline())
    return False


@contextmanager
def club(workers: int) -> Iterator[tuple[Server, Family | None]]:
    """A running server, and the PostgreSQL that it has if it is several processes."""
    with ExitStack() as gone:
        folder = gone.enter_context(tempfile.TemporaryDirectory())
        base = gone.enter_context(Postgres.started(durable=True)) if workers > 1 else None
        database = base.new_database() if base else empty_store(Path(folder, "club.db"))
        how = {"workers": workers, "worker_ports": free_ports(workers) if workers > 1 else 0}
        server = Server(database, limits=json.dumps(UNLIMITED), log_level="error", **how)
        gone.callback(server.stop)
        server.start()
        assert base is None or base.process is not None
        yield server, Family(base.process.pid, clerks=None) if base and base.process else None


def tried(tables: int, streams: str, workers: int, seconds: float) -> dict[str, Any]:
    """So many tables for a while."""
    evening = Evening(tables=tables, seconds=seconds, thinking=_THINKING, streams=streams)
    with club(workers) as (server, base):
        assert server.process is not None
        if workers > 1 and "CLUB_SPREAD" not in os.environ:
            first = int(server.environment["AGONIST_WORKER_PORTS"])
            evening.homes = tuple(f"http://127.0.0.1:{first + n}" for n in range(workers))
        family, clerks, spent = (
            Family(server.process.pid),
            Family(server.process.pid, clerks=True),
            [0.0, 0.0],
        )
        empty = family.memory_info().rss

        def begins() -> None:
            spent[:] = _seconds(base), _seconds(clerks)

        figures: dict[str, Any] = dict(asyncio.run(evening.runs(server.address, family, begins)))
        figures["base_ms_an_act"] = (_seconds(base) - spent[0]) / evening.acts * 1000
        figures["clerks_ms_an_act"] = (_seconds(clerks) - spent[1]) / evening.acts * 1000
        figures["megabytes_a_table"] = figures["megabytes"] / tables - empty / 2**20 / tables
    figures["cores"] = figures["cpu_ms_an_act"] * figures["acts_a_second"] / 1000
    return figures | {"tables": tables, "streams": streams, "workers": workers}


def _seconds(base: Family | None) -> float:
    times = base.cpu_times() if base else None
    return float(times.user + times.system) if times else 0.0


def run() -> list[dict[str, Any]]:
    late = float(os.environ.get("CLUB_LATE", "100"))
    seconds = float(os.environ.get("CLUB_SECONDS", "60"))
    numbers = [int(each) for each in os.environ.get("CLUB_TABLES", "100,200,300,400").split(",")]
    found, most = [], {}
    print(
        "| processes | five streams at each | acts/s | median / 99 % "
        "| ms of processor an act, clerks, PostgreSQL | cores | a table |"
    )
    print("|---:|---|---:|---:|---:|---:|---:|")
    for workers in (int(each) for each in os.environ.get("CLUB_WORKERS", "1").split(",")):
        for streams in os.environ.get("CLUB_STREAMS", "pages,api").split(","):
            for tables in numbers:
                one = tried(tables, streams, workers, seconds)
                found.append(one)
                print(
                    f"| {workers} | {tables} tables, {streams} | {one['acts_a_second']:.0f} "
                    f"| {one['median_ms']:.0f} / {one['p99_ms']:.0f} ms "
                    f"| {one['cpu_ms_an_act']:.1f}, {one['clerks_ms_an_act']:.1f}, {one['base_ms_an_act']:.1f} "
                    f"| {one['cores']:.2f} | {one['megabytes_a_table']:.1f} MB |",
                    flush=True,
                )
                if one["p99_ms"] > late:
                    break
                most[workers, streams] = tables
    for (workers, streams), tables in most.items():
        print(
            f"\n{streams}, {workers} process{'es' * (workers > 1)}: {tables} tables at p99 under {late:.0f} ms."
        )
    return found
