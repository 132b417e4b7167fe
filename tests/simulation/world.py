"""The world of an evening: servers on one database that fails on command, and that hear each other late."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from sqlalchemy import Connection, Dialect, Engine, create_engine, make_url
from sqlalchemy.exc import OperationalError

from agonist.table import Limits, Service, aside, hall, house
from agonist.table.database import SqliteDatabase
from agonist.table.house import House
from agonist.table.store import Store
from agonist.table.writer import Writer
from tests.simulation.loop import SimulatedLoop
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED

T = TypeVar("T")

PATIENCE = 10.0
"""How many seconds a server waits for its database."""

IDLE = 5.0
"""After how many seconds a server forgets a contest that nobody uses."""

LONG, HEAVY = 4, 10
"""From how many entries on a contest is played again beside the loop, and from how many that is heavy: at evenings
contests are short."""

FAULTS = ("refused", "full", "lost before", "lost after", "dead")


COMPILED: dict[Any, Any] = {}
"""Statements in the database's words: the same in all evenings."""


def _knowing(engine: Engine) -> Engine:
    """An engine that has the words of all others of its kind, and need not find its own."""
    engine.dialect = _dialect()
    return engine.execution_options(compiled_cache=COMPILED)


@cache
def _dialect() -> Dialect:
    engine = create_engine("sqlite://")
    engine.connect().close()
    engine.dispose()
    return engine.dialect


class Gone(ConnectionError):
    """The server that was asked is dead; nobody knows what came of it."""


class World:
    """One database, its servers, and what goes wrong. When it is `calm` nothing does."""

    def __init__(self, loop: SimulatedLoop, folder: Path) -> None:
        self.loop = loop
        self.random = loop.random
        self.url = empty_store(folder / "tables.db")
        self.workers: list[Worker] = []
        self.listeners: list[Listener] = []
        self.calm = True
        self.happened: list[str] = []
        self._eye = _knowing(create_engine(self.url))
        loop.takes = self._takes

    def note(self, what: str) -> None:
        """Keep what happened, and when."""
        self.happened.append(f"{self.loop.now:.6f} {what}")

    def read(self, work: Callable[[Connection], T]) -> T:
        """What the database says, for who looks at it from outside."""
        with self._eye.connect() as connection:
            return work(connection)

    def close(self) -> None:
        self._eye.dispose()

    def fault(self) -> str:
        """What goes wrong with this write, if anything."""
        if self.calm or self.random.random() > 0.04:
            return ""
        return self.random.choice(FAULTS)

    def _takes(self, _: Callable[..., Any]) -> float:
        if not self.calm and self.random.random() < 0.01:
            return self.random.uniform(PATIENCE / 2, PATIENCE * 1.5)
        if not self.calm and self.random.random() < 0.1:
            return self.random.uniform(0.1, 2)
        return self.random.uniform(0.0005, 0.02)

    def tell(self, notices: list[str]) -> None:
        """What is committed is on its way to everybody who listens, to each in its order."""
        for listener in self.listeners:
            for notice in notices:
                listener.deliver(notice)

    async def begin(self, workers: int) -> None:
        for n in range(workers):
            worker = Worker(self, n)
            await worker.start()
            self.workers.append(worker)

    async def end(self) -> None:
        for worker in self.workers:
            await worker.stop()


class Listener:
    """Hears what is told to all servers, late; now and then its line is cut, and what is told then it never hears."""

    world: World

    def __init__(self, url: Any, heard: Callable[[str], None], sure: Callable[[bool], None]) -> None:
        self.heard, self.sure = heard, sure
        self._last = 0.0
        self._cut = False

    async def start(self) -> None:
        self.world.listeners.append(self)
        self.sure(True)

    async def stop(self) -> None:
        if self in self.world.listeners:
            self.world.listeners.remove(self)

    def deliver(self, notice: str) -> None:
        world = self.world
        if self._cut:
            return
        if not world.calm and world.random.random() < 0.01:
            self._cut_off()
            return
        self._last = max(self._last, world.loop.now + world.random.choice((0.001, 0.05, 0.5, 2.0)))
        world.loop.call_at(self._last, self._hear, notice)

    def _hear(self, notice: str) -> None:
        if self in self.world.listeners and not self._cut:
            self.heard(notice)

    def _cut_off(self) -> None:
        self._cut = True
        self.world.note("a line is cut")
        self.world.loop.call_later(0.2, self.sure, False)
        self.world.loop.call_later(self.world.random.uniform(0.5, 5), self._back)

    def _back(self) -> None:
        if self in self.world.listeners:
            self._cut = False
            self.sure(True)


