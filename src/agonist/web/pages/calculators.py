"""The odds pages: a calculator for every question about a game, with a link that keeps the question."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Response, get

from agonist.kernel import AgonistError, game, games
from agonist.odds.answer import Odds
from agonist.odds.asking import Parameter, Question, question, questions
from agonist.table import Service

from ..who import Here, Id, peer_of
from .answers import number_in
from .drawing import page, words
from .errors import sentence
from .visit import AnyRequest

__all__ = ["ODDS"]

_MOST_BARS = 40
_WIDEST = 60
_at_once = asyncio.Semaphore(2)


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
    return page(request, "odds_index.html", asked=[(each, found) for each, found in asked if found])


@get("/odds/{name:str}", include_in_schema=False)
async def odds_of_game(request: AnyRequest, name: Id) -> Response[str]:
    """The questions about one game."""
    return page(request, "odds_index.html", asked=[(game(name), questions(name))])


@get("/odds/{name:str}/{which:str}", include_in_schema=False)
async def calculator(request: AnyRequest, service: Here, name: Id, which: Id) -> Response[str]:
    """A question, filled in by the link or by its example, and its answer."""
    asked = question(name, which)
    sent = {key: request.query_params.getall(key) for key in request.query_params}
    values = _given(asked, sent) if sent else _example(asked)
    answer, refused, place = await _answered(request, service, asked, values)
    shown: dict[str, Any] = {
        "game": game(name),
        "question": asked,
        "fields": [_field(parameter, values.get(parameter.name)) for parameter in asked.parameters],
        "answer": answer,
        "refused": refused,
        "place": place,
        "others": [each for each in questions(name) if each.name != which],
    }
    return page(request, "odds.html", **shown)


async def _answered(
    request: AnyRequest, service: Service, asked: Question, values: dict[str, Any]
) -> tuple[Answered | None, str, str]:
    service.house.rates.take("ask", peer_of(request), service.house.limits.acts)
    try:
        async with _at_once:
            found = await asyncio.to_thread(lambda: asked.ask(**values))
    except AgonistError as error:
        return None, sentence(error), error.place
    return _shown(found), "", ""


def _shown(found: Odds) -> Answered:
    name, shares = found.main_distribution()
    bars = [
        Bar(words(str(key)), float(share), f"{float(share):.1%}")
        for key, share in list(shares.items())[:_MOST_BARS]
        if isinstance(share, int | float) or hasattr(share, "numerator")
    ]
    single = [(words(key), _text(key, value)) for key, value in found.numbers.items() if _is_number(value)]
    return Answered(single[:4], words(name), bars, found.rows(), found.certainty, found.notes)


def _is_number(value: Any) -> bool:
    return not isinstance(value, bool | Mapping | str | list | tuple) and hasattr(value, "__float__")


def _text(key: str, value: Any) -> str:
    number = float(value)
    chance = 0 <= number <= 1 and not isinstance(value, int) and key not in ("mean", "value")
    return f"{number:.1%}" if chance else f"{number:.3g}"


def _given(asked: Question, sent: dict[str, list[str]]) -> dict[str, Any]:
    """What the page sends, in the kinds that the question wants; what is left empty is left out."""
    values: dict[str, Any] = {}
    for parameter in asked.parameters:
        texts = [each.strip() for each in sent.get(parameter.name, ()) if each.strip()]
        if parameter.kind == "flag":
            values[parameter.name] = bool(texts)
        elif parameter.many:
            found = [each.strip() for text in texts for each in text.split(";") if each.strip()]
            if found:
                values[parameter.name] = [_value(parameter, each) for each in found]
        elif texts:
            values[parameter.name] = _value(parameter, texts[-1])
    return values


def _value(parameter: Parameter, text: str) -> Any:
    if parameter.kind == "number":
        return number_in(text) if isinstance(number_in(text), int) else text
    if parameter.kind == "fraction":
        try:
            return float(text)
        except ValueError:
            return text
    return text


def _example(asked: Question) -> dict[str, Any]:
    """The values of the question's own example."""
    tokens = shlex.split(asked.example)[4:]
    named = {(each.option or each.name).replace("_", "-"): each for each in asked.parameters}
    places = [each for each in asked.parameters if each.place]
    sent: dict[str, list[str]] = {}
    while tokens:
        token = tokens.pop(0)
        if not token.startswith("--"):
            sent.setdefault(places.pop(0).name, []).append(token)
            continue
        parameter = named[token[2:]]
        sent.setdefault(parameter.name, []).append("yes" if parameter.kind == "flag" else tokens.pop(0))
    return _given(asked, sent)


def _field(parameter: Parameter, value: Any) -> dict[str, Any]:
    """A parameter as a field of the page."""
    least = parameter.least
    most = parameter.most if parameter.most is None or least is None else min(parameter.most, least + _WIDEST)
    shown = value if value is not None else parameter.default
    if parameter.many:
        shown = "; ".join(map(str, shown or ()))
    if isinstance(shown, int) and most is not None:
        most = max(most, shown)
    return {
        "name": parameter.name,
        "label": words(parameter.name),
        "help": parameter.help + (" Several: divide them by semicolons." if parameter.many else ""),
        "kind": parameter.kind if not parameter.many else "text",
        "value": "" if shown is None else shown,
        "choices": parameter.choices,
        "least": least,
        "most": most,
        "limit": parameter.most,
        "slider": parameter.kind == "number" and None not in (least, most, shown) and not parameter.many,
    }


ODDS = [odds_index, odds_of_game, calculator]
