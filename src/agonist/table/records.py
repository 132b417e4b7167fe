"""Records: the log of a contest that has ended, as it was written then, to be read when its rules are no longer there.

A log is otherwise made by playing the transcript again, which needs the rules that it was played under.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from agonist.kernel import Referee, WrittenLine

from .schema import records


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line, and the seats that may read it; None is everybody."""

    line: WrittenLine
    audience: tuple[str, ...] | None = None


_decode = msgspec.json.Decoder(list[_Kept]).decode


def keep_record(contest: str, referee: Referee[Any]) -> Callable[[Connection], None]:
    """The work that keeps the log of a contest as it is now."""
    referee.recall()
    data = msgspec.json.encode([_Kept(WrittenLine.of(line), line.event.audience) for line in referee.lines])

    def work(connection: Connection) -> None:
        connection.execute(delete(records).where(records.c.contest_id == contest))
        connection.execute(insert(records), {"contest_id": contest, "record": data})

    return work


def read_record(connection: Connection, contest: str) -> bytes | None:
    """The record of a contest, if it has ended."""
    found: bytes | None = connection.execute(
        select(records.c.record).where(records.c.contest_id == contest)
    ).scalar()
    return found


def lines_for(record: bytes, seats: tuple[str, ...], since: int) -> list[WrittenLine]:
    """The lines of a record that somebody who holds these seats may read."""
    return [
        kept.line
        for kept in _decode(record)
        if kept.line.n >= since and (kept.audience is None or set(kept.audience) & set(seats))
    ]
