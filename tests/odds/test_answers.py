"""Answers are pleasant to look at, exact distributions add up, and nonsense is refused."""

import builtins
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.kernel import AgonistError
from agonist.odds import Distribution, asked_games, forge, question, questions, questworlds
from agonist.odds.distribution import convolved

WEIGHTS = st.lists(st.integers(0, 10**6), min_size=1, max_size=40).filter(any)


@given(WEIGHTS, WEIGHTS)
def test_sums_of_long_lists_are_those_of_short_steps(one, two):
    """Packing weights into one large number gives what adding them one by one gives."""
    sums = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            sums[i + j] += a * b
    assert convolved(one, two) == sums


@given(WEIGHTS, st.integers(-5, 5), st.integers(-6, 40))
def test_parts_of_a_distribution_add_up(weights, first, value):
    found = Distribution(first, weights)
    assert found.below(value) + found.at_least(value) == 1
    assert sum((chance for _, chance in found.items()), start=Fraction(0)) == 1
    assert (-found).mean == -found.mean
    assert (found + found).mean == 2 * found.mean
    assert found.minus(found).mean == 0
    assert found.at_least_always(value).at_least(value) == 1


def test_an_answer_shows_itself():
    answer = questworlds.simple(17, "10M")
    assert "11.7500%  47/400" in repr(answer)
    assert answer.outcomes["tie"] == Fraction(7, 400)
    assert "<table>" in answer._repr_html_()
    assert "<table>" in forge.plain(3, 5)._repr_html_()
    assert answer.chart().to_dict()["mark"]["type"] == "bar"
    assert forge.plain(3, 5).chart().to_dict()["mark"]["type"] == "bar"
    with pytest.raises(AttributeError, match="outcomes"):
        answer.nothing  # noqa: B018


def test_without_the_extra_a_chart_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "altair":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(AgonistError, match=r"pip install 'agonist\[charts\]'"):
        questworlds.simple(17, 14).chart()


@pytest.mark.parametrize("game", asked_games())
def test_questions_are_declared_well(game):
    """Every parameter has words and a default that its form takes; the function takes it."""
    from inspect import signature

    for each in questions(game):
        assert each.example.startswith(f"agonist odds {game} {each.name}")
        takes = signature(each.function).parameters
        for parameter in each.parameters:
            assert parameter.key in takes
            assert parameter.label
            assert parameter.help.endswith(".") or not parameter.help
            if parameter.default is not None:
                parameter.form.check(parameter.default)


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"first": 17}, "The resistance is missing"),
        ({"first": 17, "second": 14, "third": 1}, "'third' was not asked for"),
        ({"first": 17, "second": 14, "better_roll": "up"}, "high, low"),
    ],
)
def test_a_question_checks_what_it_is_given(given_, said):
    with pytest.raises(AgonistError, match=said):
        question("questworlds", "simple").ask(**given_)


def test_unknown_questions_are_refused():
    with pytest.raises(AgonistError, match="simple"):
        question("questworlds", "fate")
    assert questions("no-such-game") == ()
