"""`agonist serve` to a person at a terminal, to a program, and on a machine where it cannot run."""

import json
import re
import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from agonist.cli.serving import address, check_database, check_port
from agonist.kernel import AgonistError
from agonist.web.reachable import network_addresses
from tests.cli.terminals import AGONIST, Terminal


def test_a_person_is_told_where_to_go_and_nothing_else(tmp_path: Path) -> None:
    """One line with the address, how phones get there, how to stop; no line for each request."""
    words = ("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'people.db'}")
    with Terminal(*words, state=tmp_path, columns=200) as terminal:
        page = terminal.until("Ctrl-C stops the server.")
        found = re.search(r"Open it in a browser: (http://127\.0\.0\.1:\d+/)", page)
        assert found is not None
        assert httpx.get(found[1]).status_code == 200
        assert httpx.get(f"{found[1]}nowhere").status_code == 404
        terminal.type("\x03", enter=False)
        assert terminal.ended() == 0
        assert len(terminal.text.splitlines()) == 4, terminal.text
        assert "Stopped. The tables are kept." in terminal.text


def test_a_person_can_have_every_request_in_words(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--log-level", "info", "--database", f"sqlite:///{tmp_path / 'all.db'}")
    with Terminal(*words, state=tmp_path, columns=200) as terminal:
        place = re.search(r"http://127\.0\.0\.1:\d+/(?=\n)", terminal.until("Ctrl-C stops"))
        assert place is not None
        httpx.get(f"{place[0]}health")
        assert "{" not in terminal.until("request GET /health 200")


@pytest.mark.parametrize("words", [(), ("--log-format", "json")])
def test_a_program_gets_json(words: tuple[str, ...], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'program.db'}"
    server = subprocess.Popen(
        [AGONIST, "serve", "--port", "0", "--database", database, *words],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stderr is not None
    try:
        lines = []
        for line in server.stderr:
            if line.startswith("Agonist at http://127.0.0.1:"):
                break
            lines.append(json.loads(line))
        assert any(line["message"] == "Application startup complete." for line in lines)
    finally:
        server.terminate()
        server.wait(20)
        server.stderr.close()


def test_a_port_that_is_in_use_is_told_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = subprocess.run(
            [AGONIST, "serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'none.db'}"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert told.returncode == 2
    assert told.stderr.startswith(f"agonist: Port {port} is in use")
    assert len(told.stderr.splitlines()) == 1
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    ("host", "port", "told"),
    [("127.0.0.1", 70_000, "no port"), ("203.0.113.9", 8000, "no address of this machine")],
)
def test_a_place_where_nobody_can_listen(host: str, port: int, told: str) -> None:
    with pytest.raises(AgonistError, match=told):
        check_port(host, port)


def test_why_a_database_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader, this is no database at all.")
    (tmp_path / "taken").mkdir()
    for url, told in (
        (f"sqlite:///{tmp_path / 'no' / 'such.db'}", "no directory"),
        (f"sqlite:///{tmp_path / 'letter.txt'}", "is no database of Agonist"),
        (f"sqlite:///{tmp_path / 'taken'}", "cannot be"),
        ("mysql://somewhere", "is no database"),
        ("nonsense", "is no database"),
    ):
        with pytest.raises(AgonistError, match=told):
            check_database(url)
    check_database(f"sqlite:///{tmp_path / 'good.db'}")


def test_a_postgresql_that_is_not_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(AgonistError, match=f"PostgreSQL at 127.0.0.1:{port}/x does not answer") as refused:
        check_database(f"postgresql://somebody:secret@127.0.0.1:{port}/x")
    assert "secret" not in str(refused.value)


def test_where_the_pages_are() -> None:
    assert address("127.0.0.1", 8000, "") == "http://127.0.0.1:8000/"
    assert address("::1", 8000, "/agonist") == "http://[::1]:8000/agonist/"
    place = next(iter(network_addresses()), "127.0.0.1")
    assert address("0.0.0.0", 80, "") == f"http://{place}:80/"
