"""Invitations: links that open a seat, made anew, revoked and handed over; and taking a seat with one."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, delete, insert, update

from . import once as receipts
from .changes import change, count_write, do_once, need_gm
from .errors import NotAllowed, Refused, TokenUnknown
from .house import House
from .model import Invitation, Joined, Seat
from .once import Once, token_for
from .people import People
from .schema import seats, tokens
from .tokens import digest, new_token, well_formed


class Invitations:
    """Who may sit where, and who sits there now."""

    def __init__(self, house: House, people: People) -> None:
        self.house = house
        self.people = people

    async def invite(
        self, who: Seat, seat: str, *, hand_over: bool = False, once: Once | None = None
    ) -> Invitation:
        """A new invitation for a seat; the old one is void from now on.

        With `hand_over`, every screen that holds the seat loses it too: it waits for somebody new. The game master
        may do this for every seat, others for their own.
        """
        if not who.gm and seat != who.id:
            raise NotAllowed("Only the game master invites others.", accepted="your own seat")
        count_write(self.house, who)
        place = msgspec.structs.replace(await self.people.seat(who, seat), invited=True)
        token, now = token_for(once, f"invite {seat}"), time.time()

        def work(connection: Connection) -> None:
            _void(connection, seat, everything=hand_over)
            connection.execute(
                insert(tokens),
                {"digest": digest(token), "seat_id": seat, "kind": "invitation", "created": now},
            )
            connection.execute(update(seats).where(seats.c.id == seat).values(invited=True))
            receipts.keep(connection, once, Invitation(place, ""))

        await do_once(self.house, once, Invitation, lambda: change(self.house, who.table, work))
        return Invitation(place, token)

    async def revoke(self, who: Seat, seat: str, *, everything: bool = False) -> None:
        """Void a seat's invitation; with `everything` every screen loses it too. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        await self.people.seat(who, seat)
        if everything and seat == who.id:
            raise Refused(
                "This would lock you out.", accepted="another seat, or a new invitation for this one"
            )

        def work(connection: Connection) -> None:
            _void(connection, seat, everything=everything)
            connection.execute(update(seats).where(seats.c.id == seat).values(invited=False))

        await change(self.house, who.table, work)

    async def join(self, token: str, *, device: str = "", peer: str = "") -> Joined:
        """Take the seat that an invitation opens. Returns the token by which this screen holds it from now on.

        A screen that holds seats already passes its own token as `device`. It gets a new one that opens those seats
        too, since somebody else may have planted the one it has; the old one opens what it opened before.
        `peer` is where the request comes from: there is a limit to how often somebody can try what opens nothing.
        """
        limits, rates = self.house.limits, self.house.rates
        rates.need("join", peer, limits.joins)
        try:
            seat = (await self.people.holder(token))[0]
        except TokenUnknown:
            rates.take("join", peer, limits.joins)
            raise
        rates.take("come", f"{digest(token)} {peer}", limits.comings)
        held = await self.house.held_by(digest(device)) if well_formed(device) else ()
        there = seat.id in {each.id for each in held}
        own = device if there else new_token()
        opened = [] if there else [seat.id, *(each.id for each in held)]

        def work(connection: Connection) -> None:
            row = {"digest": digest(own), "kind": "screen", "created": time.time()}
            for each in opened:
                connection.execute(insert(tokens), row | {"seat_id": each})

        await change(self.house, seat.table, work)
        return Joined((await self.house.table(seat.table)).info, seat, own)

    async def leave(self, who: Seat, token: str) -> None:
        """Let go of a seat on this screen."""
        here = (tokens.c.digest == digest(token)) & (tokens.c.seat_id == who.id) & (tokens.c.kind == "screen")
        await change(self.house, who.table, lambda connection: connection.execute(delete(tokens).where(here)))


def _void(connection: Connection, seat: str, *, everything: bool) -> None:
    old = tokens.c.seat_id == seat
    connection.execute(delete(tokens).where(old if everything else old & (tokens.c.kind == "invitation")))
