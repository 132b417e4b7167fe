"""The cast: seats called after those whom they play, names of one's own, a table's characters."""

import msgspec
import pytest

from agonist.kernel import SetupRefused
from agonist.tabletop import check_names, enlisted, seat_named, seats_of


class Hero(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    seat: str = ""
    strength: int = 1
    side: str = ""


class Sheet(msgspec.Struct, frozen=True):
    strength: int


def test_seats_are_called_after_whom_they_play() -> None:
    played = [("p1", "Ash"), ("gm", "Raider"), ("p1", "Birch"), ("p2", "Elm")]
    assert seats_of(played) == {"p1": "Ash and Birch", "p2": "Elm"}


def test_a_seat_without_a_name_is_named_after_its_character() -> None:
    assert seat_named("Bera Ash!") == "bera-ash"
    assert seat_named("!!") == "player"


@pytest.mark.parametrize("names", [["Ash", "Ash"], ["Ash", " "], ["x" * 61]])
def test_names_that_tell_nobody_apart_are_refused(names: list[str]) -> None:
    with pytest.raises(SetupRefused) as refused:
        check_names(names, "set-up.heroes")
    assert refused.value.place == "set-up.heroes"


def test_a_tables_character_takes_the_place_of_its_name_and_keeps_the_side() -> None:
    heroes = (Hero("Ash", side="ours"), Hero("Birch"))
    assert enlisted(heroes, "Ash", Sheet(5), "p1", Hero)[0] == Hero("Ash", "p1", 5, "ours")
    assert enlisted(heroes, "Elm", Sheet(2), "p2", Hero)[2] == Hero("Elm", "p2", 2)


def test_a_sheet_that_does_not_fit_is_refused_by_name() -> None:
    with pytest.raises(SetupRefused) as refused:
        enlisted((), "Ash", {"strength": "much"}, "p1", Hero)
    assert refused.value.place == "Ash"
