"""Taking in tables from elsewhere: all of a table or nothing of it, and once however often it is sent."""

from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from agonist.kernel import SetupRefused
from agonist.table import Once, Refused, Service
from agonist.table.schema import tables
from tests.support.tables import Party

SEAT = {"name": "Ash", "role": "player", "contestants": []}


def sheeted(name: str = "Ash") -> dict[str, Any]:
    return {"name": name, "game": "forge", "sheet": {}, "seat": "Ash"}


async def exported(party: Party) -> dict[str, Any]:
    """A table with a contest that is over."""
    await party.start()
    await party.service.acts.end(party.gm, party.contest)
    document: dict[str, Any] = msgspec.to_builtins(await party.service.exchange.export(party.gm))
    return document | {"characters": [sheeted()]}


async def there(service: Service) -> int:
    count = select(func.count()).select_from(tables)
    return int(await service.house.store.read(lambda connection: connection.execute(count).scalar_one()))


async def test_a_table_that_is_sent_twice_is_there_once(party: Party) -> None:
    service = party.service
    data = msgspec.json.encode(await exported(party))
    once = Once.of("new table", "a key that is long enough", "", b"POST", data)
    first = await service.exchange.take_table(data, once=once)
    invited = await service.invitations.invite(
        first.seat, (await service.people.table(first.seat)).seats[1].id
    )
    again = await service.exchange.take_table(data, once=once)
    assert again == first
    seats = (await service.people.table(first.seat)).seats
    assert [seat.name for seat in seats] == ["Mia", "Ash", "Birch", "Finn"]
    assert [seat.invited for seat in seats] == [True, True, False, False]
    assert len((await service.contests.page(first.seat)).contests) == 1
    (ash,) = await service.characters.all(first.seat)
    assert (ash.name, ash.version, ash.seat) == ("Ash", 1, seats[1].id)
    assert (await service.invitations.join(invited.token)).seat.id == seats[1].id


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [SEAT] * 40},
        {"seats": [SEAT | {"contestants": ["x"] * 41}]},
        {"seats": [SEAT | {"name": "\x01"}]},
        {"characters": [sheeted(), sheeted()]},
        {"characters": [sheeted("\x01")]},
        {"characters": [sheeted() | {"sheet": {"vigor": "x"}}]},
        {"characters": [sheeted() | {"sheet": {"traits": [{"name": "x" * 100_000}]}}]},
        {"name": ""},
        {"format": "agonist/table/9"},
    ],
)
async def test_a_table_that_cannot_be_taken_in_leaves_nothing(party: Party, change: dict[str, Any]) -> None:
    document = await exported(party) | change
    before = await there(party.service)
    with pytest.raises((Refused, SetupRefused)):
        await party.service.exchange.take_table(msgspec.json.encode(document))
    assert await there(party.service) == before


async def test_contests_that_cannot_be_taken_in_leave_nothing(party: Party) -> None:
    document = await exported(party)
    (contest,) = document["contests"]
    unfinished = contest | {"transcript": contest["transcript"] | {"entries": [], "chain": [], "seed": ""}}
    before = await there(party.service)
    for contests in ([contest | {"title": "x" * 81}], [contest, *[unfinished] * 21]):
        with pytest.raises(Refused):
            data = msgspec.json.encode(document | {"contests": contests})
            await party.service.exchange.take_table(data)
    assert await there(party.service) == before
    untitled = msgspec.json.encode(document | {"contests": [contest | {"title": "\x01"}]})
    taken = await party.service.exchange.take_table(untitled)
    assert [each.title for each in (await party.service.contests.page(taken.seat)).contests] == ["Standoff"]