class FailingDatabase(SqliteDatabase):
    """A shared database whose writes fail as the world has it."""

    shared = True

    def __init__(self, worker: Worker) -> None:
        super().__init__(make_url(worker.world.url), PATIENCE)
        self._engine = _knowing(self._engine)
        self._worker = worker
        self._notices: list[str] = []

    def tell(self, connection: Connection, notices: list[str]) -> None:
        self._notices.extend(notices)

    def _read(self, work: Callable[[Connection], T]) -> T:
        world = self._worker.need_alive()
        if not world.calm and world.random.random() < 0.005:
            raise OSError("the line is down")
        return super()._read(work)

    def _write(self, work: Callable[[Connection], T]) -> T:
        world = self._worker.need_alive()
        self._notices, fault = [], world.fault()
        if fault:
            world.note(f"{self._worker.name}: {fault}")
        if fault == "lost before":
            raise OSError("the line is down")
        if fault in ("refused", "full"):
            raise OperationalError("", None, sqlite3.OperationalError(f"database is {fault}"))
        result = super()._write(work)
        world.tell(self._notices)
        if fault == "lost after":
            raise OSError("the line went down")
        if fault == "dead":
            self._worker.die()
        return result


class Worker:
    """A server process: what it knows is gone when it dies, and another takes its place."""

    def __init__(self, world: World, n: int) -> None:
        self.world = world
        self.name = f"server {n}"
        self.alive = False
        self.deaths = 0
        self.calls: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        self.alive = True
        database = FailingDatabase(self)
        store = Store(database, Writer(database, PATIENCE))
        store.writer.start()
        self.house = House(store, LIMITS, idle=IDLE)
        await self.house.open()
        self.service = Service(self.house)

    async def stop(self) -> None:
        if self.alive:
            await self.house.close()
        self.alive = False

    def need_alive(self) -> World:
        if not self.alive:
            raise OSError("this server is dead")
        return self.world

    def die(self) -> None:
        """As a power cut does: whatever it was at is not finished, and nothing it knew is left."""
        self.alive = False
        self.deaths += 1
        self.world.note(f"{self.name} dies")
        self.world.listeners[:] = [
            each for each in self.world.listeners if getattr(each.heard, "__self__", None) is not self.house
        ]
        own = [*self.calls, *self.house.tasks, *self.house._watches, self.house.store.writer._task]
        for task in sorted(filter(None, own), key=_age):
            task.cancel()
        self.world.loop.call_later(self.world.random.uniform(0.1, 3), self._again)

    def _again(self) -> None:
        self.world.loop.create_task(self.start())

    async def call(self, what: Callable[[Service], Coroutine[Any, Any, T]]) -> T:
        """Ask this server something; `Gone` if it is dead, or dies over it."""
        if not self.alive:
            await asyncio.sleep(0.05)
            raise Gone
        task = asyncio.ensure_future(what(self.service))
        self.calls.add(task)
        life = self.deaths
        try:
            return await task
        except asyncio.CancelledError:
            if self.deaths != life:
                raise Gone from None
            raise
        finally:
            self.calls.discard(task)


def _age(task: asyncio.Task[Any]) -> tuple[int, str]:
    """Tasks are numbered as they are made: in a set they have no order that another process would know."""
    return len(task.get_name()), task.get_name()


LIMITS: Limits = UNHURRIED


@contextmanager
def worldly(loop: SimulatedLoop, folder: Path) -> Iterator[World]:
    """A world to play an evening in."""
    world = World(loop, folder)
    with (
        patch.object(house, "Listener", type("Heard", (Listener,), {"world": world})),
        patch.object(hall, "LONG", LONG),
        patch.object(aside, "HEAVY", HEAVY),
    ):
        try:
            yield world
        finally:
            world.close()
