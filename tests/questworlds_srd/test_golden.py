"""Golden transcripts: whole contests with chosen answers and dice, as data files that read like an account."""

from pathlib import Path

import pytest

from agonist.questworlds.srd import GAME
from tests.golden import check_golden, golden_files

FILES = golden_files(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_transcript_plays_as_it_is_told(path: Path) -> None:
    """The log with its rules, and the outcome with what carries over, are those of the file."""
    assert check_golden(path).over


def test_every_kind_has_a_transcript() -> None:
    """QS-33: all types, the three sequences for two and for groups, and one in which nothing is taken for granted."""
    told = "\n".join(path.read_text() for path in FILES)
    for kind in GAME.types:
        assert f'"type": "{kind.name}"' in told
    for preset in ("courtyard", "card-table", "desert"):
        assert f'"preset": "{preset}"' in told
    assert {"scored_group", "wagered_group", "chained_group"} <= {path.stem for path in FILES}
    assert '"strict": true' in told
