"""The house: what all parts of the service share, and how the processes of one server keep each other informed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, String, bindparam, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from agonist.odds.clerks import Clerks

from .aside import Aside
from .database import LOOK_SECONDS
from .errors import NotFound, StoreUnavailable
from .hall import Hall
from .hub import Hub
from .keyring import Keyring
from .limits import Limits, Rates
from .listener import Listener
from .live import info_of
from .model import ContestInfo, Seat, TableInfo, moment
from .once import forget
from .presence import Presence
from .schema import contests, doors, hooks, seats, tables, tokens
from .screens import Screens
from .store import Store
from .tokens import new_id

_MOST_TABLES = 2_000
_SWEEP_SECONDS = 20.0

# What is asked most is put into words once.
_id, _many = bindparam("table", type_=String), func.count().label("many")
_table = select(tables).where(tables.c.id == _id)
_bump = update(tables).where(tables.c.id == _id).values(revision=tables.c.revision + 1)
_seats = select(seats).where(seats.c.table_id == _id).order_by(seats.c.created, seats.c.id)
_running = (
    select(contests)
    .where(contests.c.table_id == _id, contests.c.status == "running")
    .order_by(contests.c.created)
)
_watched = select(doors.c.code).where(doors.c.table_id == _id, doors.c.crowd.is_(False))
_by_origin = (
    select(_many)
    .where(seats.c.table_id == _id, seats.c.origin.is_not(None))
    .group_by(seats.c.origin)
    .order_by(_many.desc())
    .limit(1)
)
_hooks = select(hooks.c.id).where(hooks.c.table_id == _id).limit(1)
_held = (
    select(seats)
    .join(tokens, tokens.c.seat_id == seats.c.id)
    .where(tokens.c.digest == bindparam("digest"))
    .order_by(seats.c.created, seats.c.id)
)


class TableData(msgspec.Struct, frozen=True):
    """A table as the store has it."""

    info: TableInfo
    seats: dict[str, Seat]
    running: list[ContestInfo]
    strangers: int = 0
    """How many have come in by the door from one address and were not let in, where that matters."""
    hooks: bool = False
    """Whether there are addresses that are told of its contests."""


class House:
    """Store, contests in memory, listeners, presence and limits.

    Topics are ``t:`` tables, ``p:`` who is present at them, ``g:`` that they are gone, and ``c:`` contests.
    """

    def __init__(self, store: Store, limits: Limits, *, most_live: int = 1_000, idle: float = 600) -> None:
        self.store = store
        self.limits = limits
        self.rates = Rates()
        self.aside = Aside()
        self.clerks = Clerks(limits.odds)
        self.reviewers = Clerks(limits.review, places=3, later=2, each=2, way=False)
        self.hub = Hub()
        self.hall = Hall(store, self.aside, most=most_live, idle=idle)
        self.screens = Screens(limits)
        self.presence = Presence()
        self.presence.told = self._tell_presence
        self.process = new_id()
        self.tasks: set[asyncio.Task[None]] = set()
        self._tables: OrderedDict[str, TableData] = OrderedDict()
        self._listener: Listener | None = None
        self._watches: list[asyncio.Task[None]] = []
        self.keys = Keyring()
        self.calling: Callable[[], None] = lambda: None
        """Told when there is something new for the addresses of a table."""
        self._changes = 0
        self.dropping: list[Callable[[str], object]] = [
            self.aside.turns.call_off,
            self.clerks.call_off,
            self.reviewers.call_off,
        ]
        """What lets go of a table that is gone."""

    async def open(self) -> None:
        """Begin to listen to other processes, and to forget what nobody uses."""
        if self.store.shared:
            self.hall.sure = False
            self._listener = Listener(self.store.database.url, self._heard, self._set_sure)
            await self._listener.start()
        else:
            self._watches.append(asyncio.create_task(self._look(), name="agonist watch"))
        self.store.writer.landed = self._late
        self._watches.append(asyncio.create_task(self._sweep(), name="agonist sweeper"))

    async def close(self) -> None:
        """Finish what is under way."""
        self.hub.close()
        every = [*self._watches, *self.tasks]
        for task in every:
            task.cancel()
        await asyncio.gather(*every, return_exceptions=True)
        if self._listener is not None:
            await self._listener.stop()
        await asyncio.to_thread(self.clerks.close)
        await asyncio.to_thread(self.reviewers.close)
        await asyncio.to_thread(self.aside.close)
        await self.store.close()

    # Tables

    def table_at_once(self, id: str) -> TableData | None:
        """A table if what is known of it is sure."""
        known = self._tables.get(id)
        if known is None or not self.hall.sure:
            return None
        self._tables.move_to_end(id)
        return known

    async def table(self, id: str) -> TableData:
        """A table with its seats and running contests."""
        known = self.table_at_once(id)
        if known is not None:
            return known
        changes = self._changes
        data = await self.store.read(lambda connection: _read_table(connection, id))
        if data is None:
            raise NotFound("There is no such table here.")
        if changes == self._changes:
            self._tables[id] = data
            if len(self._tables) > _MOST_TABLES:
                self._tables.popitem(last=False)
        return data

    async def calls_somebody(self, table: str) -> bool:
        """Whether there are addresses that are told of the contests of a table."""
        with suppress(NotFound):
            return (await self.table(table)).hooks
        return False

    async def held_by(self, digest: str) -> tuple[Seat, ...]:
        """The seats that the token of this digest opens."""
        known = self.keys.get(digest)
        if known is not None and self.hall.sure:
            return known
        changes = self._changes
        found = await self.store.read(lambda connection: _read_seats(connection, digest))
        if found and changes == self._changes:
            self.keys.put(digest, found)
        return found

    # Telling

    def notice(self, topic: str) -> str:
        """What other processes are told of a change; it goes with the transaction that makes the change."""
        return f"{self.process} {topic}"

    def tell(self, topic: str, *, seats: bool = True) -> None:
        """A change is stored, of a table perhaps one of its `seats`: let everybody in this process know."""
        if topic.startswith("t:"):
            self._changes += 1
            self._tables.pop(topic[2:], None)
            if seats:
                self.keys.drop(topic[2:])
        self.hub.tell(topic)

    def drop(self, table: str) -> None:
        """A table is gone: nothing of it stays in memory, and nothing is done for it any more."""
        data = self._tables.get(table)
        for let_go in self.dropping:
            let_go(table)
        for contest in self.hall.drop(table):
            self.hub.tell(f"c:{contest}")
        if data is not None:
            self.rates.forget(data.seats)
        self.tell(f"t:{table}")

    def _heard(self, notice: str) -> None:
        process, _, topic = notice.partition(" ")
        if process == self.process:
            return
        if topic.startswith("p:"):
            table, _, counts = topic[2:].partition(" ")
            if self.presence.hear(process, table, msgspec.json.decode(counts, type=dict[str, int])):
                self.hub.tell(f"p:{table}")
            return
        self._changed(topic)

    def _late(self, notice: str) -> None:
        """Something of our own is or may be stored that nobody waits for any more: memory does not know of it."""
        self._changed(notice.partition(" ")[2])

    def _changed(self, topic: str) -> None:
        if topic.startswith("g:"):
            self.drop(topic[2:])
            return
        if topic.startswith("c:"):
            self.hall.set_behind(topic[2:])
        if not topic.startswith("p:"):
            self.tell(topic)

    def _set_sure(self, sure: bool) -> None:
        self.hall.sure = sure
        self._changes += 1
        self._tables.clear()
        self.keys.clear()
        self.hall.set_behind()
        if sure:
            self.hub.tell_all()

    def _tell_presence(self, table: str) -> None:
        self.hub.tell(f"p:{table}")
        if self.store.shared and not self.hub.closing:
            self._spawn_presence(table)

    def _spawn_presence(self, table: str) -> None:
        counts = msgspec.json.encode(self.presence.here(table)).decode()

        async def say() -> None:
            with suppress(StoreUnavailable):
                await self.store.write(lambda _: None, (self.notice(f"p:{table} {counts}"),))

        self.begin(say())

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside what goes on, and stopped when the house closes."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _look(self) -> None:
        """Notice when another process, such as `agonist admin`, changed the file: memory then counts for nothing."""
        while True:
            with suppress(StoreUnavailable, SQLAlchemyError):
                if await self.store.database.others_wrote():
                    self._changes += 1
                    self._tables.clear()
                    self.keys.clear()
                    self.hall.forget_all()
                    self.hub.tell_all()
            await asyncio.sleep(LOOK_SECONDS)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.hall.make_room()
            for table in self.presence.fade():
                self.hub.tell(f"p:{table}")
            if self.store.shared:
                for table in self.presence.tables():
                    self._spawn_presence(table)
            with suppress(StoreUnavailable):
                await self.store.write(forget)


def bump(connection: Connection, table: str) -> None:
    """Count a change of a table."""
    connection.execute(_bump, {"table": table})


def seat_of(row: Any) -> Seat:
    """A row of seats as it is given out."""
    contestants = msgspec.json.decode(row.contestants, type=tuple[str, ...])
    return Seat(row.id, row.table_id, row.name, row.role, contestants, row.invited)


def _read_seats(connection: Connection, digest: str) -> tuple[Seat, ...]:
    return tuple(seat_of(row) for row in connection.execute(_held, {"digest": digest}))


def _read_table(connection: Connection, id: str) -> TableData | None:
    row = connection.execute(_table, {"table": id}).first()
    if row is None:
        return None
    return TableData(
        TableInfo(
            row.id,
            row.name,
            moment(row.created),
            row.odds,
            row.revision,
            row.patience,
            row.heeds_gm,
            row.screens,
        ),
        {each.id: seat_of(each) for each in connection.execute(_seats, {"table": id})},
        [info_of(each) for each in connection.execute(_running, {"table": id})],
        _strangers(connection, id),
        connection.execute(_hooks, {"table": id}).first() is not None,
    )


def _info(row: Any) -> TableInfo:
    began = moment(row.created)
    return TableInfo(row.id, row.name, began, row.odds, row.revision, row.patience, row.heeds_gm, row.screens)


def _strangers(connection: Connection, table: str) -> int:
    """The most who came in from one address; none where the door is open to a whole room, or closed."""
    if connection.execute(_watched, {"table": table}).first() is None:
        return 0
    return connection.execute(_by_origin, {"table": table}).scalar() or 0
