"""Seats and invitations: who may sit where, who may do what, and what becomes of a token."""

import msgspec
import pytest
from sqlalchemy import select

from agonist.table import (
    NotAllowed,
    NotFound,
    Once,
    OnceReused,
    Refused,
    Service,
    StoreInUse,
    TokenUnknown,
    TooFast,
    schema,
)
from agonist.table.limits import Limits
from agonist.table.tokens import digest, new_token
from tests.support.tables import UNHURRIED, Party, opened, until


async def test_a_table_begins_with_its_game_masters_token(service: Service) -> None:
    made = await service.people.create_table("  Friday\x00 night ", "Mia")
    assert made.table.name == "Friday night"
    (seat,) = await service.people.holder(made.token)
    assert seat.role == "gm"
    assert seat.name == "Mia"


async def test_tokens_are_long_random_and_stored_only_as_digests(party: Party) -> None:
    tokens = set(party.tokens.values())
    assert len(tokens) == 4
    assert all(len(token) * 6 >= 128 for token in tokens)
    rows = await party.service.house.store.read(lambda c: c.execute(select(schema.tokens)).mappings().all())
    stored = " ".join(str(row) for row in rows)
    assert not any(token in stored for token in tokens)
    assert {digest(token) for token in tokens} <= {row["digest"] for row in rows}


@pytest.mark.parametrize(
    "token",
    ["", "x", "x" * 32, "é" * 32, "x" * 10_000, new_token()],
    ids=["empty", "short", "long", "accents", "huge", "random"],
)
async def test_an_unknown_token_opens_nothing(service: Service, token: str) -> None:
    with pytest.raises(TokenUnknown):
        await service.people.holder(token)


async def test_a_new_invitation_voids_the_old_one_but_lets_people_stay(party: Party) -> None:
    service, ash = party.service, party.seats["Ash"]
    old = await service.invitations.invite(party.gm, ash.id)
    new = await service.invitations.invite(party.gm, ash.id)
    with pytest.raises(TokenUnknown):
        await service.invitations.join(old.token)
    assert (await service.invitations.join(new.token)).seat.id == ash.id
    assert await service.people.holder(party.tokens["Ash"]) == (ash,)


async def test_handing_over_puts_everybody_out(party: Party) -> None:
    service, ash = party.service, party.seats["Ash"]
    fresh = await service.invitations.invite(party.gm, ash.id, hand_over=True)
    with pytest.raises(TokenUnknown):
        await service.people.holder(party.tokens["Ash"])
    assert (await service.invitations.join(fresh.token)).seat.id == ash.id


async def test_revoking_ends_the_seats_streams(party: Party) -> None:
    service, ash = party.service, party.seats["Ash"]
    stream = service.streams.follow(ash, party.tokens["Ash"])
    assert (await anext(stream)).table is not None
    await service.invitations.revoke(party.gm, ash.id, everything=True)
    assert [change async for change in stream if change.table is None] == []
    with pytest.raises(TokenUnknown):
        await service.people.holder(party.tokens["Ash"])


async def test_a_player_changes_nothing_of_a_seat_but_the_own_name(party: Party) -> None:
    """Whom a seat plays is for the game master to say: a player who could would read and play others' contestants."""
    people, ash, birch = party.service.people, party.seats["Ash"], party.seats["Birch"]
    for seat, change in (
        (ash, {"contestants": ["Ash", "Birch"]}),
        (ash, {"contestants": []}),
        (ash, {"role": "gm"}),
        (ash, {"name": "Oak", "contestants": ["Birch"]}),
        (birch, {"name": "Oak"}),
    ):
        with pytest.raises(NotAllowed) as refused:
            await people.change_seat(ash, seat.id, **change)
        assert refused.value.accepted
    assert {await people.seat(party.gm, ash.id), await people.seat(party.gm, birch.id)} == {ash, birch}
    assert (await people.change_seat(party.gm, ash.id, contestants=["Fen"])).contestants == ("Fen",)
    assert (await people.change_seat(ash, ash.id, name="Oak")).contestants == ("Fen",)


