"""The door: one name a person, the game master's for the game master alone, and room for those who come after."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from agonist.table import Limits, Refused, Service, TooFast
from agonist.table.names import alike
from agonist.table.schema import seats
from tests.support.stores import empty_store
from tests.support.tables import Party, opened


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def any_url(request: pytest.FixtureRequest, url: str) -> str:
    """Both kinds of database."""
    found: str = url if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return found


async def at_once(service: Service, code: str, names: list[str], peer: str = "") -> list[str]:
    """Who came in of those who came at the same moment."""
    came = [service.doors.enter(code, name, peer=peer or f"192.0.2.{n}") for n, name in enumerate(names)]
    found = await asyncio.gather(*came, return_exceptions=True)
    for each in found:
        assert not isinstance(each, BaseException) or isinstance(each, Refused), each
    return [each.seat.name for each in found if not isinstance(each, BaseException)]


async def test_twelve_at_once_under_one_name_are_one(any_url: str) -> None:
    """Two servers on one database where there can be two."""
    async with AsyncExitStack() as stack:
        one = other = await stack.enter_async_context(opened(any_url))
        if any_url.startswith("postgresql"):
            other = await stack.enter_async_context(opened(any_url))
        gm = (await one.people.create_table("Friday", "Mia")).seat
        code = (await one.doors.open(gm)).code
        services = (one, other)
        halves = [at_once(each, code, ["Zed"] * 6) for each in services]
        assert sum(map(len, await asyncio.gather(*halves))) == 1
        assert [each.name for each in (await one.people.table(gm)).seats].count("Zed") == 1


LOOKALIKES = {
    "Cyrillic": "Z\u0435d",
    "another case": "ZED",
    "a variation selector": "Zed\ufe0f",
    "a Hangul filler": "Zed\u3164",
    "a Hangul filler of half width": "\uffa0Zed",
    "a grapheme joiner": "Z\u034fed",
    "a blank Braille cell": "Zed\u2800",
    "full width": "\uff3a\uff45\uff44",
    "a joiner": "Ze\u200dd",
    "a tag": "Zed\U000e0041",
    "mathematical": "𝐙𝐞𝐝",
    "a soft hyphen": "Z\u00aded",
}


@pytest.mark.parametrize("name", LOOKALIKES.values(), ids=LOOKALIKES)
async def test_a_name_that_looks_like_anothers_is_refused(party: Party, name: str) -> None:
    """Unicode Technical Standard 39: names with the same skeleton look the same."""
    code = (await party.service.doors.open(party.gm)).code
    await party.service.doors.enter(code, "Zed")
    with pytest.raises(Refused, match="Zed sits here already") as refused:
        await party.service.doors.enter(code, name)
    assert "another name" in refused.value.accepted


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\ufe0f", "\u034f \u115f"])
async def test_a_name_that_nobody_can_see_is_none(party: Party, name: str) -> None:
    code = (await party.service.doors.open(party.gm)).code
    with pytest.raises(Refused, match="can see"):
        await party.service.doors.enter(code, name)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ian", "lan", True),
        ("Ian", "Lan", False),
        ("Mia", "\u041c\u0406\u0410", True),
        ("Zoe", "Zoë", False),
        ("Zed 2", "Zed 3", False),
        ("Ана", "Ana", False),
        ("Юля", "юля", True),
        ("蓮", "葵", False),
        ("❤️ Ana", "Ana", False),
        ("Ana  Li", "Ana\u00a0Li", True),
    ],
)
def test_names_are_alike_if_they_look_alike(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is alike(other, one) is same


@pytest.mark.parametrize(
    "name",
    [
        "Mia",
        "mia",
        "Mi\u0430",
        "Game master",
        "G\u0430me M\u0430ster",
        "Game-Master",
        "Gamemaster",
        "GM",
        "G. M.",
        "(GM)",
    ],
)
async def test_the_game_masters_name_is_the_game_masters(party: Party, name: str) -> None:
    people, ash = party.service.people, party.seats["Ash"]
    with pytest.raises(Refused) as refused:
        await people.change_seat(ash, ash.id, name=name)
    assert refused.value.accepted
    code = (await party.service.doors.open(party.gm)).code
    with pytest.raises(Refused):
        await party.service.doors.enter(code, name)
    assert "Ash" in {each.name for each in (await people.table(party.gm)).seats}


async def test_who_renames_takes_nobodys_name_and_may_keep_their_own(party: Party) -> None:
    people, ash = party.service.people, party.seats["Ash"]
    with pytest.raises(Refused):
        await people.change_seat(ash, ash.id, name="B\u0456rch")
    assert (await people.change_seat(ash, ash.id, name="ASH")).name == "ASH"
    assert (await people.change_seat(party.gm, party.gm.id, name="Game master")).name == "Game master"
    both = [
        people.change_seat(party.seats[name], party.seats[name].id, name="Oak") for name in ("Ash", "Birch")
    ]
    found = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(each, Refused) for each in found) == 1


async def test_one_address_has_a_few_seats_until_the_game_master_lets_them_in(party: Party) -> None:
    service, few = party.service, party.service.house.limits.strangers
    code = (await service.doors.open(party.gm)).code
    names = [f"Visitor {n}" for n in range(13)]
    assert len(await at_once(service, code, names, peer="192.0.2.7")) == few
    with pytest.raises(Refused, match="address") as refused:
        await service.doors.enter(code, "One more", peer="192.0.2.7")
    assert "game master" in refused.value.accepted
    assert (await service.people.table(party.gm)).crowded
    assert not (await service.people.table(party.seats["Ash"])).crowded
    await service.doors.enter(code, "Ana", peer="198.51.100.1")
    known = [each for each in (await service.people.table(party.gm)).seats if each.name.startswith("Visitor")]
    await service.people.change_seat(party.gm, known[0].id, role="player")
    await service.doors.enter(code, "One more", peer="192.0.2.7")
    await service.doors.welcome(party.gm)
    assert len(await at_once(service, code, [f"Guest {n}" for n in range(10)], peer="192.0.2.7")) == 10
    assert not (await service.people.table(party.gm)).crowded


async def test_addresses_of_one_network_of_version_6_are_one(party: Party) -> None:
    service, few = party.service, party.service.house.limits.strangers
    code = (await service.doors.open(party.gm)).code
    for n in range(few):
        await service.doors.enter(code, f"Visitor {n}", peer=f"2001:db8::{n:x}")
    with pytest.raises(Refused, match="address"):
        await service.doors.enter(code, "One more", peer="2001:db8:0:0:ffff::1")
    await service.doors.enter(code, "Ana", peer="2001:db8:0:1::1")


async def test_no_address_is_kept_of_who_was_let_in_and_none_in_clear(party: Party, url: str) -> None:
    service = party.service
    code = (await service.doors.open(party.gm)).code
    seat = (await service.doors.enter(code, "Ana", peer="192.0.2.7")).seat

    def origins() -> list[str | None]:
        with create_engine(url).connect() as connection:
            return list(connection.execute(select(seats.c.origin).where(seats.c.id == seat.id)).scalars())

    assert origins() != [None]
    assert "192.0.2.7" not in str(origins())
    await service.people.change_seat(party.gm, seat.id, role="player")
    assert origins() == [None]


async def test_a_clubhouse_behind_one_address_gets_in_within_a_minute(tmp_path: Path) -> None:
    """150 phones, each of which looks at the door and comes in, at four tables, with the limits that servers have."""
    async with opened(empty_store(tmp_path / "club.db"), Limits()) as service:
        doors = []
        for n in range(4):
            gm = (await service.people.create_table(f"Table {n}", "Mia")).seat
            doors.append(await service.doors.open(gm))
            await service.doors.welcome(gm)
        for n in range(150):
            code = doors[n % 4].code
            await service.doors.behind(code, peer="192.0.2.7")
            await service.doors.enter(code, f"Phone {n}", peer="192.0.2.7")


async def test_codes_cannot_be_guessed_faster_because_right_ones_are_free(url: str) -> None:
    """Who has tried too many wrong codes is not told about right ones either."""
    async with opened(url, Limits(joins=(3, 0.01))) as service:
        gm = (await service.people.create_table("Friday", "Mia")).seat
        code = (await service.doors.open(gm)).code
        for _ in range(3):
            with pytest.raises(Exception, match="No door opens"):
                await service.doors.behind("ABCDEF", peer="192.0.2.7")
            await service.doors.behind(code, peer="198.51.100.1")
        with pytest.raises(TooFast):
            await service.doors.behind(code, peer="192.0.2.7")


async def test_a_door_is_knocked_at_only_so_often(url: str) -> None:
    async with opened(url, Limits(comings=(3, 0.01))) as service:
        gm = (await service.people.create_table("Friday", "Mia")).seat
        code = (await service.doors.open(gm)).code
        for _ in range(3):
            await service.doors.behind(code, peer="192.0.2.7")
        with pytest.raises(TooFast):
            await service.doors.behind(code, peer="192.0.2.7")
        await service.doors.behind(code, peer="198.51.100.1")
