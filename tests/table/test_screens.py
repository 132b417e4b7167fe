"""Streams have bounds by seat, table and address; who comes and goes is told seldom, and as that alone."""

from collections.abc import AsyncIterator

import pytest

from agonist.table import Limits, TooMany, Update
from agonist.table import presence as presence_module
from agonist.table.presence import Presence
from tests.support.tables import Party, opened, until


async def follows(party: Party, name: str, peer: str = "") -> AsyncIterator[Update]:
    """A stream that has begun."""
    stream = party.service.streams.follow(party.seats[name], party.tokens[name], peer=peer)
    await anext(stream)
    return stream


@pytest.mark.parametrize(
    ("limits", "opens", "refused", "sentence"),
    [
        (Limits(seat_streams=2), ["Ash", "Ash", "Birch"], "Ash", "This seat is open on 2 screens already"),
        (Limits(table_streams=3), ["Ash", "Ash", "Birch"], "Finn", "This table is open on 3 screens already"),
        (Limits(peer_streams=3), ["Ash", "Finn", "Birch"], "gm", "From your address 3 screens are open"),
    ],
)
async def test_one_stream_too_many_is_refused_with_what_would_be_right(
    url: str, limits: Limits, opens: list[str], refused: str, sentence: str
) -> None:
    """Until one of the others is closed."""
    async with opened(url, limits) as service:
        party = await Party(service).gather()
        streams = [await follows(party, name, "192.0.2.1") for name in opens]
        for _ in range(2):
            with pytest.raises(TooMany, match=sentence) as refusal:
                await follows(party, refused, "192.0.2.1")
            assert (refusal.value.code, refusal.value.accepted) == ("limit.streams", "closing one of them")
        assert service.house.presence.at(party.gm.table) != {}
        await streams[0].aclose()  # type: ignore[attr-defined]
        streams[0] = await follows(party, refused, "192.0.2.1")
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]
        assert service.house.presence.at(party.gm.table) == {}
        assert not service.house.screens._open


async def test_who_comes_and_goes_within_a_second_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once the first time, and then when the second is over, if it was not all told."""
    monkeypatch.setattr(presence_module, "EVERY", 0.2)
    presence, told = Presence(), list[dict[str, int]]()
    presence.told = lambda table: told.append(presence.at(table))
    for _ in range(50):
        with presence.of("table", "ash"), presence.of("table", "birch"):
            pass
    assert told == [{"ash": 1}]
    with presence.of("table", "finn"):
        await until(lambda: len(told) > 1)
    assert told[1:] == [{"finn": 1}]
    await until(lambda: len(told) > 2)
    assert told[2:] == [{}]


async def test_a_stream_hears_of_comings_as_presence_and_of_nothing_else(party: Party) -> None:
    service, ash, finn = party.service, party.seats["Ash"], party.seats["Finn"]
    await party.start()
    stream = service.streams.follow(finn, party.tokens["Finn"], party.contest)
    first = await anext(stream)
    assert first.table is not None
    assert first.view is not None
    assert not first.presence
    other = await follows(party, "Ash")
    change = await anext(stream)
    assert (change.presence, change.view) == (True, None)
    assert change.table is not None
    assert {seat.id for seat in change.table.seats if seat.present} == {ash.id, finn.id}
    await other.aclose()  # type: ignore[attr-defined]
    await stream.aclose()  # type: ignore[attr-defined]
