"""The store: one database, its connections, and the one writer through which everything is written.

Jobs that wait at the same time share a transaction, so that a busy server pays for one commit where many acts came
in.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .database import Database, database_of
from .errors import StoreUnavailable
from .schema import receipts
from .upgrade import upgrade
from .writer import OUT_OF_REACH, Job, Writer, said, unavailable

T = TypeVar("T")

_log = logging.getLogger("agonist.store")

LEAST_ROOM = 10 * 2**20
"""How many bytes a disk must have left."""


class Store:
    """An open database. Reading and writing are given as functions of a plain SQLAlchemy connection."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self.database = database
        self.writer = writer

    @classmethod
    async def open(cls, url: str, *, patience: float = 10.0) -> Store:
        """Connect, bring the database up to date, and begin to take jobs."""
        database = database_of(url, patience)
        try:
            await database.write(upgrade)
        except (SQLAlchemyError, *OUT_OF_REACH) as problem:
            await database.close()
            raise unavailable(problem) from problem
        store = cls(database, Writer(database, patience))
        store.writer.start()
        return store

    @property
    def shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self.database.shared

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that only reads."""
        try:
            return await self.database.read(work)
        except (DBAPIError, *OUT_OF_REACH) as problem:
            _log.warning("The database does not answer: %s", said(problem))
            raise unavailable(problem) from problem

    async def write(self, work: Callable[[Connection], T], notices: tuple[str, ...] = ()) -> T:
        """Run a function that writes; when this returns it is committed, and the notices are on their way."""
        result: T = await self.writer.done(Job(work=work, notices=notices))
        return result

    async def probe(self) -> None:
        """Raise `StoreUnavailable` if the database does not answer, has no room, or failed to write and still does."""
        await self.read(lambda connection: connection.execute(select(1)))
        free = self.database.free()
        if free is not None and free < LEAST_ROOM:
            raise StoreUnavailable("The disk is full.", accepted="some room on it")
        if self.writer.failing:
            await self.write(_write_something)

    async def close(self) -> None:
        """Finish what is under way, and let go of the database."""
        await self.writer.stop()
        await self.database.close()


def _write_something(connection: Connection) -> None:
    """What leaves nothing behind but has to be written."""
    row = {"scope": "probe", "key": "probe", "request": "", "result": b"", "created": 0.0}
    connection.execute(insert(receipts), row)
    connection.execute(delete(receipts).where(receipts.c.scope == "probe"))


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """A store for a while, beside the servers that use it."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()
