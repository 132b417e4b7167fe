"""Addresses that others can reach: a page opened at localhost is no place to send a phone to."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from litestar import Request

from .settings import Settings

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  compared with, not listened at
"""Hosts that mean every address of this machine."""


def network_addresses() -> list[str]:
    """This machine's own addresses in the networks that it is in; no packet is sent to find out."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.append(str(probe.getsockname()[0]))
        except OSError:
            pass
    return [each for each in found if not each.startswith(("127.", "0."))]


def place_for_others(request: Request[Any, Any, Any]) -> str:
    """Where other devices find this server: as this page was opened, or its address in the network; "" if nowhere."""
    settings: Settings = request.app.state.settings
    host, port = request.url.hostname or "", request.url.port
    if not _only_here(host):
        return f"{request.url.scheme}://{request.url.netloc}{settings.base_path}"
    there = network_addresses() if settings.host in EVERYWHERE else []
    return f"{request.url.scheme}://{there[0]}:{port or settings.port}{settings.base_path}" if there else ""


def _only_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
