"""`agonist doctor` in an installation that is broken: what is wrong, and what to do."""

import importlib.util
import json
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from agonist.cli import doctor
from agonist.cli.finding import Finding
from agonist.cli.serving import check_database, database_state
from agonist.table.upgrade import HEAD

VENDOR = Path(doctor.__file__).parents[1] / "web" / "static" / "vendor"
Break = Callable[[Path], object]


def looked(name: str) -> list[Finding]:
    look = next(each for each in doctor.LOOKS if each.__name__ == name)
    found: Iterator[Finding] = look()
    return list(found)


@pytest.mark.parametrize(
    ("harm", "named"),
    [
        (lambda vendor: None, ""),
        (lambda vendor: shutil.rmtree(vendor), "all of them"),
        (lambda vendor: (vendor / "htmx.min.js").unlink(), "htmx.min.js"),
        (lambda vendor: (vendor / "htmx.min.js").write_text("half a file"), "htmx.min.js"),
        (lambda vendor: (vendor / "manifest.json").write_text("{"), "all of them"),
    ],
)
def test_assets_that_are_missing_or_damaged(
    harm: Break, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(VENDOR, tmp_path / "static" / "vendor")
    harm(tmp_path / "static" / "vendor")
    spec = ModuleSpec("agonist.web", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: spec)
    (found,) = looked("_pages")
    assert found.good is not bool(named)
    assert named in found.found
    assert "make assets" in found.remedy


def test_a_directory_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file" / "state"))
    found = looked("_places")[0]
    assert not found.good
    assert "XDG_DATA_HOME" in found.remedy


def test_a_port_in_use_is_told_but_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("AGONIST_PORT", str(taken.getsockname()[1]))
        tables, port = looked("_server")
    assert tables.good
    assert not port.good
    assert not port.needed
    assert "may be your server" in port.remedy
    assert not list(tmp_path.iterdir()), "looking makes nothing"


def test_a_setting_that_makes_no_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGONIST_PORT", "harbour")
    (found,) = looked("_server")
    assert not found.good
    assert "port" in found.found


def test_the_state_of_a_database(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "a.db"
    assert database_state(url)[0]
    assert not file.exists()
    check_database(url)
    assert database_state(url) == (True, str(file), "")
    for version, good, told in (("0001", True, "brought up to date"), ("9999", False, "newer Agonist")):
        with sqlite3.connect(file) as database:
            database.execute("UPDATE alembic_version SET version_num = ?", (version,))
        database.close()
        before = file.read_bytes()
        state = database_state(url)
        assert state[0] is good
        assert told in state[1]
        assert file.read_bytes() == before
    assert HEAD > "0001"
    file.write_text(json.dumps("no database, but a letter"))
    assert "is no database" in database_state(url)[1]
    assert not database_state(f"sqlite:///{tmp_path / 'no' / 'a.db'}")[0]
    assert "does not answer" in database_state("postgresql://somebody@127.0.0.1:1/x")[1]
