"""Backups: all tables of a store in one file, written and read while servers run.

A file has one line of JSON a table, between a header and an end line. It holds everything, the seeds of running
contests too, and is readable by its owner only. It fits both kinds of database.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, Table, delete, insert, select

from . import schema
from .database import LET_GO_SECONDS
from .errors import Refused
from .examining import Examined, examined
from .house import bump
from .store import Store
from .upgrade import HEAD

FORMAT = "agonist/backup/1"

_OF_TABLE = (schema.tables, schema.seats, schema.tokens, schema.doors, schema.characters, schema.contests)
_OF_CONTEST = (schema.seeds, schema.entries, schema.snapshots, schema.records, schema.reviews, schema.shares)


async def backup(store: Store, file: Path) -> int:
    """Write all tables as they are at one moment; returns how many. The file appears only when it is complete."""
    part = file.with_name(f"{file.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            count = await store.read(lambda connection: _write(connection, out))
            out.flush()
            os.fsync(out.fileno())
        for _ in _documents(part):
            pass  # read back whole before it counts
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return count


def backups_in(place: Path) -> list[Path]:
    """The good backups in a directory, the newest last: complete, read back, and not found wanting by a drill."""
    return sorted(place.glob("agonist-*.backup"))


def last_backup(place: str) -> float | None:
    """When the newest good backup in a directory was written, in seconds since 1970; None if there is none."""
    found = backups_in(Path(place)) if place else []
    return found[-1].stat().st_mtime if found else None


async def restore(store: Store, file: Path) -> tuple[int, int]:
    """Add the tables of a backup that are not there; returns how many were added, and how many were there already.

    The whole file is checked first. A table that is there is left as it is; `restore_table` replaces one.
    """
    for _ in _documents(file):
        pass
    added = there = 0
    for document in _documents(file):
        if await store.write(partial(_add, document=document)):
            added += 1
        else:
            there += 1
    return added, there


async def restore_table(store: Store, file: Path, table: str) -> bool:
    """Put one table back as it was in a backup, in the place of what is there; says whether something was.

    It is taken away first, and servers get the time to let go of it: nobody plays on with what they remember.
    """
    found = [each for each in _documents(file) if each["tables"][0]["id"] == table]
    if not found:
        raise Refused(
            f"There is no table {table} in this backup.", accepted="an id that it has", place="table"
        )
    gone = await store.write(
        lambda connection: (
            connection.execute(delete(schema.tables).where(schema.tables.c.id == table)).rowcount
        ),
        (f"restore g:{table}",),
    )
    if gone:
        await asyncio.sleep(LET_GO_SECONDS)
    await store.write(partial(_add, document=found[0]), (f"restore t:{table}",))
    return bool(gone)


async def drill(file: Path) -> list[Examined]:
    """Restore a backup into a database that is thrown away, and examine every contest in it."""
    with TemporaryDirectory(prefix="agonist-drill-") as scratch:
        store = await Store.open(f"sqlite:///{Path(scratch) / 'drill.db'}")
        try:
            await restore(store, file)
            return await store.read(lambda connection: list(examined(connection)))
        finally:
            await store.close()


def _write(connection: Connection, out: Any) -> int:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    whole = sha256()

    def write(line: Any) -> None:
        data = msgspec.json.encode(line) + b"\n"
        whole.update(data)
        out.write(data)

    write({"format": FORMAT, "version": HEAD})
    names = list(connection.execute(select(schema.tables.c.id).order_by(schema.tables.c.id)).scalars())
    for name in names:
        write(_document(connection, name))
    write({"end": len(names), "sha256": whole.hexdigest()})
    return len(names)


def _document(connection: Connection, name: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    found["tables"] = _rows(connection, schema.tables, schema.tables.c.id == name)
    for each in (schema.seats, schema.doors, schema.characters, schema.contests):
        found[each.name] = _rows(connection, each, each.c.table_id == name)
    seats = select(schema.seats.c.id).where(schema.seats.c.table_id == name)
    found["tokens"] = _rows(connection, schema.tokens, schema.tokens.c.seat_id.in_(seats))
    contests = select(schema.contests.c.id).where(schema.contests.c.table_id == name)
    for each in _OF_CONTEST:
        found[each.name] = _rows(connection, each, each.c.contest_id.in_(contests))
    return found


def _rows(connection: Connection, table: Table, where: Any) -> list[dict[str, Any]]:
    chosen = select(table).where(where).order_by(*table.primary_key.columns)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def _documents(file: Path) -> Iterator[dict[str, Any]]:
    """The tables in a backup, one after the other; raises if it is not whole."""
    count, whole = -1, sha256()
    with file.open("rb") as lines:
        for n, line in enumerate(lines):
            found = _line(line, n + 1)
            if n == 0:
                _check_header(found)
                count = 0
            elif "end" in found:
                if found["end"] != count or lines.readline():
                    raise Refused("This backup is damaged at its end.", place=f"line {n + 1}")
                if found.get("sha256") != whole.hexdigest():
                    raise Refused(
                        "This backup was changed after it was written.", accepted="an undamaged copy of it"
                    )
                return
            else:
                count += 1
                yield found
            whole.update(line)
    raise Refused(
        "This backup is not complete.", accepted="a file that `agonist backup` finished", place="end"
    )


def _line(line: bytes, number: int) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused(
            "This is no backup.", accepted=f"a file of the format {FORMAT}", place=f"line {number}"
        ) from None


def _check_header(header: dict[str, Any]) -> None:
    if header.get("format") != FORMAT:
        raise Refused("This is no backup.", accepted=f"a file of the format {FORMAT}", place="line 1")
    if header.get("version") != HEAD:
        raise Refused("This backup is of another version.", accepted=f"version {HEAD}", place="line 1")


def _add(connection: Connection, document: dict[str, Any]) -> bool:
    table = document["tables"][0]["id"]
    if connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).first():
        return False
    taken = set(connection.execute(select(schema.doors.c.code)).scalars())
    document["doors"] = [row for row in document.get("doors", ()) if row["code"] not in taken]
    for each in (*_OF_TABLE, *_OF_CONTEST):
        binary = [column.name for column in each.c if isinstance(column.type, LargeBinary)]
        rows = [_with_bytes(row, binary) for row in document.get(each.name, ())]
        if rows:
            connection.execute(insert(each), rows)
    bump(connection, table)
    return True


def _with_bytes(row: dict[str, Any], binary: list[str]) -> dict[str, Any]:
    return row | {name: base64.b64decode(row[name]) for name in binary if row[name] is not None}
