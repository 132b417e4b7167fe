"""Golden transcripts: whole contests with chosen answers and dice, as data files that read like an account."""

from pathlib import Path

import pytest

from agonist.kernel import GM, ONLOOKER
from agonist.questworlds.classic.clash.telling import Rolled
from tests.golden import check_golden, golden_files, play_golden

FILES = golden_files(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_transcript_plays_as_it_is_told(path: Path) -> None:
    """The log with its rules, and the outcome with what carries over, are those of the file."""
    assert check_golden(path).over


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_qw_13_everybody_hears_each_die_once(path: Path) -> None:
    """QW-3, QW-13: who may know what it comes to is not told of the bare die as well."""
    referee = play_golden(path)
    dice = {
        seat: [
            (line.event.name, line.event.die)
            for line in referee.lines
            if isinstance(line.event, Rolled) and line.event.seen_by(seat)
        ]
        for seat in (*referee.seats, ONLOOKER)
    }
    assert all(each == dice[GM] for each in dice.values())


def test_every_contest_type_and_special_action_is_covered() -> None:
    """QW-20, QW-21, QW-25 to QW-34, QW-36, QW-37, QW-40 and all four types have a transcript."""
    told = "\n".join(path.read_text() for path in FILES)
    for rule in (*range(3, 6), *range(9, 16), 17, 18, 20, 21, 22, 23, *range(25, 36), 37, 38, 40):
        assert f"[QW-{rule}]" in told, rule
    for kind in ("simple", "group-simple", "extended", "group-extended"):
        assert f'"type": "{kind}"' in told
