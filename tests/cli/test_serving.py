"""`agonist serve`, `backup`, `restore` and `verify` as people run them."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.cli.terminals import called
from tests.support.servers import free_ports, serving
from tests.support.stores import empty_store


def agonist(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return called(*map(str, words))


def finished_contest(address: str) -> tuple[str, bytes]:
    """A token, and the transcript of a contest that bots played."""
    with httpx.Client(base_url=address, timeout=30) as client:
        made = client.post("/api/tables", json={"name": "Command"}).json()
        client.headers["authorization"] = f"Bearer {made['token']}"
        bots = dict.fromkeys(("gm", "first", "second"), "any choice")
        new = {"game": "standoff", "preset": "noon", "usual_dice": "sealed", "bots": bots}
        contest = client.post(f"/api/tables/{made['table']['id']}/contests", json=new).json()["id"]
        for _ in range(500):
            found = client.get(f"/api/contests/{contest}/transcript")
            if found.status_code == 200:
                return made["token"], found.content
            time.sleep(0.02)
    raise AssertionError("the bots did not finish")


def test_a_backup_of_a_running_server_is_restored_elsewhere(tmp_path: Path) -> None:
    database, file, other = (
        f"sqlite:///{tmp_path / 'one.db'}",
        tmp_path / "backup",
        f"sqlite:///{tmp_path / 'two.db'}",
    )
    with serving(database) as server:
        token, _ = finished_contest(server.address)
        assert agonist("backup", file, "--database", database).stdout == f"1 table is in {file}.\n"
        assert httpx.get(f"{server.address}/ready").status_code == 200
    assert agonist("restore", file, "--database", other).stdout == "1 table was added.\n"
    assert (
        "0 tables were added, 1 table was there already."
        in agonist("restore", file, "--database", other).stdout
    )
    with serving(other) as server:
        seats = httpx.get(f"{server.address}/api/me", headers={"authorization": f"Bearer {token}"}).json()[
            "seats"
        ]
        assert seats[0]["role"] == "gm"
    (tmp_path / "nonsense").write_text("nonsense")
    nowhere = agonist("backup", file, "--database", f"sqlite:///{tmp_path / 'none.db'}")
    assert nowhere.returncode == 2
    assert "There are no tables in" in nowhere.stderr
    assert not (tmp_path / "none.db").exists()
    refused = agonist("restore", tmp_path / "nonsense", "--database", other)
    assert refused.returncode == 2
    assert "no backup" in refused.stderr


def test_a_stop_lets_streams_end_and_leaves(tmp_path: Path) -> None:
    with serving(empty_store(tmp_path / "stop.db")) as server:
        made = httpx.post(f"{server.address}/api/tables", json={"name": "Stop"}).json()
        head = {"authorization": f"Bearer {made['token']}"}
        url = f"{server.address}/api/tables/{made['table']['id']}/stream"
        with httpx.stream("GET", url, headers=head, timeout=30) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            assert "event: table" in lines
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            for _ in lines:  # to a proper end: one that was cut off after a time would raise an error
                pass
        server.process.wait(60)


def test_several_workers_need_postgresql() -> None:
    refused = agonist("serve", "--workers", "2", "--database", "sqlite:///x.db")
    assert refused.returncode == 2
    assert "PostgreSQL" in refused.stderr


@pytest.mark.postgres
def test_several_workers_serve_one_postgresql_and_all_stop(postgres_url: str) -> None:
    """At one port together, and each at one of its own: there nobody else answers."""
    own = free_ports(2)
    with (
        serving(postgres_url, workers=2, worker_ports=own) as server,
        httpx.Client(base_url=server.address, timeout=30) as client,
    ):
        made = client.post("/api/tables", json={"name": "Workers"}).json()
        client.headers.update({"authorization": f"Bearer {made['token']}", "connection": "close"})
        assert {client.get("/api/me").status_code for _ in range(20)} == {200}
        places = [f"http://127.0.0.1:{port}" for port in (own, own + 1)]
        assert client.get(f"{places[0]}/health").status_code == 200
        assert ['route="/health"' in client.get(f"{place}/metrics").text for place in places] == [True, False]
        assert server.stop() in (0, -15)


def test_verify_tells_what_holds_and_what_does_not(tmp_path: Path) -> None:
    with serving(empty_store(tmp_path / "verify.db")) as server:
        _, transcript = finished_contest(server.address)
    code = (
        "from agonist.kernel import register\nfrom examples.standoff import GAME\nregister(GAME)\n"
        "import sys\nfrom agonist.cli import main\nmain(['verify', sys.argv[1]])"
    )
    for content, status in (
        (transcript, 0),
        (transcript.replace(b'"bot: any', b'"bot: Any', 1), 1),
        (b"{}", 1),
    ):
        (tmp_path / "contest.json").write_bytes(content)
        told = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "contest.json")],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert told.returncode == status, (told.stdout, told.stderr)
    assert agonist("verify", tmp_path / "nothing").returncode == 2


def test_a_second_server_on_the_same_file_says_so_in_a_line(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'one.db'}"
    with serving(database):
        refused = agonist("serve", "--database", database, "--port", "0")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "Another server uses" in refused.stderr
