"""Questions as data: their words, their plain answers, and that a game asks what it has, and has what it asks."""

import re
import tomllib

import msgspec
import pytest

from agonist.kernel import GM, Choice, Number, Option
from agonist.questworlds.classic.questions import question as older
from agonist.questworlds.srd.questions import question as newer
from agonist.tabletop import agreed
from tests.workshop.house import PACKAGE


class Person(msgspec.Struct):
    name: str = "Ana"
    seat: str = "ana"


def test_a_question_goes_to_whoever_plays_whom_it_is_about() -> None:
    ask = older("return", Person())
    assert (ask.seat, ask.what, ask.rule, ask.about) == ("ana", "return", "QW-29", "Ana")
    assert (ask.text, ask.waiting) == ("Ana, do you come back?", "Ana may come back.")
    assert ask.legal() == Choice(
        (Option("yes", "Come back into the contest"), Option("no", "Stay away")), "no"
    )


def test_a_question_about_nobody_is_the_game_masters_and_may_be_asked_otherwise() -> None:
    assert (newer("all lose").seat, newer("all lose").legal().fallback()) == (GM, "nobody")
    toll = newer("toll of a chance", Person(), by=GM, then={"leave": Number(1, 3)}, ended="came off")
    form = toll.legal()
    assert isinstance(form, Choice)
    assert (toll.seat, form.options[1].then) == (GM, Number(1, 3))
    assert toll.text == "Ana's second chance came off. Does it leave a consequence?"


def test_only_yes_is_yes() -> None:
    for answer, is_yes in (("yes", True), ("no", False)):
        procedure = agreed(older("return", Person()))
        next(procedure)
        with pytest.raises(StopIteration) as done:
            procedure.send(answer)
        assert done.value.value is is_yes


@pytest.mark.parametrize("folder", sorted(path.parent for path in PACKAGE.rglob("questions.toml")))
def test_what_a_game_asks_stands_in_its_questions_and_nothing_else_does(folder) -> None:
    known = set(tomllib.loads((folder / "questions.toml").read_text(encoding="utf-8")))
    code = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    named = set(re.findall(r'"([^"\n]+)"', code))
    asked = set(re.findall(r'\bquestion\(\s*"([^"\n]+)"', code))
    assert asked <= known
    assert known <= named