async def test_a_game_master_cannot_lock_the_table_for_good(party: Party) -> None:
    with pytest.raises(Refused):
        await party.service.invitations.revoke(party.gm, party.gm.id, everything=True)
    with pytest.raises(Refused):
        await party.service.people.remove_seat(party.gm, party.gm.id)
    with pytest.raises(Refused):
        await party.service.people.change_seat(party.gm, party.gm.id, role="player")
    second = await party.service.people.change_seat(party.gm, party.seats["Ash"].id, role="gm")
    assert second.gm
    await party.service.people.remove_seat(second, party.gm.id)


async def test_one_screen_can_hold_several_seats(party: Party) -> None:
    service = party.service
    more = await service.people.add_seat(party.gm, "Extra")
    joined = await service.invitations.join(more.token, device=party.tokens["Ash"])
    assert [seat.name for seat in await service.people.holder(joined.token)] == ["Ash", "Extra"]
    again = await service.invitations.join(more.token, device=joined.token)
    assert again.token == joined.token
    await service.invitations.leave(more.seat, joined.token)
    assert [seat.name for seat in await service.people.holder(joined.token)] == ["Ash"]


@pytest.mark.parametrize("first_looked", [False, True], ids=["at once", "after looking"])
async def test_a_screen_reaches_both_tables_when_it_joins_a_second_one(
    party: Party, first_looked: bool
) -> None:
    """By a new token: somebody who planted the old one opens nothing more with it."""
    service, own = party.service, party.tokens["Ash"]
    ash, second = party.seats["Ash"], await Party(service).gather()
    if first_looked:
        assert await service.people.holder(own) == (ash,)
    guest = await service.people.add_seat(second.gm, "Guest")
    joined = await service.invitations.join(guest.token, device=own)
    assert joined.token != own
    assert await service.people.holder(own) == (ash,)
    held = await service.people.holder(joined.token)
    assert {(seat.name, seat.table) for seat in held} == {("Ash", ash.table), ("Guest", second.gm.table)}
    for seat in held:
        assert (await service.people.table(seat)).table.id == seat.table
    await service.invitations.revoke(second.gm, joined.seat.id, everything=True)
    assert await service.people.holder(joined.token) == (ash,)


async def test_two_screens_can_hold_one_seat_and_everybody_sees_how_many(party: Party) -> None:
    service, ash = party.service, party.seats["Ash"]
    streams = [service.streams.follow(ash, party.tokens["Ash"]) for _ in range(2)]
    for stream in streams:
        await anext(stream)
    seen = {seat.name: seat.present for seat in (await service.people.table(party.seats["Finn"])).seats}
    assert seen == {"Mia": 0, "Ash": 2, "Birch": 0, "Finn": 0}
    await streams[0].aclose()  # type: ignore[attr-defined]
    await until(lambda: service.house.presence.at(ash.table) == {ash.id: 1})
    await streams[1].aclose()  # type: ignore[attr-defined]
    await until(lambda: service.house.presence.at(ash.table) == {})


async def test_only_the_game_master_arranges_the_table(party: Party) -> None:
    people, invitations, ash = party.service.people, party.service.invitations, party.seats["Ash"]
    birch = party.seats["Birch"].id
    for forbidden in (
        people.add_seat(ash, "More"),
        people.remove_seat(ash, birch),
        people.change_seat(ash, birch, name="Bark"),
        people.change_seat(ash, ash.id, role="gm"),
        people.change_table(ash, name="Mine"),
        people.delete_table(ash),
        invitations.invite(ash, birch),
        invitations.revoke(ash, birch),
        party.service.exchange.export(ash),
    ):
        with pytest.raises(NotAllowed):
            await forbidden
    assert (await people.change_seat(ash, ash.id, name="Ashling")).name == "Ashling"


