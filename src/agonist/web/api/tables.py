"""The API of tables, seats and invitations."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, patch, post
from litestar.params import FromQuery, HeaderParameter, JSONBody
from litestar.response import Stream

from agonist.client.documents import Invited, Me, NewTable
from agonist.table import Club, Seat, TableDocument, TableView

from ..sse import event_stream
from ..who import Asking, Here, Id, Key, Repeat, Who, allow_table, once_of, peer_of, seats_here, token_of
from .answers import invited, new_table
from .bodies import AddSeat, ChangeSeat, ChangeTable, CreateTable, Invite, Join
from .streaming import written

Word = Annotated[
    str, HeaderParameter(name="Agonist-Word", description="The word that opens tables, where there is one.")
]


class TablesApi(Controller):
    """Tables: making, seeing, changing, following, exporting."""

    path = "/tables"
    tags = ("Tables",)

    @post("/", summary="Make a table", security=[{}])
    async def make_table(
        self, request: Asking, service: Here, data: JSONBody[CreateTable], key: Key = "", word: Word = ""
    ) -> NewTable:
        """The answer holds the game master's token, which is shown this once.

        Where tables are opened by who knows a word, the header Agonist-Word has it; so it is with an import.
        """
        allow_table(request, service, _read(word))
        once = await once_of(request, "new table", key)
        return new_table(request, await service.people.create_table(data.name, data.gm_name, once=once))

    @post(
        "/import", summary="Make a table from an exported one", request_max_body_size=4_200_000, security=[{}]
    )
    async def import_table(self, request: Asking, service: Here, key: Key = "", word: Word = "") -> NewTable:
        """The body is what the export gave. All seats wait to be invited anew."""
        allow_table(request, service, _read(word))
        once = await once_of(request, "new table", key)
        return new_table(request, await service.exchange.take_table(await request.body(), once=once))

    @get("/{table_id:str}", summary="See a table")
    async def see_table(self, who: Who, service: Here, table_id: Id) -> TableView:
        """Who is there, and what is played."""
        del table_id
        return await service.people.table(who)

    @patch("/{table_id:str}", summary="Change a table")
    async def change_table(
        self, who: Who, service: Here, table_id: Id, data: JSONBody[ChangeTable]
    ) -> TableView:
        """Its name, whether players are shown odds, and how long people are waited for."""
        del table_id
        return await service.people.change_table(
            who, name=data.name, odds=data.odds, patience=data.patience, heeds_gm=data.heeds_gm
        )

    @delete("/{table_id:str}", summary="Delete a table")
    async def delete_table(self, who: Who, service: Here, table_id: Id) -> None:
        """With everything that was played there."""
        del table_id
        await service.people.delete_table(who)

    @get("/{table_id:str}/club", summary="Luck and skill of everybody")
    async def see_club(self, who: Who, service: Here, table_id: Id) -> Club:
        """Over all contests of the table that were reviewed, with standard errors."""
        del table_id
        return await service.reviews.club(who)

    @get("/{table_id:str}/export", summary="Export a table", as_it_is=True)
    async def export_table(self, who: Who, service: Here, table_id: Id) -> TableDocument:
        """Seats, characters and all contests that are over."""
        del table_id
        return await service.exchange.export(who)

    @get("/{table_id:str}/stream", summary="Follow a table", media_type="text/event-stream")
    async def follow_table(self, request: Asking, who: Who, service: Here, table_id: Id) -> Stream:
        """Server-sent events: `table` with the table as this seat sees it, whenever that changes."""
        del table_id
        peer = peer_of(request)
        service.house.screens.need_room(who, peer)
        return event_stream(written(request, service.streams.follow(who, token_of(request), peer=peer)))

    @post("/{table_id:str}/seats", summary="Add a seat")
    async def add_seat(
        self,
        request: Asking,
        who: Who,
        once: Repeat,
        service: Here,
        table_id: Id,
        data: JSONBody[AddSeat],
    ) -> Invited:
        """The answer holds its invitation, which is shown this once."""
        del table_id
        made = await service.people.add_seat(who, data.name, data.role, data.contestants, once=once)
        return invited(request, made)


def _read(header: str) -> str:
    """What a header says in any alphabet."""
    return header.encode("latin-1", "replace").decode("utf-8", "replace")


class SeatsApi(Controller):
    """Seats and the invitations to them."""

    path = "/"
    tags = ("Seats",)

    @get("/me", summary="Whose token is this?")
    async def see_me(self, request: Asking, service: Here) -> Me:
        """The seats that the token opens."""
        return Me(list(await seats_here(request, service)))

    @post("/join", summary="Take a seat", status_code=200, security=[{}])
    async def join(self, request: Asking, service: Here, data: JSONBody[Join]) -> NewTable:
        """Exchange an invitation for a token of one's own. The invitation's token works as a bearer token too."""
        joined = await service.invitations.join(data.token, peer=peer_of(request))
        return new_table(request, joined)

    @patch("/seats/{seat_id:str}", summary="Change a seat")
    async def change_seat(self, who: Who, service: Here, seat_id: Id, data: JSONBody[ChangeSeat]) -> Seat:
        """The game master changes everything, others their own name."""
        return await service.people.change_seat(
            who, seat_id, name=data.name, role=data.role, contestants=data.contestants
        )

    @delete("/seats/{seat_id:str}", summary="Remove a seat")
    async def remove_seat(self, who: Who, service: Here, seat_id: Id) -> None:
        """Whoever sits there loses it."""
        await service.people.remove_seat(who, seat_id)

    @post("/seats/{seat_id:str}/invitation", summary="Invite anew")
    async def invite(
        self,
        request: Asking,
        who: Who,
        once: Repeat,
        service: Here,
        seat_id: Id,
        data: JSONBody[Invite],
    ) -> Invited:
        """The invitation before this one is void. With `hand_over`, so is every token of the seat."""
        return invited(
            request, await service.invitations.invite(who, seat_id, hand_over=data.hand_over, once=once)
        )

    @delete("/seats/{seat_id:str}/invitation", summary="Revoke an invitation")
    async def revoke_invitation(
        self, who: Who, service: Here, seat_id: Id, everything: FromQuery[bool] = False
    ) -> None:
        """With `everything`, whoever sits there loses the seat too."""
        await service.invitations.revoke(who, seat_id, everything=everything)
