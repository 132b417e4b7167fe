"""What Showdown promises. pytest runs this, agonist check plays it at random."""

from random import Random

import pytest

from agonist import kernel as k
from agonist.kernel.contract import check_contract
from agonist.odds import question

from agonist.cli.template import GAME  # isort: skip

KIND = GAME.type("showdown")


@pytest.mark.parametrize("seed", range(10))
def test_random_contests_keep_what_every_game_promises(seed: int) -> None:
    check_contract(GAME, KIND.name, KIND.presets["noon"].setup, None, Random(seed))


def test_nobody_sees_the_others_card() -> None:
    contest = k.Referee.start(GAME, KIND.name, KIND.presets["noon"].setup)
    mine, other = k.seat_view(contest, "first").state["rivals"]
    assert mine["card"]
    assert "card" not in other


def test_who_always_strikes_is_ahead() -> None:
    assert question("showdown", "strike").ask(good=4, nerve=2).numbers["win"] > 0.5
