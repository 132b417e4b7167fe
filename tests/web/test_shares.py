"""Shares of the event loop: whoever asks for much at once waits for themselves."""

import asyncio
from contextlib import nullcontext
from typing import Any

import pytest

from agonist.table.visitors import Left, Visitor, while_there
from agonist.web import shares
from agonist.web.frame import Frame
from agonist.web.metrics import Metrics
from agonist.web.shares import AT_ONCE, Shares
from agonist.web.wire import LEAVING
from tests.support.tables import until

NEIGHBOUR, CROWD = "192.0.2.1", "192.0.2.2"


class Served:
    """An application that is at every request until it is told to go on, behind its frame."""

    def __init__(self) -> None:
        self.at: list[str] = []
        self.scopes: list[Any] = []
        self.go = asyncio.Event()
        self.elsewhere = False
        self.frame = Frame(self.app, Metrics(), "/api/")

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.at.append(scope["client"][0])
        with while_there() if self.elsewhere else nullcontext():
            await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def ask(self, address: str, path: str = "/") -> asyncio.Task[None]:
        scope: Any = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [],
            "client": (address, 1),
        }

        async def nothing(*_: Any) -> Any:
            """Nobody reads what is sent, and there is no body."""

        self.scopes.append(scope)
        return asyncio.create_task(self.frame(scope, nothing, nothing))


async def test_a_hundred_requests_of_one_address_are_not_in_work_at_once_beside_a_neighbours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shares, "HELD_SECONDS", 1e6)
    served = Served()
    first = served.ask(NEIGHBOUR)
    await until(lambda: len(served.at) == 1)
    many = [served.ask(CROWD) for _ in range(100)]
    await until(lambda: served.at.count(CROWD) == AT_ONCE)
    looks, cares = served.ask(NEIGHBOUR), served.ask(CROWD, "/health")
    await until(lambda: served.at.count(NEIGHBOUR) == 2)
    await until(lambda: len(served.at) == AT_ONCE + 3)
    served.go.set()
    await asyncio.wait_for(asyncio.gather(first, looks, cares, *many), 30)
    assert served.at.count(CROWD) == 101
    assert not served.frame.shares._in_work
    assert not served.frame.shares._waiting


async def test_who_is_alone_waits_for_nobody() -> None:
    """As everybody is behind a proxy that is not named: what they write shares commits."""
    served = Served()
    many = [served.ask(CROWD) for _ in range(100)]
    await until(lambda: len(served.at) == 100)
    served.go.set()
    await asyncio.gather(*many)


async def test_what_waits_for_something_else_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question about odds takes two seconds of its own process, and none of the loop's."""
    monkeypatch.setattr(shares, "HELD_SECONDS", 1e6)
    served = Served()
    served.elsewhere = True
    many = [served.ask(NEIGHBOUR), *(served.ask(CROWD) for _ in range(20))]
    await until(lambda: len(served.at) == 21)
    served.go.set()
    await asyncio.gather(*many)
    assert not served.frame.shares._in_work


async def test_what_takes_very_long_keeps_nobody_waiting_whatever_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shares, "HELD_SECONDS", 0.01)
    served = Served()
    many = [served.ask(NEIGHBOUR), *(served.ask(CROWD) for _ in range(20))]
    await until(lambda: len(served.at) == 21)
    served.go.set()
    await asyncio.gather(*many)


async def test_who_leaves_while_they_wait_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "HELD_SECONDS", 1e6)
    found, visitor = Shares(), Visitor(CROWD)
    (await found.take(NEIGHBOUR))()
    held = [await found.take(CROWD) for _ in range(AT_ONCE)]

    async def leaver() -> None:
        with visitor.waits():
            await found.take(CROWD)

    leaves, stays = asyncio.create_task(leaver()), asyncio.create_task(found.take(CROWD))
    await until(lambda: len(found._waiting.get(CROWD, ())) == 2)
    visitor.leave()
    with pytest.raises(Left):
        await leaves
    held.pop()()
    held.append(await asyncio.wait_for(stays, 30))
    for let_go in held:
        let_go()
        let_go()
    assert not found._in_work
    assert not found._waiting


async def test_who_hangs_up_before_their_turn_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "HELD_SECONDS", 1e6)
    served = Served()
    many = [served.ask(NEIGHBOUR), *(served.ask(CROWD) for _ in range(AT_ONCE))]
    await until(lambda: len(served.at) == AT_ONCE + 1)
    left = served.ask(CROWD)
    await until(lambda: CROWD in served.frame.shares._waiting)
    served.scopes[-1]["extensions"][LEAVING]()
    await asyncio.wait_for(left, 30)
    served.go.set()
    await asyncio.gather(*many)
    assert served.at.count(CROWD) == AT_ONCE
    assert not served.frame.shares._in_work
