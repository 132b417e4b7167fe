"""The wire: HTTP as uvicorn and httptools speak it, with an end to everything that a client can send or leave unsent.

httptools collects a header for as long as it goes on, and uvicorn waits for the rest of a request for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

LEAVING = "agonist.leaving"
"""The extension of a request that is called when its connection is lost before it was answered."""

_peers: Counter[str] = Counter()
_refused: OrderedDict[str, tuple[int, float]] = OrderedDict()
"""How often an address was hung up on lately, and when last."""

_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain\r\ncontent-length: 22\r\nconnection: close\r\n\r\n"
    b"This took far too long"
)
_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain\r\ncontent-length: 27\r\n"
    b"connection: close\r\n\r\nThese are too many headers."
)
_LONG = (
    b"HTTP/1.1 414 URI Too Long\r\ncontent-type: text/plain\r\ncontent-length: 25\r\nconnection: close\r\n\r\n"
    b"This address is too long."
)


def _nothing() -> None:
    """Nobody has to be told."""


class Wire(HttpToolsProtocol):
    """One connection. A request is first its head, then its body; each has its size and its time."""

    most_head = 32_768
    """Bytes of a request's address and headers."""
    most_address = 8_192
    """Bytes of a request's address alone."""
    most_headers = 100
    most_bytes = 8_388_608
    """Bytes of a whole request, twice the largest that anything here takes."""
    head_seconds = 10.0
    """In how many seconds address and headers must be there."""
    body_seconds = 60.0
    """And in how many more the rest."""
    most_connections = 1_000
    """From one address at once, unless all come through proxies."""
    most_refused = 20
    """After how many refusals an address is not listened to for a while."""
    shunned_seconds = 10.0

    _timer: asyncio.TimerHandle | None = None
    _in_head = True
    _bytes = _chunk = _head = _headers = _address = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _peers[self._peer] += 1
        if not self._proxied and (_peers[self._peer] > self.most_connections or self._shunned):
            transport.abort()
            return
        self._wait(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        _peers[self._peer] -= 1
        if not _peers[self._peer]:
            del _peers[self._peer]
        if not self._idle:
            extensions: Any = self.cycle.scope.get("extensions") or {}
            extensions.get(LEAVING, _nothing)()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._chunk = len(data)
        self._bytes += self._chunk
        super().data_received(data)
        if self._timer is None and self._idle:
            self._in_head = True
            self._wait(self.head_seconds)
        if self._in_head and self._bytes > self.most_head:
            self._refuse(_LARGE)
        elif self._bytes > self.most_bytes:
            self.transport.abort()

    def on_message_begin(self) -> None:
        self._in_head, self._bytes, self._head, self._headers, self._address = True, self._chunk, 0, 0, 0
        if self._timer is None:
            self._wait(self.head_seconds)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._address += len(url)
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += 1
        self._count(name + value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._wait(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._wait(None)
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        self._wait(None)
        if self._address > self.most_address:
            self._refuse(_LONG)
        elif self._head > self.most_head or self._headers > self.most_headers:
            self._refuse(_LARGE)
        else:
            super().send_400_response(msg)

    @property
    def _proxied(self) -> bool:
        """Whether everybody may come from one address: that of a proxy."""
        return bool(self.config.proxy_headers or self.config.forwarded_allow_ips == "*")

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def _idle(self) -> bool:
        """Whether no request of this connection is being answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _count(self, part: bytes) -> None:
        """Count a part of the head; what is raised here ends the request as a malformed one."""
        self._head += len(part)
        if (
            self._address > self.most_address
            or self._head > self.most_head
            or self._headers > self.most_headers
        ):
            raise ValueError("too many headers")

    def _wait(self, seconds: float | None) -> None:
        """Wait so long for the rest of head or body; None: nothing is missing."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._timer = None
        if self._in_head:
            self._refuse(_LATE)
        else:
            self.transport.abort()

    @property
    def _shunned(self) -> bool:
        """Whether this address sent so much nonsense lately that it is hung up on at once."""
        count, when = _refused.get(self._peer, (0, 0.0))
        if self.loop.time() - when > self.shunned_seconds:
            _refused.pop(self._peer, None)
            return False
        return count >= self.most_refused

    def _note_refusal(self) -> None:
        _refused[self._peer] = (_refused.pop(self._peer, (0, 0.0))[0] + 1, self.loop.time())
        if len(_refused) > 10_000:
            _refused.popitem(last=False)

    def _refuse(self, answer: bytes) -> None:
        """Say so and hang up, unless an earlier request of the same connection is still being answered."""
        self._note_refusal()
        if self._idle:
            self.transport.write(answer)
            self.transport.close()
        else:
            self.transport.abort()
