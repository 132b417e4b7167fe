"""Ready heroes and own ones: every game has six or more, and whoever is made of them can play."""

from typing import Any

import pytest

from agonist.kernel import AgonistError, Game, Heroes, Referee, converted, games, heroes_of, quick_of
from agonist.kernel.forms import form_at, steps_to
from agonist.questworlds.chassis import Rating
from agonist.questworlds.classic.rolls.faces import read
from agonist.questworlds.classic.rolls.results import Result
from agonist.questworlds.srd.rolls.rolls import successes

GAMES = [each for each in games() if heroes_of(each)]
EACH = pytest.mark.parametrize("rules", GAMES, ids=lambda each: each.name)


def heroes(rules: Game) -> Heroes:
    found = heroes_of(rules)
    assert found is not None
    return found


def plays(rules: Game, name: str, sheet: dict[str, Any]) -> bool:
    """Whether the hero can take part in the game's quick contest."""
    quick = quick_of(rules)
    assert quick is not None
    assert rules.sheet is not None
    kind = rules.type(quick.type)
    kept = converted(sheet, rules.sheet, rules.sheet_form, "sheet")
    made = quick.setup(["Nobody"], [(quick.stock[0].key, "", 2)])
    setup = kind.enlist(kind.setup_from(made).setup, name, kept, f"of-{name}")
    return name in Referee.start(rules, kind.name, setup).seats.values()


def test_every_game_that_comes_with_us_has_heroes() -> None:
    assert {each.name for each in GAMES} >= {"questworlds", "questworlds-srd", "forge", "deckahedron"}


@EACH
def test_six_or_more_each_told_in_a_line_and_ready_to_play(rules: Game) -> None:
    found = heroes(rules)
    assert len({each.name for each in found.stock}) == len(found.stock) >= 6
    for each in found.stock:
        assert 0 < len(each.line) <= 40, each.line
        assert all(label and value for label, value in found.beside(rules.sheet_form, each.sheet)), each.name
        assert plays(rules, each.name, each.sheet), each.name


def answered(rules: Game, found: Heroes) -> dict[str, str]:
    """The first words on offer everywhere; numbers and choices as an own hero begins with them."""
    begins = {
        place: str(form_at(rules.sheet_form, found.own.sheet, steps_to(place))[2])
        for ask in found.own.asks
        for place in (ask.number, ask.choice)
        if place
    }
    return begins | {ask.words: ask.offers[0] for ask in found.own.asks if ask.words}


@EACH
def test_an_own_hero_plays_and_what_is_wrong_is_refused_with_what_would_be_right(rules: Game) -> None:
    found = heroes(rules)
    right = answered(rules, found)
    assert plays(rules, "Bruna", found.written(rules.sheet_form, right))
    for ask in found.own.asks:
        for place in ask.places():
            wrong = {ask.number: str(ask.most + 1), ask.words: ""}.get(place, "no such thing")
            with pytest.raises(AgonistError) as refused:
                found.written(rules.sheet_form, right | {place: wrong})
            assert refused.value.accepted, place


@pytest.mark.parametrize("name", ["questworlds", "questworlds-srd"])
def test_a_rating_makes_it_as_often_as_the_page_says(name: str) -> None:
    """QW-3, QS-3: of the twenty faces of the die so many succeed, at every rating on offer, in both games."""
    rules = next(each for each in GAMES if each.name == name)
    for ask in heroes(rules).own.asks:
        assert ask.says == "makes it {n} times in 20"
        for number in range(ask.least, ask.most + 1):
            made = [
                read(Rating(number), die) >= Result.SUCCESS
                if name == "questworlds"
                else successes(Rating(number), die) > 0
                for die in range(1, 21)
            ]
            assert sum(made) == number
