"""`agonist check`: a game of one's own is held to the contract that all games keep."""

import shutil
from pathlib import Path

import pytest

from tests.cli.terminals import ROOT, called

STANDOFF = ROOT / "examples" / "standoff.py"
FORGETFUL = """        self.n = getattr(self, "n", 0) + 1
        one.nerve = 1 + self.n % 5
        one.card, two.card"""


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(STANDOFF, tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", [["standoff.py"], ["standoff.py:GAME"], ["deckahedron", "--contests", "1"]])
def test_a_game_that_keeps_the_contract(workplace: Path, words: list[str]) -> None:
    told = called("check", *words)
    assert told.returncode == 0, told.stdout
    assert "All is well." in told.stdout


@pytest.mark.parametrize(
    ("is_so", "otherwise", "said"),
    [
        ("        one.card, two.card", FORGETFUL, "does not replay to the same"),
        ('rule = "SO-2"', 'rule = "SO-9"', "SO-9"),
        ("presets = {", "presents = {", "no preset"),
        ("        if state.last_word is None:", "        if state.no_word is None:", "no_word"),
        ('return " and ".join', 'return "" and " and ".join', "A line of the log is empty."),
    ],
)
def test_what_a_game_does_not_keep_is_said(workplace: Path, is_so: str, otherwise: str, said: str) -> None:
    code = STANDOFF.read_text("utf-8")
    assert is_so in code
    (workplace / "broken.py").write_text(code.replace(is_so, otherwise))
    told = called("check", "broken.py", "--contests", "3")
    assert told.returncode == 1
    assert said in told.stdout
    assert "to put right" in told.stdout


@pytest.mark.parametrize(
    ("words", "accepted"),
    [("nosuch", "deckahedron"), ("json", "an agonist.kernel.Game"), ("none.py", "a file")],
)
def test_what_is_no_game_is_refused_with_what_would_be(workplace: Path, words: str, accepted: str) -> None:
    told = called("check", words)
    assert told.returncode == 2
    assert accepted in told.stderr
