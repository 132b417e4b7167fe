"""Questions about odds survive the way through a page: the fields, the link and the command all ask the same."""

import shlex
from typing import Any

import pytest

from agonist.kernel import SetupRefused
from agonist.odds import asked_games, question, questions
from agonist.odds.asking import Question
from agonist.web.pages.asking import Asked, fields_of, given, link_of, regrown
from agonist.web.pages.calculators import example_of
from tests.odds.test_commands import agonist

ALL = [each for game in asked_games() for each in questions(game)]


def sent(field: Asked) -> dict[str, list[str]]:
    """What a page sends for a field."""
    name = field.name
    match field.kind:
        case "flag":
            return {name: ["yes"]} if field.value else {}
        case "way":
            return {name: [field.value], f"{name}-by": [str(field.by)]}
        case "ticks":
            return {name: list(field.value.elements())}
        case "cells":
            return {f"{name}.{cell}": [field.value.get(cell, "")] for cell, _ in field.rows}
        case "rows":
            found = {f"{name}:rows": ["yes"]}
            for n, row in enumerate(field.rows):
                for piece, number in zip(field.pieces, row, strict=True):
                    if not piece.tick or number:
                        found[f"{name}.{n}.{piece.name}"] = [str(number)]
            return found
    return {name: [str(field.value)]}


def through_the_page(asked: Question, values: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, list[str]] = {}
    for each in fields_of(asked, values):
        fields |= sent(each)
    return given(asked, fields)


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
    (question("forge", "contest"), {"attack": ["8@5+focus+min2,3@6"], "defend": ""}),
    (question("forge", "contest"), {"attack": ["8@5", "4@4"], "defend": "7@5+add2"}),
    (question("forge", "morale"), {"captain": "4@5", "below": -2, "helpers": ["3@4"], "tests": [0.25]}),
    (question("deckahedron", "flip"), {"suit": "blade", "deck": ["3434s", "3434s", "1111"]}),
]


@pytest.mark.parametrize(("asked", "values"), QUESTIONS, ids=lambda each: getattr(each, "name", ""))
def test_a_question_comes_back_from_its_page_its_link_and_its_command(
    asked: Question, values: dict[str, Any]
) -> None:
    from urllib.parse import parse_qs

    answer = told(asked, values)
    assert told(asked, through_the_page(asked, values)) == answer
    assert told(asked, given(asked, parse_qs(link_of(asked, values)))) == answer
    if "table" not in values:
        done = agonist(*shlex.split(asked.command(values))[1:])
        assert done.stdout.splitlines()[0] == answer.partition(" (")[0]


@pytest.mark.parametrize("asked", ALL, ids=lambda each: f"{each.game}-{each.name}")
def test_fields_have_words_for_people(asked: Question) -> None:
    """No field is called by its name in the program, none asks for a code, and a slider has its 0 in the middle."""
    for field in fields_of(asked, example_of(asked)):
        assert field.label[0].isupper(), field.name
        assert field.kind not in ("table", "fraction"), field.name
        if field.kind == "slider" and field.floor is not None and field.floor < 0:
            assert field.least == -field.most


def test_rows_grow_and_shrink() -> None:
    """A member more, a member less; a group of attackers is one side."""
    group, contest = question("forge", "group"), question("forge", "contest")
    values: dict[str, Any] = {"members": ["4@5"], "difficulty": 2}
    more = regrown(group, values, {"more": ["members"]})
    assert more["members"] == ["4@5", "4@5"]
    assert regrown(group, more, {"less": ["members.0"]})["members"] == ["4@5"]
    assert regrown(contest, {"attack": ["8@5"]}, {"more": ["attack"]}) == {"attack": ["8@5,4@5"]}
    assert regrown(contest, {"attack": ["8@5"], "defend": "7@5"}, {"less": ["defend.0"]}) == {
        "attack": ["8@5"]
    }
    assert regrown(contest, values, {"more": ["nothing"], "less": ["members.9"]}) == values


def test_what_a_page_cannot_draw_stays_as_text() -> None:
    """Two sides attack: more than rows of pools can say, so the text itself is the field."""
    attack = fields_of(question("forge", "contest"), {"attack": ["8@5", "4@4"]})[0]
    assert (attack.kind, attack.value) == ("text", "8@5; 4@4")


@pytest.mark.parametrize(
    ("game", "name", "sent", "place"),
    [
        ("forge", "challenge", {"dice": ["abc"], "training": ["5"]}, "dice"),
        ("forge", "challenge", {"dice": ["5"], "training": ["9"]}, "training"),
        ("forge", "morale", {"captain": ["4@5"], "tests": ["abc"]}, "tests"),
        ("forge", "morale", {"captain": ["4@5"], "tests": ["nan"]}, "tests"),
        ("questworlds", "extended", {"first": ["13"], "second": ["13"], "ap": ["x"]}, "ap"),
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
