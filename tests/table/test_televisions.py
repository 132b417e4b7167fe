"""Televisions: a code is short-lived, good once, and cannot be tried at will; an evening comes to its end."""

import asyncio
import time

import pytest

from agonist.table import Limits, NotFound, Refused, Service, TooFast
from agonist.table import televisions as at
from tests.support.tables import Party, opened


async def test_of_two_who_type_a_code_at_once_one_has_the_screen(service: Service, party: Party) -> None:
    """A code opens once, whoever is quicker."""
    gm = party.gm
    other = (await service.people.create_table("Saturday")).seat
    tv = await service.televisions.switch_on("")
    both = await asyncio.gather(
        service.televisions.take(gm, tv.code),
        service.televisions.take(other, tv.code),
        return_exceptions=True,
    )
    assert [type(each) for each in both if each is not None] == [NotFound]
    assert len(await service.televisions.at(gm)) + len(await service.televisions.at(other)) == 1


async def test_a_code_and_an_evening_are_over_some_time(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code that nobody typed opens nothing after ten minutes; a screen is the table's for one evening."""
    late, taken = await service.televisions.switch_on(""), await service.televisions.switch_on("")
    await service.televisions.take(party.gm, taken.code)
    now = time.time()
    monkeypatch.setattr("agonist.table.televisions.time.time", lambda: now + at.CODE_LASTS + 1)
    with pytest.raises(NotFound, match="No screen shows this code"):
        await service.televisions.take(party.gm, late.code)
    assert (await service.televisions.switch_on(late.secret)).code not in ("", late.code)
    seat = (await service.televisions.known(taken.secret)).seat  # type: ignore[union-attr]
    assert await service.streams.still(seat, taken.secret) == seat
    monkeypatch.setattr("agonist.table.televisions.time.time", lambda: now + at.EVENING + 1)
    assert await service.televisions.known(taken.secret) is None
    assert await service.streams.still(seat, taken.secret) is None
    assert await service.televisions.at(party.gm) == []


async def test_codes_cannot_be_tried_and_screens_not_switched_on_at_will(url: str) -> None:
    """As at doors: who has tried too many is told nothing of any, not even of one that is right."""
    async with opened(url, Limits(joins=(3, 0.01), televisions=(2, 0.01))) as service:
        gm = (await service.people.create_table("Friday")).seat
        tv = await service.televisions.switch_on("", "192.0.2.1")
        for n in range(3):
            with pytest.raises(NotFound):
                await service.televisions.take(gm, f"WRONG{n}", peer="192.0.2.1")
        with pytest.raises(TooFast):
            await service.televisions.take(gm, tv.code, peer="192.0.2.1")
        await service.televisions.switch_on("", "192.0.2.1")
        with pytest.raises(TooFast):
            await service.televisions.switch_on("", "192.0.2.1")
        await service.televisions.take(gm, tv.code, peer="192.0.2.2")


async def test_a_table_has_so_many_screens(service: Service, party: Party) -> None:
    for _ in range(at.MOST):
        await service.televisions.take(party.gm, (await service.televisions.switch_on("")).code)
    one_more = await service.televisions.switch_on("")
    with pytest.raises(Refused, match="screens already"):
        await service.televisions.take(party.gm, one_more.code)
    assert (await service.televisions.known(one_more.secret)).code == one_more.code  # type: ignore[union-attr]
