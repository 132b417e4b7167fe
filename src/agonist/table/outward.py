"""Outward: one message to an address elsewhere, sent so that nobody can turn it against the server or its network.

The name is resolved once, every address that it has must be one of the wide world, and the connection goes to the one
that was checked. All of it has ten seconds; of the answer the head is read and no more; nothing is followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from .errors import Refused

Reach = Literal["outside", "anywhere", "nowhere"]
"""Where messages may go: to the wide world by TLS, to this server's own network too, or not at all."""

SECONDS = 10.0
_MOST_HEAD = 16_384

_INSIDE = [
    ipaddress.ip_network(each) for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
]
"""Networks by which others are reached that need not be of the wide world."""


class Unreached(Exception):
    """Why a message did not arrive, in words for who waits for it; `final` if it never will."""

    def __init__(self, why: str, *, final: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.final = final


class Answered(NamedTuple):
    """The status that a receiver answered, and for how many seconds it wants to be left alone."""

    status: int
    wait: float


def place_of(url: str, reach: Reach) -> SplitResult:
    """The parts of an address that messages may go to, or `Refused`; whether its name leads inside is seen later."""
    right = "an address such as https://example.org/hook"
    if reach == "nowhere":
        raise Refused("This server sends no messages.", accepted="one whose owner allows it", place="url")
    try:
        place = urlsplit(url)
        port = place.port
    except ValueError:
        raise Refused("This is no address.", accepted=right, place="url") from None
    schemes = ("https", "http") if reach == "anywhere" else ("https",)
    bad = any(not " " < sign < "\x7f" for sign in url) or len(url) > 1_000 or place.username is not None
    if place.scheme not in schemes or not place.hostname or bad or port == 0:
        raise Refused("Messages do not go there.", accepted=right, place="url")
    return place


async def post(url: str, reach: Reach, head: dict[str, str], body: bytes) -> Answered:
    """Send a message, or raise `Unreached`."""
    try:
        place = place_of(url, reach)
        async with asyncio.timeout(SECONDS):
            return await _posted(place, reach, head, body)
    except Refused as refused:
        raise Unreached(refused.message, final=True) from None
    except TimeoutError:
        raise Unreached("it does not answer in time") from None
    except ssl.SSLError:
        raise Unreached("its certificate does not hold") from None
    except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
        raise Unreached("it does not answer") from None


async def _posted(place: SplitResult, reach: Reach, head: dict[str, str], body: bytes) -> Answered:
    secure = place.scheme == "https"
    port = place.port or (443 if secure else 80)
    address = await _address(place.hostname or "", port, reach)
    reader, writer = await asyncio.open_connection(
        address,
        port,
        limit=_MOST_HEAD,
        ssl=ssl.create_default_context() if secure else None,
        server_hostname=place.hostname if secure else None,
    )
    try:
        writer.write(_request(place, head, body))
        await writer.drain()
        return await _answer(reader)
    finally:
        writer.transport.abort()


async def _address(host: str, port: int, reach: Reach) -> str:
    """One address of a name; where any of them leads inside, none."""
    try:
        addresses = await _resolved(host, port)
    except (OSError, UnicodeError):
        raise Unreached("its name is not known") from None
    if not addresses:
        raise Unreached("its name is not known")
    if reach != "anywhere" and not all(map(_is_outside, addresses)):
        raise Unreached("it is inside the server's own network", final=True)
    return addresses[0]


async def _resolved(host: str, port: int) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


def _is_outside(address: str) -> bool:
    there = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(there, ipaddress.IPv6Address) and there.ipv4_mapped is not None:
        there = there.ipv4_mapped
    led = any(there in each for each in _INSIDE if each.version == there.version)
    return there.is_global and not there.is_multicast and not led


def _request(place: SplitResult, head: dict[str, str], body: bytes) -> bytes:
    path = (place.path or "/") + (f"?{place.query}" if place.query else "")
    host = place.netloc.rpartition("@")[2]
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", *(f"{name}: {value}" for name, value in head.items())]
    lines += [f"Content-Length: {len(body)}", "User-Agent: Agonist", "Connection: close", "", ""]
    return "\r\n".join(lines).encode("ascii") + body


async def _answer(reader: asyncio.StreamReader) -> Answered:
    """The head of the first answer that is one; its body is left where it is."""
    while True:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        protocol, status, *_ = first.split(" ", 2)
        if not protocol.startswith("HTTP/1."):
            raise ValueError(first)
        if not status.startswith("1"):
            return Answered(int(status), _wait(lines))


def _wait(lines: list[str]) -> float:
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip().lower() == "retry-after" and value.strip().isdecimal():
            return float(min(int(value.strip()), 86_400))
    return 0.0
