"""The odds pages: a calculator for every question about a game, with a link that keeps the question."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, get
from litestar.response import Redirect

from agonist.kernel import AgonistError, Flag, Many, game, games
from agonist.kernel.forms import changed, where
from agonist.odds.answer import Odds
from agonist.odds.declared import trouble
from agonist.odds.inquiries import Question, question, questions
from agonist.odds.turns import Busy
from agonist.table import Service
from agonist.table.limits import rows_of

from ..who import Here, Id, peer_of
from .answers import answer_from
from .drawing import page, words
from .errors import sentence
from .large import large_page
from .sheets import Sheet
from .visit import AnyRequest, go, settings_of

_MOST_BARS = 40
_MOST_SHOWN = 300
"""How many rows of an answer a page has; the command tells all."""


class Bar(msgspec.Struct, frozen=True):
    """One bar of a chart: its name, its share from 0 to 1, and the share in words."""

    name: str
    share: float
    text: str


class Answered(msgspec.Struct, frozen=True):
    """An answer as the page shows it."""

    head: list[tuple[str, str]]
    chart: str
    bars: list[Bar]
    rows: list[tuple[str, str, str]]
    certainty: str
    notes: tuple[str, ...]


@get("/odds", include_in_schema=False)
async def odds_index(request: AnyRequest) -> Response[str]:
    """All questions of all games."""
    asked = [(each, questions(each.name)) for each in games()]
    without = [each for each in games() if trouble(each.name)]
    return page(
        request, "odds_index.html", asked=[(each, found) for each, found in asked if found], without=without
    )


@get("/odds/{name:str}", include_in_schema=False)
async def odds_of_game(request: AnyRequest, name: Id) -> Response[str]:
    """The questions about one game."""
    return page(request, "odds_index.html", asked=[(game(name), questions(name))])


@get("/odds/{name:str}/{which:str}", include_in_schema=False, as_it_is=True)
async def calculator(request: AnyRequest, service: Here, name: Id, which: Id) -> Response[bytes] | Redirect:
    """A question, filled in by the link or by its example, and its answer."""
    service.allow("ask", peer_of(request))
    asked = question(name, which)
    sent = {key: request.query_params.getall(key) for key in request.query_params}
    values = asked.settled(_edited(asked, sent)) if sent else example_of(asked)
    place = f"{settings_of(request).base_path}/odds/{name}/{which}"
    link = f"{place}?{link_of(asked, values)}"
    if "do" in sent and request.headers.get("hx-request") != "true":
        return go(link)
    answer, refused, wrong = await _answered(request, service, asked, values)
    drawn = await large_page(
        request,
        service,
        "odds.html",
        rows_of(values) + len(answer.rows if answer else ()) // 10,
        game=game(name),
        question=asked,
        sheet=Sheet(form=asked.form, data=values, post_to=place, sliders=True),
        answer=answer,
        refused=refused,
        place=where(asked.form, wrong),
        command=asked.command(values),
        table=values.get("table"),
        others=[each for each in questions(name) if each.name != which],
    )
    drawn.headers["hx-replace-url"] = link
    return drawn


def _edited(asked: Question, sent: Mapping[str, list[str]]) -> dict[str, Any]:
    """What a page or a link sends, with a row more or less if one was asked for."""
    given: dict[str, Any] = answer_from(asked.form, sent, "")
    for act in sent.get("do", ()):
        given = changed(asked.form, given, act)
    return given


def link_of(asked: Question, values: Mapping[str, Any]) -> str:
    """The shortest address that asks the same."""
    query: dict[str, Any] = {}
    for each in asked.parameters:
        value = values.get(each.key)
        if value is None or (each.optional and value == each.default):
            continue
        if isinstance(value, Mapping):
            value = "; ".join(f"{cell} = {price}" for cell, price in value.items())
        query[each.key] = "yes" if value is True else value
    return urlencode(query, doseq=True, safe=":@,")


async def _answered(
    request: AnyRequest, service: Service, asked: Question, values: dict[str, Any]
) -> tuple[Answered | None, str, str]:
    try:
        found = await service.odds(peer_of(request), asked.game, asked.name, values)
    except Busy:
        raise
    except AgonistError as error:
        return None, sentence(error), error.place
    return shown(asked, found), "", ""


def shown(asked: Question, found: Odds) -> Answered:
    names = dict(asked.names)

    def called(key: Any) -> str:
        text = str(key)
        return names.get(text) or (text.replace("-", "−") if text.lstrip("-").isdecimal() else words(text))

    chart, shares = found.main_distribution()
    bars = [
        Bar(called(key), float(share), percent(float(share)))
        for key, share in list(shares.items())[:_MOST_BARS]
        if isinstance(share, int | float) or hasattr(share, "numerator")
    ]
    heads = [
        (called(key), _text(key, value))
        for key, value in found.numbers.items()
        if _is_number(value) and (key != "tie" or value)
    ]
    rows = [(_row(name, found, called), number, exact) for name, number, exact in found.rows()[:_MOST_SHOWN]]
    return Answered(heads[:4], called(chart), bars, rows, found.certainty, found.notes)


def _row(name: str, found: Odds, called: Callable[[Any], str]) -> str:
    """A row's name: a part of the answer, or one of its cases."""
    if name in found.numbers:
        return called(name)
    part, _, key = name.partition(" ")
    return f"{called(part)}: {called(key)}"


def percent(share: float) -> str:
    """A chance as people read it: what is hardly possible is not called impossible."""
    if 0 < share < 0.0005:
        return "< 0.1\u202f%"
    if 0.9995 < share < 1:
        return "> 99.9\u202f%"
    return f"{100 * share:.1f}\u202f%"


def _is_number(value: Any) -> bool:
    return not isinstance(value, bool | Mapping | str | list | tuple) and hasattr(value, "__float__")


def _text(key: str, value: Any) -> str:
    number = float(value)
    chance = 0 <= number <= 1 and not isinstance(value, int) and key not in ("mean", "value")
    return percent(number) if chance else f"{number:.3g}"


def example_of(asked: Question) -> dict[str, Any]:
    """The values of the question's own example."""
    tokens = shlex.split(asked.example)[4:]
    named = {each.flag: each for each in asked.parameters}
    places = [each for each in asked.parameters if each.place]
    sent: dict[str, list[str]] = {}
    while tokens:
        token = tokens.pop(0)
        if not token.startswith("--"):
            several = isinstance(places[0].form, Many)
            sent.setdefault((places[0] if several else places.pop(0)).key, []).append(token)
            continue
        parameter = named[token]
        ticked = isinstance(parameter.form, Flag)
        sent.setdefault(parameter.key, []).append("yes" if ticked else tokens.pop(0))
    return asked.settled(answer_from(asked.form, sent, ""))


ODDS = [odds_index, odds_of_game, calculator]
