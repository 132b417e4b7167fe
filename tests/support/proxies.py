"""Caddy and nginx, the real programs, in front of a server, from the files that `agonist admin file` prints."""

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from agonist.cli.deploying import deployed

__all__ = ["Proxy", "caddy", "nginx"]


class Proxy(NamedTuple):
    """Where a proxy listens with TLS, and the certificate by which it is known."""

    port: int
    certificate: Path

    def address(self, base: str) -> str:
        return f"https://localhost:{self.port}{base}"


@contextmanager
def caddy(place: Path, base: str, *ports: int) -> Iterator[Proxy]:
    """Caddy, with a certificate of its own making in the place of a public one."""
    program = needed("caddy")
    tls, plain = _free(), _free()
    site = deployed("Caddyfile", ports, name="localhost", base=base)
    (place / "Caddyfile").write_text(
        f"{{\n\thttp_port {plain}\n\thttps_port {tls}\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n"
        f"\tstorage file_system {place}/kept\n}}\n{site}"
    )
    with _running([program, "run", "--config", place / "Caddyfile"], place, tls):
        yield Proxy(tls, place / "kept/pki/authorities/local/root.crt")


@contextmanager
def nginx(place: Path, base: str, *ports: int, changed: tuple[tuple[str, str], ...] = ()) -> Iterator[Proxy]:
    """nginx, with a certificate that signs itself; `changed` are words of its site and what stands there instead."""
    program = needed("nginx")
    tls, plain = _free(), _free()
    site = deployed("nginx.conf", ports, name="localhost", base=base)
    for old, new in (
        ("/etc/letsencrypt/live/localhost/", f"{place}/"),
        ("    listen [::]:443 ssl;\n", ""),
        ("    listen [::]:80;\n", ""),
        ("listen 443", f"listen 127.0.0.1:{tls}"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        *changed,
    ):
        assert old in site
        site = site.replace(old, new)
    subprocess.run(
        [
            *(needed("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", place / "privkey.pem", "-out", place / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )
    temporary = "".join(
        f"{each}_temp_path {place}/{each};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    ours = "" if os.geteuid() else "user root;\n"  # as somebody else it could not write here
    (place / "nginx.conf").write_text(
        f"{ours}daemon off;\npid {place}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{site}}}\n"
    )
    with _running([program, "-p", place, "-c", place / "nginx.conf"], place, tls):
        yield Proxy(tls, place / "fullchain.pem")


def needed(program: str) -> str:
    """Where a program is; without it the test is skipped."""
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip(f"{program} is not here: apt-get install {program}, or make soak as root")
    return found


@contextmanager
def _running(words: list[str | Path], place: Path, port: int) -> Iterator[None]:
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(
            words, stdout=log, stderr=log, env={"HOME": str(place), "PATH": "/usr/bin:/bin"}
        )
    try:
        _await(port, process, place / "log")
        yield
    finally:
        process.terminate()
        try:
            process.wait(2)  # Caddy waits for who still follows something
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with (
                socket.create_connection(("127.0.0.1", port), 5) as plain,
                anybody.wrap_socket(plain, server_hostname="localhost"),
            ):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(log.read_text())


def _free() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
