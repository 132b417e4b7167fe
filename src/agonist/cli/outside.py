"""A running server, looked at from outside as its visitors reach it: through its proxy, with its certificate."""

from __future__ import annotations

import http.client
import re
import ssl
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from ipaddress import ip_address
from socket import getaddrinfo
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import msgspec

from agonist.kernel import AgonistError
from agonist.web.health import TICK_SECONDS, TICKS, Condition

from .finding import Finding

PATIENCE = 10.0
"""How many seconds a server has to answer."""
CLOCK_SECONDS = 30
"""How far two clocks may be apart."""
CERTIFICATE_SHARE = 1 / 5
"""How much of a certificate's time must be left: whoever renews it by itself has done so when a third is."""
BACKUP_HOURS = 30
"""How old the last backup may be, where one is taken every night."""
ROOM = 500 * 2**20
"""How many bytes a disk should have left: enough to act before it is full."""
UPLOAD = 4_000_000
"""How many bytes a table may have that is taken in; proxies like to refuse so much."""

_DAY, _HOUR = 86_400, 3_600


class Answer(NamedTuple):
    """What a server answered, and when; `certificate` is from when to when its certificate holds."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes
    at: float
    certificate: tuple[float, float] | None


class Outside(NamedTuple):
    """A server's address, and how to ask there."""

    place: SplitResult

    def connect(self) -> http.client.HTTPConnection:
        host = self.place.hostname or ""
        if self.place.scheme == "https":
            return http.client.HTTPSConnection(host, self.place.port, timeout=PATIENCE)
        return http.client.HTTPConnection(host, self.place.port, timeout=PATIENCE)

    def path(self, path: str) -> str:
        return self.place.path.rstrip("/") + path

    def ask(self, path: str, *, sent: bytes | None = None) -> Answer:
        connection = self.connect()
        try:
            method = "GET" if sent is None else "POST"
            connection.request(method, path, sent, {"accept": "text/html, application/json"})
            certificate = _certificate(connection)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read(2**22), time.time(), certificate)
        finally:
            connection.close()


def seen_from_outside(address: str) -> list[Finding]:
    """Everything that can be seen of a server from here; the first that fails so that nothing else can be asked ends
    it."""
    place = urlsplit(address)
    if place.scheme not in ("http", "https") or not place.hostname:
        raise AgonistError(f"{address!r} is no address.", accepted="one such as https://example.org/agonist/")
    server = Outside(place)
    try:
        start = server.ask(server.path("/ready"))
        condition = msgspec.json.decode(start.body, type=Condition)
    except (OSError, http.client.HTTPException) as problem:
        return [Finding("reached", False, f"{address}: {problem}", _unreached(problem))]
    except msgspec.DecodeError:
        remedy = "look at the proxy's configuration, and at base_path in agonist.toml"
        return [Finding("reached", False, f"{address} is answered, but not by Agonist", remedy)]
    return list(_looked(server, start, condition))