async def test_one_table_knows_nothing_of_another(party: Party) -> None:
    others = await Party(party.service).gather()
    for forbidden in (
        party.service.people.seat(party.gm, others.gm.id),
        party.service.people.remove_seat(party.gm, others.seats["Ash"].id),
        party.service.people.change_seat(party.gm, others.seats["Ash"].id, name="Mine"),
        party.service.invitations.invite(party.gm, others.seats["Ash"].id),
        party.service.invitations.revoke(party.gm, others.seats["Ash"].id),
    ):
        with pytest.raises(NotFound):
            await forbidden


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "\x00\n"])
async def test_names_have_limits(party: Party, name: str) -> None:
    for refused in (
        party.service.people.create_table(name),
        party.service.people.add_seat(party.gm, name),
        party.service.people.change_table(party.gm, name=name),
    ):
        with pytest.raises(Refused):
            await refused


async def test_a_table_fills_up(url: str) -> None:
    async with opened(url, Limits(seats=3)) as service:
        made = await service.people.create_table("Small")
        for n in range(2):
            await service.people.add_seat(made.seat, f"Seat {n}")
        with pytest.raises(Refused, match="full"):
            await service.people.add_seat(made.seat, "One more")


async def test_a_request_with_a_key_is_done_once_and_answered_the_same(service: Service) -> None:
    once = Once.of("anybody", "key", "", b"a table")
    first = await service.people.create_table("Friday", once=once)
    again = await service.people.create_table("Friday", once=once)
    assert again == first
    assert await service.people.holder(again.token) == (first.seat,)
    with pytest.raises(OnceReused):
        await service.people.create_table("Saturday", once=Once.of("anybody", "key", "", b"another table"))
    seat_key = Once.of(first.seat.id, "key", first.token, b"a seat")
    one = await service.people.add_seat(first.seat, "Ash", once=seat_key)
    assert await service.people.add_seat(first.seat, "Ash", once=seat_key) == one
    assert len((await service.people.table(first.seat)).seats) == 2


async def test_joining_too_often_is_refused_with_how_long_to_wait(url: str) -> None:
    async with opened(url, Limits(joins=(3, 0.1))) as service:
        for _ in range(3):
            with pytest.raises(TokenUnknown):
                await service.invitations.join(new_token(), peer="somewhere")
        with pytest.raises(TooFast) as refusal:
            await service.invitations.join(new_token(), peer="somewhere")
        assert 9 < refusal.value.wait <= 10
        with pytest.raises(TokenUnknown):
            await service.invitations.join(new_token(), peer="elsewhere")


async def test_a_deleted_table_is_gone_with_all_its_tokens(party: Party) -> None:
    await party.start()
    await party.service.people.delete_table(party.gm)
    for token in party.tokens.values():
        with pytest.raises(TokenUnknown):
            await party.service.people.holder(token)
    with pytest.raises(NotFound):
        await party.view("Ash")


async def test_changes_of_a_table_are_limited_by_seat(url: str) -> None:
    limits = msgspec.structs.replace(UNHURRIED, writes=(2, 0.01))
    async with opened(url, limits) as service:
        made = await service.people.create_table("Friday", "Mia")
        invited = await service.people.add_seat(made.seat, "Ash")
        for name in ("Oak", "Elm"):
            await service.people.change_seat(invited.seat, invited.seat.id, name=name)
        with pytest.raises(TooFast):
            await service.people.change_seat(invited.seat, invited.seat.id, name="Yew")
        with pytest.raises(TooFast):
            await service.characters.put(invited.seat, "Yew", "forge", {}, seat=invited.seat.id)
        assert (await service.people.table(made.seat)).seats[1].name == "Elm"


async def test_only_the_last_versions_of_a_character_are_kept(url: str) -> None:
    limits = msgspec.structs.replace(UNHURRIED, versions=3)
    async with opened(url, limits) as service:
        gm = (await service.people.create_table("Friday", "Mia")).seat
        for _ in range(5):
            await service.characters.put(gm, "Yew", "forge", {})
        assert [each.version for each in await service.characters.versions(gm, "Yew")] == [5, 4, 3]


async def test_a_second_server_on_the_same_file_is_refused(url: str) -> None:
    async with opened(url) as service:
        with pytest.raises(StoreInUse, match="Another server"):
            async with opened(url):
                pass
        assert (await service.ready()).ready
    async with opened(url) as service:
        assert (await service.ready()).ready
