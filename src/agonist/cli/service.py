"""Agonist as a service of a machine: `agonist install-service`."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

from agonist.kernel import AgonistError

from .deploying import deployed

USER = "agonist"
UNITS = ("agonist.service", "agonist-backup.service", "agonist-backup.timer")
_CLOSED = ("/home", "/root", "/run/user")
"""Where a service that is closed off sees nothing."""


def install_service(*, dry_run: bool = False) -> int:
    """Run Agonist on this machine from now on, closed off by systemd, with a backup every night.

    It makes a user agonist, /etc/agonist/agonist.toml unless it is there, /var/lib/agonist for the tables and
    /var/backups/agonist for their backups, and starts the server. Done again, it brings the units up to date.

    Parameters
    ----------
    dry_run
        Only print the files that would be written, and the commands that would be run.
    """
    program = _program()
    files = {Path("/etc/systemd/system") / unit: deployed(unit, program=program) for unit in UNITS}
    config = Path("/etc/agonist/agonist.toml")
    if dry_run or not config.exists():
        files[config] = deployed("agonist.toml")
    if dry_run:
        print(*(f"# {file}\n{text}" for file, text in files.items()), sep="\n")
        print("# then, as root", *(f"# {' '.join(words)}" for words in _commands()), sep="\n")
        return 0
    if os.geteuid():
        raise AgonistError(
            "Only root can install a service.", accepted="sudo, or --dry-run to see what it would do"
        )
    if shutil.which("systemctl") is None:
        raise AgonistError(
            "There is no systemd on this machine.", accepted="agonist serve, started as you start others"
        )
    _make_user()
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        print(f"{file} is written.")
    _give_away(config)
    for words in _commands():
        subprocess.run(words, check=True)  # noqa: S603  our own words
    print("The server runs: agonist doctor http://127.0.0.1:8000/ looks at it. Settings are in", config)
    return 0


def _program() -> str:
    """The command as systemd is to start it."""
    program = Path(sys.argv[0]).absolute()
    if not program.is_file() or program.name != "agonist":
        program = Path(sys.executable).with_name("agonist")
    if str(program.resolve()).startswith(tuple(f"{place}/" for place in _CLOSED)):
        raise AgonistError(
            f"{program.resolve()} is in somebody's home, which a service does not see.",
            accepted="PIPX_HOME=/usr/local/lib/pipx PIPX_BIN_DIR=/usr/local/bin pipx install agonist, then this again",
        )
    return str(program)


def _commands() -> list[list[str]]:
    return [
        ["systemctl", "daemon-reload"],
        ["systemctl", "enable", "--now", "agonist.service", "agonist-backup.timer"],
    ]


def _make_user() -> None:
    try:
        pwd.getpwnam(USER)
    except KeyError:
        home = ("--home-dir", "/var/lib/agonist", "--no-create-home", "--shell", "/usr/sbin/nologin")
        subprocess.run(["useradd", "--system", "--user-group", *home, USER], check=True)  # noqa: S603, S607


def _give_away(config: Path) -> None:
    """The service reads its settings, which others may not, and owns its tables and backups."""
    who = pwd.getpwnam(USER)
    os.chown(config, 0, who.pw_gid)
    config.chmod(0o640)
    for place in (Path("/var/lib/agonist"), Path("/var/backups/agonist")):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.chown(place, who.pw_uid, who.pw_gid)
