"""A package for a game of one's own is made in one command, and runs, with tests, odds and pages, as it is."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from agonist.cli.new_game import PLACES
from tests.cli.terminals import called

MODULE = "dawn_duel"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("games")
    said = called("new-game", "dawn-duel", "--folder", str(place / "dawn-duel"))
    assert said.returncode == 0, said
    assert "agonist play dawn-duel" in said.stdout
    return place


def program(place: Path, *words: str) -> str:
    """What a command says where the package is installed."""
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=place,
        env=os.environ | {"PYTHONPATH": str(place / "site"), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_every_file_is_there_and_nothing_is_left_of_the_games_first_name(made: Path) -> None:
    files = {
        file.relative_to(made / "dawn-duel") for file in (made / "dawn-duel").rglob("*") if file.is_file()
    }
    assert files == {Path(place.format(module=MODULE)) for place in PLACES.values()}
    for file in files:
        text = (made / "dawn-duel" / file).read_text(encoding="utf-8")
        assert not re.search("showdown|template|SD-", text, re.IGNORECASE), file
        assert "dawn" in text.casefold(), file


@pytest.mark.unmeasured
def test_it_is_installed_played_asked_and_tested(made: Path) -> None:
    options = ["--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--target", "site"]
    program(made, "-m", "pip", "install", *options, "./dawn-duel")
    assert "12 passed" in program(made, "-m", "pytest", "-q", "-p", "no:cacheprovider", "dawn-duel")
    assert "64.4804%" in program(
        made, "-c", "from agonist.cli import main; main()", "odds", "dawn-duel", "strike"
    )
    told = program(
        made, "-c", "from agonist.cli import main; main()", "check", "dawn-duel", "--contests", "2"
    )
    assert "All is well." in told


@pytest.mark.parametrize(
    "name", ["Dawn", "1st", "x", "dawn duel", "json", "forge", "class", "../out", "a" * 50]
)
def test_what_is_no_name_for_a_new_game_is_refused(name: str, tmp_path: Path) -> None:
    said = called("new-game", name, "--folder", str(tmp_path / "new"))
    assert said.returncode == 2
    assert "Accepted:" in said.stderr
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert called("new-game", "dawn-duel", "--folder", str(tmp_path)).returncode == 2
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
