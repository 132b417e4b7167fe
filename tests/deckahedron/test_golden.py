"""Golden transcripts: whole contests with chosen cards and dice, as data files."""

from pathlib import Path
from typing import Any

import pytest

from agonist.kernel import Answered, Ask, Chanced, Referee
from tests.golden import check_golden, golden_files, outcome, play_golden, told

FILES = golden_files(Path(__file__).parent / "golden")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_transcript_plays_as_it_is_told(path: Path) -> None:
    """The log, its rules and the outcome with its sheets are those of the file."""
    assert check_golden(path).over


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_strict_contest_asks_everything_and_comes_to_the_same(path: Path) -> None:
    """Whoever answers every window as it would have closed plays the same contest, to the last sheet."""
    free = play_golden(path)
    given = {
        (each.at, each.slot): each for each in free.transcript.entries if isinstance(each, Answered | Chanced)
    }
    strict: Referee[Any] = Referee.start(
        free.game,
        free.kind.name,
        free.transcript.setup,
        free.transcript.options,
        dice=free.dice.modes,
        strict=True,
    )
    asked = 0
    while not strict.over:
        pending = next(each for each in strict.pending if (each.at, each.slot) in given)
        asked += isinstance(pending.request, Ask) and pending.request.window
        strict.answer(pending.id, given[pending.at, pending.slot].value)
    assert (told(strict), outcome(strict)) == (told(free), outcome(free))
    assert asked >= sum(isinstance(each, Answered) and each.granted == "assumed" for each in given.values())


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
