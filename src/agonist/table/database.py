"""The two kinds of database: how a function of a plain SQLAlchemy connection is run on each, without blocking.

SQLite is a library: it runs in threads of its own, one that writes and two that read, and a transaction is one hop to a
thread and back. PostgreSQL is a server: its driver is asynchronous.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")

CHANNEL = "agonist"
"""The channel of PostgreSQL's notifications."""

_notify = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")

LOOK_SECONDS = 1.0
"""How often a server on SQLite looks whether another process, such as `agonist admin`, has written."""

LET_GO_SECONDS = 2.5 * LOOK_SECONDS
"""How long such a process waits until servers have let go of a table that it took away."""


class Database(Protocol):
    """Runs functions on connections: `read` leaves nothing behind, `write` commits.

    `tell` lets other processes on a shared database know of what a transaction changes, once it is committed.
    """

    url: URL
    shared: bool

    def read(self, work: Callable[[Connection], T]) -> Awaitable[T]: ...
    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]: ...
    def tell(self, connection: Connection, notices: list[str]) -> None: ...
    async def close(self) -> None: ...
    def free(self) -> int | None: ...
    async def others_wrote(self) -> bool: ...


class SqliteDatabase:
    """A file, in WAL mode, that is flushed to the disk at every commit."""

    shared = False

    def __init__(self, url: URL, patience: float) -> None:
        self.url = url
        _keep_private(url.database)
        self._engine = create_engine(url, pool_size=4, connect_args={"timeout": patience})
        event.listen(self._engine, "connect", _set_up)
        self._writing = ThreadPoolExecutor(1, "agonist-writes")
        self._reading = ThreadPoolExecutor(2, "agonist-reads")
        self._writer: Connection | None = None
        self._seen: tuple[int, int] | None = None

    def read(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._reading, self._read, work)

    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._writing, self._write, work)

    def tell(self, connection: Connection, notices: list[str]) -> None:
        """There is nobody else."""

    async def close(self) -> None:
        await asyncio.to_thread(self._shut)

    def free(self) -> int | None:
        """How many bytes the disk of the file has left."""
        place = Path(self.url.database or ".").absolute().parent
        return shutil.disk_usage(place).free if place.is_dir() else None

    async def others_wrote(self) -> bool:
        """Whether another process has written since this was last asked; after trouble with the file, perhaps."""
        found: tuple[int, int] = await self.write(_written)
        seen, self._seen = self._seen, found
        return seen not in (None, found)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Callable[[Connection], T]) -> T:
        """Write on the one connection for that; it is given back after anything that went wrong."""
        connection = self._writer = self._writer or self._engine.connect()
        try:
            result = work(connection)
            connection.commit()
        except BaseException:
            self._let_go()
            raise
        return result

    def _let_go(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None

    def _shut(self) -> None:
        self._writing.submit(self._let_go)
        self._writing.shutdown()
        self._reading.shutdown()
        self._engine.dispose()


class PostgresDatabase:
    """A server that other processes may use too."""

    shared = True

    def __init__(self, url: URL, patience: float) -> None:
        self.url = url
        self._engine = create_async_engine(
            url,
            pool_size=4,
            max_overflow=8,
            pool_timeout=patience,
            pool_use_lifo=True,
            connect_args={"timeout": patience, "command_timeout": patience},
        )

    async def read(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    def tell(self, connection: Connection, notices: list[str]) -> None:
        connection.execute(_notify, {"channel": CHANNEL, "notices": notices})

    async def close(self) -> None:
        await self._engine.dispose()

    def free(self) -> int | None:
        """That is the database server's business; it fails to write if it has none."""
        return None

    async def others_wrote(self) -> bool:
        """PostgreSQL tells it by itself."""
        return False


def database_of(text: str, patience: float) -> Database:
    """The database of a URL: ``sqlite:///file.db``, ``postgresql://user@host/name``."""
    url = make_url(text)
    if url.get_backend_name() == "sqlite":
        return SqliteDatabase(url.set(drivername="sqlite"), patience)
    return PostgresDatabase(url.set(drivername="postgresql+asyncpg"), patience)


def _keep_private(file: str | None) -> None:
    """A database holds seeds of running contests: it is its owner's alone, and what SQLite puts beside it as well."""
    if file in (None, "", ":memory:"):
        return
    with suppress(OSError):  # what cannot be made or owned is told by who opens it
        try:
            os.close(os.open(str(file), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:  # and is not opened here: closing it would let go of SQLite's locks
            Path(str(file)).chmod(0o600)


def _written(connection: Connection) -> tuple[int, int]:
    """What changes when another connection than this one commits: SQLite counts that for each connection."""
    counted: int = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    return id(connection), counted


def _set_up(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
