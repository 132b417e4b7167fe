"""Pieces of boards that are drawn once are what they would be if they were drawn again."""

from random import Random
from typing import Any

import pytest

from agonist.kernel import ONLOOKER, Referee, game
from agonist.web.pages import boards
from tests.pages.ready import PRESETS
from tests.support.boards import page_board


@pytest.mark.parametrize(("name", "kind", "preset"), PRESETS)
def test_a_board_of_kept_pieces_is_the_board(name: str, kind: str, preset: str) -> None:
    """For every seat, through a contest: whatever a piece shows is in what it is kept by."""
    rules, random = game(name), Random(5)
    referee: Referee[Any] = Referee.start(rules, kind, rules.type(kind).presets[preset].setup)
    for _ in range(8):
        for seat in (*referee.seats, ONLOOKER):
            with_kept = page_board(referee, seat)
            known, boards._pieces = boards._pieces, type(boards._pieces)()
            assert page_board(referee, seat) == with_kept
            boards._pieces = known
        for _ in range(5):
            if referee.over:
                return
            due = random.choice(referee.pending)
            referee.answer(due.id, due.form().sample(random))
