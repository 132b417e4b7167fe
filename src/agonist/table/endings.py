"""How a contest ends in the store: its status and summary, and the characters as they come out of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from agonist.kernel import ContestType

from .house import bump
from .live import Live
from .model import Status, moment
from .records import keep_record
from .schema import characters, contests, seats
from .viewing import seats_of


def ending(live: Live, status: Status, now: float) -> Callable[[Connection], None]:
    """End a contest in memory, and return the work that ends it in the store."""
    result = live.referee.result
    summary = (result.summary if result else live.controls.reason or "Ended early.")[:4000]
    live.info = msgspec.structs.replace(live.info, status=status, summary=summary, ended=moment(now))
    kind = live.referee.kind
    sheets = result.sheets if result else kind.sheets(live.referee.state)
    began = kind.sheets(live.referee.beginning())
    info = live.info
    enlisted = frozenset(live.controls.enlisted)
    played = {name: {each.holder for each in seats_of(live) if each.plays(name)} for name in sheets}
    record = keep_record(info.id, live.referee)

    def work(connection: Connection) -> None:
        record(connection)
        row = {"status": status, "summary": summary, "ended": now}
        connection.execute(update(contests).where(contests.c.id == info.id).values(**row))
        for name, sheet in sheets.items():
            old = newest(connection, info.table, name)
            if old is None or old.game != info.game or old.sheet is None:
                continue
            if name in enlisted or _may_read(connection, old.seat_id, played[name]):
                after = _reconciled(kind, began.get(name), old.sheet, sheet)
                write_sheet(connection, info.table, name, info.game, old.seat_id, after, info.id, now)
        bump(connection, info.table)

    return work


def _reconciled(kind: ContestType[Any], began: Any, kept: bytes, ended: Any) -> Any:
    """A sheet after a contest, with what others did to it meanwhile, where the game can tell."""
    if began is None:
        return ended
    try:
        return kind.reconciled(began, msgspec.json.decode(kept, type=type(ended)), ended)
    except msgspec.ValidationError:
        return ended


def _may_read(connection: Connection, owner: str | None, players: set[str | None]) -> bool:
    """Whether a character's owner may know the contestant of that name, who may be but a namesake."""
    role = connection.execute(select(seats.c.role).where(seats.c.id == owner)).scalar()
    return role in (None, "gm") or owner in players


def newest(connection: Connection, table: str, name: str) -> Any:
    """The newest version of a character, or None. One without a sheet was taken away."""
    here = (characters.c.table_id == table) & (characters.c.name == name)
    return connection.execute(
        select(characters).where(here).order_by(characters.c.version.desc()).limit(1)
    ).first()


def write_sheet(
    connection: Connection,
    table: str,
    name: str,
    game: str,
    seat: str | None,
    sheet: Any,
    contest: str | None,
    now: float,
) -> int:
    """Add a version of a character; earlier ones stay. Returns its number."""
    here = (characters.c.table_id == table) & (characters.c.name == name)
    version: int = connection.execute(
        select(func.coalesce(func.max(characters.c.version), 0)).where(here)
    ).scalar_one()
    row = {"table_id": table, "name": name, "version": version + 1, "game": game, "seat_id": seat}
    data = None if sheet is None else msgspec.json.encode(sheet)
    connection.execute(insert(characters), row | {"sheet": data, "contest_id": contest, "created": now})
    return version + 1


def forget_versions(connection: Connection, table: str, name: str, keep: int) -> None:
    """Let go of all but the newest versions of a character."""
    here = (characters.c.table_id == table) & (characters.c.name == name)
    last = connection.execute(select(func.max(characters.c.version)).where(here)).scalar_one()
    connection.execute(delete(characters).where(here & (characters.c.version <= last - keep)))


def end_unreadable(connection: Connection, contest: str, table: str, reason: str, now: float) -> bool:
    """End a contest of a table that cannot be played any more, in the store alone; False if there is none that runs."""
    here = (contests.c.id == contest) & (contests.c.table_id == table) & (contests.c.status == "running")
    row = {"status": "ended", "summary": reason or "Ended early.", "ended": now}
    ended = connection.execute(update(contests).where(here).values(**row)).rowcount == 1
    if ended:
        bump(connection, table)
    return ended
