"""Changes of a table: who may make them, how they are stored and told, and how one is made only once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Connection

from . import once as receipts
from .errors import NotAllowed, StoreConflict
from .house import House, bump
from .model import Seat
from .once import Once

T = TypeVar("T")


def need_gm(who: Seat) -> None:
    """Refuse whoever is no game master."""
    if not who.gm:
        raise NotAllowed("Only the game master can do that.", accepted="the game master")


def count_write(house: House, who: Seat) -> None:
    """Count a change of the table by a seat, or raise `TooFast`."""
    house.rates.take("write", who.id, house.limits.writes)


async def change(house: House, table: str, work: Callable[[Connection], Any]) -> Any:
    """Store a change of a table, then tell everybody at it."""

    def whole(connection: Connection) -> Any:
        result = work(connection)
        bump(connection, table)
        return result

    result = await house.store.write(whole, (house.notice(f"t:{table}"),))
    house.tell(f"t:{table}")
    return result


async def do_once(
    house: House, once: Once | None, kind: type[T], do: Callable[[], Awaitable[object]]
) -> T | None:
    """Do something that keeps a receipt, unless there is one already: then return what it says."""
    if once is None:
        await do()
        return None
    mine = once
    first = await house.store.read(lambda connection: receipts.find(connection, mine, kind))
    if first is None:
        try:
            await do()
        except StoreConflict:
            first = await house.store.read(lambda connection: receipts.find(connection, mine, kind))
            if first is None:
                raise
    return first
