"""Quick contests: whatever a game has in stock can be played at once, one against one and three against three."""

import pytest

from agonist.kernel import GM, Game, Referee, games, quick_of

QUICK = [(each, stock.key) for each in games() if (quick := quick_of(each)) for stock in quick.stock]


@pytest.mark.parametrize(("rules", "kind"), QUICK, ids=lambda each: getattr(each, "name", each))
@pytest.mark.parametrize("many", [1, 3])
def test_every_kind_in_stock_can_be_played(rules: Game, kind: str, many: int) -> None:
    quick = quick_of(rules)
    assert quick is not None
    names = ["Ana", "Ben", "Cleo"][:many]
    type_name = quick.pair if quick.pair and many == 1 else quick.type
    setup = quick.setup(names, [(kind, "Foe", many)], "the gate")
    referee = Referee.start(rules, type_name, setup)
    assert sorted(name for seat, name in referee.seats.items() if seat != GM) == names


def test_many_of_a_kind_are_numbered_and_one_is_not() -> None:
    quick = quick_of(next(each for each in games() if each.name == "deckahedron"))
    assert quick is not None
    made = quick.setup(["Ana"], [("wolf", "", 2), ("ogre", "Gruk", 1)])
    assert [each["name"] for each in made["foes"]] == ["Wolf 1", "Wolf 2", "Gruk"]
