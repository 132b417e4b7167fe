"""`agonist install-service`: what it would do is told and nothing done, and what it writes is closed to the world."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from agonist.cli import deploying, service
from tests.cli.terminals import called

MOST_EXPOSED = 2.0


@pytest.fixture
def installed(monkeypatch):
    """A command where a service can see it."""
    monkeypatch.setattr(service, "_program", lambda: "/bin/true")


def test_a_dry_run_prints_everything_and_does_nothing(installed, monkeypatch):
    monkeypatch.setattr(subprocess, "run", None)
    told = called("install-service", "--dry-run")
    assert told.returncode == 0, told.stderr
    for unit in service.UNITS:
        assert f"# /etc/systemd/system/{unit}\n" in told.stdout
    assert "# /etc/agonist/agonist.toml\n" in told.stdout
    assert "ExecStart=/bin/true serve" in told.stdout
    assert "systemctl enable --now agonist.service agonist-backup.timer" in told.stdout
    assert "@" not in re.sub(r"@(system-service|privileged|resources)", "", told.stdout)


def test_only_root_installs(installed, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    told = called("install-service")
    assert told.returncode == 2
    assert "--dry-run" in told.stderr


@pytest.mark.parametrize("home", ["/root/.local/bin/agonist", "/home/mia/.local/bin/agonist"])
def test_a_command_in_somebodys_home_is_refused_with_the_way_out(home, monkeypatch):
    monkeypatch.setattr(Path, "resolve", lambda self: Path(home))
    told = called("install-service", "--dry-run")
    assert told.returncode == 2
    assert "PIPX_HOME=/usr/local/lib/pipx" in told.stderr


def test_the_settings_that_are_installed_are_settings(tmp_path):
    from agonist.cli.configuration import chosen

    (tmp_path / "agonist.toml").write_text(deploying.deployed("agonist.toml"))
    settings = chosen(config=tmp_path / "agonist.toml")
    assert (settings.proxies, settings.backups) == ("127.0.0.1", "/var/backups/agonist")


@pytest.mark.parametrize("unit", ["agonist.service", "agonist-backup.service"])
def test_the_units_are_good_and_closed(unit, tmp_path):
    """By systemd's own count, from 0 (closed) to 10."""
    if not (program := shutil.which("systemd-analyze")):
        pytest.skip("systemd-analyze is not here: apt-get install systemd")
    for each in service.UNITS:
        (tmp_path / each).write_text(deploying.deployed(each, program="/bin/true"))
    told = subprocess.run(
        [program, "security", "--offline=true", "--no-pager", tmp_path / unit],
        capture_output=True,
        text=True,
        check=False,
    )
    level = re.search(r"exposure level for \S+ ([\d.]+)", told.stdout)
    assert level is not None, told.stderr
    assert float(level[1]) <= MOST_EXPOSED
    verified = subprocess.run(
        [program, "verify", "--man=no", tmp_path / unit, tmp_path / "agonist-backup.timer"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "agonist" not in verified.stderr, verified.stderr


def test_every_file_that_can_be_printed_is_there():
    for name in deploying.FILES:
        printed = called("admin", "file", name, "--host", "club.example")
        assert printed.returncode == 0
        assert len(printed.stdout) > 100
    assert "club.example {" in called("admin", "file", "Caddyfile", "--host", "club.example").stdout
    assert (
        "server_name club.example;" in called("admin", "file", "nginx.conf", "--host", "club.example").stdout
    )
    told = called("admin", "file", "apache.conf")
    assert told.returncode == 2
    assert "Caddyfile" in told.stderr
