"""Questions about odds survive the way through a page: the fields, the link and the command all ask the same."""

import shlex
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest

from agonist.kernel import Number, SetupRefused
from agonist.kernel.forms import changed
from agonist.odds import asked_games, question, questions
from agonist.odds.inquiries import Question
from agonist.web.pages.answers import answer_from
from agonist.web.pages.calculators import example_of, link_of
from agonist.web.pages.drawing import environment
from agonist.web.pages.sheets import Sheet
from tests.odds.test_commands import agonist
from tests.pages.browsing import Fields, sent_by

ALL = [each for game in asked_games() for each in questions(game)]
PAGE = environment().from_string(
    '{% from "parts/sheet.html" import field %}'
    "{% for one in sheet.form.fields %}{{ field(sheet, one, one.key, sheet.value(one, sheet.data)) }}{% endfor %}"
)


def drawn(asked: Question, values: dict[str, Any]) -> str:
    return PAGE.render(sheet=Sheet(form=asked.form, data=values, sliders=True))


def given(asked: Question, sent: Fields) -> dict[str, Any]:
    return asked.settled(answer_from(asked.form, sent, ""))


def told(asked: Question, values: dict[str, Any]) -> str:
    return repr(asked.ask(**values))


QUESTIONS = [
    *((each, example_of(each)) for each in ALL),
    (
        question("questworlds", "extended"),
        {"first": "7M", "second": "5", "policy": "fraction:0.25", "edge": -3},
    ),
    (
        question("questworlds", "exchange"),
        {"actor": "17", "responder": "9", "bid": 4, "table": {"critical-success": "transfer 3"}},
    ),
    (
        question("questworlds", "exchange"),
        {"actor": "17", "responder": "9", "bid": 4, "table": {"critical-success": "transfer 7"}},
    ),
    (question("forge", "contest"), {"attack": ["8@5+focus+min2,3@6"], "defend": ""}),
    (question("forge", "contest"), {"attack": ["8@5", "4@4"], "defend": "7@5+add2"}),
    (question("forge", "contest"), {"attack": ["99@5"], "defend": "7@5"}),
    (question("forge", "morale"), {"captain": "4@5", "below": -2, "helpers": ["3@4"], "tests": [0.25]}),
    (question("deckahedron", "flip"), {"suit": "blade", "deck": ["3434s", "3434s", "1111"]}),
]


@pytest.mark.parametrize(("asked", "values"), QUESTIONS, ids=lambda each: getattr(each, "name", ""))
def test_a_question_comes_back_from_its_page_its_link_and_its_command(
    asked: Question, values: dict[str, Any]
) -> None:
    answer = told(asked, values)
    assert told(asked, given(asked, sent_by(drawn(asked, values)))) == answer
    assert told(asked, given(asked, parse_qs(link_of(asked, values)))) == answer
    if "table" not in values:
        done = agonist(*shlex.split(asked.command(values))[1:])
        assert done.stdout.splitlines()[0] == answer.partition(" (")[0]


@pytest.mark.parametrize("asked", ALL, ids=lambda each: f"{each.game}-{each.name}")
def test_fields_have_words_for_people(asked: Question) -> None:
    """No field is called by its name in the program, and a slider around 0 has its 0 in the middle."""
    for field in asked.parameters:
        assert field.label[0].isupper(), field.key
        if isinstance(field.form, Number) and field.form.least < 0:
            page = unescape(drawn(asked, example_of(asked)))
            slider = page.partition(f'{field.label}, as a slider"')[0].rpartition("<input")[2]
            low, high = slider.partition('min="')[2].split('" max="')
            assert int(low) == -int(high.partition('"')[0])


def test_rows_grow_and_shrink() -> None:
    """A member more, a member less; a group of attackers is one side."""
    group, contest = question("forge", "group"), question("forge", "contest")

    def after(asked: Question, act: str, **values: Any) -> dict[str, Any]:
        return asked.settled(changed(asked.form, values, act))

    more = after(group, "add:members", members=["4@5"], difficulty=2)
    assert more["members"] == ["4@5", "4@5"]
    assert after(group, "remove:members.0", **more)["members"] == ["4@5"]
    assert after(contest, "add:attack.0", attack=["8@5"]) == {"attack": ["8@5,4@5"]}
    assert after(contest, "add:attack", attack=["8@5"]) == {"attack": ["8@5", "4@5"]}
    assert after(contest, "remove:defend.0", attack=["8@5"], defend="7@5") == {"attack": ["8@5"]}
    assert after(contest, "add:defend", attack=["8@5"]) == {"attack": ["8@5"], "defend": "4@5"}
    for nothing in ("add:nothing", "remove:attack.9", "up:x"):
        assert after(contest, nothing, attack=["8@5"]) == {"attack": ["8@5"]}


def test_what_pieces_cannot_say_stays_as_text() -> None:
    """More dice than a page counts: the text itself is the field."""
    assert sent_by(drawn(question("forge", "duel"), {"first": "4@5+", "second": "4@5"}))["first"] == ["4@5+"]


@pytest.mark.parametrize(
    ("game", "name", "sent", "place"),
    [
        ("forge", "challenge", {"dice": ["abc"], "training": ["5"]}, "dice"),
        ("forge", "challenge", {"dice": ["5"], "training": ["9"]}, "training"),
        ("forge", "morale", {"captain": ["4@5"], "tests": ["abc"]}, "tests[0]"),
        ("forge", "morale", {"captain": ["4@5"], "tests": ["nan"]}, "tests[0]"),
        ("questworlds", "extended", {"first": ["13"], "second": ["13"], "ap": ["x"]}, "ap"),
        ("questworlds", "simple", {"first": ["13"]}, "second"),
        (
            "questworlds",
            "exchange",
            {"actor": ["13"], "responder": ["13"], "bid": ["3"], "table": ["x"]},
            "table",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_field(
    game: str, name: str, sent: dict[str, list[str]], place: str
) -> None:
    asked = question(game, name)
    with pytest.raises(SetupRefused) as refused:
        asked.ask(**given(asked, sent))
    assert refused.value.place == place
    assert refused.value.accepted
