"""Contests set up in the terminal: question by question, from a line of JSON, from a file; wrong ones say where."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from agonist.cli.play import play
from agonist.kernel import game
from agonist.web import Settings, create_app
from tests.cli.terminals import SEED, Terminal, called
from tests.support.stores import empty_store

RIVALS: dict[str, Any] = {
    "prize": "the bridge",
    "contestants": [
        {"name": "Ysolde", "abilities": [{"name": "Fencing", "rating": 17}]},
        {"name": "Warden", "resistance": True, "abilities": [{"name": "Sword", "rating": "14"}]},
    ],
}


def test_a_contest_is_set_up_line_by_line() -> None:
    """What is seldom needed is asked for only if somebody wants it; Enter takes what stands in brackets."""
    first = "the bridge\nYsolde\nFencing\n7M\n\n2\n\n\n"
    second = "Warden\nSword\nhigh\nn\n0\n\ny\n\nn\nn\n\ny\n\nn\nn\n"
    told = called(
        "play", "questworlds", "extended", "--new", "--seed", SEED, answers=f"{first}{second}\n\n/quit\n"
    )
    assert "More: edge, followers, lasting effects, side" in " ".join(told.stdout.split())
    assert "The prize: the bridge. Ysolde against Warden." in told.stdout
    assert "Ysolde starts with 27 AP: Fencing 7M." in told.stdout


def test_a_script_gives_the_whole_set_up_in_one_line() -> None:
    told = called("play", "extended", "--new", "--seed", SEED, answers=json.dumps(RIVALS) + "\n/quit\n")
    assert told.returncode == 3
    assert "The prize: the bridge. Ysolde against Warden." in told.stdout


@pytest.mark.parametrize("whole", [True, False])
def test_a_set_up_is_played_from_a_file(tmp_path: Path, whole: bool) -> None:
    """A file that says of which kind it is needs no words; a bare set-up needs them."""
    file = tmp_path / "rivals.json"
    data = {"game": "questworlds", "type": "extended", "setup": RIVALS} if whole else RIVALS
    file.write_text(json.dumps(data))
    words = [] if whole else ["questworlds", "extended"]
    told = called("play", *words, "--setup", str(file), "--seed", SEED, answers="/quit\n")
    assert "The prize: the bridge. Ysolde against Warden." in told.stdout


@pytest.mark.parametrize("new", [True, False])
def test_a_set_up_is_checked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: bool) -> None:
    checked: list[Any] = []
    kind = type(game("questworlds").type("extended"))
    monkeypatch.setattr(kind, "check", lambda *given: checked.append(given))
    file = tmp_path / "rivals.json"
    file.write_text(json.dumps(RIVALS))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{json.dumps(RIVALS)}\n/quit\n" if new else "/quit\n"))
    play("questworlds", "extended", new=new, setup=None if new else file, seed=SEED)
    assert len(checked) == 1


def test_a_kept_contest_is_a_set_up_too(tmp_path: Path) -> None:
    kept = tmp_path / "contest.json"
    called("play", "bridge", "--seed", SEED, "--save", str(kept), answers="/quit\n")
    again = called("play", "--setup", str(kept), "--seed", SEED, answers="/quit\n")
    assert "The prize: the bridge at dusk." in again.stdout


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"contestants": []}, "Nobody is a player's character.", "at least one with resistance: false"),
    ({"contestants": 3}, "This is a list.", "a list of 2 to 200"),
    ({"first": 3}, "This is a text.", "a text"),
    (
        {"contestants": [{"name": "Ysolde", "hero_points": "many"}]},
        "'many' is no whole number.",
        "a whole number",
    ),
    (
        {"contestants": [{"name": "Ysolde", "abilities": [{"rating": 3}]}]},
        "Ability is missing.",
        "a text",
    ),
    ({"nonsense": 3}, "'nonsense' was not asked for.", "contestants"),
]


@pytest.mark.parametrize(("change", "message", "accepted"), WRONG)
def test_a_wrong_set_up_is_told_in_the_same_words_everywhere(
    tmp_path: Path, change: dict[str, Any], message: str, accepted: str
) -> None:
    """The terminal, a program and a page hear the same sentence, and the place it is about."""
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(RIVALS | change))
    told = called("play", "questworlds", "extended", "--setup", str(file))
    assert told.returncode == 2
    assert f"{message} Accepted: " in told.stderr
    assert accepted in told.stderr
    with TestClient(create_app(Settings(database=empty_store(tmp_path / "tables.db")))) as client:
        made = client.post("/api/tables", json={"name": "Friday"}).json()
        head = {"authorization": f"Bearer {made['token']}"}
        new = {"game": "questworlds", "type": "extended", "setup": RIVALS | change}
        problem = client.post(f"/api/tables/{made['table']['id']}/contests", json=new, headers=head).json()
    assert message in problem["detail"]
    assert accepted in problem["accepted"]
    assert f"{problem['place']}: {message}" in told.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["questworlds"], "Say which kind of contest. Accepted: questworlds simple"),
        (["chess"], "There is no kind of contest 'chess'. Accepted: "),
    ],
)
def test_the_kind_of_contest_must_be_clear(words: list[str], said: str) -> None:
    told = called("play", *words, "--new")
    assert told.returncode == 2
    assert said in told.stderr


def test_at_a_terminal_what_is_wrong_is_asked_again_where_it_is_wrong(tmp_path: Path) -> None:
    """A name that is missing is the only thing that is asked for again; then the set-up can be kept."""
    file = tmp_path / "rivals.json"
    with Terminal("play", "questworlds", "extended", "--new", state=tmp_path) as terminal:
        terminal.until("The prize")
        for line in [
            "the bridge",
            "",
            "Fencing",
            "1F",
            "17",
            "n",
            "2",
            "",
            "n",
            "Warden",
            "Sword",
            "14",
            "n",
            "",
            "",
            "n",
        ]:
            assert terminal.answer(line)
        assert terminal.answer("n")
        assert terminal.answer("n")
        assert terminal.answer("n")
        assert "Contestant 1, Name: A contestant needs a name. Accepted: 1 to 60 characters." in terminal.page
        assert terminal.answer("Ysolde")
        assert "name a file" in terminal.page
        terminal.answer(str(file))
        terminal.until("Who plays at this keyboard?")
    kept = json.loads(file.read_text())
    assert (kept["game"], kept["type"]) == ("questworlds", "extended")
    assert [each["name"] for each in kept["setup"]["contestants"]] == ["Ysolde", "Warden"]
