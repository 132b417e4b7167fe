"""Deeds: offered as a choice, answered as data, read as structs."""

from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.kernel import AnswerRefused, Choice, Number, Option, Text
from agonist.tabletop import Deed, Detail, deeds, done, picked


class Own(Deed, frozen=True):
    key, label = "own", "What your words say"


class Help(Deed, frozen=True):
    key, label = "help", "Help somebody"
    whom: str


class Strike(Deed, frozen=True):
    key, label, rule = "strike", "Strike", "XX-1"
    words: Annotated[str, Detail("What you do", Text(20))]
    bid: Annotated[int, Detail("Bid")]
    aim: Annotated[Own | Help, Detail("Aim")] = Own()


class Wait(Deed, frozen=True):
    key, label = "wait", "Stand back"


AIMS = deeds(
    [Own.offered(), Help.offered(whom=Choice((Option("Bruna", "Bruna"), Option("Corvin", "Corvin"))))]
)
FORM = deeds([Strike.offered(bid=Number(1, 9, 3), aim=AIMS), None, Wait.offered()], "strike")


def test_the_usual_deed_is_complete() -> None:
    assert done(FORM.fallback(), Strike, Wait) == Strike("", 3)


def test_a_deed_without_details_is_its_key() -> None:
    assert Wait().answer() == "wait"
    assert done(FORM.check("wait"), Strike, Wait) == Wait()


def test_a_single_detail_without_a_label_stands_alone_on_the_wire() -> None:
    answer = {"pick": "strike", "with": {"words": "Ha!", "bid": 2, "aim": {"pick": "help", "with": "Bruna"}}}
    assert done(FORM.check(answer), Strike, Wait) == Strike("Ha!", 2, Help("Bruna"))


def test_a_detail_that_is_not_asked_for_has_its_default() -> None:
    form = deeds([Strike.offered(bid=Number(1, 9))])
    assert done(form.check({"pick": "strike", "with": {"words": "", "bid": 4}}), Strike) == Strike(
        "", 4, Own()
    )


def test_what_is_no_detail_cannot_be_asked_for() -> None:
    with pytest.raises(TypeError, match="Strike has no detail 'nerve'"):
        Strike.offered(nerve=Number(1, 2))


def test_a_deed_that_cannot_be_done_now_says_why() -> None:
    form = deeds([Strike.offered(unavailable="your hands are tied"), Wait.offered()])
    with pytest.raises(AnswerRefused, match="your hands are tied"):
        form.check("strike")


@given(
    st.builds(Strike, st.text("ab", max_size=5), st.integers(1, 9), st.just(Own()) | st.just(Help("Bruna")))
)
def test_what_is_answered_is_read_back(deed: Strike) -> None:
    assert done(FORM.check(deed.answer()), Strike, Wait) == deed


def test_options_that_are_no_deeds_are_picked() -> None:
    assert picked("Ash") == ("Ash", None)
    assert picked({"pick": "Ash", "with": 3}) == ("Ash", 3)