def _looked(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    yield Finding(
        "reached",
        condition.ready,
        f"{server.place.geturl()} is ready"
        if condition.ready
        else "its database does not answer, or is full",
        "look at its log, its disk, and whether PostgreSQL runs",
    )
    here = version("agonist")
    remedy = f"this is {here}: compare with the one that you mean to run"
    yield Finding("version", condition.version == here, condition.version, remedy, needed=False)
    looks: tuple[Callable[[Outside, Answer, Condition], Iterator[Finding]], ...] = (
        _tls,
        _proxy,
        _pages,
        _streams,
        _uploads,
        _metrics,
        _clock,
        _disk,
        _backup,
    )
    for look in looks:
        try:
            yield from look(server, start, condition)
        except (OSError, http.client.HTTPException) as problem:
            yield Finding(
                look.__name__.strip("_"), False, f"{problem}", "the proxy broke this off: look at its log"
            )


def _tls(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    del condition
    if start.certificate is None:
        local = _is_local(server.place.hostname or "")
        remedy = "put Caddy or nginx in front of it: agonist admin file Caddyfile"
        yield Finding("TLS", local, "none, as is usual within one machine" if local else "none", remedy)
        return
    first, last = start.certificate
    left = last - start.at
    found = (
        f"the certificate holds for {left / _DAY:.0f} days"
        if left > 2 * _DAY
        else f"{left / _HOUR:.0f} hours left"
    )
    yield Finding("TLS", left > CERTIFICATE_SHARE * (last - first), found, "see why it is not renewed")


def _proxy(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    """Whether the server believes its proxy: else everybody has one address, and cookies are not for TLS alone."""
    remedy = 'name the proxy\'s address in agonist.toml: proxies = "127.0.0.1"'
    local = _is_local(server.place.hostname or "")
    taken_in = not condition.you or (_is_local(condition.you) and not local)
    secure = server.place.scheme == "http" or "strict-transport-security" in start.headers
    found = f"visitors are known by their addresses; you are {condition.you}"
    if taken_in:
        found = f"all visitors have the address {condition.you}"
    elif not secure:
        found = "the server does not know that it is reached by TLS"
    yield Finding("proxy", secure and not taken_in, found, remedy)


def _pages(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    """Whether the start page comes with its styles: not if base_path and the proxy disagree."""
    del start, condition
    page = server.ask(server.path("/"))
    used = re.findall(rb'(?:src|href)="([^"]*/static/[^"]+)"', page.body)
    lacking = [each for each in used if server.ask(each.decode()).status != 200]
    good = page.status == 200 and bool(used) and not lacking
    found = (
        "there, with styles and scripts"
        if good
        else f"{(lacking or [b'the start page'])[0].decode()} is not there"
    )
    yield Finding("pages", good, found, "base_path in agonist.toml must be the path that the proxy passes on")


def _streams(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    """Whether what happens at a table is seen at once: a proxy that gathers answers sends a stream at its end."""
    del start, condition
    connection = server.connect()
    try:
        connection.request("GET", server.path("/health/stream"))
        answer = connection.getresponse()
        first = answer.readline()
        began = time.monotonic()
        rest = answer.read()
    finally:
        connection.close()
    whole = answer.status == 200 and (first + rest).count(b"event: tick") == TICKS
    spread = time.monotonic() - began
    good = whole and spread > TICK_SECONDS * (TICKS - 1) / 2
    found = "what happens is seen at once" if good else "what happens is seen late, or not at all"
    yield Finding("streams", good, found, "Caddy: flush_interval -1; nginx: proxy_buffering off")


def _uploads(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    """Whether a large table could be taken in; what is sent is none, and refused."""
    del start, condition
    told = server.ask(server.path("/api/tables/import"), sent=b" " * UPLOAD)
    good = "problem+json" in told.headers.get("content-type", "")
    found = f"{UPLOAD / 1e6:.0f} MB come through" if good else f"{UPLOAD / 1e6:.0f} MB are refused on the way"
    yield Finding("uploads", good, found, "nginx: client_max_body_size 8m")


def _metrics(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    del start, condition
    open_to_all = server.ask(server.path("/metrics")).status == 200
    local = _is_local(server.place.hostname or "")
    found = "figures are for this machine" if local else "figures are kept from the world"
    if open_to_all and not local:
        found = "everybody can read /metrics"
    yield Finding("metrics", local or not open_to_all, found, "let the proxy refuse /metrics", needed=False)


def _clock(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    del server, condition
    told = start.headers.get("date")
    apart = abs(parsedate_to_datetime(told).timestamp() - start.at) if told else 0.0
    found = f"{apart:.0f} s apart from this machine's" if apart >= 2 else "right"
    yield Finding(
        "clock", apart <= CLOCK_SECONDS, found, "let both machines keep time: timedatectl set-ntp true"
    )


def _disk(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    del server, start
    if condition.room is not None:
        found = f"{condition.room / 1e9:.1f} GB left"
        remedy = "make room: agonist admin tables, agonist admin prune"
        yield Finding("disk", condition.room > ROOM, found, remedy)


def _backup(server: Outside, start: Answer, condition: Condition) -> Iterator[Finding]:
    del server, start
    age = condition.backup
    found = "none" if age is None else f"{age / _HOUR:.0f} hours ago"
    good = age is not None and age < BACKUP_HOURS * _HOUR
    yield Finding(
        "last backup", good, found, "agonist install-service, or backups in agonist.toml and a timer"
    )


def _certificate(connection: http.client.HTTPConnection) -> tuple[float, float] | None:
    if not isinstance(connection.sock, ssl.SSLSocket):
        return None
    found = connection.sock.getpeercert() or {}
    return ssl.cert_time_to_seconds(str(found["notBefore"])), ssl.cert_time_to_seconds(str(found["notAfter"]))


def _is_local(host: str) -> bool:
    try:
        return all(ip_address(str(each[4][0])).is_loopback for each in getaddrinfo(host, None))
    except (OSError, ValueError):
        return False


def _unreached(problem: Exception) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return "get a certificate for this name: Caddy does so by itself once the name leads to the machine"
    return "see whether server and proxy run, whether the name leads there, and whether the firewall lets it through"
