"""Nothing acknowledged is lost: the server is killed, PostgreSQL is stopped, two processes race."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse

from tests.support.players import Player, check_the_store
from tests.support.postgres import Postgres
from tests.support.servers import Server, serving
from tests.support.stores import empty_store
from tests.support.tables import until

KILLS = int(os.environ.get("SOAK_KILLS", "60"))
ANSWERS = int(os.environ.get("SOAK_ANSWERS", "13000"))
RACES = int(os.environ.get("SOAK_RACES", "10000"))


async def killed_again_and_again(
    database: str, kills: int, answers: int, players: int = 4
) -> tuple[int, int]:
    """Play while the server is killed, so that about so many answers are acknowledged in between.

    Returns how many were, and how many requests were lost.
    """
    random = Random(kills)
    server = Server(database)
    stop = asyncio.Event()
    everybody = [Player(server.address, Random(n)) for n in range(players)]
    try:
        await asyncio.to_thread(server.start)
        for player in everybody:
            await player.sit_down()
        playing = [asyncio.create_task(player.play(stop)) for player in everybody]
        for _ in range(kills):
            due = acknowledged(everybody) + random.randint(1, 2 * answers // kills)
            while acknowledged(everybody) < due:  # noqa: ASYNC110  players know nothing of what kills
                await asyncio.sleep(random.uniform(0.001, 0.05))
            server.kill()
            await asyncio.to_thread(server.start)
        stop.set()
        await asyncio.gather(*playing)
        assert await asyncio.to_thread(server.stop) in (0, -15)
    finally:
        server.kill()
    count = await check_the_store(database, everybody)
    return count, sum(player.lost for player in everybody)


def acknowledged(players: list[Player]) -> int:
    return sum(len(answers) for player in players for answers in player.acknowledged.values())


async def test_a_killed_server_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    count, lost = await killed_again_and_again(empty_store(tmp_path / "crash.db"), kills=2, answers=20)
    assert count >= 2
    assert lost > 0


@pytest.mark.soak
async def test_a_server_killed_many_times_loses_nothing(tmp_path: Path) -> None:
    count, lost = await killed_again_and_again(
        empty_store(tmp_path / "crash.db"), kills=KILLS, answers=ANSWERS
    )
    print(
        f"\n{KILLS} kills on SQLite: {count} acknowledged answers, all there; {lost} requests were lost and repeated"
    )


@pytest.mark.soak
@pytest.mark.postgres
async def test_a_server_killed_many_times_on_postgresql_loses_nothing(postgres_url: str) -> None:
    count, lost = await killed_again_and_again(postgres_url, kills=KILLS, answers=ANSWERS)
    print(
        f"\n{KILLS} kills on PostgreSQL: {count} acknowledged answers, all there; {lost} were lost and repeated"
    )


async def outages(stops: int) -> tuple[int, set[tuple[int, str]]]:
    """Play while PostgreSQL is stopped and killed under the server."""
    random = Random(stops)
    with Postgres.started(durable=True) as postgres:
        database = postgres.new_database()
        with serving(database, patience=3) as server:
            stop = asyncio.Event()
            everybody = [Player(server.address, Random(n)) for n in range(3)]
            for player in everybody:
                await player.sit_down()
            playing = [asyncio.create_task(player.play(stop)) for player in everybody]
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
                for n in range(stops):
                    await _all_go_on(everybody, random.randint(2, 5))
                    await asyncio.to_thread(postgres.kill if n % 2 else postgres.stop)
                    await asyncio.sleep(0.2)
                    assert (await client.get("/ready")).status_code == 503
                    assert (await client.get("/health")).status_code == 200
                    await asyncio.to_thread(postgres.start)
                    await _until_ready(client)
            await _all_go_on(everybody, 2)
            stop.set()
            await asyncio.gather(*playing)
        return await check_the_store(database, everybody), {
            r for player in everybody for r in player.refusals
        }


async def _all_go_on(everybody: list[Player], answers: int) -> None:
    """Wait until each has so many more answers acknowledged."""
    due = [acknowledged([player]) + answers for player in everybody]
    await until(
        lambda: all(acknowledged([player]) >= least for player, least in zip(everybody, due, strict=True))
    )


async def _until_ready(client: httpx.AsyncClient) -> None:
    for _ in range(1_000):
        if (await client.get("/ready")).status_code == 200:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the server did not find PostgreSQL again")


@pytest.mark.postgres
async def test_while_postgresql_is_away_requests_are_refused_clearly_and_all_is_well_after() -> None:
    count, refusals = await outages(2)
    assert count > 12
    assert refusals == {(503, "store.unavailable")}


@pytest.mark.soak
@pytest.mark.postgres
async def test_many_outages_of_postgresql_lose_nothing() -> None:
    count, refusals = await outages(30)
    print(f"\n30 outages of PostgreSQL: {count} acknowledged answers, all there; refusals {refusals}")


class Race:
    """A table on two processes, where both answer the same request at the same time."""

    def __init__(self, one: httpx.AsyncClient, two: httpx.AsyncClient) -> None:
        self.clients = one, two
        self.delays: list[float] = []

    async def sit_down(self) -> None:
        made = (await self.clients[0].post("/api/tables", json={"name": "race"})).raise_for_status().json()
        self.table = made["table"]["id"]
        for client in self.clients:
            client.headers["authorization"] = f"Bearer {made['token']}"

    async def run(self, races: int) -> None:
        """Race, and check each time that exactly one answer was taken and that the other process shows it at once."""
        contest, done = "", 0
        while done < races:
            if not contest:
                new = {"game": "standoff", "setup": {"nerve": 9}, "usual_dice": "sealed"}
                path = f"/api/tables/{self.table}/contests"
                contest = (await self.clients[done % 2].post(path, json=new)).raise_for_status().json()["id"]
            asked = (await self._see(done % 2, contest))["view"]["asked"]
            if not asked:
                contest = ""
            for each in asked:
                taken = await self._race(contest, each)
                await self._shows(done % 2, contest, taken.json()["entries"])
                done += 1

    async def _race(self, contest: str, asked: Any) -> httpx.Response:
        values = ("strike", "wait") if asked["what"] == "deed" else ("One.", "Two.")
        both = await asyncio.gather(
            *(
                client.post(f"/api/contests/{contest}/answers", json={"request": asked["id"], "value": value})
                for client, value in zip(self.clients, values, strict=True)
            )
        )
        statuses = sorted(each.status_code for each in both)
        assert statuses == [200, 409], [each.text for each in both]
        (refused,) = (each for each in both if each.status_code == 409)
        assert refused.json()["code"] in {"act.already-answered", "act.over"}
        return next(each for each in both if each.status_code == 200)

    async def _see(self, side: int, contest: str) -> Any:
        return (await self.clients[side].get(f"/api/contests/{contest}")).raise_for_status().json()

    async def _shows(self, side: int, contest: str, entries: int) -> None:
        begun = asyncio.get_running_loop().time()
        while int((await self._see(side, contest))["position"].split(".")[0]) < entries:
            assert asyncio.get_running_loop().time() - begun < 60, "the other process does not hear of it"
        self.delays.append(asyncio.get_running_loop().time() - begun)


Two = tuple[Server, Server]


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[Two]:
    """Two processes on one database."""
    database = postgres.new_database()
    with serving(database) as one, serving(database) as other:
        yield one, other


async def raced(two: Two, races: int, tables: int = 4) -> list[float]:
    pairs = [
        Race(*(httpx.AsyncClient(base_url=server.address, timeout=60) for server in two))
        for _ in range(tables)
    ]
    for pair in pairs:
        await pair.sit_down()
    await asyncio.gather(*(pair.run(races // tables) for pair in pairs))
    for pair in pairs:
        for client in pair.clients:
            await client.aclose()
    return sorted(delay for pair in pairs for delay in pair.delays)


@pytest.mark.postgres
async def test_two_processes_never_take_two_answers_to_one_request(two: Two) -> None:
    assert len(await raced(two, races=24)) >= 24


@pytest.mark.soak
@pytest.mark.postgres
async def test_ten_thousand_races_between_two_processes(two: Two) -> None:
    delays = await raced(two, races=RACES)
    print(
        f"\n{RACES} races: one answer each; seen on the other side within {delays[-1] * 1000:.0f} ms at most"
    )


@pytest.mark.postgres
async def test_an_act_on_one_process_reaches_the_streams_of_the_other(two: Two) -> None:
    async with (
        httpx.AsyncClient(base_url=two[0].address, timeout=60) as here,
        httpx.AsyncClient(base_url=two[1].address, timeout=60) as there,
    ):
        made = (await here.post("/api/tables", json={"name": "two"})).json()
        head = {"authorization": f"Bearer {made['token']}"}
        new = {"game": "standoff", "preset": "noon", "usual_dice": "sealed"}
        contest = (
            await here.post(f"/api/tables/{made['table']['id']}/contests", json=new, headers=head)
        ).json()["id"]
        async with (
            asyncio.timeout(60),
            aconnect_sse(there, "GET", f"/api/contests/{contest}/stream", headers=head) as stream,
        ):
            events = stream.aiter_sse()
            first = await _next_view(events)
            answer = {"request": first["view"]["asked"][0]["id"], "value": "wait"}
            acted = await here.post(f"/api/contests/{contest}/answers", json=answer, headers=head)
            assert (await _next_view(events))["position"] == acted.json()["position"]
            present = [0]
            while present != [1]:
                table = await here.get(f"/api/tables/{made['table']['id']}", headers=head)
                present = [seat["present"] for seat in table.json()["seats"]]


async def _next_view(events: Any) -> Any:
    async for event in events:
        if event.event == "view":
            return event.json()
    raise AssertionError("the stream ended")


async def test_a_stream_goes_on_without_a_gap_after_the_server_was_killed(tmp_path: Path) -> None:
    with serving(empty_store(tmp_path / "gap.db")) as server:
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
            made = (await client.post("/api/tables", json={"name": "gap"})).json()
            head = {"authorization": f"Bearer {made['token']}"}
            new = {"game": "standoff", "setup": {"nerve": 9}, "usual_dice": "sealed"}
            path = f"/api/tables/{made['table']['id']}/contests"
            contest = (await client.post(path, json=new, headers=head)).json()["id"]
        lines: dict[int, Any] = {}
        last = ""
        for meeting in range(2):
            async with httpx.AsyncClient(base_url=server.address, headers=head, timeout=60) as client:
                for _ in range(4):
                    asked = (await client.get(f"/api/contests/{contest}")).json()["view"]["asked"][0]
                    await client.post(
                        f"/api/contests/{contest}/answers", json={"request": asked["id"], "value": "strike"}
                    )
                resume = {"last-event-id": last} if last else {}
                async with aconnect_sse(
                    client, "GET", f"/api/contests/{contest}/stream", headers=resume
                ) as stream:
                    async for event in stream.aiter_sse():
                        if event.event == "view":
                            last = event.id
                            new_lines = {line["n"]: line for line in event.json()["view"]["lines"]}
                            assert not set(lines) & set(new_lines), "a line came twice"
                            lines |= new_lines
                            break
            if not meeting:
                server.kill()
                await asyncio.to_thread(server.start)
        async with httpx.AsyncClient(base_url=server.address, headers=head, timeout=60) as client:
            whole = (await client.get(f"/api/contests/{contest}")).json()["view"]["lines"]
        assert list(lines.values()) == whole
