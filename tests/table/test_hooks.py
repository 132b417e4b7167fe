"""Webhooks: told once a question, signed, by an outbox that outlives crashes, and never where it could do harm."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from sqlalchemy import select, update

from agonist.table import NewHook, NotAllowed, Refused, Service, courier, outward
from agonist.table.outward import Unreached, place_of, post
from agonist.table.schema import hooks, outbox
from agonist.table.shapes import message, signature
from tests.support.tables import UNHURRIED, Party, opened, until

Read = asyncio.StreamReader
Write = asyncio.StreamWriter


class Receiver:
    """A program that listens, and answers what it is told to."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], Any]] = []
        self.answers: list[bytes] = []
        self.times = 0

    async def take(self, reader: Read, writer: Write) -> None:
        self.times += 1
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        said = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:]) if name}
        body = await reader.readexactly(int(said["content-length"]))
        self.got.append((said, json.loads(body)))
        writer.write(self.answers.pop(0) if self.answers else b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    def kinds(self) -> list[str]:
        return [body["type"] for _, body in self.got]


@asynccontextmanager
async def listening(take: Any) -> AsyncIterator[str]:
    busy: set[asyncio.Task[Any]] = set()

    async def whole(reader: Read, writer: Write) -> None:
        task = asyncio.current_task()
        assert task is not None
        busy.add(task)
        with suppress(ConnectionError, asyncio.CancelledError):
            await take(reader, writer)
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()
        busy.discard(task)

    server = await asyncio.start_server(whole, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook?key=1"
    finally:
        server.close()
        for task in [*busy]:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)


@pytest.fixture
async def service(url: str) -> AsyncIterator[Service]:
    async with opened(url, webhooks="anywhere") as service:
        yield service


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courier, "PAUSES", (0.01, 0.02, 0.02))


async def rows(service: Service, table: Any) -> list[Any]:
    return list(await service.house.store.read(lambda connection: connection.execute(select(table)).all()))


async def test_a_contest_is_told_from_its_beginning_to_its_end_once_a_question(party: Party) -> None:
    """Signed by Standard Webhooks 1.0.0; the dice are nobody's question."""
    receiver = Receiver()
    async with listening(receiver.take) as url:
        made = await party.service.hooks.add(party.gm, NewHook(url, after=0), base="https://example.org")
        await party.start()
        await until(lambda: len(receiver.got) >= 4)
        while (seen := await party.view("gm")).view.asked:
            asked = seen.view.asked[0]
            value = "strike" if asked.what == "deed" else "So be it."
            await party.service.acts.answer(party.gm, party.contest, asked.id, value)
            await until(lambda: _all_told(receiver, party))
        await until(lambda: receiver.kinds()[-1] == "contest.over")
    assert receiver.kinds()[:2] == ["table.hello", "contest.begun"]
    ids = [head["webhook-id"] for head, _ in receiver.got]
    assert len(set(ids)) == len(ids)
    told = [body["data"]["request"] for _, body in receiver.got if body["type"] == "turn.asked"]
    assert len(told) == len(set(told)) >= 2
    for head, body in receiver.got:
        raw = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        due = signature(made.secret, head["webhook-id"], int(head["webhook-timestamp"]), raw)
        assert head["webhook-signature"] == due
        assert body["timestamp"].endswith("Z")
    assert receiver.got[1][1]["data"]["link"] == f"https://example.org/contests/{party.contest}"
    await until_empty(party.service)


def _all_told(receiver: Receiver, party: Party) -> bool:
    return bool(receiver.got) and not party.service.hooks.courier._busy


async def until_empty(service: Service) -> None:
    async with asyncio.timeout(30):
        while [row for row in await rows(service, outbox) if not row.sent]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_question_that_is_answered_in_time_is_told_to_nobody(party: Party) -> None:
    receiver = Receiver()
    async with listening(receiver.take) as url:
        await party.service.hooks.add(party.gm, NewHook(url, after=3_600))
        await party.start()
        await until(lambda: "contest.begun" in receiver.kinds())
        waiting = [row.what for row in await rows(party.service, outbox) if row.what.startswith("turn ")]
        assert len(waiting) == 2
        asked = (await party.view("gm")).view.asked[0]
        await party.service.acts.answer(party.gm, party.contest, asked.id, "strike")
        await _hurry(party.service)
        await until(lambda: "turn.asked" in receiver.kinds())
        await until_empty(party.service)
    told = [body["data"]["request"] for _, body in receiver.got if body["type"] == "turn.asked"]
    assert asked.id not in told


async def _hurry(service: Service) -> None:
    """Let all that waits be due."""
    work = update(outbox).values(due=0.0)
    await service.house.store.write(lambda connection: connection.execute(work))
    service.hooks.courier.begin()


