"""Files for the programs that a server lives among, as `agonist admin file` prints them, made for this machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from agonist.kernel import AgonistError

_HERE = Path(__file__).with_name("deploy")

FILES = {
    "Caddyfile": "Caddy, which gets its certificates itself",
    "nginx.conf": "nginx, as a site",
    "alerts.yml": "Prometheus: when to wake somebody",
    "dashboard.json": "Grafana: what to watch",
    "agonist.toml": "the settings of this machine's server",
    "agonist.service": "systemd: the server",
    "agonist-backup.service": "systemd: a backup",
    "agonist-backup.timer": "systemd: a backup every night",
}
"""The files that there are, and whom each is for."""


def deployed(file: str, ports: Sequence[int] = (8000,), **values: str) -> str:
    """A file with its places filled in: ``@name@`` by the value of that name, ``@closed@`` by what closes a unit, and
    by where the processes of the server are what leads there."""
    if file not in FILES:
        raise AgonistError(f"There is no file {file}.", accepted=", ".join(FILES))
    text = (_HERE / file).read_text(encoding="utf-8")
    places = [f"127.0.0.1:{port}" for port in ports]
    values |= {"upstreams": " ".join(places), "servers": " ".join(f"server {place};" for place in places)}
    values |= {"closed": (_HERE / "closed.conf").read_text(encoding="utf-8").rstrip()}
    return re.sub(r"@([a-z]+)@", lambda place: values.get(place[1], place[0]), text)
