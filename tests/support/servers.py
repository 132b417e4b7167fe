"""A real server in a process of its own, which tests stop, kill and start again."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

UNHURRIED = {
    "acts": [1e9, 1e9],
    "makes": [1e9, 1e9],
    "joins": [1e9, 1e9],
    "reads": [1e9, 1e9],
    "writes": [1e9, 1e9],
    "odds": 60,
    "running": 10_000,
    "contests": 10_000,
}
SERVE = """
from agonist.kernel import register
from examples.standoff import GAME
register(GAME)
from agonist.cli import main
main(["serve"])
"""
ROOT = Path(__file__).resolve().parents[2]


def free_ports(count: int) -> int:
    """The first of so many free ports in a row."""
    while True:
        with ExitStack() as held, suppress(OSError, OverflowError):
            first = held.enter_context(socket.socket())
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            for n in range(1, count):
                held.enter_context(socket.socket()).bind(("127.0.0.1", port + n))
            return port


class Server:
    """`agonist serve` on a free port, with the example game beside the installed ones."""

    def __init__(self, database: str, **settings: Any) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        given = {
            "database": database,
            "port": self.port,
            "log_level": "warning",
            "limits": json.dumps(UNHURRIED),
        }
        self.environment = {f"AGONIST_{key.upper()}": str(value) for key, value in (given | settings).items()}
        self.base = str(settings.get("base_path", ""))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and return when it is ready."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            env=os.environ | self.environment | {"PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 200
        while time.monotonic() < deadline:
            assert self.process.poll() is None, "the server ended by itself"
            try:
                with urlopen(
                    f"{self.address}{self.base}/ready", timeout=20
                ):  # httpx takes a third of a core to ask so often
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server did not get ready")

    def kill(self) -> None:
        """As if the power went off."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an administrator does; returns the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        try:
            status = self.process.wait(20)
        finally:
            self.process.kill()
            self.process = None
        return status


@contextmanager
def serving(database: str, **settings: Any) -> Iterator[Server]:
    """A running server, gone afterwards."""
    server = Server(database, **settings)
    try:
        server.start()
        yield server
    finally:
        server.kill()
