"""The writer: commits waiting jobs together, in the order in which they came."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Dialect, bindparam, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from agonist.kernel import AgonistError

from .database import Database
from .errors import Refused, StoreConflict, StoreUnavailable
from .schema import contests, entries

MOST_JOBS = 256
"""How many jobs share a transaction at most."""

OUT_OF_REACH = (OSError, PoolTimeout, TimeoutError)
"""What a lost database raises besides errors of SQLAlchemy's own."""

_log = logging.getLogger("agonist.store")


@lru_cache(8)
def _append(dialect: Dialect) -> tuple[str, Callable[[dict[str, Any]], tuple[Any, ...]]]:
    """How entries are added, in a database's own words: what most acts write is worked out once."""
    made: Any = insert(entries).compile(dialect=dialect)
    return str(made), itemgetter(*made.positiontup)


_hold = (
    select(contests.c.id)
    .where(contests.c.id.in_(bindparam("ids", expanding=True)), contests.c.status == "running")
    .order_by(contests.c.id)
    .with_for_update(key_share=True)
)


class Job:
    """Something to be written: rows of `entries`, further work on the connection, and notices for other processes."""

    __slots__ = ("done", "notices", "rows", "work")

    def __init__(
        self,
        *,
        rows: list[dict[str, Any]] | None = None,
        work: Callable[[Connection], Any] | None = None,
        notices: tuple[str, ...] = (),
    ) -> None:
        self.rows = rows or []
        self.work = work
        self.notices = notices
        self.done: asyncio.Future[Any]


class Writer:
    """Takes jobs from anywhere in the process and commits them, many at a time when many wait."""

    def __init__(self, database: Database, patience: float) -> None:
        self.database = database
        self.patience = patience
        self.observe: Callable[[int, float], None] = lambda _, __: None
        self.landed: Callable[[str], None] = lambda _: None
        """Told the notices of what is stored after all, or may be, when its askers were told that nobody knows."""
        self.failing = False
        """Whether the last that was to be written could not be."""
        self._waiting: deque[Job] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._late: set[asyncio.Future[list[Any]]] = set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="agonist writer")

    async def stop(self) -> None:
        """Commit what waits, and take nothing more."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await asyncio.gather(*self._late, return_exceptions=True)

    async def done(self, job: Job) -> Any:
        """Commit a job; returns what its work returned."""
        if self._closing:
            raise StoreUnavailable("The server is stopping.", accepted="the same again in a little while")
        job.done = asyncio.get_running_loop().create_future()
        self._waiting.append(job)
        self._wake.set()
        return await job.done

    async def _work(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = [self._waiting.popleft() for _ in range(min(MOST_JOBS, len(self._waiting)))]
            begun = time.perf_counter()
            await self._commit(batch)
            self.observe(len(batch), time.perf_counter() - begun)

    async def _commit(self, batch: list[Job]) -> None:
        try:
            results = await self._written(batch)
        except (IntegrityError, AgonistError) as problem:
            await self._commit_apart(batch, problem)
        except (SQLAlchemyError, *OUT_OF_REACH) as problem:
            if _lost_a_race(problem):
                await self._commit_apart(batch, problem)
                return
            if len(batch) > 1 and not_text(problem):
                await self._commit_apart(batch, problem)
                return
            self.failing = not not_text(problem)
            _log.warning("The database does not take writes: %s", said(problem))
            _fail(batch, unavailable(problem))
            self._tell_landed(batch)
        except Exception as problem:  # noqa: BLE001  a job's defect must not end the writer
            if len(batch) == 1:
                _fail(batch, problem)
            else:
                await self._commit_apart(batch, problem)
        else:
            self.failing = False
            for job, result in zip(batch, results, strict=True):
                if job.done.done():
                    self._tell_landed([job])
                else:
                    job.done.set_result(result)

    async def _written(self, batch: list[Job]) -> list[Any]:
        """Write a batch. What takes too long is not waited for, but it may still be stored: then that is told."""
        writing = asyncio.ensure_future(self.database.write(partial(_write, batch, self.database)))
        await asyncio.wait({writing}, timeout=self.patience)
        if not writing.done():
            self._late.add(writing)
            writing.add_done_callback(partial(self._tell_late, batch))
            raise TimeoutError
        return writing.result()

    def _tell_late(self, batch: list[Job], writing: asyncio.Future[list[Any]]) -> None:
        self._late.discard(writing)
        if not writing.cancelled() and writing.exception() is None:
            self._tell_landed(batch)

    def _tell_landed(self, batch: list[Job]) -> None:
        """What could not be acknowledged may be stored: who looks again sees what is."""
        for job in batch:
            for notice in job.notices:
                self.landed(notice)

    async def _commit_apart(self, batch: list[Job], problem: Exception) -> None:
        """One of the jobs cannot be done: the transaction is undone, and each is tried in one of its own."""
        if len(batch) > 1:
            for job in batch:
                await self._commit([job])
            return
        refusal = problem if isinstance(problem, AgonistError) else StoreConflict("Somebody else was first.")
        _fail(batch, refusal)


def _write(batch: list[Job], database: Database, connection: Connection) -> list[Any]:
    rows = [row for job in batch for row in job.rows]
    if rows:
        if database.shared:
            _hold_contests(connection, {row["contest_id"] for row in rows})
        statement, values = _append(connection.dialect)
        connection.exec_driver_sql(statement, [*map(values, rows)])
    results = [None if job.work is None else job.work(connection) for job in batch]
    if notices := [notice for job in batch for notice in job.notices]:
        database.tell(connection, notices)
    return results


def _hold_contests(connection: Connection, ids: set[str]) -> None:
    """Keep other processes from ending these contests now; they may have ended one already."""
    held = connection.execute(_hold, {"ids": sorted(ids)}).all()
    if len(held) != len(ids):
        raise StoreConflict("The contest was ended meanwhile.")


def _lost_a_race(problem: Exception) -> bool:
    """Whether PostgreSQL undid this in favour of another process: a deadlock, or a serialisation failure."""
    return isinstance(problem, DBAPIError) and getattr(problem.orig, "sqlstate", None) in {"40P01", "40001"}


def _fail(batch: list[Job], refusal: Exception) -> None:
    for job in batch:
        if not job.done.done():
            job.done.set_exception(refusal)


def said(problem: BaseException) -> str:
    """What the database said, for the log: without the statement, which holds what people wrote."""
    cause = problem.orig if isinstance(problem, DBAPIError) else problem
    first = (str(cause).strip() or "nothing").splitlines()[0]
    return f"{type(cause).__name__}: {first[:300]}"


def not_text(problem: BaseException) -> bool:
    """Whether PostgreSQL cannot keep a character that somebody sent, such as a zero."""
    return isinstance(problem, DBAPIError) and getattr(problem.orig, "sqlstate", None) in {"22021", "22P05"}


def unavailable(problem: BaseException) -> AgonistError:
    """The refusal for a lost database; what the database said goes to the server's log, not to a seat."""
    if not_text(problem):
        return Refused("There is a character that cannot be kept.", accepted="text without zero characters")
    refusal = StoreUnavailable("The database does not answer.", accepted="the same again in a little while")
    refusal.__cause__ = problem
    return refusal
