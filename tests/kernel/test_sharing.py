"""Views of one moment share what seats see alike, and nothing else."""

from random import Random
from typing import Any

import pytest

from agonist.kernel import ONLOOKER, Referee, game, seat_view, see
from agonist.kernel.marks import Viewer
from tests.pages.ready import PRESETS


@pytest.mark.parametrize(("name", "kind", "preset"), PRESETS)
def test_what_is_shared_between_seats_shows_nobody_more_or_less(name: str, kind: str, preset: str) -> None:
    """In whatever order they look, everybody sees what they see alone."""
    rules, random = game(name), Random(3)
    contest = rules.type(kind)
    referee: Referee[Any] = Referee.start(rules, kind, contest.presets[preset].setup)
    for _ in range(12):
        if referee.over:
            break
        seats = [*referee.seats, ONLOOKER]
        random.shuffle(seats)
        shared: dict[Any, Any] = {}
        for seat in seats:
            alone = see(referee.state, Viewer(seat, referee.state))
            assert seat_view(referee, seat, 0, 0, shared).state == alone
        due = random.choice(referee.pending)
        referee.answer(due.id, due.form().sample(random))
