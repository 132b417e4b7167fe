"""*Run it for a club*, followed to the letter on a bare Debian with real programs.

A wheel becomes a server with TLS, backups and monitoring; it is upgraded; its disk is lost; and it is back.
"""

import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.index import add_version, made_index
from tests.support.machine import Machine

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

MINUTES = 20
PIPX = "PIPX_HOME=/usr/local/lib/pipx PIPX_BIN_DIR=/usr/local/bin pipx"
TRUST = "SSL_CERT_FILE=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
READY = "(agonist doctor http://127.0.0.1:8000/ || true) | grep 'is ready'"  # a backup may be lacking
SITE = "https://localhost"
ASK = """
import json, sys, urllib.request as u
method, place, token, body = json.loads(sys.argv[1])
head = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
ask = u.Request(place, json.dumps(body).encode() if body is not None else None, head, method=method)
print(u.urlopen(ask, timeout=60).read().decode())
"""


class Visitor:
    """Somebody who plays through the proxy."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.token = self.table = self.contest = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        words = json.dumps([method, f"{SITE}/api{path}", self.token, body])
        self.machine.root.joinpath("root/ask.py").write_text(ASK)
        self.machine.root.joinpath("root/words").write_text(words)
        return json.loads(self.machine.run(f'{TRUST} python3 ask.py "$(cat words)"') or "null")

    def sit_down(self) -> None:
        made = self.ask("POST", "/tables", {"name": "Thursday"})
        self.token, self.table = made["token"], made["table"]["id"]
        new = {"game": "deckahedron", "type": "fight", "preset": "goblin", "usual_dice": "sealed"}
        self.contest = self.ask("POST", f"/tables/{self.table}/contests", new)["id"]

    def act(self) -> int:
        """Let a bot answer what is open; returns how many entries there are."""
        asked = self.ask("GET", f"/contests/{self.contest}")["view"]["asked"][0]
        told = self.ask("POST", f"/contests/{self.contest}/bot-answers", {"request": asked["id"]})
        return int(told["entries"])

    def entries(self) -> int:
        return int(self.ask("GET", f"/contests/{self.contest}")["position"].partition(".")[0])


def installed(machine: Machine, index: Path, *, restored: Path | None = None) -> None:
    """From nothing to a server with TLS, as the page says; from a backup, if there was one before."""
    shutil.copytree(index, machine.root / "index")
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/index"}
    machine.run(f"{PIPX} install agonist", **offline)
    machine.run("agonist install-service --dry-run")
    machine.run("agonist install-service")
    machine.until(READY)
    if restored:
        shutil.copy(restored, machine.root / "root/kept.backup")
        machine.run("systemctl stop agonist; agonist restore ~/kept.backup")
        machine.run("chown agonist: /var/lib/agonist/*; systemctl start agonist")
        machine.until(READY)
    machine.run("agonist admin file Caddyfile --host localhost > /etc/caddy/Caddyfile")
    machine.run(
        r"sed -i '1i {\n\tlocal_certs\n\tskip_install_trust\n}' /etc/caddy/Caddyfile"
    )  # no public name here
    machine.run("systemctl restart caddy")
    machine.run("systemctl start agonist-backup.service")
    machine.until(f"{TRUST} agonist doctor {SITE}/")


def watched(machine: Machine) -> None:
    """Prometheus scrapes the server, and knows when to wake somebody."""
    machine.run("agonist admin file alerts.yml > /etc/prometheus/agonist.yml")
    machine.run(
        "cat > /etc/prometheus/prometheus.yml <<'end'\n"
        "global: {scrape_interval: 1s, evaluation_interval: 1s}\n"
        "rule_files: [agonist.yml]\n"
        "scrape_configs:\n  - job_name: agonist\n    static_configs:\n      - targets: ['127.0.0.1:8000']\nend\n"
        "systemctl restart prometheus"
    )
    fetch = "python3 -c 'import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())'"
    api = "http://127.0.0.1:9090/api/v1"
    machine.until(f"{fetch} '{api}/query?query=up' | grep '\"1\"'")
    rules = json.loads(machine.run(f"{fetch} {api}/rules"))["data"]["groups"][0]["rules"]
    assert {rule["health"] for rule in rules} <= {"ok", "unknown"}
    assert len(rules) == 7
    assert not [rule["name"] for rule in rules if rule["state"] == "firing"]
    machine.run("systemctl stop agonist")
    machine.until(f"{fetch} {api}/alerts | grep AgonistDown", 60)
    machine.run("systemctl start agonist")
    machine.until(READY)


def test_a_club_gets_a_server_upgrades_it_loses_the_disk_and_has_it_back(tmp_path: Path) -> None:
    index = made_index(tmp_path / "index", "setuptools", "wheel")
    saved = tmp_path / "elsewhere.backup"
    with Machine.booted(tmp_path / "first") as machine:
        began = time.monotonic()
        installed(machine, index)
        watched(machine)
        minutes = (time.monotonic() - began) / 60
        print(f"\na server with TLS, backups and monitoring after {minutes:.1f} minutes")
        assert minutes < MINUTES

        visitor = Visitor(machine)
        visitor.sit_down()
        played = [visitor.act() for _ in range(3)][-1]
        asked = visitor.ask("GET", f"/contests/{visitor.contest}")["view"]["asked"][0]["id"]
        visitor.ask(
            "GET", f"/contests/{visitor.contest}/odds/{asked}"
        )  # by a process of its own, closed off too
        assert visitor.table in machine.run("agonist admin tables")

        add_version(machine.root / "index", "0.1.1", tmp_path)
        machine.run(f"{PIPX} upgrade agonist", PIP_NO_INDEX="1", PIP_FIND_LINKS="/index")
        assert "1 of 1 running contests go on." in machine.run("agonist upgrade --check")
        machine.run("systemctl restart agonist")
        machine.until(f"{TRUST} agonist doctor {SITE}/ | grep 0.1.1")
        assert visitor.entries() == played
        played = visitor.act()

        machine.run("systemctl start agonist-backup.service")
        assert "NRestarts=0" in machine.run("systemctl show agonist -p NRestarts")
        [newest] = sorted((machine.root / "var/backups/agonist").glob("*.backup"))[-1:]
        assert "hold from their first link" in machine.run("journalctl -u agonist-backup -n 20 --no-pager")
        shutil.copy(newest, saved)
        shutil.copytree(machine.root / "index", tmp_path / "index", dirs_exist_ok=True)

    with Machine.booted(tmp_path / "second") as machine:
        installed(machine, index, restored=saved)
        visitor.machine = machine
        assert visitor.entries() == played
        assert visitor.act() > played
        assert "All is well." in machine.run(f"{TRUST} agonist doctor {SITE}/")
