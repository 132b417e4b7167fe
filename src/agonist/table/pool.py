"""What is one for all contests of a table, such as a pool of points: each that runs has a copy, and the store knows by
how much that is behind what was spent in the others."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, select, update

from .errors import Refused
from .house import bump
from .live import Live
from .schema import contests

REASON = "it is one for all contests of the table"


class PoolSpent(Refused):
    """What this would spend was spent in another contest of the table meanwhile."""

    def __init__(self) -> None:
        super().__init__(
            "What this would spend was spent in another contest of this table.",
            accepted="an answer that spends no more than is left",
        )


def moved(live: Live, spent: int, left: int) -> Callable[[Connection], None]:
    """The work that takes what a contest has spent from all others of its game at the table; what it got back they get.

    The row of the table is changed first, so that one process does this after the other.
    """
    info = live.info
    others = (contests.c.table_id == info.table) & (contests.c.game == info.game) & (contests.c.id != info.id)

    def work(connection: Connection) -> None:
        bump(connection, info.table)
        if spent > 0 and left < behind(connection, info.id):
            raise PoolSpent
        connection.execute(update(contests).where(others).values(owes=contests.c.owes + spent))

    return work


def behind(connection: Connection, contest: str) -> int:
    """By how much a contest's copy is behind; below 0 if the others got something back."""
    found: int = connection.execute(select(contests.c.owes).where(contests.c.id == contest)).scalar() or 0
    return found


def caught_up(live: Live, owed: int) -> Callable[[Connection], None]:
    """The work that notes that a contest's copy has been corrected by so much."""

    def work(connection: Connection) -> None:
        here: ColumnElement[bool] = contests.c.id == live.id
        connection.execute(update(contests).where(here).values(owes=contests.c.owes - owed))

    return work


def others_running(connection: Connection, live: Live) -> list[str]:
    """The contests of the same game that run at the same table."""
    info = live.info
    here = (contests.c.table_id == info.table) & (contests.c.game == info.game)
    running = here & (contests.c.status == "running") & (contests.c.id != info.id)
    return list(connection.execute(select(contests.c.id).where(running)).scalars())
