"""The package's own client: types, retries under one key, streams that go on, and whole contests by it alone."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, Self

import httpx
import pytest

from agonist.client import AsyncSeat, NoServer, Refused, Seat, calls
from agonist.kernel import ContestType, game, games, verify_dice
from scripts import waiting_client
from tests.support.servers import ROOT, Server, serving
from tests.support.stores import empty_store

EXAMPLE = ROOT / "examples" / "seat_bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(empty_store(tmp_path_factory.mktemp("client") / "tables.db")) as server:
        yield server


def presets() -> list[tuple[str, ContestType[Any], str]]:
    return [(each.name, kind, name) for each in games() for kind in each.types for name in kind.presets]


QUICK = [
    ("questworlds-srd", "contest"),
    ("questworlds", "simple"),
    ("forge", "challenge"),
    ("deckahedron", "hit"),
]


def played(server: str, game: str, kind: ContestType[Any], preset: str) -> str:
    """How a contest ended that a client has played for everybody, with a server's bots where it has nothing to say."""
    random, bot = Random(7), next(iter(kind.bots), "first choice")
    with Seat.host(server, "Played over HTTP") as seat:
        contest = seat.start(game, type=kind.name, preset=preset, usual_dice="sealed").id
        for _ in range(3_000):
            seen = seat.see(contest)
            if seen.contest.status != "running":
                assert verify_dice(seat.dice(contest)) >= 0
                return seen.contest.summary
            asked = next((each for each in seen.view.asked if not each.window), seen.view.asked[0])
            if random.random() < 0.1:
                seat.answer(contest, asked.id, asked.form.check(asked.form.sample(random)))
            else:
                seat.answer_by_bot(contest, asked.id, bot)
    raise AssertionError("it has no end")


@pytest.mark.parametrize(("name", "type"), QUICK)
def test_a_contest_of_every_game_is_played_over_http(server: Server, name: str, type: str) -> None:
    kind = game(name).type(type)
    assert played(server.address, name, kind, next(iter(kind.presets)))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "kind", "preset"), presets(), ids=lambda each: getattr(each, "name", each))
def test_every_preset_is_played_over_http(
    server: Server, name: str, kind: ContestType[Any], preset: str
) -> None:
    assert played(server.address, name, kind, preset)


def test_two_example_bots_of_ten_lines_play_a_contest_to_its_end(server: Server) -> None:
    code = EXAMPLE.read_text(encoding="utf-8").partition('"""\n')[2].splitlines()
    assert len([line for line in code if line.strip() and "import" not in line]) <= 10
    with Seat.host(server.address, "Bots") as host:
        links = [host.add_seat(name).link for name in ("Ash", "Birch")]
        contest = host.start("standoff", preset="noon", bots={"gm": "first choice"}).id
        bots = [
            subprocess.Popen([sys.executable, EXAMPLE, link], stdout=subprocess.PIPE, text=True)
            for link in links
        ]
        told = [bot.communicate(timeout=120)[0] for bot in bots]
        assert host.see(contest).contest.status == "over"
    assert all("stands." in each for each in told), told


async def test_the_same_is_awaited(server: Server) -> None:
    async with await AsyncSeat.host(server.address, "Awaited") as seat:
        begun = await seat.start("standoff", preset="noon", usual_dice="sealed")
        async for seen in seat.follow(begun.id):
            for asked in seen.view.asked[:1]:
                await seat.answer(begun.id, asked.id, asked.form.fallback())
        assert seen.contest.status == "over"
        assert (await seat.course(begun.id))[0].at == -1
        assert [each.name for each in (await seat.see_table()).seats] == ["Game master"]


def test_both_have_the_same_calls() -> None:
    assert waiting_client.WAITING.read_text(encoding="utf-8") == waiting_client.waiting(), (
        "python scripts/waiting_client.py --write"
    )


class Away:
    """A way to a server that loses what is sent and what is answered, as often as it is told to."""

    def __init__(self, *losses: str) -> None:
        self.losses, self.keys = list(losses), list[str]()
        self.real = httpx.HTTPTransport()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("idempotency-key", ""))
        loss = self.losses.pop(0) if self.losses else ""
        if loss == "busy":
            return httpx.Response(503, json={"detail": "Not now.", "code": "store.unavailable"})
        if loss == "lost":
            raise httpx.ConnectError("nobody is there")
        answer = self.real.handle_request(request)
        answer.read()
        if loss == "answered":
            raise httpx.ReadError("the line broke")
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.real.close()

    def seat(self, like: Seat, **more: Any) -> Seat:
        return Seat(
            like.server,
            like.token,
            like.table,
            http=httpx.Client(transport=httpx.MockTransport(self)),
            **more,
        )


def test_what_is_lost_on_the_way_is_asked_again_and_done_once(server: Server) -> None:
    with Seat.host(server.address, "Lost") as host, Away("busy", "lost", "answered") as away:
        begun = away.seat(host).start("standoff", preset="noon")
        assert len(set(away.keys)) == 1
        assert len(away.keys) == 4
        assert [each.id for each in host.contests().contests] == [begun.id]


def test_what_may_not_come_twice_is_not_asked_twice(server: Server) -> None:
    with Seat.host(server.address, "Once") as host, Away("answered") as away:
        with pytest.raises(NoServer, match="does not answer"):
            away.seat(host).do(calls.join(host.add_seat("Ash").token))
        assert len(away.keys) == 1


def test_who_is_refused_is_told_what_would_be_accepted(server: Server) -> None:
    with Seat.host(server.address, "Refused") as host, pytest.raises(Refused) as refused:
        host.start("chess")
    assert (refused.value.status, refused.value.code) == (422, "game.unknown")
    assert "standoff" in refused.value.accepted
    with pytest.raises(NoServer):
        Seat.join("http://example.org/nothing")
    with pytest.raises(NoServer, match="does not answer"):
        Seat("http://127.0.0.1:9", tries=2).games()


def test_a_stream_that_breaks_goes_on_where_it_was() -> None:
    lines, seen = ["id: 1", "event: view", "data: {}", "", "data: half"], list[str]()

    def stream(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers.get("last-event-id", ""))
        return httpx.Response(200 if len(seen) < 3 else 404, text="\n".join(lines) + "\n")

    seat = Seat("http://table", http=httpx.Client(transport=httpx.MockTransport(stream)))
    found = seat._events("/contests/x/stream")
    assert [next(found), next(found)] == [("view", "{}")] * 2
    with pytest.raises(Refused):
        next(found)
    assert seen == ["", "1", "1"]
