"""Somebody who is out plays a foe that the game master hands over (QW-34)."""

import pytest

from agonist.kernel import GM, ActRefused, Choice, Seen, corrections, seat_view
from agonist.questworlds.classic.people.setup import GroupSetup
from tests.questworlds.scenes import foe, foes_of, go, hero, start, told

FOE = "contestants.2.seat"


def fray():
    """Two heroes of one side against two resistances, the first hero out in the second round."""
    everybody = (
        hero("A", 17, side="us"),
        hero("B", 14, side="us"),
        foe("C", 16, side="them"),
        foe("D", 13, side="them"),
    )
    referee = start("group-extended", GroupSetup(contestants=everybody), {"propose_bids": False})
    with pytest.raises(ActRefused, match="cannot be corrected"):
        referee.override(FOE, "a", reason="A would rather")
    referee.override("contestants.0.ap", 0, reason="to make it quick")
    while not any("Round 2" in line for line in told(referee)):
        go(referee, [20], {})
    return referee


def test_who_is_out_is_asked_for_a_foe_and_the_game_master_for_the_others() -> None:
    referee = fray()
    referee.override(FOE, "a", reason="A is out")
    while not any("Round 3" in line for line in told(referee)):
        go(referee, [20], {})
    musts = {each.request.about: each for each in referee.pending if not each.window}
    assert musts["C"].seat == "a"
    assert [foes_of(each.request) for each in musts.values() if each.seat == GM] == [["D"]]
    assert seat_view(referee, "a", 0).state["contestants"][2]["ap"] == referee.state.contestants[2].ap
    assert any("C: played by from the game master to whoever plays A" in line for line in told(referee))


def test_nobody_plays_against_themselves() -> None:
    """B is still in, against C."""
    referee = fray()
    (way,) = [each for each in corrections(referee.state) if each.path == FOE]
    assert isinstance(way.form, Choice)
    assert [option.key for option in way.form.options] == [GM, "a"]


def test_a_bot_that_was_asked_for_somebody_who_was_handed_over_does_as_is_usual() -> None:
    """Promise 2: B's plan was asked for, and then A, who is out, is to play B: the bot does not see B's AP any more."""
    referee = fray()
    (plan,) = [each for each in referee.pending if each.request.what == "plan" and each.seat == "b"]
    referee.override("contestants.1.seat", "a", reason="B has to go")
    for bot in referee.kind.bots.values():
        answer = bot(Seen("b", referee.state, (referee, plan)), plan.request)
        assert plan.form().check(answer) == plan.form().fallback()
