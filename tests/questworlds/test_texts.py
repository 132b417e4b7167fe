"""What people read: edges that count or do not, proper minus signs, names within a sentence, refused words."""

import io
import re

import pytest
from rich.console import Console

from agonist.kernel import seat_view
from agonist.questworlds.chassis.ratings import Rating
from agonist.questworlds.classic.clash.telling import Rolled, Stands
from agonist.questworlds.classic.looks.text_board import draw
from agonist.questworlds.classic.odds import QUESTIONS, extended
from agonist.questworlds.classic.people.setup import ExtendedSetup
from tests.cli.terminals import called
from tests.questworlds.scenes import foe, go, hero, plan, start, told


@pytest.mark.parametrize(("edges", "shown"), [(False, "edge +3, without effect"), (True, "edge +3")])
def test_qw_20_an_edge_that_does_not_count_is_said_to_be_without_effect(edges, shown) -> None:
    """QW-20: never shown as if it counted."""
    setup = ExtendedSetup(contestants=(hero("A", 17, edge=3), foe("B", 14)), first="A")
    referee = start("extended", setup, {"edges": edges})
    out = io.StringIO()
    Console(file=out, width=100).print(draw(seat_view(referee, "a"), 100))
    assert re.search(r"edge [^·\n]*", out.getvalue())[0].strip() == shown  # type: ignore[index]


def test_qw_20_the_help_of_edge_says_when_it_counts() -> None:
    """QW-20: to the bid, before multiplying, in exchanges that the side acts in and wins."""
    for question in QUESTIONS:
        for parameter in question.parameters:
            if parameter.key.endswith("edge"):
                assert parameter.help.startswith(
                    "Added to the bid in every exchange that this side acts in and wins"
                )


def test_qw_2_a_rating_below_0_has_a_proper_minus() -> None:
    """QW-1, QW-2: as everywhere else."""
    assert str(Rating(-3)) == "−3"
    assert "−3" in called("odds", "questworlds", "simple", "-3", "14").stdout.splitlines()[0]


def test_qw_7_the_resistance_is_small_within_a_sentence() -> None:
    """QW-4: capital only where a sentence begins."""
    assert (
        Stands(("A", "the resistance"), ("success", "success")).text()
        == "A has a success, the resistance a success."
    )
    assert Rolled("the resistance", 7).text() == "The resistance rolls 7."
    setup = ExtendedSetup(contestants=(hero("A", 17, hero_points=1), foe("B", 17)), first="A")
    needs = {"plan": [plan("unrelated")], "unrelated action": [{"pick": "contest", "with": "high"}]}
    referee = go(
        start("extended", setup, {"propose_bids": False}), [14, 20], {**needs, "hero point": ["yes"]}
    )
    assert "A has a critical, the resistance a fumble." in told(referee, "QW-5")


@pytest.mark.parametrize("words", ["simple -3 14", "simple −3 14", "simple 14 -3", "extended 13 -3"])
def test_qw_2_a_rating_below_0_can_be_typed(words) -> None:
    """QW-2: in a terminal, with either minus."""
    answer = called("odds", "questworlds", *words.split(), "--json")
    assert answer.returncode == 0, answer.stderr


def test_an_option_after_two_dashes_is_told_where_it_belongs() -> None:
    """QW-2: what somebody types who wants to be careful with −3."""
    refused = called("odds", "questworlds", "simple", "--", "-3", "14", "--json")
    assert "--json stands after --" in refused.stderr
    assert "Did you mean" not in refused.stderr
    assert called("odds", "questworlds", "simple", "--json", "--", "-3", "14").returncode == 0


def test_qw_11_followers_ap_belong_to_the_starting_ap() -> None:
    """QW-11, QW-16: not given, the start is the rating, or the AP now if these are more."""
    assert extended(13, 13, ap=5).numbers == extended(13, 13, ap=5, starting_ap=13).numbers
    assert extended(13, 13, ap=20).numbers == extended(13, 13, ap=20, starting_ap=20).numbers
    assert extended(13, 13, ap=5).numbers != extended(13, 13, ap=5, starting_ap=5).numbers
    help_text = " ".join(called("odds", "questworlds", "extended", "--help").stdout.replace("│", " ").split())
    assert "the rating, or the AP now if these are more" in help_text
