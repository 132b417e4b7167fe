"""`agonist review` as people run it."""

import json
import sys
from pathlib import Path

import pytest

from agonist.cli.errors import fitted
from tests.cli.terminals import called
from tests.review.played import duel, played


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "duel.json"
    file.write_bytes(played("questworlds", "extended", setup=duel(), bots="all-in", seed=2).to_json())
    return file


def test_a_review_tells_curve_turning_point_luck_and_skill(transcript: Path) -> None:
    told = called("review", str(transcript), "--processes", "1")
    assert told.returncode == 0, told.stderr
    said = (
        "against best play of both sides",
        "It turned here",
        "the dice:",
        "% accurate",
    )
    for words in (
        *said,
        "The throws that moved it most",
        "inaccuracy from 2, mistake from 5, blunder from 10",
    ):
        assert words in told.stdout


def test_a_review_at_a_terminal_breaks_between_words(
    transcript: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    whole = called("review", str(transcript), "--processes", "1").stdout
    shown = fitted(whole, sys.stdout)
    assert max(map(len, shown.splitlines())) <= 60 < max(map(len, whole.splitlines()))
    assert shown.split() == whole.split()


def test_a_review_is_one_json_object_and_a_chart(transcript: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "curve.svg"
    told = called("review", str(transcript), "--processes", "1", "--json", "--chart", str(drawn))
    found = json.loads(told.stdout)
    assert found["method"] == "solved"
    assert len(found["sides"][0]["curve"]) == len(found["moments"]) + 1
    assert drawn.read_text().startswith("<svg")


def test_what_cannot_be_reviewed_or_drawn_is_told(transcript: Path, tmp_path: Path) -> None:
    told = called("review", str(transcript), "--chart", str(tmp_path / "curve.doc"))
    assert told.returncode == 2
    assert ".svg" in told.stderr
    missing = called("review", str(tmp_path / "nothing.json"))
    assert missing.returncode == 2
