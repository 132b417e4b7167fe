"""Each kind of form asked of a person line by line, and the words to the program between."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from agonist.cli.terminal.asking import Asker
from agonist.cli.terminal.screen import Screen
from agonist.kernel import (
    AnswerRefused,
    Choice,
    Dealt,
    Field,
    Fields,
    Form,
    Many,
    Number,
    Option,
    Rolled,
    Several,
    Split,
    Text,
)
from tests.cli.terminals import SEED, called


def asked(form: Form, *lines: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, str]:
    """The answer that somebody gives who types these lines, and all that was on the screen."""
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
    screen = Screen(Console(file=out, width=80, highlight=False), alive=False)
    return Asker(screen).ask(form), out.getvalue()


BOTH = (
    Option("a", "Anvil", help="heavy"),
    Option("b", "Blade"),
    Option("c", "Crown", unavailable="it is lost"),
)
BID = Fields(
    fields=(Field("words", "What you do", Text(80)), Field("bid", "Bid", Number(1, 9, default=3), help="AP"))
)
GO = Choice(options=(Option("go", "Go", then=BID),))

CASES: list[tuple[Form, tuple[str, ...], Any]] = [
    (Choice(options=BOTH), ("2",), "b"),
    (Choice(options=BOTH, default="a"), ("",), "a"),
    (Choice(options=(BOTH[0], BOTH[2])), ("",), "a"),
    (GO, ("go", "run", ""), {"pick": "go", "with": {"words": "run", "bid": 3}}),
    (GO, ('{"pick": "go", "with": {"words": "", "bid": 1}}',),
     {"pick": "go", "with": {"words": "", "bid": 1}}),
    (BID, ("lunge", "7"), {"words": "lunge", "bid": 7}),
    (BID, ('{"words": "", "bid": 2}',), {"words": "", "bid": 2}),
    (Many(of=Number(1, 6), most=3), ("y", "4", "yes", "5", "n"), [4, 5]),
    (Many(of=Number(1, 6), most=3), ("[1, 2]",), [1, 2]),
    (Many(of=Number(1, 6), least=1, most=1), ("4",), [4]),
    (Several(options=BOTH, ordered=True), ("2 1",), ["b", "a"]),
    (Split(options=BOTH, least=2, most=5), ("1=3 2=2",), {"a": 3, "b": 2}),
    (Rolled(sides=(6, 6)), ("3 5",), [3, 5]),
    (Dealt(pile=("ace", "king"), count=1), ("king",), ["king"]),
    (Text(40, default="so"), ("",), "so"),
    (GO, ("=",), {"pick": "go", "with": {"words": "", "bid": 3}}),
    (GO, ("1", "run", "="), {"pick": "go", "with": {"words": "run", "bid": 3}}),
    (Choice(options=BOTH, default="a"), ("=",), "a"),
    (Fields(fields=(Field("which", "Which", Choice(options=BOTH)), Field("bid", "Bid", Number(1, 9, default=3)))),
     ("=", "2", "="), {"which": "b", "bid": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("form", "lines", "answer"), CASES)
def test_what_is_typed_is_the_answer(
    form: Form, lines: tuple[str, ...], answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, _ = asked(form, *lines, monkeypatch=monkeypatch)
    assert found == answer
    assert form.check(found) == answer


def test_what_can_be_answered_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, names, what each does, why one cannot be chosen, and what Enter takes."""
    _, page = asked(Choice(options=BOTH, default="b"), "", monkeypatch=monkeypatch)
    assert "1 Anvil  heavy" in page
    assert "2 Blade  (Enter)" in page
    assert "– Crown: it is lost" in page
    assert "[2] >" in page


def test_a_script_is_told_what_would_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AnswerRefused, match=r"Crown cannot be chosen: it is lost\. Accepted: 1 or 2"):
        asked(Choice(options=BOTH), "crown", monkeypatch=monkeypatch)
    with pytest.raises(AnswerRefused, match="outside the limits"):
        asked(BID, "run", "10", monkeypatch=monkeypatch)


def test_words_to_the_program_in_a_script(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    answers = (
        f"?\n/rule\n/rule zz\nlog\nundo\n/nonsense\n/save\n/save {file}\n/save /dev/null/x\n/odds\n/quit\n"
    )
    told = called("play", "bridge", "--seed", SEED, answers=answers)
    assert told.returncode == 3
    page = " ".join(told.stdout.split())
    for words in (
        "take back your last decision",
        "QW-15",
        "There is no rule 'zz' here; QuestWorlds (older edition) has QW-1 to QW-40.",
        "The dice are sealed.",
        "There is nothing to take back.",
        "/nonsense is not known; there are odds, best, rule",
        "Say where: save FILE",
        f"Kept in {file}.",
        "cannot be written",
    ):
        assert words in page, words
    assert file.exists()


def test_undo_in_a_script_takes_back_the_last_decision() -> None:
    answers = "1\nlunge\n\n4\n/undo\n1\nfeint\n\n2\n"
    told = called("play", "bridge", "--seed", SEED, answers=answers)
    assert "Taken back to an earlier decision: at the keyboard" in told.stdout
    assert "“feint”" in told.stdout
    assert "Taken back." in told.stdout
