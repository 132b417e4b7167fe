"""The store: one database, its connections, and the one writer through which everything is written.

SQLite runs in WAL mode and waits for the disk at every commit; PostgreSQL does so by itself. Jobs that wait at the
same time share a transaction, so that a busy server pays for one commit where many acts came in.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .upgrade import upgrade
from .writer import OUT_OF_REACH, Job, Writer, unavailable

__all__ = ["Store", "normal_url", "open_store"]

T = TypeVar("T")

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


def normal_url(text: str) -> URL:
    """A database URL with the driver that Agonist uses: ``sqlite:///file.db``, ``postgresql://user@host/name``."""
    url = make_url(text)
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))


class Store:
    """An open database. Reading and writing are given as functions of a plain SQLAlchemy connection."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine = engine
        self.writer = writer

    @classmethod
    async def open(cls, url: str, *, patience: float = 10.0) -> Store:
        """Connect, bring the database up to date, and begin to take jobs."""
        engine = _engine(normal_url(url), patience)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(upgrade)
        except (SQLAlchemyError, *OUT_OF_REACH) as problem:
            await engine.dispose()
            raise unavailable(problem) from problem
        store = cls(engine, Writer(engine, patience))
        store.writer.start()
        return store

    @property
    def shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self.engine.dialect.name == "postgresql"

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that only reads."""
        try:
            async with self.engine.connect() as connection:
                return await connection.run_sync(work)
        except (DBAPIError, *OUT_OF_REACH) as problem:
            raise unavailable(problem) from problem

    async def write(self, work: Callable[[Connection], T], notices: tuple[str, ...] = ()) -> T:
        """Run a function that writes; when this returns it is committed, and the notices are on their way."""
        result: T = await self.writer.done(Job(work=work, notices=notices))
        return result

    async def close(self) -> None:
        """Finish what is under way, and let go of the database."""
        await self.writer.stop()
        await self.engine.dispose()


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """A store for a while, beside the servers that use it."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def _engine(url: URL, patience: float) -> AsyncEngine:
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url, pool_size=4, max_overflow=4, pool_timeout=patience)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    return create_async_engine(
        url,
        pool_size=4,
        max_overflow=8,
        pool_timeout=patience,
        pool_use_lifo=True,
        connect_args={"timeout": patience, "command_timeout": patience},
    )


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
