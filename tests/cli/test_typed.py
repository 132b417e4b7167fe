"""What a person types for each kind of form is read as the answer that they mean."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.cli.terminal.typed import parse
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

NAMES = ("Ysolde", "The Warden", "Old Hanne", "Pip", "7", "Act, with a bid")


def options(*names: str) -> tuple[Option, ...]:
    return tuple(Option(f"key-{n}", name) for n, name in enumerate(names))


FORMS: list[Form] = [
    Choice(options=options(*NAMES)),
    Number(-3, 40),
    Several(options=options(*NAMES), least=1),
    Several(options=options(*NAMES), least=1, ordered=True),
    Split(options=options("Ysolde", "The Warden", "Pip"), least=2, most=9),
    Rolled(sides=(6, 6, 20)),
    Dealt(pile=("ace of cups", "ace of cups", "king", "queen"), count=2),
]


def _tellable(label: str) -> bool:
    """Whether a name can stand in a list: one with a comma, or one that is a number, cannot."""
    return "," not in label and not label.isdecimal()


def typed(form: Form, answer: Any, by_name: bool) -> str:
    """An answer as a person would type it: by the numbers of a list, or by names."""
    match form:
        case Choice(options=known) | Several(options=known) | Split(options=known):
            place = {option.key: str(n) for n, option in enumerate(known, 1)}
            alone = isinstance(answer, str)
            name = {
                option.key: option.label if alone or _tellable(option.label) else place[option.key]
                for option in known
            }
            say = name if by_name else place
            if isinstance(answer, str):
                return say[answer]
            if isinstance(answer, dict):
                return ", ".join(f"{say[key]} {share}" for key, share in answer.items())
            return ", ".join(say[key] for key in answer)
        case Dealt():
            return ", ".join(answer)
        case Rolled():
            return " ".join(map(str, answer))
    return str(answer)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
@given(seed=st.integers(0, 10**6), by_name=st.booleans())
def test_numbers_and_names_mean_the_answer(form: Form, seed: int, by_name: bool) -> None:
    answer = form.check(form.sample(Random(seed)))
    assert parse(form, typed(form, answer, by_name)) == answer


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
@given(line=st.text(max_size=30))
def test_any_line_is_a_legal_answer_or_a_refusal(form: Form, line: str) -> None:
    """Nothing that can be typed breaks the reader."""
    try:
        answer = parse(form, line)
    except AnswerRefused:
        return
    assert form.check(answer) == answer


def test_json_is_taken_as_it_is_for_every_form_but_text() -> None:
    both = Fields(fields=(Field("bid", "Bid", Number(1, 9)), Field("words", "Words", Text(20))))
    assert parse(both, '{"bid": 3, "words": "hush"}') == {"bid": 3, "words": "hush"}
    assert parse(Many(of=Number(1, 3), most=2), "[1, 2]") == [1, 2]
    assert parse(FORMS[0], json.dumps("key-1")) == "key-1"
    assert parse(Text(20), '["hush"]') == '["hush"]'
    with pytest.raises(AnswerRefused, match="looks like JSON"):
        parse(both, "{bid}")


def test_the_beginning_of_a_name_is_enough_if_only_one_begins_so() -> None:
    form = Choice(options=options("Strike", "Stand", "Wait"))
    assert parse(form, "w") == "key-2"
    with pytest.raises(AnswerRefused, match="could be Strike or Stand"):
        parse(form, "st")


def test_what_cannot_be_chosen_says_why() -> None:
    form = Choice(options=(Option("go", "Go", unavailable="the gate is shut"), Option("stay", "Stay")))
    with pytest.raises(AnswerRefused, match="the gate is shut"):
        parse(form, "1")


@pytest.mark.parametrize(
    ("form", "usual"),
    [
        (Choice(options=options("A", "B"), default="key-1"), "key-1"),
        (Number(1, 9, default=3), 3),
        (Several(options=options("A", "B")), []),
        (Several(options=options("A", "B"), default=("key-0",), least=1), ["key-0"]),
        (Split(options=options("A", "B"), least=1, most=3, default={"key-0": 2}), {"key-0": 2}),
        (Text(9, default="so"), "so"),
        (Text(9), ""),
    ],
)
def test_an_empty_line_is_the_default(form: Form, usual: Any) -> None:
    assert parse(form, "") == usual


@pytest.mark.parametrize("form", [FORMS[0], Number(1, 3), FORMS[2], FORMS[4], Rolled(sides=(6,))])
def test_without_a_default_an_empty_line_is_no_answer(form: Form) -> None:
    with pytest.raises(AnswerRefused):
        parse(form, "")


def test_all_and_none() -> None:
    form = Several(options=(*options("A", "B"), Option("x", "X", unavailable="gone")))
    assert parse(form, "all") == ["key-0", "key-1"]
    assert parse(form, "none") == []
    assert parse(Split(options=options("A"), least=1, most=9), "4") == {"key-0": 4}
