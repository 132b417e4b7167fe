"""Tables and who sits at them: seats, invitations, joining, handing over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from . import once as receipts
from .changes import change, count_write, do_once, need_gm
from .errors import NotAllowed, NotFound, Refused, TokenUnknown
from .house import House
from .limits import bounded_text
from .model import Invitation, Joined, Role, Seat, TableInfo, TableView, TakenSeat, moment
from .names import need_free_name, seen_name
from .once import Once, token_for
from .patience import checked_heeds, checked_patience
from .schema import seats, tables, tokens
from .tokens import digest, new_id, new_token, well_formed


class People:
    """Everything about tables and seats but what is played there."""

    def __init__(self, house: House) -> None:
        self.house = house

    # Who is it?

    async def holder(self, token: str) -> tuple[Seat, ...]:
        """The seats that a token opens, in the order in which they were made; raises `TokenUnknown` for none."""
        found = await self.house.held_by(digest(token)) if well_formed(token) else ()
        if not found:
            raise TokenUnknown(
                "This link or token is not valid; it may have been replaced.", accepted="a new invitation"
            )
        return found

    async def still(self, who: Seat, token: str) -> Seat | None:
        """The seat as it is now, or None if the token no longer opens it."""
        found = await self.house.held_by(digest(token))
        return next((seat for seat in found if seat.id == who.id), None)

    # Tables

    async def create_table(
        self, name: str, gm_name: str = "Game master", *, once: Once | None = None
    ) -> Joined:
        """A new table, with its game master's seat and the token that opens it."""
        limits = self.house.limits
        title = bounded_text(name, limits.name, "name")
        gm = bounded_text(gm_name, limits.name, "gm_name")
        now, salt = time.time(), new_token()
        token = token_for(once, f"table {salt}")
        table, seat = new_id(), new_id()
        info = TableInfo(table, title, moment(now), odds=True, revision=0)
        made = Joined(info, Seat(seat, table, gm, "gm", invited=True), token)

        def work(connection: Connection) -> None:
            connection.execute(
                insert(tables), {"id": table, "name": title, "odds": True, "revision": 0, "created": now}
            )
            connection.execute(insert(seats), seat_row(made.seat, now))
            connection.execute(
                insert(tokens),
                {"digest": digest(token), "seat_id": seat, "kind": "invitation", "created": now},
            )
            receipts.keep(connection, once, msgspec.structs.replace(made, token=salt))

        first = await do_once(self.house, once, Joined, lambda: change(self.house, table, work))
        if first is None or once is None:
            return made
        return msgspec.structs.replace(first, token=once.token(f"table {first.token}"))

    async def table(self, who: Seat) -> TableView:
        """The seat's table: who is there, what is played."""
        data = await self.house.table(who.table)
        present = self.house.presence.at(who.table)
        taken = [
            TakenSeat(each.id, each.name, each.role, each.contestants, present.get(each.id, 0), each.invited)
            for each in data.seats.values()
        ]
        planned = self.house.presence.planned(who.table)
        crowded = who.gm and data.strangers >= self.house.limits.strangers
        return TableView(data.info, data.seats.get(who.id, who), taken, data.running, crowded, planned)

    async def change_table(
        self,
        who: Seat,
        *,
        name: str | None = None,
        odds: bool | None = None,
        patience: int | None = None,
        heeds_gm: str | None = None,
    ) -> TableView:
        """Rename the table, say whether players are shown odds, and how long people are waited for. Only a game master
        may."""
        need_gm(who)
        count_write(self.house, who)
        new: dict[str, Any] = {}
        if name is not None:
            new["name"] = bounded_text(name, self.house.limits.name, "name")
        if odds is not None:
            new["odds"] = odds
        if patience is not None:
            new["patience"] = checked_patience(patience)
        if heeds_gm is not None:
            new["heeds_gm"] = checked_heeds(heeds_gm)

        def work(connection: Connection) -> None:
            if new:
                connection.execute(update(tables).where(tables.c.id == who.table).values(**new))

        await change(self.house, who.table, work)
        return await self.table(who)

    async def delete_table(self, who: Seat) -> None:
        """Remove the table with everything that was played there. Only a game master may."""
        need_gm(who)
        await self.house.table(who.table)
        await self.house.store.write(
            lambda connection: connection.execute(delete(tables).where(tables.c.id == who.table)),
            (self.house.notice(f"g:{who.table}"),),
        )
        self.house.drop(who.table)

    # Seats

    async def add_seat(
        self,
        who: Seat,
        name: str,
        role: Role = "player",
        contestants: Sequence[str] = (),
        *,
        once: Once | None = None,
    ) -> Invitation:
        """A new seat with its invitation. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        token, now = token_for(once, "seat"), time.time()
        seat = Seat(new_id(), who.table, *self._checked(name, contestants), invited=True)
        seat = msgspec.structs.replace(seat, role=_role(role))

        def work(connection: Connection) -> None:
            added(connection, seat, now, self.house.limits.seats)
            connection.execute(
                insert(tokens),
                {"digest": digest(token), "seat_id": seat.id, "kind": "invitation", "created": now},
            )
            receipts.keep(connection, once, Invitation(seat, ""))

        first = await do_once(self.house, once, Invitation, lambda: change(self.house, who.table, work))
        return Invitation(seat if first is None else first.seat, token)

    async def change_seat(
        self,
        who: Seat,
        seat: str,
        *,
        name: str | None = None,
        role: Role | None = None,
        contestants: Sequence[str] | None = None,
    ) -> Seat:
        """Change a seat: a game master everything, others the name of their own, to one that nobody has.

        Whom a game master changes has been let in.
        """
        count_write(self.house, who)
        old = await self.seat(who, seat)
        if not who.gm and (seat != who.id or role is not None or contestants is not None):
            raise NotAllowed("Only the game master can change that.", accepted="a new name for your own seat")
        title, _, names = self._checked(old.name if name is None else name, contestants or ())
        new = msgspec.structs.replace(
            old,
            name=title,
            role=old.role if role is None else _role(role),
            contestants=old.contestants if contestants is None else names,
        )

        if not who.gm:
            await asyncio.to_thread(seen_name, new.name)

        def work(connection: Connection) -> None:
            if not who.gm:
                need_free_name(connection, who.table, new.name, but=seat)
            row = {"name": new.name, "role": new.role, "contestants": msgspec.json.encode(new.contestants)}
            met = {"origin": None} if who.gm else {}
            connection.execute(update(seats).where(seats.c.id == seat).values(**row, **met))
            _need_a_gm(connection, who.table)

        await change(self.house, who.table, work)
        return new

    async def remove_seat(self, who: Seat, seat: str) -> None:
        """Take a seat away, and whoever sits there with it. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        await self.seat(who, seat)

        def work(connection: Connection) -> None:
            connection.execute(delete(seats).where(seats.c.id == seat))
            _need_a_gm(connection, who.table)

        await change(self.house, who.table, work)

    async def seat(self, who: Seat, seat: str) -> Seat:
        """A seat of the same table."""
        data = await self.house.table(who.table)
        if seat not in data.seats:
            raise NotFound("There is no such seat at this table.")
        return data.seats[seat]

    # How it is done

    def _checked(self, name: str, contestants: Sequence[str]) -> tuple[str, Role, tuple[str, ...]]:
        limits = self.house.limits
        if len(contestants) > limits.seats:
            raise Refused(
                "These are too many contestants.", accepted=f"up to {limits.seats}", place="contestants"
            )
        names = tuple(bounded_text(each, limits.name, "contestants") for each in contestants)
        return bounded_text(name, limits.name, "name"), "player", names


