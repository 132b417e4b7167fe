"""The worked examples, and golden transcripts of every contest type, as data files."""

import json
from pathlib import Path

import pytest

from agonist.forge import GAME
from agonist.forge.test.added_dice import AddedDice
from agonist.forge.test.boons import BoonOrBane
from agonist.forge.test.challenge import DifficultySet
from agonist.forge.test.pool import Rolled
from agonist.forge.test.steps import Compared
from tests.golden import check_golden, golden_files

HERE = Path(__file__).parent
EXAMPLES = golden_files(HERE / "examples")
GOLDEN = golden_files(HERE / "golden")


@pytest.mark.parametrize("path", [*EXAMPLES, *GOLDEN], ids=lambda path: path.stem)
def test_a_golden_transcript_plays_as_it_is_told(path: Path) -> None:
    """The log, its rules and the outcome with its sheets are those of the file."""
    assert check_golden(path).over


def logs(word: str) -> list[str]:
    found = {path.stem: json.loads(path.read_text()) for path in GOLDEN}
    return [
        name for name, data in found.items() if any(word in line for line in data.get("log") or data["facts"])
    ]


def test_everything_that_must_be_covered_is() -> None:
    """Each contest type, both editions, the Door of Death, last stands, a captain who leaves, all teams losing."""
    assert {json.loads(path.read_text())["type"] for path in GOLDEN} == {kind.name for kind in GAME.types}
    assert logs("[CF-2]")
    assert logs("[FG-30]")
    assert "destruction_door_of_death" in logs("at the Door of Death")
    assert "conflict_door_of_death" in logs("[CF-10]")
    assert "destruction_last_stand_ends_well" in logs("epiphany")
    assert "subjugate_last_stand_ends_badly" in logs("[FG-55]")
    assert "mediate_captain_leaves" in logs("leads no more")
    assert "conflict_all_lose" in logs("All have lost: disaster")
    assert "subjugate_with_prelude" in logs("[FG-48]")


def played(number: int) -> tuple[list[object], dict[str, object]]:
    """The events of a worked example, and its outcome."""
    (path,) = [path for path in EXAMPLES if path.stem.startswith(f"{number}_")]
    referee = check_golden(path)
    return [line.event for line in referee.lines], json.loads(path.read_text())["outcome"]


def test_example_1_focus_is_not_enough_and_the_approach_is_closed() -> None:
    """FG-17, FG-12, FG-13: 2, 3, 4, 4, 6 is effort 1 against 2; 1 XP; Influence with Intuition is refused."""
    events, outcome = played(1)
    assert [e.pool for e in events if isinstance(e, Rolled)][-1] == (2, 3, 4, 4, 6)
    assert [(e.effort, e.difficulty, e.success) for e in events if isinstance(e, Compared)] == [(1, 2, False)]
    assert outcome["xp"] == {"Cyrene": {"influence": 1}}
    (ride,) = outcome["carried"]["memory"]["rides"]  # type: ignore[index]
    assert (ride["skill"], ride["attribute"]) == ("influence", "intuition")


def test_example_2_two_climbers() -> None:
    """FG-11, FG-20, FG-15: 2 + 1 + 1 = 4, one die of SCAFFOLDING each, 2 and 2: success."""
    events, outcome = played(2)
    assert [e.difficulty for e in events if isinstance(e, DifficultySet)] == [4]
    added = [(e.name, e.source, e.dice) for e in events if isinstance(e, AddedDice)]
    assert added == [("Cyrene", "SCAFFOLDING", 1), ("Maro", "SCAFFOLDING", 1)]
    assert outcome["winners"] == ["Travellers"]


def test_example_3_a_trait_against_its_owner() -> None:
    """FG-22, FG-21: 1 against 0 and a die that hits: a tie, which the defender wins."""
    events, outcome = played(3)
    assert [(e.source, e.dice) for e in events if isinstance(e, AddedDice)] == [("DRUNKARD", 1)]
    assert [(e.effort, e.difficulty, e.success) for e in events if isinstance(e, Compared)] == [(1, 1, False)]
    assert outcome["winners"] == ["The guest’s side"]
    assert outcome["xp"] == {"Cyrene": {"influence": 1}}


def test_example_4_a_known_trait_on_attack_and_defence_for_the_whole_scene() -> None:
    """FG-22: LIGHT SENSITIVITY gives 2 dice each time, and its use is justified once."""
    events, outcome = played(4)
    assert [(e.owner, e.dice) for e in events if isinstance(e, AddedDice)] == [("Ghoul", 2)] * 3
    (reason,) = outcome["carried"]["memory"]["justified"]  # type: ignore[index]
    assert reason == {"by": "Cyrene", "of": "Ghoul", "trait": "LIGHT SENSITIVITY"}


def test_example_5_a_bane_that_the_next_one_uses_up() -> None:
    """FG-46, FG-3: rated 2 at a margin of 2; 2 dice, once."""
    events, _ = played(5)
    assert [(e.title, e.rating, e.bearer) for e in events if isinstance(e, BoonOrBane)] == [
        ("SAND IN MY EYES!", 2, "Scar")
    ]
    assert [(e.name, e.dice) for e in events if isinstance(e, AddedDice)] == [("Cyrene", 2)]
