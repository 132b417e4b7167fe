"""Hooks: the addresses that a game master has told whose turn it is at the table."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from .changes import change, count_write, need_gm
from .courier import Courier
from .errors import NotFound, Refused
from .house import House
from .model import Seat, moment
from .outward import place_of
from .schema import hooks, outbox
from .shapes import Shape, new_secret
from .tokens import new_id


class NewHook(msgspec.Struct, forbid_unknown_fields=True):
    """An address to tell: in which shape, of a question that has waited for so many seconds, and again every day."""

    url: Annotated[str, msgspec.Meta(max_length=1_000)]
    shape: Shape = "standard"
    after: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 60
    again: bool = False


class Hook(msgspec.Struct, frozen=True):
    """An address as its table's game master sees it: the host alone, as the rest may be a key.

    `gave_up` says why nothing is sent there any more; `waiting` is how many messages are to be sent.
    """

    id: str
    host: str
    shape: Shape
    after: int
    again: bool
    created: Any
    gave_up: str = ""
    waiting: int = 0


class MadeHook(msgspec.Struct, frozen=True):
    """A new one, with the secret that its messages are signed with: shown this once."""

    hook: Hook
    secret: str


class Hooks:
    """Where a table tells whose turn it is. Only its game master may see or change that."""

    def __init__(self, house: House, courier: Courier) -> None:
        self.house = house
        self.courier = courier

    async def all(self, who: Seat) -> list[Hook]:
        """The addresses of the table."""
        need_gm(who)
        count = (
            select(func.count())
            .where(outbox.c.hook_id == hooks.c.id, outbox.c.sent == 0)
            .scalar_subquery()
            .label("waiting")
        )
        rows = select(hooks, count).where(hooks.c.table_id == who.table).order_by(hooks.c.created)
        found = await self.house.store.read(lambda connection: connection.execute(rows).all())
        return [_hook(row, row.waiting) for row in found]

    async def add(self, who: Seat, new: NewHook, *, base: str = "") -> MadeHook:
        """Tell an address from now on, and say hello there at once. `base` is where others find this server."""
        need_gm(who)
        count_write(self.house, who)
        place_of(new.url, self.courier.reach)
        now, most = time.time(), self.house.limits.hooks
        row = {
            "id": new_id(),
            "table_id": who.table,
            "secret": new_secret(secrets.token_bytes(32)),
            "base": base[:300],
            "gave_up": "",
            "created": now,
            **msgspec.to_builtins(new),
        }

        def work(connection: Connection) -> None:
            held = select(func.count()).select_from(hooks).where(hooks.c.table_id == who.table)
            if connection.execute(held).scalar_one() >= most:
                raise Refused("The table has too many addresses.", accepted=f"up to {most}")
            connection.execute(insert(hooks), row)
            connection.execute(insert(outbox), _hello(row["id"], now))

        await change(self.house, who.table, work)
        self.courier.begin()
        return MadeHook(_hook(msgspec.convert(row, _Row)), str(row["secret"]))

    async def again(self, who: Seat, hook: str) -> None:
        """Try an address again that was given up."""
        need_gm(who)
        count_write(self.house, who)
        here = (hooks.c.id == hook) & (hooks.c.table_id == who.table)

        def work(connection: Connection) -> None:
            if connection.execute(update(hooks).where(here).values(gave_up="")).rowcount != 1:
                raise NotFound("There is no such address at this table.")
            connection.execute(delete(outbox).where(outbox.c.hook_id == hook, outbox.c.what == "hello"))
            connection.execute(insert(outbox), _hello(hook, time.time()))

        await change(self.house, who.table, work)
        self.courier.begin()

    async def remove(self, who: Seat, hook: str) -> None:
        """Tell an address nothing more."""
        need_gm(who)
        count_write(self.house, who)
        here = (hooks.c.id == hook) & (hooks.c.table_id == who.table)

        def work(connection: Connection) -> None:
            if connection.execute(delete(hooks).where(here)).rowcount != 1:
                raise NotFound("There is no such address at this table.")

        await change(self.house, who.table, work)


class _Row(msgspec.Struct):
    id: str
    url: str
    shape: Shape
    after: int
    again: bool
    created: float
    gave_up: str = ""


def _hook(row: Any, waiting: int = 1) -> Hook:
    host = place_of(row.url, "anywhere").hostname or ""
    return Hook(row.id, host, row.shape, row.after, row.again, moment(row.created), row.gave_up, waiting)


def _hello(hook: str, now: float) -> dict[str, Any]:
    data = msgspec.json.encode({"type": "table.hello"})
    return {"hook_id": hook, "what": "hello", "contest_id": "", "data": data, "due": now, "created": now}
