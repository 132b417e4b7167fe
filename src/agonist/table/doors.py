"""The door of a table: one short code for the room. Who has it types a name and is in."""

from __future__ import annotations

import asyncio
import time
from ipaddress import ip_address, ip_network
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from .changes import change, count_write, need_gm
from .errors import NotFound, Refused
from .house import House
from .limits import bounded_text
from .model import Joined, Role, Seat, TableInfo
from .names import need_free_name, seen_name
from .people import People, added
from .schema import doors, seats, tokens
from .tokens import code_from, digest, new_code, new_id, new_token, well_formed


class Door(msgspec.Struct, frozen=True):
    """An open door: its code, whether the game master lets people in one by one (`knock`), and whether as many as
    like may come from one address, as from a clubhouse (`crowd`)."""

    code: str
    knock: bool = False
    crowd: bool = False


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
        return Door(row.code, row.knock, row.crowd) if row else None

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

    async def welcome(self, who: Seat) -> None:
        """Let in all who have come, and from now on as many as like from wherever they come. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)

        def work(connection: Connection) -> None:
            connection.execute(update(doors).where(doors.c.table_id == who.table).values(crowd=True))
            connection.execute(update(seats).where(seats.c.table_id == who.table).values(origin=None))

        await change(self.house, who.table, work)

    async def close(self, who: Seat) -> None:
        """Close the door; whoever is in stays. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        gone = delete(doors).where(doors.c.table_id == who.table)
        await change(self.house, who.table, lambda connection: connection.execute(gone))

    async def behind(self, code: str, *, peer: str = "") -> TableInfo:
        """The table that a code leads to; trying codes is limited."""
        row = await self._found(code, peer)
        return (await self.house.table(row.table_id)).info

    async def enter(self, code: str, name: str, *, device: str = "", peer: str = "") -> Joined:
        """Come in under a name that nobody has. Returns the token by which this screen holds the new seat, and all that
        it held."""
        door = await self._found(code, peer)
        called = bounded_text(name, self.house.limits.name, "name")
        await asyncio.to_thread(seen_name, called)
        table = (await self.house.table(door.table_id)).info
        role: Role = "spectator" if door.knock else "player"
        seat, own = Seat(new_id(), table.id, called, role), new_token()
        held = await self.house.held_by(digest(device)) if well_formed(device) else ()
        origin = None if door.crowd or not peer else _origin(table.id, peer)

        def work(connection: Connection) -> None:
            now = time.time()
            need_free_name(connection, table.id, called)
            _need_few(connection, table.id, origin, self.house.limits.strangers)
            added(connection, seat, now, self.house.limits.seats, origin)
            row = {"digest": digest(own), "kind": "screen", "created": now}
            for each in (seat, *held):
                connection.execute(insert(tokens), row | {"seat_id": each.id})

        await change(self.house, table.id, work)
        return Joined(table, seat, own)

    async def _found(self, code: str, peer: str) -> Any:
        """The door that a code opens. Who has tried too many that open none is told nothing of any; who knows one is
        limited at that door alone, so that all in a clubhouse can come in."""
        limits, rates = self.house.limits, self.house.rates
        rates.need("join", peer, limits.joins)
        there = select(doors).where(doors.c.code == code_from(code))
        row = await self.house.store.read(lambda connection: connection.execute(there).first())
        if row is None:
            rates.take("join", peer, limits.joins)
            raise NotFound("No door opens with this code.", accepted="the code on the game master's screen")
        rates.take("come", f"{row.code} {peer}", limits.comings)
        return row


def _origin(table: str, peer: str) -> str:
    """What is kept of an address: enough to know it again at this table. A network of version 6 is one address."""
    try:
        address = ip_address(peer)
    except ValueError:
        return digest(f"{table} {peer}")
    there = ip_network((address, 64), strict=False) if address.version == 6 else address
    return digest(f"{table} {there}")


def _need_few(connection: Connection, table: str, origin: str | None, few: int) -> None:
    """Refuse one more from an address, unless the game master has let in some of those who came from there."""
    here = (seats.c.table_id == table) & (seats.c.origin == origin)
    if origin and connection.execute(select(func.count()).select_from(seats).where(here)).scalar_one() >= few:
        raise Refused(
            f"{few} people have come in from your address.",
            accepted="one more when the game master lets them in, on the page of the table",
        )
