"""Forms: exactly the legal answers, as data."""

from collections.abc import Sequence
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.kernel import (
    AnswerRefused,
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
    Rolled,
    Several,
    Split,
    Text,
    Written,
    yes_or_no,
)
from agonist.kernel.forms import Piece, Way

FOES = (
    Option("wolf", "The wolf"),
    Option("bear", "The bear"),
    Option("owl", "The owl", unavailable="It flew off."),
)
ATTACK = Fields((Field("bid", "Bid", Number(1, 3)), Field("foe", "Foe", Choice(FOES))))
FORMS: dict[str, Form] = {
    "choice": Choice(FOES, default="bear"),
    "menu": Choice((Option("attack", "Attack", then=ATTACK), Option("flee", "Flee"))),
    "number": Number(-1, 3, default=2, why="the limits of QW-16"),
    "several": Several(FOES, least=1),
    "ordered": Several(FOES, ordered=True),
    "text": Text(20, default="a word"),
    "fields": ATTACK,
    "many": Many(Number(1, 2), 2),
    "split": Split(FOES, 2, 4),
    "rolled": Rolled((4, 2)),
    "dealt": Dealt(("ace", "king", "king"), 2),
    "yes or no": yes_or_no("Do it", "Leave it", default=True),
    "flag": Flag(),
    "whole": Choice((Option("-3", "−3"), Option("1", "1")), whole=True),
    "share": Number(0, 4, parts=4),
    "twice": Several((Option("wolf", "Wolf", times=2), Option("bear", "Bear"))),
    "maybe": Maybe(Number(1, 2)),
    "left out": Fields((Field("bid", "Bid", Number(1, 2)), Field("foe", "Foe", Choice(FOES), optional=True))),
    "listed": Fields((Field("0", "One", Number(1, 2)), Field("1", "Two", Choice(FOES))), listed=True),
    "pairs": Pairs(Choice(FOES), Number(1, 2), 2),
    "joined": Many(Written(r"\d", "a digit", "4"), 2, joined=","),
    "pool": Written(
        r"\d+@[3-6](\+focus)?",
        "dice such as 8@5",
        pieces=(Piece("dice", "Dice", start=8), Piece("training", "Hits from", "@", 5, 3, 6)),
    ),
    "way": Written(
        "best|const:[1-9]", "best or const:N", ways=(Way("best", "Best"), Way("const", "Same", "AP"))
    ),
}
OPEN = {"text", "joined", "pool", "way", "share"}
"""What is written freely, or lies between two numbers, cannot be listed."""


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_listed_answer_is_legal_and_fits_the_schema(form: Form) -> None:
    """What a form lists it also accepts, unchanged, and its JSON schema agrees."""
    listed = list(form.answers())
    assert listed
    assert len({msgspec.json.encode(answer) for answer in listed}) == len(listed)
    validator = jsonschema_rs.validator_for(form.schema())
    for answer in listed:
        assert form.check(answer) == answer
        validator.validate(answer)
    assert form.fallback() in listed


