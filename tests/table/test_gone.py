"""What is over or gone leaves memory: contests nobody looks at after a minute, deleted tables at once."""

import asyncio
import gc
import threading
import time
import types
from typing import Any

import pytest
from sqlalchemy import Engine

from agonist.kernel import Referee, game
from agonist.table import NewContest, NotFound, Service, hall
from agonist.table.live import rebuilt
from agonist.table.visitors import Visitor, visited_by
from tests.support.tables import Party, until
from tests.table.test_lengths import walked
from tests.table.test_making_reviews import Desk
from tests.table.test_reviews import a_duel, gathered


async def test_a_contest_that_is_over_goes_a_minute_after_its_last_use(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that runs stays ten minutes."""
    over, running = await walked(party, 1), await walked(party, 1)
    await service.acts.end(party.gm, over)
    assert {over, running} <= set(service.house.hall._live)
    begun = time.monotonic()
    for live in service.house.hall._live.values():
        live.used = begun
    for later, left in ((59, {over, running}), (61, {running}), (599, {running}), (601, set[str]())):
        monkeypatch.setattr("agonist.table.hall.time.monotonic", lambda later=later: begun + later)
        service.house.hall.make_room()
        assert set(service.house.hall._live) == left
    monkeypatch.undo()
    assert (await service.contests.view(party.gm, over)).contest.status == "ended"


def stepped(steps: int) -> bytes:
    """The transcript of a walk of so many steps that is not over."""
    contest: Referee[Any] = Referee.start(game("walk"), "walk", {}, seed=bytes(32))
    for n in range(steps):
        contest.answer(f"{n}.0.0", 1)
    return contest.transcript.to_json()


async def test_what_is_imported_is_in_memory_only_when_somebody_looks(service: Service, party: Party) -> None:
    """Sixty long contests that nobody looks at would take 220 MB."""
    data = stepped(200)
    made = [await service.exchange.take_contest(party.gm, data) for _ in range(3)]
    assert len(service.house.hall) == 0
    await service.contests.view(party.gm, made[0].id)
    assert len(service.house.hall) == 1


async def test_of_all_in_memory_the_address_that_has_the_most_makes_room(
    service: Service, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "MOST_ENTRIES", 1_000)
    with visited_by(Visitor("203.0.113.2")):
        mine = await walked(party, 1)
    with visited_by(Visitor("203.0.113.1")):
        for _ in range(8):
            info = await service.exchange.take_contest(party.gm, stepped(200))
            await service.contests.view(party.gm, info.id)
    kept = set(service.house.hall._live)
    assert mine in kept
    assert len(kept) == 5


_NOT_KEPT = (
    type | types.ModuleType | types.FunctionType | types.FrameType | types.CoroutineType | types.TracebackType
)
"""What leads everywhere, and keeps nothing of a table by itself; of a database's engine statements are left out, of
which it remembers some with what they were first made for."""


def kept_of(names: set[str], root: object) -> dict[str, str]:
    """Which of the names can be reached from somewhere, and by which way."""
    ways, todo, found = {id(root): ""}, [root], dict[str, str]()
    while todo:
        one = todo.pop(0)
        if isinstance(one, str) and one in names:
            found.setdefault(one, ways[id(one)])
        for each in gc.get_referents(one):
            if id(each) not in ways and not isinstance(each, _NOT_KEPT | asyncio.AbstractEventLoop | Engine):
                ways[id(each)] = f"{ways[id(one)]} > {type(each).__name__}"
                todo.append(each)
    return found


async def test_after_a_deletion_nothing_of_a_table_is_left(service: Service) -> None:
    """Contests that run and that are over, bots at play, reviews, curves, people who look: all is gone."""
    desk = Desk(service)
    party, others = await gathered(service), await gathered(service)
    seats = {each.id for each in party.seats.values()}
    over = await a_duel(party)
    await service.contests.view(party.gm, over)
    desk.open.clear()
    await service.reviews.of(party.gm, over)
    await service.sharing.share(party.gm, over)
    bots = {"first": "first choice", "second": "best", "gm": "any choice"}
    playing = await service.contests.start(party.gm, NewContest(game="standoff", preset="noon", bots=bots))
    waiting = await service.contests.start(party.gm, NewContest(game="standoff", preset="noon"))
    long = (await service.exchange.take_contest(party.gm, stepped(60))).id
    await service.contests.tools(party.gm, long)
    follows = service.streams.follow(party.gm, party.tokens["gm"], waiting.id)
    await anext(follows)
    looks = asyncio.create_task(_all_of(follows))
    theirs = {party.gm.table, over, playing.id, waiting.id, long} | seats
    assert kept_of(theirs, service).keys() == theirs
    await service.people.delete_table(party.gm)
    await asyncio.wait_for(looks, 30)
    await until(lambda: not service.house.tasks)
    await asyncio.sleep(1.1)  # who is present is told once a second
    assert kept_of(theirs, service) == {}
    assert (await service.people.table(others.gm)).table.id == others.gm.table


async def test_a_contest_that_is_loaded_while_its_table_is_deleted_is_not_kept(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, began, go_on = await gathered(service), threading.Event(), threading.Event()
    long = (await service.exchange.take_contest(party.gm, stepped(60))).id
    whole = rebuilt

    def slowly(stored: Any) -> Any:
        began.set()
        assert go_on.wait(30)
        return whole(stored)

    monkeypatch.setattr(hall, "rebuilt", slowly)
    looks = asyncio.create_task(service.contests.view(party.gm, long))
    await until(began.is_set)
    await service.people.delete_table(party.gm)
    go_on.set()
    with pytest.raises(NotFound):
        await asyncio.wait_for(looks, 30)
    assert len(service.house.hall) == 0


async def _all_of(follows: Any) -> None:
    async for _ in follows:
        pass
