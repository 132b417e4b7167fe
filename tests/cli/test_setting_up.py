"""Contests set up in the terminal: question by question, from a line of JSON, from a file; wrong ones say where."""

import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from rich.console import Console

from agonist.cli.play import play
from agonist.cli.terminal.choosing import pick_kind
from agonist.cli.terminal.editing import Editor
from agonist.cli.terminal.screen import Screen
from agonist.cli.terminal.setting_up import beginning
from agonist.kernel import game, games, quick_of
from agonist.web import Settings, create_app
from examples.standoff import GAME as STANDOFF
from tests.cli.terminals import SEED, Terminal, called
from tests.support.installed import installed_games
from tests.support.stores import empty_store

RIVALS: dict[str, Any] = {
    "prize": "the bridge",
    "contestants": [
        {"name": "Ysolde", "abilities": [{"name": "Fencing", "rating": 17}]},
        {"name": "Warden", "resistance": True, "abilities": [{"name": "Sword", "rating": "14"}]},
    ],
}


def test_a_contest_is_set_up_line_by_line() -> None:
    """Name, ability, rating, opponent and prize are asked; what is seldom needed stands in a list beside."""
    asked = "Ysolde\nFencing\n7M\nWarden\nSword\nhigh\nthe bridge\n"
    told = called("play", "questworlds", "extended", "--new", "--seed", SEED, answers=f"{asked}\n\n/quit\n")
    assert "Anything else?" in told.stdout
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


class Typed(Screen):
    """A person at a terminal who types what a function says, and every line of whom is counted."""

    def __init__(self, line: Callable[[int], str]) -> None:
        super().__init__(Console(file=io.StringIO(), width=80, height=24, force_terminal=True), alive=True)
        self._next = line
        self.lines = 0
        self.asked = ""

    def _line(self, prompt: str) -> str:
        self.lines += 1
        self.asked += prompt
        return self._next(self.lines)

    def told(self) -> str:
        return self.console.file.getvalue()  # type: ignore[attr-defined]


def editor(screen: Screen, name: str, type_name: str) -> Editor:
    kind = game(name).type(type_name)
    return Editor(screen, kind, *beginning(game(name), kind), lambda *_: None)


def typed_then_enter(typed: list[str], n: int) -> str:
    return typed[n - 1] if n <= len(typed) else ""


KINDS = [(each.name, kind.name) for each in installed_games() for kind in each.types]
WORDS = [
    "",
    "=",
    "<",
    "+",
    "-1",
    "-2",
    "1",
    "2",
    "3",
    "4",
    "5",
    "gm",
    "none",
    "x",
    "7M",
    "0",
    "99",
    "y",
    "?",
    "[",
    "{",
]
"""What somebody may type who understands nothing."""
MOST_ENTERS = 14
"""With so many Enters one is out of any depth, and plays."""


@pytest.mark.parametrize(("name", "type_name"), KINDS)
def test_nothing_that_was_typed_keeps_anybody_from_playing(name: str, type_name: str) -> None:
    """In every kind of contest of every game, whatever was typed at random: Enter alone begins one soon."""
    found = quick_of(game(name))
    places = found.ask if found else {}
    for seed in range(3):
        lines = 30 * seed + 15
        typed = [*Random(seed).choices(WORDS, k=lines)]
        screen = Typed(partial(typed_then_enter, typed))
        editing = editor(screen, name, type_name)
        editing.ask_first(places)
        checked = editing.finish()
        assert game(name).type(type_name).setup_from(checked)
        assert screen.lines <= lines + MOST_ENTERS + len(places)


@pytest.mark.parametrize("word", WORDS[2:])
@pytest.mark.parametrize("name", ["questworlds-srd", "forge"])
def test_the_same_answer_again_and_again_leads_on(name: str, word: str) -> None:
    """No question is put for ever: who insists on what cannot be is asked something else, and Enter goes on."""
    found = quick_of(game(name))
    assert found
    screen = Typed(partial(typed_then_enter, [word] * 40))
    editing = editor(screen, name, found.type)
    editing.ask_first(found.ask)
    assert editing.finish()
    assert screen.lines <= 40 + MOST_ENTERS + len(found.ask)


def test_every_answer_can_be_gone_back_to() -> None:
    """< at any question goes to the one before; what was answered stands there in brackets."""
    lines = iter(["Ysolde", "Fencing", "<", "<", "Bera", "", "7M", "", "", ""])
    screen = Typed(lambda _: next(lines, ""))
    editing = editor(screen, "questworlds-srd", "scored")
    editing.ask_first(quick_of(game("questworlds-srd")).ask)  # type: ignore[union-attr]
    hero = editing.finish().setup.contestants[0]
    assert (hero.name, hero.abilities[0].name, hero.abilities[0].rating) == ("Bera", "Fencing", "7M")


def test_what_is_asked_follows_from_what_was_said() -> None:
    """Whoever says that it takes influence is asked how good they are at that, in the game's words."""
    lines = iter(["3", "Cyrene", "", "3"])
    screen = Typed(lambda _: next(lines, ""))
    editing = editor(screen, "forge", "contest")
    editing.ask_first(quick_of(game("forge")).ask)  # type: ignore[union-attr]
    assert "Who or what is against you [Obnoxious guest]" in screen.asked
    assert editing.finish().setup.teams[0].members[0].sheet.skills["influence"].training == 3


@pytest.mark.parametrize("added", [0, 12])
@pytest.mark.parametrize("line", ["1", "2", "3", "4"])
def test_games_and_their_kinds_fit_the_screen(line: str, added: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours alone, and with a dozen that somebody has added."""
    more = {f"other-{n}": msgspec.structs.replace(STANDOFF, name=f"other-{n}") for n in range(added)}
    monkeypatch.setattr("agonist.kernel.registry._by_hand", more)
    screen = Typed(lambda n: line if n == 1 else "1")
    assert pick_kind(screen, [])[0] in games()
    assert max(page.count("\n") for page in screen.told().split("\x1b[2J")) < 24


def test_what_cannot_be_is_told_where_it_is_typed_and_changes_nothing(tmp_path: Path) -> None:
    """A rating that is none is refused at once, in words and with what would be right; the set-up can be kept."""
    file = tmp_path / "rivals.json"
    with Terminal("play", "questworlds", "extended", "--new", state=tmp_path) as terminal:
        terminal.until("Who you are [Hero]> ")
        for line in ("Ysolde", "Fencing"):
            assert terminal.answer(line)
        terminal.raw = ""
        terminal.type("1F")
        terminal.until("'1F' is not written as")
        for line in ("17", "Warden", "Sword", "14", "the bridge"):
            assert terminal.answer(line)
        terminal.raw = ""
        terminal.type(f"save {file}")
        terminal.until("Kept. To play it again:")
        terminal.type("")
        terminal.until("Who plays at this keyboard?")
    kept = json.loads(file.read_text())
    assert (kept["game"], kept["type"]) == ("questworlds", "extended")
    assert [each["name"] for each in kept["setup"]["contestants"]] == ["Ysolde", "Warden"]
