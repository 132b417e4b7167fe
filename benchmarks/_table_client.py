"""A lean client: many connections and event streams in one process, so that the server is what is measured."""

import asyncio
import json
import time
from functools import partial


class Connection(asyncio.Protocol):
    """One HTTP/1.1 connection that sends a request and waits for its response."""

    def __init__(self) -> None:
        self.buffer = b""
        self.waiting: asyncio.Future | None = None

    def connection_made(self, transport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        at = head.lower().index(b"content-length:") + 15
        length = int(head[at : head.find(b"\r", at) if head.find(b"\r", at) > 0 else None])
        if len(body) >= length and self.waiting is not None:
            self.buffer = body[length:]
            self.waiting.set_result((int(head[9:12]), body[:length]))
            self.waiting = None

    def connection_lost(self, problem) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionError("lost"))

    def send(self, method: str, path: str, token: str, body: bytes = b"") -> asyncio.Future:
        self.waiting = asyncio.get_running_loop().create_future()
        head = f"{method} {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n"
        more = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.transport.write((head + more).encode() + body)
        return self.waiting

    async def call(self, method: str, path: str, token: str = "", data=None):
        status, body = await self.send(
            method, path, token, b"" if data is None else json.dumps(data).encode()
        )
        if status >= 300:
            raise RuntimeError(f"{path}: {status} {body!r}")
        return json.loads(body) if body else None


class Stream(asyncio.Protocol):
    """One seat's event stream: notes how far the contest has come, and when that was heard of."""

    def __init__(self, path: str, token: str, heard) -> None:
        self.request = f"GET {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\r\n".encode()
        self.heard = heard
        self.entries = 0
        self.rest = b""

    def connection_made(self, transport) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.rest += data
        end = self.rest.rfind(b"\n\n")
        if end < 0:
            return
        whole, self.rest = self.rest[:end], self.rest[end:]
        at = whole.rfind(b"\nid: ")
        if at >= 0:
            self.entries = int(whole[at + 5 : whole.index(b".", at)])
            self.heard(self)


class Table:
    """A table with five live seats, at which acts follow one another."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.at = 0
        self.waiting: tuple[int, float] | None = None
        self.told = asyncio.Event()
        self.latencies: list[float] = []
        self.acts = 0
        self.busy = False

    async def set_up(self, streams: int = 5) -> None:
        loop = asyncio.get_running_loop()
        await self.connect()
        made = await self.http.call("POST", "/api/tables", data={"name": "bench"})
        self.gm, self.id = made["token"], made["table"]["id"]
        self.seats = []
        for n in range(5):
            seat = {"name": f"Runner {n}"}
            self.seats.append(
                (await self.http.call("POST", f"/api/tables/{self.id}/seats", self.gm, seat))["token"]
            )
        new = {"game": "relay", "preset": "long"}
        made = await self.http.call("POST", f"/api/tables/{self.id}/contests", self.gm, new)
        self.contest = made["id"]
        self.streams: list[Stream] = []
        for n in range(streams):
            stream = Stream(f"/api/contests/{self.contest}/stream", self.seats[n % 5], self._heard)
            await loop.create_connection(partial(_same, stream), "127.0.0.1", self.port)
            self.streams.append(stream)

    async def connect(self) -> None:
        _, self.http = await asyncio.get_running_loop().create_connection(Connection, "127.0.0.1", self.port)

    def _heard(self, _: Stream) -> None:
        if self.waiting is None:
            return
        wanted, begun = self.waiting
        if all(stream.entries >= wanted for stream in self.streams):
            self.latencies.append(time.perf_counter() - begun)
            self.waiting = None
            self.told.set()

    async def act(self) -> None:
        """One act, until the last of the seats has heard of it."""
        self.busy = True
        if self.http.transport.is_closing():  # a server closes connections that were idle for some seconds
            await self.connect()
        token = self.seats[(self.at // 2) % 5]
        body = b'{"request":"%d.0.0","value":%d}' % (self.at, 1 + self.at % 10)
        self.at += 2
        self.told.clear()
        self.waiting = (self.at, time.perf_counter())
        status, answer = await self.http.send("POST", f"/api/contests/{self.contest}/answers", token, body)
        if status != 200:
            raise RuntimeError(f"{status} {answer!r}")
        self.acts += 1
        if self.streams:
            await self.told.wait()
        self.busy = False

    def close(self) -> None:
        self.http.transport.close()
        for stream in self.streams:
            stream.transport.close()


def _same(stream: Stream) -> Stream:
    return stream
