"""The table page in words: what its buttons say, how odds are told, what its chart shows, how a contest ended."""

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from agonist.kernel import (
    GM,
    Ask,
    Asked,
    Choice,
    Field,
    Fields,
    Form,
    Number,
    Option,
    Referee,
    Rolled,
    Several,
    Split,
    Text,
    game,
    seat_view,
)
from agonist.odds import Advice
from agonist.odds import Choice as Worth
from agonist.web.pages import contests as _contests  # noqa: F401  the page brings its filters along
from agonist.web.pages.advising import placed
from agonist.web.pages.curves import Chart, ChartLine, coloured, moving
from agonist.web.pages.drawing import draw, environment, own_file
from agonist.web.pages.own_first import own_first
from agonist.web.pages.people import waiting_rows
from tests.pages.ready import PRESETS

WAYS = (Option("run", "Run away"), Option("fight", "Fight", then=Number(least=1, most=3)))


def asked(form: Form, what: str = "bid", **more: Any) -> Asked:
    return Asked(id="1", seat="ana", what=what, form=form, at=0, **more)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (asked(Number(least=1, most=6)), "Bid"),
        (asked(Split(options=WAYS[:1], least=1, most=2)), "Bid"),
        (asked(Several(options=WAYS[:1]), "who goes"), "Choose these"),
        (asked(Text(most=40), "wound told"), "Say it"),
        (asked(Choice(options=WAYS), "plan"), "Decide"),
        (asked(Rolled(sides=(20,)), chance=True), "It shows this"),
        (asked(Rolled(sides=(6, 6)), chance=True), "That is what they show"),
    ],
)
def test_a_button_says_what_it_does_before_anything_is_chosen(question: Asked, words: str) -> None:
    template = environment().from_string('{% from "parts/forms.html" import says %}{{ says(question) }}')
    assert template.render(question=question).strip() == words


def test_a_split_of_a_hit_is_a_picture_and_something_one_does() -> None:
    """Deckahedron: what is left stands there as pips, tokens and cards, and the button takes it."""
    left = (("stamina", 6), ("harm", 1), ("wounds", 0), ("cards", 16), ("up", 1))
    form = Choice(
        options=(Option("1stamina+1harm", "1 Stamina and 1 Harm", help="Leaves that. More.", leaves=left),)
    )
    template = environment().from_string(
        '{% import "games/deckahedron/option.html" as own %}{% from "parts/forms.html" import choice %}'
        '{{ choice(form, "a", none, own, "split") }}'
    )
    drawn = template.render(form=form)
    assert drawn.count('<i class="on">') == 6
    assert drawn.count('<b class="harm">') == 1
    assert "<b>6</b> left" in drawn
    assert "A Harm stays until you rest" in drawn
    assert 'data-does="Take 1 Stamina and 1 Harm"' in drawn


def test_what_is_no_chance_is_told_with_what_is_counted() -> None:
    question = asked(Choice(options=(Option("a", "A"), Option("b", "B"))))
    worth = (Worth("a", "A", 3.26, "3.3 more hits"), Worth("b", "B", -1.0, "your last hit"))
    found = placed(Advice("hits", worth, "a", "A is best.", chance=False), question)
    assert [found["options"][f"a={key}"]["text"] for key in "ab"] == ["3.3 more hits", "your last hit"]


def test_odds_of_a_number_come_with_its_measure() -> None:
    question = asked(Number(least=1, most=2))
    worth = (Worth(1, "1", 0.9999), Worth(2, "2", 0.58))
    found = placed(Advice("chance to win", worth, 1, "1 is best."), question)
    assert found["numbers"]["a"]["1"]["text"] == "over 99% chance to win"
    assert found["numbers"]["a"]["2"] == {"text": "58% chance to win", "share": 0.58}


def test_what_may_be_off_by_much_says_so_beside_parts_of_an_answer_too() -> None:
    """58 % ± 12 and 51 % ± 12 read 58% and 51% there, as if the one were better."""
    with_what = Fields((Field("with", "With", Choice((Option("axe", "Axe"), Option("bow", "Bow")))),))
    question = asked(Choice(options=(Option("go", "Go", then=with_what),)))
    ways = [{"pick": "go", "with": {"with": each}} for each in ("axe", "bow")]
    worth = (Worth(ways[0], "Axe", 0.58, error=0.12), Worth(ways[1], "Bow", 0.51, error=0.04))
    found = placed(Advice("chance to win", worth, None, ""), question)["options"]
    assert [each["text"] for each in found.values()] == ["58% ± 12", "51%"]


