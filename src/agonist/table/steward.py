"""Looking after a server, on its machine: what tables there are, how large, and when each was last used."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, func, select

from . import schema
from .errors import NotFound
from .house import seat_of
from .model import Seat, moment


class Holding(msgspec.Struct, frozen=True):
    """A table as who looks after the server sees it: its size, and when something was last written there."""

    id: str
    name: str
    bytes: int
    created: datetime
    used: datetime
    contests: int
    running: int


def holdings(connection: Connection) -> list[Holding]:
    """All tables, the largest first."""
    s = schema
    contests = s.contests.c
    sizes, uses = _sizes(connection), _uses(connection)
    counts = _by_table(connection, select(contests.table_id, func.count()).group_by(contests.table_id))
    going = select(contests.table_id, func.count()).where(contests.status == "running")
    running = _by_table(connection, going.group_by(contests.table_id))
    found = [
        Holding(
            row.id,
            row.name,
            sizes.get(row.id, 0),
            moment(row.created),
            moment(max(row.created, uses.get(row.id, 0))),
            counts.get(row.id, 0),
            running.get(row.id, 0),
        )
        for row in connection.execute(select(s.tables.c.id, s.tables.c.name, s.tables.c.created))
    ]
    return sorted(found, key=lambda each: (-each.bytes, each.id))


def gm_of(connection: Connection, table: str) -> Seat:
    """A game master of a table, in whose place its server's keeper acts."""
    here = (schema.seats.c.table_id == table) & (schema.seats.c.role == "gm")
    row = connection.execute(select(schema.seats).where(here).order_by(schema.seats.c.created)).first()
    if row is None:
        raise NotFound(f"There is no table {table}.", accepted="an id that agonist admin tables shows")
    return seat_of(row)


def running_at(connection: Connection, table: str) -> list[str]:
    """The contests that run at a table."""
    here = (schema.contests.c.table_id == table) & (schema.contests.c.status == "running")
    return list(connection.execute(select(schema.contests.c.id).where(here)).scalars())


def _by_table(connection: Connection, chosen: Select[Any]) -> dict[str, Any]:
    return {table: value for table, value in connection.execute(chosen) if value is not None}


def _sizes(connection: Connection) -> dict[str, int]:
    """How many bytes the store has of each table, without what a database needs for itself."""
    s = schema
    found: dict[str, int] = {}
    for column in (
        s.contests.c.header,
        s.entries.c.entry,
        s.snapshots.c.snapshot,
        s.records.c.record,
        s.reviews.c.review,
        s.shares.c.page,
        s.characters.c.sheet,
    ):
        for table, size in _by_table(connection, _each(column, func.sum(func.length(column)))).items():
            found[table] = found.get(table, 0) + int(size)
    return found


def _uses(connection: Connection) -> dict[str, float]:
    """When something was last written at each table."""
    s = schema
    found: dict[str, float] = {}
    for column in (
        s.entries.c.written,
        s.contests.c.created,
        s.contests.c.ended,
        s.seats.c.created,
        s.characters.c.created,
    ):
        for table, last in _by_table(connection, _each(column, func.max(column))).items():
            found[table] = max(found.get(table, 0), last)
    return found


def _each(column: ColumnElement[Any], value: ColumnElement[Any]) -> Select[Any]:
    """A value by table, of rows that belong to a table or to a contest of it."""
    source: Any = column.table
    if "table_id" in source.c:
        return select(source.c.table_id, value).group_by(source.c.table_id)
    of = schema.contests
    joined = select(of.c.table_id, value).join(source, source.c.contest_id == of.c.id)
    return joined.group_by(of.c.table_id)