def _role(role: str) -> Role:
    known: tuple[Role, ...] = get_args(Role)
    for each in known:
        if each == role:
            return each
    raise Refused(f"Nobody can be a {role} here.", accepted="gm, player, spectator", place="role")


def added(connection: Connection, seat: Seat, now: float, most: int, origin: str | None = None) -> None:
    """Put one more seat at its table, unless that is full; `origin` stands for where a stranger came from."""
    count = select(func.count()).select_from(seats).where(seats.c.table_id == seat.table)
    if connection.execute(count).scalar_one() >= most:
        raise Refused("The table is full.", accepted=f"up to {most} seats")
    connection.execute(insert(seats), seat_row(seat, now) | {"origin": origin})


def seat_row(seat: Seat, now: float) -> dict[str, Any]:
    """A seat as the store takes it."""
    return {
        "id": seat.id,
        "table_id": seat.table,
        "name": seat.name,
        "role": seat.role,
        "contestants": msgspec.json.encode(seat.contestants),
        "invited": seat.invited,
        "created": now,
    }


def _need_a_gm(connection: Connection, table: str) -> None:
    left = select(seats.c.id).where(seats.c.table_id == table, seats.c.role == "gm")
    if connection.execute(left).first() is None:
        raise Refused("A table needs a game master.", accepted="another game master first", place="role")
