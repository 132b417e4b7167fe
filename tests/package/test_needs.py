"""A machine that lacks something says in one line what to install; nobody is asked to be root."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def need(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Ask for something as a user who is not root, whoever runs the tests."""
    somebody = place / "id"
    somebody.write_text("#!/bin/sh\necho 1000\n")
    somebody.chmod(0o755)
    return subprocess.run(
        [str(ROOT / "scripts" / "need.sh"), *words],
        env=os.environ | {"PATH": f"{place}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_is_missing_is_told_in_a_line(tmp_path: Path) -> None:
    told = need(tmp_path, "no-such-program", "some-package", "to do something")
    said = (told.stdout + told.stderr).strip()
    assert told.returncode != 0
    assert "some-package" in said
    assert "to do something" in said
    assert len(said.splitlines()) == 1


def test_what_is_there_is_not_mentioned(tmp_path: Path) -> None:
    told = need(tmp_path, "sh", "dash", "a shell")
    assert (told.returncode, told.stdout + told.stderr) == (0, "")


def test_nothing_is_installed_outside_the_clone() -> None:
    """Set-up writes into .venv and node_modules only: no sudo, no --user, no global install."""
    planned = subprocess.run(
        ["make", "--dry-run", "--always-make", "serve", "test"],
        cwd=ROOT,
        env=os.environ | {"T": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for word in ("sudo", "--user", "npm install -g", "--global", "apt"):
        assert word not in planned.split()
    for line in planned.splitlines():
        if "pip install" in line:
            assert ".venv/bin/python -m pip" in line
