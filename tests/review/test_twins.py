"""Twins: what somebody who looks on may not know moves no digit of a review that they are shown."""

from typing import Any

import msgspec
import pytest

from agonist.kernel import GM
from agonist.review import Review, review
from agonist.review.shown import shown_to
from tests.review.played import duel, played
from tests.support.twins import Twins, twins_of

NEVER = {"show_resistance": "never"}
CASES: dict[str, tuple[Any, Any, str]] = {
    "questworlds": (("questworlds", "extended"), {"setup": duel(6, 34)}, "rating"),
    "questworlds-srd": (("questworlds-srd", "scored", "courtyard"), {"options": NEVER}, "resistance"),
    "questworlds-srd-chained": (("questworlds-srd", "chained", "desert"), {"options": NEVER}, "resistance"),
    "forge": (("forge", "contest", "ghoul-in-the-sewers"), {}, "teams.1.members.0.sheet.traits"),
    "forge-duel": (("forge", "destruction", "duel-to-the-death"), {}, ".sheet.traits."),
    "deckahedron": (("deckahedron", "fight", "soldiers"), {}, "answer"),
}
SLOW = ("forge-duel", "questworlds-srd-chained", "deckahedron")


def twins(which: str) -> Twins:
    place, more, differ = CASES[which]
    return next(each for each in twins_of(*place, **more) if differ in each.differ)


def reviewed(pair: Twins) -> list[Review]:
    return [review(each, lookers=True, scale=0.02, processes=1) for each in (pair.one, pair.two)]


def data(found: Any) -> bytes:
    return msgspec.json.encode(found)


@pytest.mark.parametrize(
    "which", [pytest.param(each, marks=pytest.mark.soak) if each in SLOW else each for each in CASES]
)
def test_what_onlookers_may_not_know_moves_no_digit_of_their_review(which: str) -> None:
    """Promise 3, after the end too: curves, luck, costs and accuracies of twins are the same."""
    one, two = reviewed(twins(which))
    assert one.lookers == two.lookers == "outside"
    assert shown_to((), one) is not None
    assert data(shown_to((), one)) == data(shown_to((), two))
    assert all(each.accuracy is None for each in shown_to((), one).people)  # type: ignore[union-attr]


def test_there_is_something_to_tell_apart_in_what_the_game_master_sees() -> None:
    """Or the test above could not fail."""
    one, two = reviewed(twins("questworlds"))
    assert data(one) != data(two)
    assert any(each.judged for each in one.moments)


def test_who_decided_is_told_what_it_cost_and_nobody_else() -> None:
    one, two = reviewed(twins("questworlds"))
    full = {each.seat: each for each in one.people}
    seat = next(seat for seat in full if seat != GM)
    own = shown_to((seat,), one)
    assert own is not None
    for each in own.people:
        assert each.judged == (full[seat].judged if each.seat == seat else 0)
    judged = [each for each in own.moments if each.judged is not None]
    assert judged
    assert all(each.seat == seat and each.said for each in judged)
    assert all(len(side.curve) == len(own.moments) + 1 for side in own.sides)
    assert data(own) == data(shown_to((seat,), two))


def test_where_all_is_told_by_the_end_everybody_reads_the_whole_review() -> None:
    """QW-13: totals are known once they have changed."""
    found = review(played("questworlds", "extended", setup=duel(17, 14), seed=2), lookers=True, processes=1)
    assert found.lookers == "whole"
    shown = shown_to((), found)
    assert shown is not None
    assert (shown.method, shown.people) == (found.method, found.people)
    assert not any(each.said for each in shown.moments)