async def test_a_question_is_asked_again_after_a_day_if_that_is_wanted(party: Party) -> None:
    receivers = {again: Receiver() for again in (True, False)}
    async with listening(receivers[True].take) as often, listening(receivers[False].take) as once:
        await party.service.hooks.add(party.gm, NewHook(often, after=0, again=True))
        await party.service.hooks.add(party.gm, NewHook(once, after=0))
        await party.start()
        await until(lambda: all(each.kinds().count("turn.asked") == 2 for each in receivers.values()))
        await until(lambda: not party.service.hooks.courier._busy)
        days = [row.due - row.created for row in await rows(party.service, outbox)]
        assert all(day > 80_000 for day in days)
        await _hurry(party.service)
        await until(lambda: receivers[True].kinds().count("turn.asked") == 4)
        await until(lambda: not party.service.hooks.courier._busy)
    assert receivers[False].kinds().count("turn.asked") == 2
    ids = [head["webhook-id"] for head, _ in receivers[True].got]
    assert len(set(ids)) == len(ids)


async def test_a_receiver_that_fails_is_tried_again_with_the_same_id_and_then_given_up(party: Party) -> None:
    receiver = Receiver()
    broken = b"HTTP/1.1 500 Oh no\r\n\r\n"
    receiver.answers = [broken, broken, b"HTTP/1.1 200 OK\r\n\r\n", *[broken] * 50]
    async with listening(receiver.take) as url:
        made = await party.service.hooks.add(party.gm, NewHook(url))
        await until(lambda: len(receiver.got) == 3)
        assert len({head["webhook-id"] for head, _ in receiver.got}) == 1
        await party.start()
        await until(lambda: receiver.times == 3 + 4)
        await until(lambda: not party.service.hooks.courier._busy)
        [seen] = await party.service.hooks.all(party.gm)
        assert seen.gave_up == "it answers 500"
        assert await rows(party.service, outbox) == []
        receiver.answers = []
        await party.service.hooks.again(party.gm, made.hook.id)
        await until(lambda: receiver.kinds()[-1] == "table.hello")
        await until_empty(party.service)
    [seen] = await party.service.hooks.all(party.gm)
    assert (seen.gave_up, seen.waiting) == ("", 0)


async def slow(reader: Read, writer: Write) -> None:
    """A byte now and then, for ever."""
    for _ in range(1_000):
        writer.write(b"H")
        await writer.drain()
        await asyncio.sleep(0.05)


async def huge(reader: Read, writer: Write) -> None:
    """A head without an end."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for _ in range(2_000):
        writer.write(b"x-more: " + b"a" * 1_000 + b"\r\n")
    await writer.drain()


async def elsewhere(reader: Read, writer: Write) -> None:
    writer.write(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n")
    writer.close()
    await writer.wait_closed()


async def dead(reader: Read, writer: Write) -> None:
    writer.transport.abort()


@pytest.mark.parametrize(
    ("take", "why"),
    [
        (slow, "does not answer in time"),
        (huge, "does not answer"),
        (elsewhere, "leads elsewhere"),
        (dead, "does not answer"),
    ],
)
async def test_a_bad_receiver_delays_no_act_and_is_given_up(
    party: Party, monkeypatch: pytest.MonkeyPatch, take: Any, why: str
) -> None:
    monkeypatch.setattr(outward, "SECONDS", 0.2)
    async with listening(take) as url:
        await party.service.hooks.add(party.gm, NewHook(url, after=0))
        await party.start()
        for _ in range(2):
            async with asyncio.timeout(5):
                asked = (await party.view("gm")).view.asked[0]
                await party.service.acts.answer(party.gm, party.contest, asked.id, "strike")
        async with asyncio.timeout(60):
            while not (gave_up := (await party.service.hooks.all(party.gm))[0].gave_up):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    assert why in gave_up


async def test_what_was_stored_is_told_after_a_crash(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is in the transaction of the act: the next process finds it."""
    receiver = Receiver()
    async with listening(receiver.take) as there:
        async with opened(url, webhooks="anywhere") as service:
            party = await Party(service).gather()
            await service.hooks.add(party.gm, NewHook(there, after=0))
            await until(lambda: receiver.kinds() == ["table.hello"])
            await until(lambda: not service.hooks.courier._busy)
            monkeypatch.setattr(service.hooks.courier, "_take", lambda _: ([], 1e12))  # it dies here
            await party.start()
        async with opened(url, webhooks="anywhere") as service:
            await until(lambda: receiver.kinds().count("turn.asked") == 2)
            await until(lambda: not service.hooks.courier._busy)
    assert "contest.begun" in receiver.kinds()


async def test_nothing_runs_where_no_table_has_an_address(service: Service, party: Party) -> None:
    await party.start()
    assert not service.hooks.courier._running
    assert await rows(service, hooks) == await rows(service, outbox) == []


