"""Shares by address: one visitor's work stalls nobody else, wherever it is done."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from agonist.table import NewContest, Service, TooFast, exchange
from agonist.table.aside import HEAVY, LONG, MOST_WAITING, Aside
from agonist.table.visitors import Left, Visitor, network_of, visited_by
from tests.support.tables import Party, until
from tests.table.test_lengths import corrected, walked

ATTACKER, NEIGHBOUR = Visitor("203.0.113.1"), Visitor("203.0.113.2")


@contextmanager
def stuck_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Imports do not end before the event is set."""
    go, really = threading.Event(), exchange._readied

    def slow(*given: Any) -> Any:
        assert go.wait(30)
        return really(*given)

    monkeypatch.setattr(exchange, "_readied", slow)
    monkeypatch.setattr(exchange, "_ENTRY", 1)  # a short transcript counts as a long one
    try:
        yield go
    finally:
        go.set()


async def many_imports(service: Service, tables: int) -> list[asyncio.Task[Any]]:
    """An allowed transcript of many entries at each of many tables, all from one address."""
    data, tasks = corrected(450).to_json(), []
    with visited_by(ATTACKER):
        for n in range(tables):
            gm = (await service.people.create_table(f"Attack {n}", "Mallory")).seat
            tasks.append(asyncio.create_task(service.exchange.take_contest(gm, data)))
    await asyncio.sleep(0.01)
    return tasks


async def test_imports_at_many_tables_do_not_stall_a_neighbours_pages(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = await walked(party, LONG + 20)
    with stuck_imports(monkeypatch) as go:
        tasks = await many_imports(service, 20)
        service.house.hall.forget(contest)
        with visited_by(NEIGHBOUR):
            async with asyncio.timeout(10):
                assert (await service.contests.view(party.gm, contest)).view.at == LONG + 20
                assert len((await service.contests.tools(party.gm, contest)).points) == LONG + 20
                await service.contests.beside(party.gm, contest, seat="gm", lines=24)
                await service.contests.course(party.gm, contest)
        go.set()
        await asyncio.gather(*tasks)


async def test_nobody_waits_for_others_work_with_a_contest_in_hand(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody wants what takes long to know of a long contest: those who play it go on meanwhile."""
    contest = await walked(party, LONG + 20)
    monkeypatch.setattr("agonist.table.aside.HEAVY", LONG)
    with stuck_imports(monkeypatch) as go:
        tasks = await many_imports(service, 3)
        for wanted in (
            service.contests.tools(party.gm, contest),
            service.contests.course(party.gm, contest),
            service.contests.fork(party.gm, contest),
            service.acts.undo(party.gm, contest, 50),
        ):
            tasks.append(asyncio.create_task(wanted))
        await asyncio.sleep(0.01)
        async with asyncio.timeout(10):
            await service.acts.answer(party.gm, contest, f"{LONG + 20}.0.0", 1)
            assert (await service.contests.view(party.gm, contest)).view.at == LONG + 21
        go.set()
        await asyncio.gather(*tasks)


async def test_a_contest_that_somebody_looks_at_is_loaded_before_all_else(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest, done = await walked(party, LONG + 20), list[str]()
    monkeypatch.setattr("agonist.table.aside.HEAVY", LONG)

    async def looks() -> None:
        service.house.hall.forget(contest)
        with visited_by(NEIGHBOUR):
            await service.contests.view(party.gm, contest, log=False)
        done.append("seen")

    with stuck_imports(monkeypatch) as go:
        tasks = await many_imports(service, 8)
        for each in tasks:
            each.add_done_callback(lambda _: done.append("imported"))
        looker = asyncio.create_task(looks())
        await asyncio.sleep(0.01)
        go.set()
        await asyncio.gather(looker, *tasks)
    assert done.index("seen") <= 1


async def test_of_one_contest_one_piece_waits_however_many_want_it(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A club of 150 phones at one address comes back after a restart: no phone is told to wait."""
    contest = await walked(party, LONG + 20)
    monkeypatch.setattr("agonist.table.aside.HEAVY", LONG)
    with visited_by(NEIGHBOUR), stuck_imports(monkeypatch) as go:
        tasks = await many_imports(service, 1)
        phones = [
            asyncio.create_task(service.contests.beside(party.gm, contest, seat="gm", lines=24))
            for _ in range(150)
        ]
        await asyncio.sleep(0.05)
        assert len(service.house.aside.turns) == 1
        go.set()
        await asyncio.gather(*tasks, *phones)


async def test_what_one_address_may_have_waiting_is_bounded_however_many_tables_it_has() -> None:
    aside, go = Aside(), threading.Event()
    try:
        with visited_by(ATTACKER):
            tasks = [asyncio.create_task(aside.do(go.wait, size=HEAVY)) for _ in range(1 + MOST_WAITING)]
            await asyncio.sleep(0)
            with pytest.raises(TooFast):
                await aside.do(go.wait, size=HEAVY)
        with visited_by(NEIGHBOUR):
            another = asyncio.create_task(aside.do(go.wait, size=HEAVY))
            await asyncio.sleep(0)
            assert not another.done()
            assert await aside.do(str, 1, size=HEAVY - 1) == "1"
        go.set()
        await asyncio.gather(another, *tasks)
    finally:
        aside.close()


async def test_what_waits_for_somebody_who_has_left_is_called_off() -> None:
    aside, go, done, leaver = Aside(), threading.Event(), list[str](), Visitor("203.0.113.3")
    try:
        with visited_by(NEIGHBOUR):
            first = asyncio.create_task(aside.do(go.wait, size=HEAVY))
            await asyncio.sleep(0)
        with visited_by(leaver):
            waits = asyncio.create_task(aside.do(done.append, "for nobody", size=HEAVY))
            await asyncio.sleep(0)
        leaver.leave()
        await asyncio.sleep(0.01)
        assert isinstance(waits.exception(), Left)
        assert len(aside.turns) == 0
        go.set()
        await first
        assert done == []
    finally:
        aside.close()


async def test_bots_of_many_contests_move_a_few_at_a_time_and_a_neighbours_soon(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves, moving, most, moved = service.acts.stage.moves, 0, 0, list[str]()
    really = moves.answers

    async def answers(live: Any, *given: Any) -> float:
        nonlocal moving, most
        moving += 1
        most = max(most, moving)
        moved.append(live.id)
        try:
            await asyncio.sleep(0.001)
            return await really(live, *given)
        finally:
            moving -= 1

    monkeypatch.setattr(moves, "answers", answers)
    new = NewContest(game="walk", preset="long", bots={"gm": "any choice"})
    with visited_by(ATTACKER):
        for _ in range(15):
            await service.contests.start(party.gm, new)
    await until(lambda: len(moved) > 50)
    with visited_by(NEIGHBOUR):
        mine = (await service.contests.start(party.gm, new)).id
    begun = len(moved)
    await until(lambda: mine in moved)
    assert most <= 2
    assert moved.index(mine) - begun <= 6


def test_all_addresses_of_one_household_are_one() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("testclient") == "testclient"
