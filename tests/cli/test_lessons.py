"""What happens for the first time is explained in a sentence, once; until somebody wants no more of it."""

from pathlib import Path
from typing import Any

import pytest

from agonist.cli.terminal.lessons import Lessons
from agonist.kernel import Game, Referee
from tests.cli.terminals import Terminal
from tests.support.installed import installed_games


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def begun() -> Referee[Any]:
    known = next(each for each in installed_games() if each.name == "questworlds-srd")
    preset = known.type("chained").presets["desert"]
    return Referee.start(known, "chained", preset.setup, preset.options)


def told(lessons: Lessons, contest: Referee[Any], room: int = 9) -> list[str]:
    rows = lessons.due("fen", contest.pending, lambda rows: len(rows) <= room)
    return [str(cell) for row in rows for cell in row.columns[1].cells]


@pytest.mark.parametrize("game", installed_games(), ids=lambda each: each.name)
def test_every_game_explains_its_rules_in_a_sentence_or_two_each(game: Game) -> None:
    for kind in game.types:
        assert len(kind.lessons) >= 10
        for rule, words in kind.lessons.items():
            assert rule in game.rules, rule
            assert len(words) < 180, words
            assert words.endswith("."), words
            assert words not in kind.primer


def test_what_is_new_is_explained_once_also_in_the_next_contest() -> None:
    contest = begun()
    lessons = Lessons(contest, on=True)
    first = told(lessons, contest)
    assert len(first) == 2
    assert first[0].startswith("First comes what you do")
    assert told(lessons, contest) == []
    again = begun()
    assert told(Lessons(again, on=True), again) == []


def test_what_has_no_room_on_a_page_is_explained_on_a_later_one() -> None:
    contest = begun()
    lessons = Lessons(contest, on=True)
    assert told(lessons, contest, room=0) == []
    assert len(told(lessons, contest, room=1)) == 1
    assert len(told(lessons, contest)) == 1
    assert told(lessons, contest) == []


def test_who_wants_no_more_of_it_says_so_once_and_can_begin_anew() -> None:
    contest = begun()
    lessons = Lessons(contest, on=True)
    assert "lessons turns that on again" in lessons.switch()
    assert told(Lessons(contest, on=True), contest) == []
    assert Lessons(contest, on=True).switch() == "New things are explained."
    assert len(told(Lessons(contest, on=True), contest)) == 2
    assert told(Lessons(contest, on=False), contest) == []


def test_a_place_that_cannot_be_written_is_no_reason_to_stop(shelf: Path) -> None:
    (shelf / "agonist").write_text("a file where a folder should be")
    contest = begun()
    assert len(told(Lessons(contest, on=True), contest)) == 2


def test_at_a_terminal_it_stands_between_the_story_and_the_question(tmp_path: Path) -> None:
    with Terminal("play", "desert", state=tmp_path) as terminal:
        terminal.until("Enter begins")
        terminal.type("")
        page = terminal.until("your choice")
        assert page.index("Round 1.") < page.index("» First comes") < page.index("what do you do")
        terminal.type("lessons")
        terminal.until("Nothing is explained any more")
