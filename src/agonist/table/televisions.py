"""Televisions: screens that show a code until somebody takes them to a table; they see what everybody may."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from .changes import change, count_write, need_gm
from .errors import NotAllowed, NotFound, Refused
from .house import House
from .model import Seat, TableInfo
from .schema import tables, televisions
from .tokens import code_from, digest, new_code, new_id, new_token, well_formed

CODE_LASTS = 10 * 60.0
EVENING = 16 * 3600.0
MOST = 6
"""How many televisions a table has."""
_MARK = "television:"


class Television(msgspec.Struct, frozen=True):
    """A screen. `code` is what it shows until somebody takes it to a `table`; `until` when the code, or the evening, is
    over; `secret` is new to whoever has just switched it on, and else ""."""

    id: str
    code: str
    table: str
    until: float
    secret: str = ""

    @property
    def seat(self) -> Seat:
        """Who it is at its table: somebody who sees what everybody may, and holds nothing."""
        return Seat(f"{_MARK}{self.id}", self.table, "Television", "spectator")


def is_television(who: Seat) -> bool:
    """Whether this is no person's seat."""
    return who.id.startswith(_MARK)


class Televisions:
    """Screens are switched on by anybody, and taken to a table by its game master or whom they allow."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def known(self, secret: str) -> Television | None:
        """The screen that holds this secret, if its code or its evening is not over."""
        if not well_formed(secret):
            return None
        own = select(televisions).where(
            televisions.c.digest == digest(secret), televisions.c.until > time.time()
        )
        row = await self.house.store.read(lambda connection: connection.execute(own).first())
        return Television(row.id, row.code or "", row.table_id or "", row.until) if row else None

    async def known_id(self, id: str) -> Television | None:
        """The same by its id."""
        own = select(televisions).where(televisions.c.id == id, televisions.c.until > time.time())
        row = await self.house.store.read(lambda connection: connection.execute(own).first())
        return Television(row.id, row.code or "", row.table_id or "", row.until) if row else None

    async def switch_on(self, secret: str, peer: str = "") -> Television:
        """The screen as it is, or a new one with a code; how many an address switches on is limited."""
        known = await self.known(secret)
        if known is not None:
            return known
        self.house.rates.take("screen", peer, self.house.limits.televisions)
        now, own = time.time(), new_token()
        made = Television(new_id(), new_code(), "", now + CODE_LASTS, own)

        def work(connection: Connection) -> None:
            connection.execute(delete(televisions).where(televisions.c.until <= now))
            row = {"digest": digest(own), "id": made.id, "code": made.code, "until": made.until}
            connection.execute(insert(televisions), row)

        await self.house.store.write(work)
        return made

    async def waiting(self, code: str, *, peer: str = "") -> Television:
        """The screen that shows a code; trying codes is limited, as it is at doors."""
        limits, rates = self.house.limits, self.house.rates
        rates.need("join", peer, limits.joins)
        shown = select(televisions).where(
            televisions.c.code == code_from(code), televisions.c.until > time.time()
        )
        row = await self.house.store.read(lambda connection: connection.execute(shown).first())
        if row is None:
            rates.take("join", peer, limits.joins)
            raise NotFound("No screen shows this code.", accepted="the code that stands on it now")
        return Television(row.id, row.code, "", row.until)

    async def take(self, who: Seat, code: str, *, peer: str = "") -> None:
        """Bring the screen that shows a code to the seat's table, for the evening; its code opens nothing any more."""
        self._need_allowed(who, (await self.house.table(who.table)).info)
        count_write(self.house, who)
        found = await self.waiting(code, peer=peer)
        now = time.time()

        def work(connection: Connection) -> None:
            here = select(func.count()).select_from(televisions)
            here = here.where(televisions.c.table_id == who.table, televisions.c.until > now)
            if connection.execute(here).scalar_one() >= MOST:
                raise Refused(f"This table has {MOST} screens already.", accepted="one less first")
            mine = (televisions.c.id == found.id) & (televisions.c.code == found.code)
            taken = update(televisions).where(mine).values(code=None, table_id=who.table, until=now + EVENING)
            if not connection.execute(taken).rowcount:
                raise NotFound("No screen shows this code.", accepted="the code that stands on it now")

        await change(self.house, who.table, work)
        await self._tell(found.id)

    async def leave(self, who: Seat, id: str) -> None:
        """Let a screen of the table go: it shows a code again."""
        self._need_allowed(who, (await self.house.table(who.table)).info)
        count_write(self.house, who)
        gone = delete(televisions).where(televisions.c.id == id, televisions.c.table_id == who.table)
        await change(self.house, who.table, lambda connection: connection.execute(gone))
        await self._tell(id)

    async def at(self, who: Seat) -> list[Television]:
        """The screens of the seat's table."""
        here = select(televisions).where(
            televisions.c.table_id == who.table, televisions.c.until > time.time()
        )
        rows = await self.house.store.read(lambda connection: connection.execute(here).all())
        return [Television(row.id, "", row.table_id, row.until) for row in rows]

    async def allow(self, who: Seat, *, all_: bool) -> None:
        """Let everybody at the table bring screens, or the game master alone. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        chosen = update(tables).where(tables.c.id == who.table).values(screens="all" if all_ else "gm")
        await change(self.house, who.table, lambda connection: connection.execute(chosen))

    def _need_allowed(self, who: Seat, table: TableInfo) -> None:
        if not (who.gm or (table.screens == "all" and who.role == "player")) or is_television(who):
            raise NotAllowed("The game master brings screens to this table.", accepted="the game master")

    async def _tell(self, id: str) -> None:
        """Let the screen itself know, whichever process it listens to."""
        topic = f"v:{id}"
        await self.house.store.write(lambda _: None, (self.house.notice(topic),))
        self.house.tell(topic)
