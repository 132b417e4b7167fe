"""`agonist.toml`: every option of a server and every limit, and what is said of a wrong one."""

from pathlib import Path

import msgspec
import pytest

from agonist.cli.configuration import chosen
from agonist.kernel import AgonistError
from agonist.table.limits import MEANINGS, Limits
from agonist.web import Settings
from tests.cli.terminals import called


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def written(text):
    Path("agonist.toml").write_text(text)


def test_options_go_over_the_environment_over_the_file(monkeypatch):
    written('port = 1\nhost = "a"\nbase_path = "b"\n[limits]\nseats = 9\nacts = [3, 0.5]\n')
    monkeypatch.setenv("AGONIST_HOST", "c")
    monkeypatch.setenv("AGONIST_LIMITS", '{"seats": 10}')
    settings = chosen({"port": 2, "workers": None})
    assert (settings.port, settings.host, settings.base_path, settings.workers) == (2, "c", "b", 1)
    assert (settings.limits.seats, settings.limits.acts) == (10, (3, 0.5))


def test_another_file_can_be_named(tmp_path, monkeypatch):
    written("port = 1\n")
    (tmp_path / "other.toml").write_text("port = 3\n")
    assert chosen().port == 1
    assert chosen(config=tmp_path / "other.toml").port == 3
    monkeypatch.setenv("AGONIST_CONFIG", str(tmp_path / "other.toml"))
    assert chosen().port == 3


def test_every_setting_can_stand_in_the_file():
    plain = msgspec.to_builtins(Settings())
    limits = plain.pop("limits")
    lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in plain.items()]
    lines += [
        "[limits]",
        *(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in limits.items()),
    ]
    written("\n".join(lines))
    assert chosen() == Settings()
    assert list(MEANINGS) == list(Limits.__struct_fields__)


@pytest.mark.parametrize(
    ("text", "place", "right"),
    [
        ("# a\n\nport = 'harbour'\n", "line 3", "a whole number from 0 to 65535, such as port = 8000"),
        ("workers = 0\n", "line 1", "a whole number from 1 on, such as workers = 1"),
        ("port = 1\nprt = 2\n", "line 2", "port"),
        ("port = 1\nwhatever = 2\n", "line 2", "database, host"),
        ("open_to = 'friends'\n", "line 1", "one of everybody, nobody, word"),
        ("database = 7\n", "line 1", 'a text in quotation marks, such as database = "sqlite:///agonist.db"'),
        ("seats = 1\n[limits]\nseats = 2\n", "line 1", "database, host"),
        ("port = 1\n[limits]\njoins = 30\n", "line 3", "joins = [30, 0.5]"),
        ("[limits]\njoins = [30, 0]\n", "line 2", "how many at once and how many a second after that"),
        ("[limits]\njoins = [30, 1, 2]\n", "line 2", "joins = [30, 0.5]"),
        ("[limits]\nseats = 0\n", "line 2", "a whole number from 1 on, such as seats = 40"),
        ("[limits]\nodds = 'long'\n", "line 2", "a number above 0, such as odds = 2.0"),
        ("[limits]\nseat = 3\n", "line 2", "seats"),
        ("port = \n", "line 1", ""),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_what_is_right(text, place, right):
    written(text)
    with pytest.raises(AgonistError) as told:
        chosen()
    assert "agonist.toml" in told.value.message
    assert place in told.value.message
    assert right in told.value.accepted


@pytest.mark.parametrize(
    ("variable", "value", "right"),
    [
        ("LIMITS", '{"joins": 30}', "joins = [30, 0.5]"),
        ("LIMITS", "[]", "limits by name"),
        ("LIMITS", "{", "limits by name"),
        ("PORT", "harbour", "a whole number"),
    ],
)
def test_a_wrong_variable_says_what_is_right(variable, value, right, monkeypatch):
    monkeypatch.setenv(f"AGONIST_{variable}", value)
    with pytest.raises(AgonistError) as told:
        chosen()
    assert f"AGONIST_{variable}" in told.value.message
    assert right in told.value.accepted
    assert "array" not in str(told.value)


def test_a_server_with_a_wrong_file_does_not_start():
    written("[limits]\nacts = 3\n")
    told = called("serve")
    assert told.returncode == 2
    assert "agonist.toml, line 2: that is no value for acts" in told.stderr
    assert len(told.stderr.splitlines()) == 1
