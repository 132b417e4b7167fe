"""The frame around every request: security headers, same-origin protection, one line in the log, and counters."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from agonist.odds.turns import Busy
from agonist.table import Refused
from agonist.table.visitors import Left, Visitor, network_of, visited_by

from .metrics import Metrics
from .shares import Shares
from .wire import LEAVING

_access = logging.getLogger("agonist.access")

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
_SECURE = [
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"strict-transport-security", b"max-age=31536000"),
]
"""What a browser obeys at https only: at a plain address in a home's network it would complain of the first."""
_SAFE = {"GET", "HEAD", "OPTIONS"}
_FOREIGN = (
    b'{"status":403,"title":"Not allowed","code":"request.foreign",'
    b'"detail":"This came from another site.","accepted":"the same from our own pages"}'
)
_NOWHERE = b'{"status":404,"title":"Not found","code":"request.not-found","detail":"No place is called so."}'
"""For paths with a zero in them, which files and databases cannot even be asked for."""
_NO_HOST = (
    b'{"status":400,"title":"Malformed","code":"request.malformed","detail":"This is no host.",'
    b'"accepted":"a name or an address, and a port up to 65535"}'
)
_NO_TEXT = (
    b'{"status":400,"title":"Malformed","code":"request.malformed",'
    b'"detail":"There is a zero character in the address.","accepted":"the same without it"}'
)
MOST_FIELDS = 200
"""Fields of an address."""
_MANY = (
    b'{"status":400,"title":"Malformed","code":"request.malformed",'
    b'"detail":"This address has too many fields.","accepted":"up to 200"}'
)
_CONDITION = {"/health", "/ready", "/metrics"}
"""What whoever looks after the server asks, now and then, from wherever they are."""
_LEFT = 499
_HOST = re.compile(rb"(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:\d{1,5})?")


_ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]{1,253}(:\d{1,5})?")


def listed_origins(frames: str) -> tuple[str, ...]:
    """The origins of sites that may show this one, or `Refused` with what an origin looks like."""
    found = tuple(each for each in re.split(r"[\s,]+", frames) if each)
    wrong = [each for each in found if not _ORIGIN.fullmatch(each)]
    if wrong:
        raise Refused(
            f"{wrong[0]!r} is no origin.", accepted="such as https://www.owlbear.rodeo", place="frames"
        )
    return found


def _policy(frames: str) -> str:
    """What a page may load and who may show it: nobody, or the sites that the owner of the server lists."""
    origins = " ".join(listed_origins(frames)) or "'none'"
    return f"{CONTENT_SECURITY_POLICY.rpartition(' ')[0]} {origins}"


class Frame:
    """Wraps the whole application. A route is logged by its template, so that no token in a path reaches a log."""

    def __init__(
        self, app: ASGIApp, metrics: Metrics, api: str, *, any_proxy: bool = False, frames: str = ""
    ) -> None:
        self.app = app
        self.headers = [*_HEADERS, (b"content-security-policy", _policy(frames).encode())]
        self.metrics = metrics
        self.api, self.base = api, api.removesuffix("/api/")
        self.any_proxy = any_proxy
        self.shares = Shares()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 0
        let_go: Callable[[], None] = _nothing
        if self.any_proxy:
            _believe(scope)
        visitor = _visitor(scope)
        body = Body(visitor.address)

        async def framed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                let_go()
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self._extra(scope, message)]
            await send(message)

        async def heard() -> Any:
            message: Any = await receive()
            if message["type"] == "http.request":
                body.grow(len(message["body"]))
            elif not status:
                raise Left("Whoever sent this hung up before it was all there.")
            return message

        try:
            if self._foreign(scope):
                await _refuse(framed, 403, _FOREIGN)
            elif "\0" in scope["path"]:
                await _refuse(framed, 404, _NOWHERE)
            elif b"%00" in scope["query_string"] or b"\0" in scope["query_string"]:
                await _refuse(framed, 400, _NO_TEXT)
            elif scope["query_string"].count(b"&") >= MOST_FIELDS:
                await _refuse(framed, 400, _MANY)
            elif not _proper_host(scope):
                await _refuse(framed, 400, _NO_HOST)
            else:
                if scope["path"].removeprefix(self.base) not in _CONDITION:
                    with visitor.waits():
                        let_go = visitor.rests = await self.shares.take(visitor.address)
                with visited_by(visitor), body:
                    await self.app(scope, heard, framed)
        except Left:
            status = status or _LEFT
        finally:
            let_go()
            self._note(scope, status or 500, time.perf_counter() - begun)

    def _foreign(self, scope: HTTPScope) -> bool:
        """Whether another site makes a visitor's browser do this: what a cookie allows is done from our pages only."""
        if scope["method"] in _SAFE or scope["path"].startswith(self.api):
            return False
        headers = dict(scope["headers"])
        site = headers.get(b"sec-fetch-site")
        if site is not None:
            return site not in {b"same-origin", b"none"}
        return headers.get(b"origin", b"").partition(b"://")[2] != headers.get(b"host", b"-")

    def _extra(self, scope: HTTPScope, message: Message) -> list[tuple[bytes, bytes]]:
        given = {name.lower() for name, _ in message.get("headers", ())}  # type: ignore[attr-defined]
        extra = [header for header in self.headers if header[0] not in given]
        if scope.get("scheme") == "https":
            extra += _SECURE
        if b"cache-control" not in given:
            extra.append((b"cache-control", b"no-store"))
        return extra

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        route = str(scope.get("path_template") or "(none)")
        self.metrics.requests.labels(scope["method"], route, status).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if _access.isEnabledFor(logging.INFO):
            facts = {
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
            }
            _access.info("request", extra=facts)


class Body:
    """The body of a request, counted as long as it is answered: an address has room for so much at once."""

    most = 16_777_216
    """Bytes of all bodies of one address that the server has at once."""
    _held: Counter[str] = Counter()

    def __init__(self, address: str) -> None:
        self.address, self.bytes = address, 0

    def grow(self, more: int) -> None:
        """There is more of it; `Busy` if the address sends too much at once."""
        self.bytes += more
        self._held[self.address] += more
        if self._held[self.address] > self.most:
            raise Busy("From your address much is being sent at once.", accepted="one after the other")

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self._held[self.address] -= self.bytes
        if not self._held[self.address]:
            del self._held[self.address]


def _nothing() -> None:
    """There is nothing to let go of."""


def _visitor(scope: HTTPScope) -> Visitor:
    """Who sent a request; the wire tells when they leave."""
    client = scope["client"]
    visitor = Visitor(network_of(client[0]) if client else "")
    extensions: Any = {**(scope.get("extensions") or {}), LEAVING: visitor.leave}
    scope["extensions"] = extensions
    return visitor


def _believe(scope: HTTPScope) -> None:
    """Take over what the proxy before us says: the last of its addresses; the sender may have written the others."""
    headers = dict(scope["headers"])
    last = headers.get(b"x-forwarded-for", b"").rpartition(b",")[2].strip().decode("latin-1")
    if last:
        scope["client"] = (last[:100], 0)
    if headers.get(b"x-forwarded-proto") in (b"http", b"https"):
        scope["scheme"] = headers[b"x-forwarded-proto"].decode()


def _proper_host(scope: HTTPScope) -> bool:
    """Whether the host that a request is for could be one: links are made of it."""
    for name, value in scope["headers"]:
        if name == b"host":
            found = _HOST.fullmatch(value)
            return found is not None and int((found[2] or b":0")[1:]) <= 65_535
    return True


async def _refuse(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
