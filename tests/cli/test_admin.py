"""`agonist admin`, `backup`, `restore` and `upgrade --check` beside a server that runs, as who looks after it does."""

import json
import sqlite3
import time

import httpx
import pytest

from agonist.kernel import register
from examples.standoff import GAME
from tests.cli.terminals import called
from tests.support.servers import serving
from tests.support.stores import empty_store

DAY = 86_400
register(GAME)  # in this process, where the command runs, as in that of the server


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """A server, its database, and a client of it."""
    place = tmp_path_factory.mktemp("admin")
    database = empty_store(place / "tables.db")
    with serving(database) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        yield place, database, client


def agonist(here, *words):
    told = called(*map(str, words), "--database", here[1])
    assert told.returncode == 0, told.stderr
    return told.stdout


def made(here, name):
    """A table with a contest that waits, and its game master's token."""
    client = here[2]
    table = client.post("/api/tables", json={"name": name}).json()
    mine = {"authorization": f"Bearer {table['token']}"}
    both = dict.fromkeys(("first", "second"), table["seat"]["id"])
    new = {"game": "standoff", "preset": "noon", "usual_dice": "sealed", "casting": both}
    contest = client.post(f"/api/tables/{table['table']['id']}/contests", json=new, headers=mine).json()["id"]
    return table["table"]["id"], contest, mine


def eventually(look, wanted):
    """The server notices what another process did within a second or so."""
    deadline = time.monotonic() + 10
    while (found := look()) != wanted and time.monotonic() < deadline:
        time.sleep(0.05)
    if found != wanted:
        raise AssertionError(f"{found} instead of {wanted}")


def answered(here, contest, mine):
    """Let both strike, so that their dice fall; returns how long the transcript is then."""
    length = 0
    for seat in ("first", "second"):
        view = here[2].get(f"/api/contests/{contest}", params={"seat": seat}, headers=mine).json()["view"]
        answer = {"request": view["asked"][0]["id"], "value": "strike"}
        told = here[2].post(f"/api/contests/{contest}/answers", json=answer, headers=mine)
        assert told.status_code == 200, told.text
        length = told.json()["entries"]
    return length


def test_tables_are_listed_by_size_with_their_last_use(here):
    table, *_ = made(here, "Listed")
    found = [json.loads(line) for line in agonist(here, "admin", "tables", "--json").splitlines()]
    assert found == sorted(found, key=lambda each: -each["bytes"])
    mine = next(each for each in found if each["id"] == table)
    assert (mine["name"], mine["contests"], mine["running"]) == ("Listed", 1, 1)
    assert mine["bytes"] > 100
    assert "Listed" in agonist(here, "admin", "tables")
    assert table not in agonist(here, "admin", "tables", "--unused", "1")


def test_a_contest_is_ended_and_a_table_renamed_under_a_running_server(here):
    table, contest, mine = made(here, "Old name")
    client = here[2]
    assert client.get(f"/api/contests/{contest}", headers=mine).json()["contest"]["status"] == "running"
    assert agonist(here, "admin", "end", table, "--reason", "Closing time.") == "1 contest is ended.\n"
    look = lambda: client.get(f"/api/contests/{contest}", headers=mine).json()["contest"]["summary"]  # noqa: E731
    eventually(look, "Closing time.")
    agonist(here, "admin", "rename", table, "New name")
    eventually(lambda: client.get(f"/api/tables/{table}", headers=mine).json()["table"]["name"], "New name")


def test_an_export_is_its_owners_alone_and_can_be_imported(here):
    table, *_ = made(here, "Exported")
    agonist(here, "admin", "end", table)
    file = here[0] / "exported.json"
    agonist(here, "admin", "export", table, file)
    assert file.stat().st_mode & 0o777 == 0o600
    told = here[2].post("/api/tables/import", content=file.read_bytes())
    assert told.json()["table"]["name"] == "Exported"


def test_deleting_is_shown_first_and_noticed_by_the_server(here):
    table, contest, mine = made(here, "Doomed")
    client = here[2]
    assert "Nothing was deleted" in agonist(here, "admin", "delete", table)
    assert client.get(f"/api/tables/{table}", headers=mine).status_code == 200
    agonist(here, "admin", "delete", table, "--yes")
    eventually(lambda: client.get(f"/api/tables/{table}", headers=mine).status_code, 401)
    assert client.get(f"/api/contests/{contest}", headers=mine).status_code == 401
    told = called("admin", "delete", table, "--yes", "--database", here[1])
    assert told.returncode == 2
    assert "agonist admin tables" in told.stderr


def test_what_nobody_used_is_pruned(here):
    (old, *_), (new, *_) = made(here, "Forgotten"), made(here, "In use")
    with sqlite3.connect(here[0] / "tables.db") as database:
        for sql in (
            "UPDATE tables SET created = created - ? WHERE id = ?",
            "UPDATE seats SET created = created - ? WHERE table_id = ?",
            "UPDATE contests SET created = created - ? WHERE table_id = ?",
            """UPDATE entries SET written = written - ?
            WHERE contest_id IN (SELECT id FROM contests WHERE table_id = ?)""",
        ):
            database.execute(sql, (40 * DAY, old))
    database.close()
    for words in (("admin", "prune", "50", "--yes"), ("admin", "prune", "30")):
        agonist(here, *words)
        assert old in agonist(here, "admin", "tables")
    agonist(here, "admin", "prune", "30", "--yes")
    listed = agonist(here, "admin", "tables")
    assert old not in listed
    assert new in listed
    assert called("admin", "prune", "0", "--database", here[1]).returncode == 2