@pytest.mark.parametrize(
    ("name", "kind", "preset"),
    [
        ("questworlds", "group-extended", "boarding"),
        ("questworlds-srd", "scored", "bridge-at-night"),
        ("deckahedron", "fight", "soldiers"),
    ],
)
def test_lines_of_a_chart_have_the_colours_of_their_sides(name: str, kind: str, preset: str) -> None:
    """Who stand together have one hue, and patterns of their own in it."""
    rules = game(name)
    referee = Referee.start(rules, kind, rules.type(kind).presets[preset].setup)
    seen = seat_view(referee, GM).state
    gauges = rules.type(kind).gauges(seen)
    lines = [ChartLine(each, "0,0 1,1", 1) for each in gauges]
    chart = coloured(Chart(lines, None, ""), rules.type(kind).stands(seen))
    assert chart is not None
    marks = [(line.side, line.nth) for line in chart.lines]
    assert {side for side, _ in marks} == {0, 1}
    assert len(set(marks)) == len(marks)
    assert marks[:2] == [(0, 0), (0, 1)]


def test_of_many_lines_the_chart_shows_those_that_move() -> None:
    lines = [ChartLine(str(n), "0,5 50,5 100,9" if n < 2 else "0,5 100,5", 1.0) for n in range(7)]
    many = moving(Chart(lines, None, "All of them."))
    few = moving(Chart(lines[:6], None, "All of them."))
    assert many is not None
    assert few is not None
    assert [line.name for line in many.lines] == ["0", "1"]
    assert len(few.lines) == 6


@pytest.mark.parametrize("preset", PRESETS, ids="/".join)
def test_an_end_is_told_in_words(preset: tuple[str, str, str]) -> None:
    """Whoever looks, the end of a contest has a heading, and no names or values of the program."""
    name, type_name, key = preset
    kind = game(name).type(type_name)
    for seed in range(6):
        referee = Referee.start(
            game(name), type_name, kind.presets[key].setup, kind.presets[key].options, seed=bytes([seed]) * 32
        )
        if _played(referee, Random(seed)):
            break
    else:
        pytest.skip("random play does not end it")
    for seat in (*referee.seats, "onlooker"):
        drawn = draw(
            "contest/end.html",
            contest=SimpleNamespace(id="1", type=type_name),
            visit=SimpleNamespace(link=lambda place, **_: place),
            outcome=seat_view(referee, seat).outcome,
            own_end=f"games/{name}/end.html" if own_file(name, "end.html") else "",
        )
        told = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", drawn))
        assert re.search(r"<h2>\s*\w", drawn)
        assert not re.search(
            r"[{}\[\]_]|\bap\b|\bNone\b|[a-z]-(victory|defeat)|(stamina|harm|wounds) \d", told
        )


def _played(referee: Referee[Any], random: Random) -> bool:
    for _ in range(700):
        pending = next((each for each in referee.pending if isinstance(each.request, Ask)), None)
        if pending is None:
            break
        form = pending.form()
        answer = form.sample(random)
        referee.answer(pending.id, "So be it" if isinstance(form, Text) else answer)
    return referee.over


def test_own_characters_come_first_among_their_side() -> None:
    """A player's side stands first, there their own; a game master looks with the players."""
    rows = [
        {"name": "A", "seat": "a", "side": "us"},
        {"name": "X", "seat": "gm", "side": "them"},
        {"name": "B", "seat": "b", "side": "us"},
        {"name": "C", "seat": "b", "side": "us"},
    ]
    state = {"round": 2, "contestants": rows, "names": ["x"]}

    def order(seat: str) -> str:
        return "".join(row["name"] for row in own_first(state, seat)["contestants"])

    assert [order(seat) for seat in ("gm", "a", "b")] == ["ABCX", "ABCX", "BCAX"]
    assert own_first(state, "b")["names"] == ["x"]


def test_who_is_waited_for_is_named_once() -> None:
    """Also where one plays several, and only one of them acts."""
    forge = game("forge")
    setup = forge.type("conflict").presets["caravan-ambush"].setup
    referee = Referee.start(forge, "conflict", setup)
    view = seat_view(referee, "onlooker")
    (row,) = (each for each in waiting_rows(view, []) if "order" in each["text"])
    assert view.seats[row["seat"]] != row["name"]
    assert f"{row['name']} {row['text']}" == "Scar sets the order."
