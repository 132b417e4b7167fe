"""The door of a table: one short code for the room. Who has it types a name and is in."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, delete, insert, select

from .changes import change, count_write, need_gm
from .errors import NotFound, Refused
from .house import House
from .limits import bounded_text
from .model import Joined, Role, Seat, TableInfo
from .people import People, added
from .schema import doors, tokens
from .tokens import code_from, digest, new_code, new_id, new_token, well_formed

__all__ = ["Door", "Doors"]


class Door(msgspec.Struct, frozen=True):
    """An open door: its code, and whether the game master lets people in one by one (`knock`)."""

    code: str
    knock: bool = False


class Doors:
    """Doors are opened and closed by the game master; whoever has the code comes in under a name of their own."""

    def __init__(self, house: House, people: People) -> None:
        self.house = house
        self.people = people

    async def of(self, who: Seat) -> Door | None:
        """The open door of the seat's table, which everybody at it may show to others."""
        row = await self.house.store.read(
            lambda connection: connection.execute(select(doors).where(doors.c.table_id == who.table)).first()
        )
        return Door(row.code, row.knock) if row else None

    async def open(self, who: Seat, *, knock: bool = False) -> Door:
        """Open the door anew: an older code opens nothing any more. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        made = Door(new_code(), knock)

        def work(connection: Connection) -> None:
            connection.execute(delete(doors).where(doors.c.table_id == who.table))
            connection.execute(insert(doors), {"table_id": who.table, "code": made.code, "knock": knock})

        await change(self.house, who.table, work)
        return made

    async def close(self, who: Seat) -> None:
        """Close the door; whoever is in stays. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        gone = delete(doors).where(doors.c.table_id == who.table)
        await change(self.house, who.table, lambda connection: connection.execute(gone))

    async def behind(self, code: str, *, peer: str = "") -> TableInfo:
        """The table that a code leads to; trying codes is limited."""
        return (await self._found(code, peer))[0]

    async def enter(self, code: str, name: str, *, device: str = "", peer: str = "") -> Joined:
        """Come in under a name. Returns the token by which this screen holds the new seat, and all that it held."""
        table, knock = await self._found(code, peer)
        called = bounded_text(name, self.house.limits.name, "name")
        taken = {each.name.casefold() for each in (await self.house.table(table.id)).seats.values()}
        if called.casefold() in taken:
            raise Refused(
                f"Somebody called {called} sits here already.",
                accepted=f"another name such as {called} 2, or your own link if that is you",
                place="name",
            )
        role: Role = "spectator" if knock else "player"
        seat, own = Seat(new_id(), table.id, called, role), new_token()
        held = await self.house.held_by(digest(device)) if well_formed(device) else ()

        def work(connection: Connection) -> None:
            now = time.time()
            added(connection, seat, now, self.house.limits.seats)
            row = {"digest": digest(own), "kind": "screen", "created": now}
            for each in (seat, *held):
                connection.execute(insert(tokens), row | {"seat_id": each.id})

        await change(self.house, table.id, work)
        return Joined(table, seat, own)

    async def _found(self, code: str, peer: str) -> tuple[TableInfo, bool]:
        self.house.rates.take("join", peer, self.house.limits.joins)
        there = select(doors).where(doors.c.code == code_from(code))
        row = await self.house.store.read(lambda connection: connection.execute(there).first())
        if row is None:
            raise NotFound("No door opens with this code.", accepted="the code on the game master's screen")
        return (await self.house.table(row.table_id)).info, row.knock