def test_one_table_is_restored_in_place_while_the_server_runs(here):
    """What was played since is gone, what was there is there, and play goes on without a gap."""
    table, contest, mine = made(here, "Restored")
    file = here[0] / "in-place.backup"
    agonist(here, "backup", file)
    client = here[2]
    before = answered(here, contest, mine)
    agonist(here, "admin", "rename", table, "A mistake")
    other, *_ = made(here, "Untouched")
    assert "replaces what was there" in agonist(here, "restore", file, "--table", table)
    eventually(lambda: client.get(f"/api/tables/{table}", headers=mine).json()["table"]["name"], "Restored")
    assert answered(here, contest, mine) == before, "the same answer again is the same entry"
    assert other in agonist(here, "admin", "tables")
    told = called("restore", str(file), "--table", other, "--database", here[1])
    assert told.returncode == 2
    assert f"There is no table {other} in this backup" in told.stderr
    assert "is as it was" in agonist(here, "restore", file, "--table", table)


def test_backups_in_a_directory_are_drilled_and_the_newest_kept(here, monkeypatch):
    made(here, "Kept")
    place = here[0] / "backups"
    place.mkdir()
    for day in range(3):
        (place / f"agonist-2020010{day + 1}T000000Z.backup").write_text("old")
    (place / "other").write_text("not ours")
    monkeypatch.setenv("AGONIST_KEEP", "2")
    monkeypatch.setenv("AGONIST_BACKUPS", str(place))
    told = agonist(here, "backup", "--drill")
    assert "contests hold from their first link to their last die" in told
    names = sorted(each.name for each in place.iterdir())
    assert names[0] == "agonist-20200103T000000Z.backup"
    assert len(names) == 3
    assert "other" in names
    assert (place / names[1]).stat().st_mode & 0o777 == 0o600


def test_a_drill_finds_a_die_that_was_changed(here):
    """A copy whose checksum is right, but in which the dice do not follow from the seed."""
    table, contest, mine = made(here, "Cheated")
    answered(here, contest, mine)
    with sqlite3.connect(here[0] / "tables.db") as database:
        database.execute("UPDATE seeds SET seed = zeroblob(32) WHERE contest_id = ?", (contest,))
    database.close()
    file = here[0] / "cheated.backup"
    agonist(here, "backup", file)
    told = called("restore", str(file), "--drill")
    assert told.returncode == 1
    assert contest in told.stdout
    agonist(here, "admin", "delete", table, "--yes")


def test_an_upgrade_says_what_it_would_do_and_does_nothing(here):
    _, contest, _ = made(here, "Upgraded")
    copy = here[0] / "old.db"
    with sqlite3.connect(here[0] / "tables.db") as database, sqlite3.connect(copy) as other:
        database.backup(other)
        older = 'UPDATE contests SET header = replace(header, \'"rules":"\', \'"rules":"0.\') WHERE id = ?'
        other.execute(older, (contest,))
    for each in (database, other):
        each.close()
    before = copy.read_bytes()
    told = called("upgrade", "--check", "--database", f"sqlite:///{copy}")
    assert told.returncode == 1
    assert f"{contest} (" in told.stdout
    assert "This was played under version 0." in told.stdout
    assert "Finish these with the Agonist that they were begun with" in told.stdout
    assert copy.read_bytes() == before
    assert "go on." in called("upgrade", "--check", "--database", here[1]).stdout
    nowhere = called("upgrade", "--check", "--database", f"sqlite:///{here[0] / 'none.db'}")
    assert nowhere.returncode == 2
    assert not (here[0] / "none.db").exists()


def test_limits_are_shown_with_their_values(monkeypatch):
    monkeypatch.setenv("AGONIST_LIMITS", '{"seats": 41}')
    shown = called("admin", "limits").stdout
    assert "41 (changed)" in shown
    assert "30, then 0.5 a second" in shown


def test_who_may_open_tables_is_written_into_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "agonist.toml"
    file.write_text("# ours\nport = 8001\n\n[limits]\nseats = 9\n")
    for words, written in (
        (("nobody",), 'open_to = "nobody"'),
        (("word", "--word", 'se"same'), 'word = "se\\"same"'),
        (("everybody",), 'open_to = "everybody"'),
    ):
        assert called("admin", "open-to", *words).returncode == 0
        assert written in file.read_text()
        assert file.read_text().endswith("# ours\nport = 8001\n\n[limits]\nseats = 9\n")
    assert called("admin", "open-to", "word").returncode == 2
    assert called("admin", "open-to", "nobody", "--word", "x").returncode == 2
