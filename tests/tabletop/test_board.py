"""The board: what is left counts down for everybody in every game, own side first, and a sentence for it all."""

from random import Random
from typing import Any

import pytest

from agonist.kernel import GM, ONLOOKER, Combatant, ContestType, Course, Viewer, play_some, random_policy, see
from agonist.tabletop import board_of
from tests.pages.ready import PRESETS
from tests.support.installed import installed_games


class Fray(ContestType[Any]):
    """A contest with whom it is given."""

    def __init__(self, *every: Combatant) -> None:
        self.every = every

    def combatants(self, seen: Any) -> tuple[Combatant, ...]:
        return self.every


ASH, ELM = Combatant("Ash", 0, "ash", "Trees", 4, 5), Combatant("Elm", 0, "elm", "Trees", 1, 5)
WOLF = Combatant("Wolf", 1, GM, "Wolf", 2, 5)


@pytest.mark.parametrize(
    ("every", "seat", "ahead"),
    [
        ((ASH, WOLF), "ash", "You are ahead: 4 left, Wolf 2."),
        ((ASH, WOLF), GM, "Ash is ahead: 4 left, Wolf 2."),
        ((ASH, ELM, WOLF), "elm", "Your side is far ahead: 5 left in all, Wolf 2."),
        ((ASH, ELM, WOLF), ONLOOKER, "Trees are far ahead: 5 left in all, Wolf 2."),
        ((ELM, WOLF), "elm", "Wolf is a little ahead: 2 left, you 1."),
        ((ELM, Combatant("Wolf", 1, GM, left=1, full=5)), GM, "Nobody is ahead: 1 left each."),
        (
            (ELM, Combatant("Wolf", 1, GM, hidden=True)),
            GM,
            "Nobody can tell who is ahead: what Wolf has left is hidden.",
        ),
        ((ELM, Combatant("Wolf", 1, GM, left=0, full=5, fate="fell")), GM, "Only Elm still stands."),
        ((Combatant("Ash", 0), Combatant("Wolf", 1)), GM, ""),
    ],
)
def test_who_is_ahead_is_a_sentence(every: tuple[Combatant, ...], seat: str, ahead: str) -> None:
    assert board_of(Fray(*every), {}, seat).ahead == ahead


def test_the_own_side_comes_first_and_the_game_master_looks_with_the_players() -> None:
    """Own side left; whoever plays nobody sees the players there, though the opposition was named first."""
    foe, hero = Combatant("Wolf", 0, GM, left=3, full=3), Combatant("Ash", 1, "ash", left=3, full=3)
    rival = Combatant("Elm", 2, "elm", left=3, full=3)
    first = {
        seat: board_of(Fray(foe, hero, rival), {}, seat).flanks[0].called
        for seat in ("ash", "elm", GM, ONLOOKER)
    }
    assert first == {"ash": "Ash", "elm": "Elm", GM: "Ash", ONLOOKER: "Ash"}


def test_a_game_that_only_gives_numbers_has_a_board_too() -> None:
    class Numbers(ContestType[Any]):
        def gauges(self, seen: Any) -> dict[str, float]:
            return {"Ash": 2, "Wolf": 3}

    board = board_of(Numbers(), {}, GM)
    assert [(each.who.name, each.number, each.who.full) for each in board.stands] == [
        ("Ash", "2", 3),
        ("Wolf", "3", 3),
    ]


@pytest.mark.parametrize(("name", "kind", "preset"), PRESETS)
def test_what_is_left_never_exceeds_what_a_whole_one_has(name: str, kind: str, preset: str) -> None:
    """In every preset of every game, as it goes on: "8 of 5" never appears, who is out has nothing to compare, and a
    chart shows the same numbers."""
    found = next(each for each in installed_games() if each.name == name).type(kind)
    ready = found.presets[preset]
    checked = found.setup_from(ready.setup, ready.options)
    course = Course(found, found.begin(checked.setup, checked.options))
    for n in range(4):
        state = course.contest.state
        seen = see(state, Viewer(ONLOOKER, state))
        board = board_of(found, seen, ONLOOKER)
        every = [one for each in board.stands for one in (each.who, *each.people)]
        assert {each.name for each in every} == {each.name for each in found.combatants(seen)}
        assert all(each.left is None or each.left <= each.full for each in every)
        counted = {each.name: each.left for each in every if each.left is not None and not each.team}
        assert counted == found.gauges(seen)
        if course.result is None:
            play_some(course, random_policy(Random(n)), Random(n), 12)


def test_who_has_nobody_in_any_more_is_out() -> None:
    """Of a game master, who goes on anyway, that is not said."""
    fray = Fray(
        Combatant("Ana", 0, "ana", fate="fell"),
        Combatant("Ben", 0, "ben", fate="died"),
        Combatant("Bo", 0, "ben"),
        Combatant("Raider", 1, GM, fate="fell"),
    )
    board = board_of(fray, {}, "ana")
    assert [board.out(seat) for seat in ("ana", "ben", GM, ONLOOKER)] == [["Ana"], [], [], []]
