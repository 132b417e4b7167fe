"""Boards show what the rules say: what they need worked out, the state derives; nothing is worked out once more."""

import re
from typing import Any

import pytest

from agonist.forge.people.sheet import Trait
from agonist.kernel import GM, Referee
from agonist.questworlds.classic.people.setup import ExtendedSetup
from agonist.questworlds.srd.people.setup import ContestSetup
from agonist.questworlds.srd.people.sheets import LastingEntry
from tests.forge.stage import Stage, duel, person
from tests.questworlds import scenes as older
from tests.questworlds_srd import scenes as today
from tests.support.boards import page_board, terminal_board


def words(html: str) -> str:
    """What is to be read, without tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def boards(referee: Referee[Any], seat: str) -> tuple[str, str]:
    return words(page_board(referee, seat)), words(terminal_board(referee, seat))


@pytest.mark.parametrize(("effects", "rating"), [("keep", 20), ("strike", 15)])
def test_qs_23_effects_that_are_struck_are_in_no_rating(effects: str, rating: int) -> None:
    """QS-23: for this contest; the board has the rating that is rolled against."""
    lasting = (
        LastingEntry(value=10, label="fresh", touches=("Wits",)),
        LastingEntry(value=-5, label="sore"),
        LastingEntry(value=-20, label="lame", touches=("Brawn",)),
    )
    setup = ContestSetup(contestants=(today.hero(lasting=lasting), today.foe()))
    says = {"ruling": today.but(effects=effects)} if effects == "strike" else {}
    referee = today.play("contest", setup, [9], says)
    page, terminal = boards(referee, GM)
    assert f"Asa {rating} Wits" in page
    assert f"Wits {rating}" in terminal


def test_qs_3_a_rating_is_written_in_tiers_and_hidden_where_it_is_not_known() -> None:
    """QS-1, QS-3, QS-70: 27 as 7M, one below 0 with its sign; a resistance is nobody's but the game master's."""
    lasting = (LastingEntry(value=-30, label="broken"),)
    setup = ContestSetup(contestants=(today.hero(rating=18, lasting=lasting), today.foe(resistance="7M")))
    referee = today.play("contest", setup, [])
    who = referee.state.find("Asa")
    for seat, shown in ((GM, "7M"), (who.seat, "?")):
        page, terminal = boards(referee, seat)
        assert f"Asa −12 {who.hand}" in page
        assert f"{who.hand} −12" in terminal
        assert all(
            f"The guard {shown}" in board or f"Resistance {shown}" in board for board in (page, terminal)
        )


def test_qw_23_lasting_effects_are_in_the_rating_on_every_board() -> None:
    """QW-2, QW-23: on a page and in a terminal."""
    hurt = older.hero("A", 17, lasting=({"effect": "hurt"},))
    referee = older.start("extended", ExtendedSetup(contestants=(hurt, older.foe("B", 14)), first="A"))
    rating = referee.state.find("A").rating("First")
    assert rating.whole < 17
    for board in boards(referee, "a"):
        assert f"First {rating}" in board


def test_fg_18_a_die_is_shown_as_a_hit_where_it_counts_as_one() -> None:
    """FG-10, FG-18: who is disposed against an attribute makes it hit from one more."""
    defender = person("Birch", traits=[Trait("CALM", 1)], favor=1, disposition="I")
    stage = Stage("contest", duel(person("Ash"), defender))
    stage.say("approach", "reason", "vigor").dice("Ash", [5, 5, 6]).dice("Birch", [5, 1, 1])
    stage.until("use a trait", "Birch")
    assert page_board(stage.referee, GM).count(", a hit") == 4
    assert "6+ hits" not in terminal_board(stage.referee, GM)
    stage.state.test.sides[1].disposed = "reason"
    assert page_board(stage.referee, GM).count(", a hit") == 2
    assert terminal_board(stage.referee, GM).count("6+ hits") == 1
