"""Balance reports: a contest measured by who plays, where it is decided, its decisions and its numbers."""

import re
from typing import Any

import pytest

from agonist.kernel import game
from agonist.odds.balance import balance, page_of, summary
from agonist.odds.balance.measuring import Played
from agonist.odds.balance.numbers import leaves_of, moved
from agonist.odds.declared import known


def measured(**more: Any) -> Any:
    """A small one, the same on any machine but for the bot that thinks."""
    asked: dict[str, Any] = {"preset": "", "seconds": 30, "contests": 16, "processes": 1}
    return balance("questworlds", "simple", **asked | more)


def test_a_report_has_every_part() -> None:
    """By who plays, best included; where; the numbers; and a page that needs no network."""
    found = measured()
    bots = [*game("questworlds").type("simple").bots]
    assert {pair[0] for pair in found.by_bots} == {*bots, "best"}
    assert found.usual.contests == 16
    assert found.stages == [1], "one turn is not told as six"
    assert found.numbers
    assert not found.left_out
    page = page_of(found)
    for part in ("How often", "Where it is decided", "Five points more or less"):
        assert f"<h2>{part}" in page
    assert page.count("<svg") >= 2
    assert not re.search(r"(src|href)=\"?https?:", page)
    assert found.first in summary(found)[0]


def test_five_points_more_win_more_and_five_less_win_less() -> None:
    """Of the player's rating, with the same dice (QW-3)."""
    found = measured(
        setup={
            "contestants": [
                {"name": "Hero", "abilities": [{"name": "Wits", "rating": 12}]},
                {"name": "Foe", "resistance": True, "abilities": [{"name": "It", "rating": 14}]},
            ]
        },
        contests=200,
    )
    rows = {row.label: row for row in found.numbers}
    assert [row.value for row in rows.values()].count(12) == 1
    mine = next(row for row in rows.values() if row.value == 12)
    theirs = next(row for row in rows.values() if row.value == 14)
    assert mine.by == 5
    assert mine.less.mean < 0 < mine.more.mean
    assert theirs.more.mean < 0 < theirs.less.mean


def test_house_rules_are_measured_and_told() -> None:
    assert "critical = 4" in page_of(measured(knobs={"critical": 4}))


def test_the_numbers_of_a_set_up_are_somebodys_and_are_moved_as_they_are_written() -> None:
    """16 becomes 1M, +3 becomes -2; words stand for no number; what the game refuses is left out."""
    kind = game("questworlds-srd").type("scored")
    setup, options = kind.setup_from(
        {
            "contestants": [
                {
                    "name": "Ivo",
                    "abilities": [
                        {"name": "Blade", "rating": "16"},
                        {"name": "Feint", "rating": "+3", "keyword": "Blade"},
                    ],
                },
                {"name": "Varro", "opposition": True, "resistance": "challenging"},
            ]
        }
    )
    raised = known("questworlds-srd", "raised")
    leaves = leaves_of(kind, setup, raised)
    assert [leaf.label for leaf in leaves] == ["Ivo, Blade, Rating", "Ivo, Feint, Rating"]
    more = moved(kind, setup, options, leaves[0], 1, raised)
    assert more is not None
    assert more.contestants[0].abilities[0].rating == "1M"
    assert moved(kind, setup, options, leaves[1], -1, raised) is None


def test_what_is_measured_is_told_with_how_sure_it_is() -> None:
    """Two contests say nothing, a thousand nearly all."""
    assert Played(2, 2.0, 2.0).error > 0.4
    assert Played(1_000, 500.0, 500.0).error == pytest.approx(0.031, abs=0.001)
