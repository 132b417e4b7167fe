"""What the pages' live streams tell when a seat or a role changes hands while a page is open."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse

from agonist.web.sse import event
from tests.support.servers import UNHURRIED, Server
from tests.support.stores import empty_store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(empty_store(Path(tmp_path_factory.mktemp("streams")) / "tables.db"))
    made.start()
    yield made
    made.stop()


class Table:
    """A table with a second seat, and a contest."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def post(self, path: str, data: Any) -> Any:
        sent = await self.client.request(
            "PATCH" if path.startswith("/seats/") else "POST", f"/api{path}", json=data, headers=self.head
        )
        assert sent.is_success, sent.text
        return sent.json()

    async def set_up(self, role: str) -> "Table":
        made = (await self.client.post("/api/tables", json={"name": "Friday"})).json()
        self.head = {"authorization": f"Bearer {made['token']}"}
        other = await self.post(f"/tables/{made['table']['id']}/seats", {"name": "Other", "role": role})
        self.other, self.cookie = other["seat"]["id"], {"cookie": f"agonist={other['token']}"}
        new = {"game": "standoff", "preset": "noon", "usual_dice": "sealed"}
        self.contest = (await self.post(f"/tables/{made['table']['id']}/contests", new))["id"]
        return self

    @asynccontextmanager
    async def follow(self, **query: str) -> AsyncIterator[AsyncIterator[Any]]:
        """The events of the other seat's page."""
        path = f"/contests/{self.contest}/stream"
        async with aconnect_sse(self.client, "GET", path, headers=self.cookie, params=query) as stream:
            yield stream.aiter_sse()

    async def in_place(self) -> str:
        """What the other seat's page fetches to decide for others."""
        return (await self.client.get(f"/contests/{self.contest}/in-place", headers=self.cookie)).text


@pytest.fixture
async def client(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        yield client


async def part(events: AsyncIterator[Any], name: str) -> str:
    async for each in events:
        if each.event == name:
            return str(each.data)
    raise AssertionError("the stream ended")


async def test_a_page_stops_being_a_game_masters_when_its_seat_does(client: httpx.AsyncClient) -> None:
    at = await Table(client).set_up("gm")
    async with at.follow() as events:
        assert "/in-place" in await part(events, "place")
        assert "/answer" in await at.in_place()
        await at.post(f"/seats/{at.other}", {"role": "spectator"})
        assert "/in-place" not in await part(events, "place")
        assert "/answer" not in await at.in_place()
        await at.post(f"/contests/{at.contest}/pause", {"paused": True})
        await at.post(f"/contests/{at.contest}/pause", {"paused": False})
        asked = (await client.get(f"/api/contests/{at.contest}", headers=at.head)).json()["view"]["asked"]
        for each in asked:
            await at.post(f"/contests/{at.contest}/answers", {"request": each["id"], "value": "strike"})
        assert "/undo" not in await part(events, "lines")


async def test_questions_to_others_come_with_a_page_and_else_when_they_are_unfolded(
    client: httpx.AsyncClient,
) -> None:
    """A page may be one without script; what a stream tells can wait until the game master wants to see it."""
    at = await Table(client).set_up("gm")
    page = await client.get(f"/contests/{at.contest}", headers=at.cookie)
    assert page.text.count("In the place of") == 2
    async with at.follow() as events:
        place = await part(events, "place")
    assert "In the place of" not in place
    assert "data-asks" in place
    assert (await at.in_place()).count("In the place of") == 2


async def test_a_page_is_told_that_its_seat_of_the_contest_was_given_away(client: httpx.AsyncClient) -> None:
    at = await Table(client).set_up("player")
    casting = f"/contests/{at.contest}/casting"
    await at.post(casting, {"seat": "first", "holder": at.other})
    async with at.follow(seat="first") as events:
        await part(events, "now")
        await at.post(casting, {"seat": "first", "holder": None})
        assert await part(events, "gone") == "gone"


async def test_who_comes_and_goes_redraws_one_part_of_a_page(client: httpx.AsyncClient) -> None:
    """Whatever a stream that opens or closes tells others, it does not make their pages be drawn again."""
    at = await Table(client).set_up("player")
    async with at.follow() as events:
        await part(events, "position")
        async with client.stream("GET", f"/api/contests/{at.contest}/stream", headers=at.head) as other:
            assert other.status_code == 200
            kinds = set[str]()
            async for each in events:
                kinds.add(each.event)
                if "Game master: here" in each.data:
                    break
        assert kinds == {"presence"}


async def test_one_stream_too_many_is_refused_in_a_line_on_pages_and_in_the_api(tmp_path: Path) -> None:
    limits = json.dumps(UNHURRIED | {"seat_streams": 2})
    small = Server(empty_store(tmp_path / "tables.db"), limits=limits)
    small.start()
    try:
        async with httpx.AsyncClient(base_url=small.address, timeout=60) as client:
            at = await Table(client).set_up("player")
            alive = f"/contests/{at.contest}/alive"
            assert (await client.get(alive, headers=at.cookie)).text == "yes"
            async with at.follow() as one, at.follow() as another:
                await part(one, "now")
                await part(another, "now")
                for place in ("", "/api"):
                    answer = await client.get(f"{place}/contests/{at.contest}/stream", headers=at.cookie)
                    assert answer.status_code == 429
                    assert answer.json()["code"] == "limit.streams"
                    assert answer.json()["accepted"] == "closing one of them"
                said = (await client.get(alive, headers=at.cookie)).text
                assert said == "This seat is open on 2 screens already. Accepted: closing one of them."
    finally:
        small.stop()


def test_no_text_can_break_out_of_an_event() -> None:
    written = event("board", b"one\rid: 9\r\nevent: gone\n\rdata: two", "5")
    assert written.count(b"\r") == 0
    assert [line[:6] for line in written.splitlines()[2:-1]] == [b"data: "] * 5
