"""Behind Caddy and nginx: certificates, a base path, streams, uploads and visitors' own addresses; and what
`agonist doctor` says from outside of one that is set up wrong."""

import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from threading import Thread

import httpx
import pytest

from tests.cli.terminals import called
from tests.support.proxies import caddy, nginx
from tests.support.servers import serving
from tests.support.stores import empty_store

BASE = "/club/agonist"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("behind")
    (place / "backups").mkdir()
    (place / "backups" / "agonist-1.backup").touch()
    with serving_at(BASE, place) as found:
        yield found


def serving_at(base, place):
    return serving(
        empty_store(place / "tables.db"),
        base_path=base,
        proxies="127.0.0.1",
        backups=place / "backups",
    )


@pytest.fixture(scope="module", params=[caddy, nginx], ids=lambda each: each.__name__)
def proxy(request, server, tmp_path_factory):
    with request.param(tmp_path_factory.mktemp("proxy"), BASE, server.port) as found:
        yield found


def visitor(proxy, address="127.0.0.1"):
    """Somebody with an address of their own who knows the proxy's certificate."""
    known = ssl.create_default_context(cafile=str(proxy.certificate))
    transport = httpx.HTTPTransport(verify=known, local_address=address)
    return httpx.Client(transport=transport, base_url=proxy.address(BASE), timeout=30)


def test_the_doctor_finds_nothing_wrong(proxy, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
    told = called("doctor", proxy.address(f"{BASE}/"))
    assert told.returncode == 0, told.stdout
    for line in ("styles and scripts", "seen at once", "4 MB come through"):
        assert line in told.stdout
    assert "✗" not in told.stdout


def test_visitors_are_known_by_their_own_addresses_whatever_they_say(proxy):
    for address in ("127.0.0.5", "127.0.0.6"):
        with visitor(proxy, address) as somebody:
            lying = {"x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9"}
            assert somebody.get("/ready", headers=lying).json()["you"] == address


def test_cookies_are_for_tls_alone_and_links_lead_back_here(proxy):
    ours = {"sec-fetch-site": "same-origin"}
    with visitor(proxy) as gm:
        made = gm.post("/tables", data={"name": "Ours", "gm_name": "Mia"}, headers=ours)
        assert made.status_code == 303
        assert made.headers["location"].startswith(f"{BASE}/tables/")
        assert "Secure" in made.headers["set-cookie"]
        table = gm.post("/api/tables", json={"name": "Ours"}).json()
        mine = {"authorization": f"Bearer {table['token']}"}
        seat = gm.post(f"/api/tables/{table['table']['id']}/seats", json={"name": "Finn"}, headers=mine)
        assert seat.json()["link"].startswith(proxy.address(f"{BASE}/join/"))


def test_a_table_is_followed_and_taken_elsewhere(proxy):
    with visitor(proxy) as gm, visitor(proxy, "127.0.0.5") as other:
        table = gm.post("/api/tables", json={"name": "Before"}).json()
        mine = {"authorization": f"Bearer {table['token']}"}
        place = f"/api/tables/{table['table']['id']}"
        with other.stream("GET", f"{place}/stream", headers=mine) as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("data:"))
            gm.patch(place, json={"name": "After"}, headers=mine)
            assert next(line for line in lines if '"After"' in line)
        data = gm.get(f"{place}/export", headers=mine).content
        padded = data + b" " * (4_000_000 - len(data))
        taken = other.post("/api/tables/import", content=padded)
        assert taken.status_code == 201, taken.text
        assert taken.json()["table"]["name"] == "After"


def test_figures_are_kept_from_the_world(proxy, server):
    with visitor(proxy) as somebody:
        assert somebody.get("/metrics").status_code == 404
    assert "agonist_info" in httpx.get(f"http://127.0.0.1:{server.port}{BASE}/metrics").text


def test_a_proxy_that_is_set_up_wrong_is_told_with_the_remedy(server, tmp_path, monkeypatch):
    wrong = (
        ("client_max_body_size 8m", "client_max_body_size 1m"),
        ("proxy_buffering off", "proxy_ignore_headers X-Accel-Buffering"),
        ("X-Forwarded-Proto $scheme", "X-Something Else"),
    )
    with nginx(tmp_path, BASE, server.port, changed=wrong) as proxy:
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        told = called("doctor", proxy.address(f"{BASE}/"))
        assert told.returncode == 1
        for remedy in ("proxy_buffering off", "client_max_body_size 8m", "proxies = "):
            assert remedy in told.stdout
        assert "3 to put right." in told.stdout
        assert "not by Agonist" in called("doctor", proxy.address("/elsewhere/")).stdout
        monkeypatch.delenv("SSL_CERT_FILE")
        assert "get a certificate for this name" in called("doctor", proxy.address(f"{BASE}/")).stdout


class Process(BaseHTTPRequestHandler):
    """One of several processes: says which."""

    def do_GET(self) -> None:  # as the library calls it
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(self.connection.getsockname()[1]).encode())

    def log_message(self, *_: object) -> None:
        """Nobody reads that."""


@contextmanager
def process() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Process) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("made", [caddy, nginx])
def test_all_who_follow_a_contest_meet_in_one_process(made, tmp_path):
    with ExitStack() as several:
        ports = [several.enter_context(process()) for _ in range(3)]
        proxy = several.enter_context(made(tmp_path, BASE, *ports))
        people = [several.enter_context(visitor(proxy, f"127.0.0.{n}")) for n in (5, 6)]
        met = set()
        for contest in range(30):
            places = (f"/contests/{contest}", f"/contests/{contest}/stream?as=x", f"/api/contests/{contest}")
            [one] = {each.get(place).text for each, place in zip(cycle(people), places, strict=False)}
            met.add(int(one))
        assert met == set(ports)


def test_a_server_that_is_not_there_or_no_address(tmp_path):
    assert "see whether server and proxy run" in called("doctor", "http://127.0.0.1:1/").stdout
    told = called("doctor", "example.org")
    assert told.returncode == 2
    assert "https://example.org/agonist/" in told.stderr
