"""The server that the browser visits: a process of its own, which tests may kill and start again."""

import hashlib
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.support.stores import empty_store

SEED = hashlib.sha256(b"1").digest()
"""The dice of every contest here fall alike, so that the same answers lead to the same end."""
FRAMES = "https://www.owlbear.rodeo"
"""A site that may show this one, as its owner may allow."""


class Server:
    """A server on a database in a directory, at the same address after every start."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        empty_store(self.home / "tables.db")
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.serving", str(self.port), str(self.home / "tables.db")],
                stdout=log,
                stderr=log,
                cwd=Path(__file__).resolve().parents[2],
            )
        deadline = time.monotonic() + 200
        while time.monotonic() < deadline:
            try:
                with urlopen(f"{self.url}/health", timeout=20):
                    return
            except (URLError, OSError):
                assert self.process.poll() is None, self.log()
                time.sleep(0.05)
        raise AssertionError(f"The server did not start:\n{self.log()}")

    def kill(self) -> None:
        """As a power cut does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None

    def log(self) -> str:
        return (self.home / "log").read_text(errors="replace")[-4000:]


def main(port: str, database: str) -> None:
    import uvicorn

    from agonist.kernel import referee, register
    from agonist.table import Limits
    from agonist.web import Settings, create_app
    from examples import standoff
    from tests.browser.hasty import hurry

    register(standoff.GAME)
    hurry()
    vars(referee)["new_seed"] = lambda: SEED
    many = (100_000.0, 1_000.0)
    limits = Limits(joins=many, makes=many, acts=many, misses=many, reads=many, writes=many, odds=60)
    app = create_app(Settings(database=f"sqlite:///{database}", limits=limits, frames=FRAMES))
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="error", timeout_graceful_shutdown=2)


if __name__ == "__main__":
    main(*sys.argv[1:])
