"""Examining what is stored: whether every contest can be played again, to the last link and die, by the rules here.

It reads only what every version of the store has had, so that a database can be examined before it is brought up to
date.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, inspect, select, text

from agonist.kernel import (
    AgonistError,
    Referee,
    Snapshot,
    Transcript,
    TranscriptError,
    UnknownGame,
    VerificationFailed,
    entry_from_json,
    game,
    verify,
)

from .schema import contests, entries, seeds, snapshots


class Examined(msgspec.Struct, frozen=True):
    """A contest that was examined: what keeps it from being played again, "" if nothing does.

    `outdated` is one whose rules are not here any more: nothing is wrong with it, but it cannot go on.
    """

    id: str
    table: str
    title: str
    running: bool
    problem: str = ""
    outdated: bool = False


def version_of(connection: Connection) -> str | None:
    """The newest migration that a store has seen; None if it has nothing yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version


def examined(connection: Connection, *, running_only: bool = False) -> Iterator[Examined]:
    """Every contest, or every one that runs."""
    c = contests.c
    wanted = select(c.id, c.table_id, c.title, c.status, c.header).order_by(c.created)
    if running_only:
        wanted = wanted.where(c.status == "running")
    for row in connection.execute(wanted).all():
        about = Examined(row.id, row.table_id, row.title, row.status == "running")
        try:
            _check(connection, row.id, row.header)
        except (TranscriptError, UnknownGame, VerificationFailed, AgonistError) as problem:
            outdated = isinstance(problem, UnknownGame) or problem.code == "transcript.rules-version"
            about = msgspec.structs.replace(about, problem=str(problem), outdated=outdated)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as problem:
            about = msgspec.structs.replace(about, problem=f"What is stored cannot be read: {problem}")
        yield about


def _check(connection: Connection, contest: str, header: bytes) -> None:
    """Open a contest as a server does, then play it from its first entry and check each die against its seed."""
    transcript = msgspec.json.decode(header, type=Transcript)
    rows = select(entries.c.entry).where(entries.c.contest_id == contest).order_by(entries.c.n)
    transcript.entries = [entry_from_json(each) for each in connection.execute(rows).scalars()]
    seed = connection.execute(select(seeds.c.seed).where(seeds.c.contest_id == contest)).scalar_one()
    kept = connection.execute(select(snapshots.c.snapshot).where(snapshots.c.contest_id == contest)).scalar()
    rules = game(transcript.game)
    if kept:
        Referee.restore(rules, transcript, msgspec.json.decode(kept, type=Snapshot), seed)
    else:
        Referee.replay(rules, transcript, seed)
    transcript.seed = transcript.seed or seed.hex()
    transcript.linked()
    verify(rules, transcript)
