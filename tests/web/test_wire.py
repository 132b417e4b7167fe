"""What a client sends has an end: headers, bodies, and the time for both, in the server itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from agonist.web import wire as wire_module
from agonist.web.wire import Wire


class Hasty(Wire):
    """The same with less patience, so that a test need not have it."""

    head_seconds = 0.2
    body_seconds = 0.3
    most_bytes = 100_000

    most_refused = 1_000


class Narrow(Wire):
    most_connections = 20


class Curt(Wire):
    head_seconds = 0.2
    most_refused = 3
    shunned_seconds = 1.0


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body and says how long it was."""
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message["body"])
        if not message.get("more_body"):
            break
    body = str(size).encode()
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]}
    )
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(wire: type[Wire]) -> AsyncIterator[int]:
    wire_module._refused.clear()  # what an earlier test's client did is not this one's fault
    quiet: Any = {"ws": "none", "lifespan": "off", "log_level": "critical", "proxy_headers": False}
    config = uvicorn.Config(application, port=0, http=wire, **quiet)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


@pytest.fixture
async def port() -> AsyncIterator[int]:
    async with serving(Hasty) as port:
        yield port


async def sent(port: int, *parts: bytes, pause: float = 0) -> bytes:
    """What the server says to these bytes until it hangs up, or has answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = asyncio.create_task(reader.read(500))
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.wait([said], timeout=pause)
            for _ in range(3):  # what has been said by now is heard before more is sent
                await asyncio.sleep(0)
            if said.done():
                break
        async with asyncio.timeout(10):
            return await said
    except ConnectionError:
        return b""
    finally:
        said.cancel()
        writer.close()


GET = b"GET / HTTP/1.1\r\nhost: x\r\n"


async def test_an_ordinary_request_is_answered_and_the_connection_kept(port: int) -> None:
    assert (await sent(port, GET + b"\r\n")).endswith(b"\r\n\r\n0")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for size in (3, 70_000):
        head = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % size
        writer.write(head + b"a" * size)
        answer = await reader.readuntil(b"\r\n\r\n" + str(size).encode())
        assert answer.startswith(b"HTTP/1.1 200")
        await asyncio.sleep(0.4)  # longer than a head or a body may take: nothing is missing
    writer.close()


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nx-a: " + b"a" * 40_000,
        b"GET /" + b"a" * 40_000,
        GET + b"x-a: " + b"a" * 40_000 + b"\r\n\r\n",
        GET + b"".join(b"x-%d: a\r\n" % n for n in range(101)) + b"\r\n",
    ],
    ids=["one header without end", "an address without end", "one long header", "too many headers"],
)
async def test_a_head_that_is_too_large_is_refused(port: int, head: bytes) -> None:
    assert (await sent(port, head))[9:12] in (b"431", b"414")


async def test_a_head_that_does_not_come_is_not_waited_for(port: int) -> None:
    assert (await sent(port, GET)).startswith(b"HTTP/1.1 408 ")
    assert (await sent(port)).startswith(b"HTTP/1.1 408 ")
    assert (await sent(port, b"G", b"E", b"T", b" ", pause=0.09)).startswith(b"HTTP/1.1 408 ")


async def test_after_an_answer_stray_bytes_do_not_keep_a_connection_open(port: int) -> None:
    answer = await sent(port, GET + b"\r\n", b"\r\n", pause=0.05)
    assert answer.startswith(b"HTTP/1.1 200")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(GET + b"\r\n")
    await reader.readuntil(b"\r\n\r\n0")
    writer.write(b"\r\n")
    async with asyncio.timeout(10):
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
    writer.close()


async def test_a_body_that_does_not_come_is_not_waited_for(port: int) -> None:
    assert await sent(port, b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc") == b""


async def test_a_request_without_end_is_cut_off(port: int) -> None:
    head = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    chunks = [b"1;" + b"x" * 20_000 + b"\r\na\r\n"] * 10
    assert await sent(port, head, *chunks, pause=0.01) == b""


async def test_one_address_does_not_take_all_connections() -> None:
    async with serving(Narrow) as port:
        many = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        try:
            assert await sent(port, GET + b"\r\n") == b""
        finally:
            for _, writer in many:
                writer.close()
        async with asyncio.timeout(10):
            while not await sent(port, GET + b"\r\n"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_an_address_that_sends_nonsense_again_and_again_is_not_listened_to_for_a_while() -> None:
    async with serving(Curt) as port:
        for _ in range(3):
            assert (await sent(port, GET + b"x-a: " + b"a" * 40_000)).startswith(b"HTTP/1.1 431 ")
        assert await sent(port, GET + b"\r\n") == b""
        async with asyncio.timeout(20):
            while not await sent(port, GET + b"\r\n"):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
