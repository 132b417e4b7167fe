"""Several worker processes: the parent replaces who dies, waits for the database with them, and gives up honestly."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import asyncpg
import httpx
import psutil
import pytest

from agonist.table.listener import NAME
from tests.support.postgres import Postgres
from tests.support.servers import ROOT, Server

GIVES_UP = """
import sys
from agonist.cli import worker_processes
worker_processes._PAUSE, worker_processes._TRIES = 0.01, 1
how = {"port": 0, "log_config": None, "timeout_worker_healthcheck": 1}
good = worker_processes.run_workers("nowhere.at.all:app", 2, how)
sys.exit(0 if good else 3)
"""


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.05)


def workers(parent: psutil.Process) -> set[int]:
    """The worker processes, without those that answer about odds."""
    found = set()
    for child in parent.children():
        with suppress(psutil.Error):
            if "spawn_main" in " ".join(child.cmdline()):
                found.add(child.pid)
    return found


def answers(server: Server, place: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(f"{server.address}{place}", timeout=5).status_code == 200
    return False


def listening(url: str) -> int:
    """How many processes have opened the database and hear of what others do: the last thing before they serve."""

    async def counted() -> int:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        try:
            query = "select count(*) from pg_stat_activity where application_name = $1"
            return int(await connection.fetchval(query, NAME))
        finally:
            await connection.close()

    return asyncio.run(counted())


@pytest.mark.postgres
def test_a_worker_that_dies_while_the_database_is_away_waits_for_it_and_comes_back() -> None:
    with Postgres.started() as postgres:
        url = postgres.new_database()
        server = Server(url, workers=2, patience=2)
        try:
            server.start()
            assert server.process is not None
            parent = psutil.Process(server.process.pid)
            until(lambda: len(workers(parent)) == 2 and listening(url) == 2)
            first, other = sorted(workers(parent))
            postgres.stop()
            psutil.Process(first).kill()
            until(lambda: len(workers(parent) - {first, other}) == 1)
            (new,) = workers(parent) - {first, other}
            time.sleep(3)
            assert workers(parent) == {new, other}, "somebody was taken along"
            until(lambda: answers(server, "/health"))
            postgres.start()
            until(lambda: answers(server, "/ready"))
            assert workers(parent) == {new, other}
            assert server.stop() == 0
        finally:
            family = (
                psutil.Process(server.process.pid).children(recursive=True)
                if server.process is not None
                else []
            )
            server.kill()
            for each in family:
                with suppress(psutil.Error):
                    each.kill()


def test_a_server_whose_workers_do_not_come_up_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GIVES_UP],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 3