async def test_only_a_game_master_has_addresses_and_only_so_many(party: Party) -> None:
    new = NewHook("https://example.org/x", after=0)
    with pytest.raises(NotAllowed):
        await party.service.hooks.add(party.seats["Ash"], new)
    with pytest.raises(NotAllowed):
        await party.service.hooks.all(party.seats["Ash"])
    for _ in range(UNHURRIED.hooks):
        await party.service.hooks.add(party.gm, new)
    with pytest.raises(Refused, match="too many"):
        await party.service.hooks.add(party.gm, new)
    seen = await party.service.hooks.all(party.gm)
    assert {each.host for each in seen} == {"example.org"}


@pytest.mark.postgres
async def test_several_processes_on_postgresql_send_a_message_once(postgres_url: str) -> None:
    receiver = Receiver()
    async with (
        listening(receiver.take) as there,
        opened(postgres_url, webhooks="anywhere") as service,
        opened(postgres_url, webhooks="anywhere") as other,
    ):
        party = await Party(service).gather()
        await service.hooks.add(party.gm, NewHook(there, after=0))
        other.hooks.courier.begin()
        await party.start()
        await until(lambda: receiver.kinds().count("turn.asked") >= 2)
        await until_empty(service)
        await until(lambda: not service.hooks.courier._busy and not other.hooks.courier._busy)
        ids = [head["webhook-id"] for head, _ in receiver.got]
        assert len(set(ids)) == len(ids) == 4


# Where messages may go

BAD = (
    "http://example.org/",
    "ftp://example.org/",
    "https://",
    "https://user:word@example.org/",
    "https://example.org:0/",
    "https://example.org:99999/",
    "https://example.org/a\r\nb: c",
    "https://example.org/a b",
    "https://exämple.org/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_",
    "https://example.org/" + "a" * 1_000,
)


@pytest.mark.parametrize("url", BAD)
def test_what_is_no_good_address_is_refused_at_once(url: str) -> None:
    with pytest.raises(Refused):
        place_of(url, "outside")


def test_a_server_that_sends_nothing_says_so() -> None:
    with pytest.raises(Refused, match="sends no messages"):
        place_of("https://example.org/", "nowhere")


INSIDE = (
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "224.0.0.1",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
)


class Names:
    """A name server that says something else each time, and a network that notes where it was asked to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.answers, self.connected = list(answers), list[str]()
        monkeypatch.setattr(outward, "_resolved", self.resolve)
        monkeypatch.setattr(asyncio, "open_connection", self.connect)

    async def resolve(self, host: str, port: int) -> list[str]:
        return self.answers.pop(0)

    async def connect(self, host: str, port: int, **_: Any) -> Any:
        self.connected.append(host)
        raise OSError


@pytest.mark.parametrize("address", INSIDE)
async def test_no_message_goes_into_the_servers_own_network(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """Also where only one of a name's addresses is inside."""
    for found in ([address], ["93.184.216.34", address]):
        with monkeypatch.context() as patched:
            names = Names(patched, found)
            with pytest.raises(Unreached, match="own network") as told:
                await post("https://example.org/", "outside", {}, b"{}")
        assert told.value.final
        assert names.connected == []


async def test_the_address_that_was_checked_is_the_one_that_is_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that answers something else the second time (DNS rebinding) is asked once only."""
    names = Names(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    with pytest.raises(Unreached, match="does not answer"):
        await post("https://example.org/", "outside", {}, b"{}")
    assert names.connected == ["93.184.216.34"]


# Shapes


def test_a_signature_is_the_one_of_the_standards_own_example() -> None:
    """The vector of Standard Webhooks' reference libraries."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    found = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_nobody_can_call_everybody_or_draw_links_by_a_name() -> None:
    """What people wrote is text in Discord and Slack too."""
    told = {
        "type": "turn.asked",
        "seat": "@everyone **Ivo**",
        "asked": "<!channel> <https://evil.example|here> `x`",
        "title": "[click](https://evil.example)",
        "table": "Friday",
        "contest": "c",
        "link": "https://example.org/contests/c",
    }
    head, body = message("discord", "", "m", told, 0.0)
    said = json.loads(body)
    assert said["allowed_mentions"] == {"parse": []}
    assert "**Ivo**" not in said["content"]
    assert "[click](" not in said["content"]
    assert said["content"].endswith("\nhttps://example.org/contests/c")
    assert "webhook-id" not in head
    slack = json.loads(message("slack", "", "m", told, 0.0)[1])["text"]
    assert "<" not in slack
    assert "&lt;!channel&gt;" in slack


def test_a_message_has_an_end() -> None:
    told = {"type": "contest.over", "title": "T" * 90, "table": "F", "summary": "s" * 5_000}
    assert len(json.loads(message("discord", "", "m", told, 0.0)[1])["content"]) < 2_000