@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**32))
def test_samples_are_legal(name: str, seed: int) -> None:
    """A random answer is one of the legal ones."""
    form = FORMS[name]
    answer = form.sample(Random(seed))
    assert form.check(answer) == answer
    if name not in OPEN:
        assert answer in list(form.answers())


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=5)
    | st.sampled_from(["wolf", "owl", "attack", "pick", "with", "bid", "foe", "ace"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["wolf", "bear", "owl", "pick", "with", "bid", "foe", "x"]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(st.sampled_from(sorted(set(FORMS) - OPEN)), ANYTHING)
def test_a_form_accepts_exactly_what_it_lists(name: str, answer: Any) -> None:
    """Anything else is refused with a stable code and with what would be accepted."""
    form = FORMS[name]
    legal = list(form.answers())
    accepted = refusal = None
    try:
        accepted = form.check(answer)
    except AnswerRefused as why:
        refusal = why
    if refusal is None:
        assert accepted in legal
    else:
        assert refusal.code.startswith("answer.")
        assert refusal.accepted
        assert msgspec.json.encode(answer) not in {msgspec.json.encode(each) for each in legal}


@pytest.mark.parametrize(
    ("name", "answer", "code", "place"),
    [
        ("choice", 3, "answer.wrong-type", ""),
        ("choice", "cat", "answer.not-an-option", ""),
        ("choice", "owl", "answer.unavailable", ""),
        ("menu", {"pick": "flee", "with": 1}, "answer.unknown-part", ""),
        ("menu", {"pick": "attack", "with": {"bid": 9, "foe": "wolf"}}, "answer.out-of-range", "attack.bid"),
        ("menu", {"pick": "attack", "with": {"bid": 1}}, "answer.missing", "attack.foe"),
        ("number", True, "answer.wrong-type", ""),
        ("number", 4, "answer.out-of-range", ""),
        ("several", [], "answer.out-of-range", ""),
        ("several", ["wolf", "wolf"], "answer.not-an-option", ""),
        ("fields", {"bid": 1, "foe": "wolf", "x": 1}, "answer.unknown-part", ""),
        ("many", [1, 2, 1], "answer.out-of-range", ""),
        ("many", [1, 7], "answer.out-of-range", "[1]"),
        ("split", {"wolf": 5}, "answer.wrong-total", ""),
        ("split", {"wolf": 0, "bear": 2}, "answer.out-of-range", ""),
        ("text", "x" * 21, "answer.out-of-range", ""),
        ("rolled", [5, 1], "answer.out-of-range", ""),
        ("rolled", [1], "answer.out-of-range", ""),
        ("dealt", ["ace", "ace"], "answer.not-an-option", ""),
    ],
)
def test_refusals_name_their_reason_and_place(name: str, answer: Any, code: str, place: str) -> None:
    with pytest.raises(AnswerRefused) as refused:
        FORMS[name].check(answer)
    assert (refused.value.code, refused.value.place) == (code, place)


def test_an_unordered_selection_is_put_in_the_options_order() -> None:
    assert FORMS["several"].check(["bear", "wolf"]) == ["wolf", "bear"]
    assert FORMS["ordered"].check(["bear", "wolf"]) == ["bear", "wolf"]


def test_text_loses_control_characters_and_margins() -> None:
    assert Text(10).check(" a\x00b\u202e\n ") == "ab"


def test_a_form_is_sent_as_data() -> None:
    """A page or a program gets all it needs to draw the question."""
    assert msgspec.json.decode(msgspec.json.encode(FORMS["choice"])) == {
        "form": "choice",
        "options": [
            {"key": "wolf", "label": "The wolf"},
            {"key": "bear", "label": "The bear"},
            {"key": "owl", "label": "The owl", "unavailable": "It flew off."},
        ],
        "default": "bear",
    }


def test_the_options_of_one_part_of_a_form_are_made_alone() -> None:
    """Who looks at one part gets what is open in it from the form, or made alone where the rules can do that; a part
    that is no choice or is not there has none, and an answer of some parts has the others as they are by default."""
    whole = Ask("ash", "attack", ATTACK)
    assert [option.key for option in whole.options("foe")] == ["wolf", "bear"], "the owl flew off"
    assert whole.options("bid") == []
    assert whole.options("ammo") == []
    assert whole.with_parts({"foe": "bear"}) == {"bid": ATTACK.field("bid").form.fallback(), "foe": "bear"}
    assert Ask("ash", "sure", yes_or_no("Yes", "No")).options("foe") == []
    made: list[tuple[str, str]] = []

    def part(key: str, wanted: str) -> Sequence[Option]:
        made.append((key, wanted))
        return FOES[:2] if key == "foe" else ()

    alone = Ask("ash", "attack", ATTACK, parts=part)
    assert alone.options("foe") == FOES[:2]
    assert alone.options("ammo", "round") == ()
    assert made == [("foe", ""), ("ammo", "round")]
    assert alone.with_parts({"foe": "bear"}) == {"foe": "bear"}


def test_a_chosen_option_is_the_option_itself_wherever_the_answer_came_from() -> None:
    """What was read from JSON is the same text as what the game wrote, so that a default is left out of data alike."""
    form = Choice(options=(Option("yes", "Yes"), Option("more", "More", then=Number(1, 3))))
    assert form.check("".join(["y", "es"])) is form.options[0].key
    assert form.check({"pick": "".join(["mo", "re"]), "with": 2})["pick"] is form.options[1].key
