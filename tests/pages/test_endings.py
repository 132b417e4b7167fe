"""How an end is drawn: a failure looks like one, and what stood in the way is drawn too."""

import pytest

from agonist.kernel import Combatant, game
from agonist.tabletop.board import Board, Flank, Stand
from agonist.web.pages.endings import ending_of

ALONE = Board((Flank(0, "Travellers", (Stand(Combatant("Cyrene", 0, "cyrene", "Travellers"), own=True),)),))
SEEN = {
    "parties": [{"name": "Travellers", "goal": "Into the city"}],
    "opposing_traits": [],
    "environment": [{"name": "UNDER MARTIAL LAW"}],
    "hindrance": "",
}


@pytest.mark.parametrize(
    ("winners", "title", "told", "drawn"),
    [
        (
            (),
            "Into the city: it has failed.",
            "You have lost.",
            [("missed", "lost"), ("stands", "in the way")],
        ),
        (
            ("Travellers",),
            "Into the city: it is done.",
            "You stand.",
            [("stands", "stands"), ("leans", "overcome")],
        ),
    ],
)
def test_an_end_draws_what_was_in_the_way(
    winners: tuple[str, ...], title: str, told: str, drawn: list[tuple[str, str]]
) -> None:
    """FG-11: nobody else took part in a challenge; no proud banner alone over a failure."""
    found = ending_of(game("forge").type("challenge"), {"winners": winners}, SEEN, ALONE, "cyrene")
    assert (found.title, found.told) == (title, told)
    assert [(each.how, each.left) for each in found.banners] == drawn
    assert found.banners[1].name == "Under martial law"
