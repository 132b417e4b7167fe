"""Answers survive the way through a page: what a form offers can be sent by its fields and is read back the same."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.kernel import (
    Ask,
    Choice,
    Dealt,
    Field,
    Fields,
    Flag,
    Form,
    Many,
    Maybe,
    Number,
    Option,
    Pairs,
    Referee,
    Rolled,
    Seen,
    Several,
    Split,
    Text,
    Way,
    Written,
    game,
    seat_view,
)
from agonist.web.pages.answers import answer_from
from agonist.web.pages.drawing import draw, environment
from tests.pages.ready import PRESETS

OPTIONS = (Option("one", "One"), Option("two.b", "Two"), Option("three", "Three", unavailable="gone"))


def sent(form: Form, answer: Any, name: str = "a") -> dict[str, list[str]]:
    """The fields that a page sends for an answer."""
    match form:
        case Choice(options=options):
            key = answer["pick"] if isinstance(answer, dict) else str(answer)
            then = next(option.then for option in options if option.key == key)
            return {name: [key]} | (sent(then, answer["with"], f"{name}.{key}") if then else {})
        case Several():
            return {name: list(answer)}
        case Fields(fields=fields):
            parts = [sent(field.form, answer[field.key], f"{name}.{field.key}") for field in fields]
            return {key: value for part in parts for key, value in part.items()}
        case Many(of=of):
            rows = [sent(of, each, f"{name}.{3 * n}") for n, each in enumerate(answer)]
            return {key: value for row in rows for key, value in row.items()}
        case Split(options=options):
            return {f"{name}.{option.key}": [str(answer.get(option.key, 0))] for option in options}
        case Rolled() | Dealt():
            return {f"{name}.{n}": [str(each)] for n, each in enumerate(answer)}
        case Pairs(key=key, value=value):
            rows = [
                sent(key, one, f"{name}.{n}.key") | sent(value, two, f"{name}.{n}.value")
                for n, (one, two) in enumerate(answer.items())
            ]
            return {key: value for row in rows for key, value in row.items()}
        case Maybe(of=of):
            return {name: [""]} if answer is None else sent(of, answer, name)
        case Flag():
            return {name: ["no", "yes"] if answer else ["no"]}
        case Number(parts=parts) if parts > 1:
            return {name: [str(round(answer * parts))]}
    return {name: [str(answer)]}


simple = st.sampled_from(
    [
        Choice(options=OPTIONS),
        Number(least=-3, most=12),
        Several(options=OPTIONS, least=1),
        Several(options=OPTIONS, ordered=True),
        Text(most=40),
        Split(options=OPTIONS, least=2, most=5),
        Rolled(sides=(6, 20)),
        Dealt(pile=("ace", "king", "king"), count=2),
        Flag(),
        Number(0, 100, parts=100, unit="%"),
        Choice((Option("-3", "−3"), Option("1", "1")), whole=True),
        Several((Option("wolf", "Wolf", times=2), Option("bear", "Bear"))),
        Written(r"\d+(M\d*)?", "a rating such as 17 or 7M", "7M"),
        Maybe(Number(-3, 12)),
        Maybe(Written(r"\d+(M\d*)?", "a rating such as 17 or 7M", "7M")),
        Pairs(Choice(OPTIONS), Number(1, 6), 3),
    ]
)


def _combined(inner: st.SearchStrategy[Form]) -> st.SearchStrategy[Form]:
    return st.one_of(
        st.builds(lambda one, two: Fields(fields=(Field("x", "X", one), Field("y", "Y", two))), inner, inner),
        st.builds(lambda one: Many(of=one, most=3, least=1), inner),
        st.builds(lambda one: Choice(options=(*OPTIONS, Option("more", "More", then=one))), inner),
    )


@given(st.recursive(simple, _combined, max_leaves=6), st.randoms(use_true_random=False))
def test_every_kind_of_form_is_drawn_and_read_back(form: Form, random: Random) -> None:
    """Each kind of form, alone and inside others, draws without a mistake and reads what was sent."""
    template = environment().from_string(
        '{% from "parts/forms.html" import draw %}{{ draw(form, "a", "It") }}'
    )
    assert 'name="a' in template.render(form=form)
    answer = form.sample(random)
    assert form.check(answer_from(form, sent(form, answer))) == form.check(answer)


@pytest.mark.parametrize("preset", PRESETS, ids="/".join)
def test_every_question_of_every_game_is_drawn_and_answered(preset: tuple[str, str, str]) -> None:
    """Random play through the pages' own reading of answers; every board and every line is drawn on the way."""
    name, type_name, key = preset
    rules = game(name)
    kind = rules.type(type_name)
    referee = Referee.start(
        rules, type_name, kind.presets[key].setup, kind.presets[key].options, seed=bytes(32)
    )
    random = Random(8)
    for n in range(60):
        pending = next((each for each in referee.pending if isinstance(each.request, Ask)), None)
        if pending is None:
            break
        form = pending.form()
        answer = answer_from(form, sent(form, form.sample(random)))
        if n % 6 == 0:
            _draw_for(referee, pending.seat)
        referee.answer(pending.id, answer)
    for seat in (*referee.seats, "spectator"):
        _draw_for(referee, seat)


def _draw_for(referee: Referee[Any], seat: str) -> None:
    view = seat_view(referee, seat)
    own = f"games/{referee.game.name}/board.html"
    shared = {
        "state": view.state,
        "recent": view.lines[-24:],
        "asked_seats": {each.seat for each in view.asked},
        "over": referee.over,
        "news": view.lines[-6:],
        "seats": view.seats,
    }
    assert draw(own, **shared).strip()
    assert draw("parts/plain_board.html", **shared).strip()
    assert Seen(seat, referee.state).state == view.state


def test_a_text_is_given_in_one_of_several_ways() -> None:
    """A way with a unit has its number beside it; a way without is its own text, whatever number stands there; what is
    no way at all is a text."""
    ways = (
        Way("fraction", "A share", "%", start=50, parts=100),
        Way("all", "All"),
        Way("fixed", "So many", "AP"),
    )
    form = Written(pattern=".*", like="a way", ways=ways)

    def read(text: str, number: str = "") -> Any:
        return answer_from(form, {"a": [text]} | ({"a.by": [number]} if number else {}), "a")

    assert read("fraction", "25") == "fraction:0.25"
    assert read("fixed", "25") == "fixed:25"
    assert read("fraction") == "fraction:0.5"
    assert read("all", "25") == "all"
    assert read("everything", "25") == "everything"
    assert read("") == ""
    plain = Written(pattern=".*", like="a number", ways=(Way("10", "Ten"),), whole=True)
    assert answer_from(plain, {"a": ["10"]}, "a") == 10
