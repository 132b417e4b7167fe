"""Golden transcripts: whole contests with chosen answers and dice, as data files that read like an account."""

from pathlib import Path

import pytest

from tests.golden import check_golden, golden_files

FILES = golden_files(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_transcript_plays_as_it_is_told(path: Path) -> None:
    """The log with its rules, and the outcome with what carries over, are those of the file."""
    assert check_golden(path).over
