"""What was played in the terminal is kept: listed, reviewed, told again, gone on with, and deleted if that is meant."""

import json
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from agonist.cli.play import play
from agonist.cli.terminal import shelf
from agonist.cli.terminal.screen import Ended, Screen
from tests.cli.terminals import SEED, called


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own, with a person at the keyboard."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def person(monkeypatch: pytest.MonkeyPatch, *answers: str, then: str | None = None) -> None:
    """Somebody at a terminal who types these lines, and then always the same or, without one, leaves."""
    lines = iter(answers)

    def line(_: Screen, __: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            if then is None:
                raise Ended from None
            return then

    def made(self: Screen, *_: object, **__: object) -> None:
        start(self, Console(highlight=False, width=80, height=24), alive=True)

    start = Screen.__init__
    monkeypatch.setattr(Screen, "__init__", made)
    monkeypatch.setattr(Screen, "_line", line)


def played(monkeypatch: pytest.MonkeyPatch, *answers: str, then: str | None = None) -> None:
    with monkeypatch.context() as here:
        person(here, *answers, then=then)
        play("goblin", seed=SEED, me=["bera"], odds=False, review=False)


def test_no_contest_takes_the_place_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next contest leaves the one before as it was: one that is over, one that goes on, and one more."""
    played(monkeypatch, then="1")
    first = shelf.last().file.read_bytes()
    played(monkeypatch, "", "1")
    played(monkeypatch, "")
    assert shelf.taken(1).file.read_bytes() == first
    assert [(each.number, each.over) for each in shelf.shelved()] == [(3, False), (2, False), (1, True)]
    told = called("contests").stdout
    assert "The fight is won" in told
    assert "goes on; Bera to play" in told


def test_everything_kept_is_for_its_owner_alone(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    played(monkeypatch, "", "1")
    for place in (home / "data" / "agonist" / "contests").rglob("*"):
        assert place.stat().st_mode & 0o077 == 0, place


def test_a_contest_is_gone_on_with_told_and_reviewed_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    played(monkeypatch, "", "1")
    refused = called("contests", "review", "1")
    assert refused.returncode == 2
    assert "agonist contests continue 1" in refused.stderr
    with monkeypatch.context() as here:
        person(here, then="1")
        called("contests", "continue", "1")
    assert shelf.taken(1).over
    assert "The fight is won" in called("contests", "replay", "1").stdout
    assert json.loads(called("contests", "--json").stdout)[0]["label"]["ended"].startswith("The fight is won")


def test_review_and_verify_take_the_contest_that_was_finished_last(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = called("review")
    assert nothing.returncode == 2
    assert "There is no finished contest here yet." in nothing.stderr
    with monkeypatch.context() as here:
        person(here, then="")
        play("locked-gate", seed=SEED, me=["mira"], odds=False, review=False)
    played(monkeypatch, "")
    ended = shelf.last(over=True).label.ended
    assert called("review", "--processes", "1").stdout.startswith(ended)
    assert called("verify").stdout.startswith(f"All holds. {ended}")


def test_only_what_is_meant_is_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script says so, a person is asked; a number that is none deletes nothing, not even the others named."""
    played(monkeypatch, "")
    played(monkeypatch, "")
    assert called("contests", "delete", "1").returncode == 2
    assert called("contests", "delete", "1", "9", "--yes").returncode == 2
    assert len(shelf.shelved()) == 2
    with monkeypatch.context() as here:
        person(here, "n")
        called("contests", "delete", "1")
    assert len(shelf.shelved()) == 2
    assert "Deleted: 1, " in called("contests", "delete", "1", "--yes").stdout
    assert [each.number for each in shelf.shelved()] == [2]


def test_the_contest_of_an_earlier_version_is_brought_in(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    played(monkeypatch, "", "1")
    old = home / "state" / "agonist" / "contest.json"
    old.parent.mkdir(parents=True)
    kept = shelf.last().file
    kept.rename(old)
    kept.with_name("contest.json.secret").rename(old.with_name("contest.json.secret"))
    shutil.rmtree(kept.parent)
    (found,) = shelf.shelved()
    assert not found.over
    assert (found.label.game, found.label.title) == ("deckahedron", "fight")
    assert not old.exists()


def test_a_contest_saved_elsewhere_stays_on_the_shelf_too(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    file = home / "fight.json"
    with monkeypatch.context() as here:
        person(here, "", f"save {file}", then="1")
        play("goblin", seed=SEED, me=["bera"], odds=False, review=False)
    assert file.read_bytes() == shelf.last(over=True).file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
