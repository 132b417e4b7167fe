"""Golden transcripts: whole contests with chosen cards and dice, as data files."""

from pathlib import Path

import pytest

from tests.golden import check_golden, golden_files

FILES = golden_files(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_transcript_plays_as_it_is_told(path: Path) -> None:
    """The log, its rules and the outcome with its sheets are those of the file."""
    assert check_golden(path).over


def test_everything_that_must_be_covered_is() -> None:
    assert {path.stem for path in FILES} == {
        "fight_lost",
        "fight_won",
        "forced_reshuffle",
        "healing",
        "hit_with_armour",
        "rest",
        "third_harm",
        "third_wound",
        "wound_card_stops_a_flip",
    }
