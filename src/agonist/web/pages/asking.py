"""A question about odds as fields of a page: drawn from what it declares, and read back from what a page sends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec

from agonist.odds.asking import Parameter, Question
from agonist.odds.filling_in import Piece, Way

from .answers import Sent, number_in, rows_in
from .drawing import words

__all__ = ["Asked", "fields_of", "given", "link_of", "regrown"]

_WIDEST = 60
_AROUND_ZERO = 20


class Asked(msgspec.Struct, kw_only=True):
    """A parameter as a field.

    `kind` is flag, choice, number, slider, text, way (one of several, with a number), rows (of pieces), ticks or cells.
    """

    kind: str
    name: str
    label: str
    help: str
    value: Any
    empty: str = ""
    options: list[tuple[str, str]] = []
    floor: int | None = None
    limit: int | None = None
    """The least and the most that may be given."""
    least: int = 0
    most: int = 0
    """The ends of the slider."""
    ways: Sequence[Way] = ()
    by: int = 1
    pieces: Sequence[Piece] = ()
    rows: list[list[int]] = []
    several: bool = False
    needed: bool = False
    more: bool = False


def fields_of(asked: Question, values: Mapping[str, Any]) -> list[Asked]:
    """All fields of a question, filled in."""
    return [_field(each, values.get(each.name)) for each in asked.parameters]


def _field(parameter: Parameter, value: Any) -> Asked:
    shown = value if value is not None else parameter.default
    field = Asked(
        kind=parameter.kind,
        name=parameter.name,
        label=parameter.label or words(parameter.name),
        help=parameter.help,
        value="" if shown is None else shown,
        empty=parameter.empty,
        options=list(zip(parameter.choices, parameter.says or parameter.choices, strict=True)),
        floor=parameter.least,
        limit=parameter.most,
        needed=parameter.required,
        more=parameter.more and shown == parameter.default,
    )
    if parameter.cells:
        field.kind, field.value = "cells", _cells(shown)
        field.options = list(parameter.offers)
        field.rows = [list(each) for each in parameter.cells]  # type: ignore[arg-type]
    elif parameter.offers:
        field.kind, field.options, field.value = "ticks", list(parameter.offers), Counter(shown or ())
    elif parameter.ways and (found := _way(parameter, str(shown))):
        field.kind, field.ways = "way", parameter.ways
        field.value, field.by = found
    elif parameter.pieces and (rows := _rows(parameter, shown)) is not None:
        field.kind, field.pieces, field.rows = "rows", parameter.pieces, rows
        field.several = parameter.many or bool(parameter.joined)
    elif parameter.many:
        field.kind, field.value = "text", "; ".join(map(str, shown or ()))
        field.help += " Several: divide them by semicolons."
    elif parameter.kind == "number" and isinstance(shown, int):
        _slide(field, shown)
    return field


def _slide(field: Asked, shown: int) -> None:
    """A slider over what is usual: around 0 for what may be negative, and always as far as the value itself."""
    low, high = field.floor, field.limit
    if low is None or high is None:
        return
    usual = (-_AROUND_ZERO, _AROUND_ZERO) if low < 0 else (low, low + _WIDEST)
    field.kind = "slider"
    field.least, field.most = min(max(low, usual[0]), shown), max(min(high, usual[1]), shown)


def _way(parameter: Parameter, text: str) -> tuple[str, int] | None:
    for way in parameter.ways:
        number = way.number_in(text)
        if number is not None and way.text(number) == text:
            return way.key, number if way.unit else next(
                (each.start for each in parameter.ways if each.unit), 1
            )
    return None


def _rows(parameter: Parameter, shown: Any) -> list[list[int]] | None:
    """The rows of numbers that give the texts; None if a text says more than its pieces can."""
    texts = [str(each) for each in (shown or ())] if parameter.many else [shown] if shown else []
    if parameter.joined:
        if len(texts) > 1:
            return None
        texts = [each.strip() for text in texts for each in text.split(parameter.joined)]
    rows = [[piece.number_in(text) for piece in parameter.pieces] for text in texts]
    return rows if [_text(parameter, row) for row in rows] == texts else None


def _text(parameter: Parameter, row: Sequence[int]) -> str:
    return "".join(piece.text(number) for piece, number in zip(parameter.pieces, row, strict=True))


def _cells(shown: Any) -> dict[str, str]:
    if isinstance(shown, Mapping):
        return dict(shown)
    pairs = (each.partition("=") for each in str(shown or "").split(";") if each.strip())
    return {cell.strip(): price.strip() for cell, _, price in pairs}


def given(asked: Question, sent: Sent) -> dict[str, Any]:
    """What a page or a link sends, in the kinds that the question wants; what is left empty is left out."""
    values = {each.name: _given(each, sent) for each in asked.parameters}
    return {name: value for name, value in values.items() if value is not None}


def _given(parameter: Parameter, sent: Sent) -> Any:
    name = parameter.name
    texts = [each.strip() for each in sent.get(name, ()) if each.strip()]
    if parameter.kind == "flag":
        return bool(texts)
    if parameter.cells:
        prices = {cell: next(iter(sent.get(f"{name}.{cell}", ())), "") for cell, _ in parameter.cells}
        return (
            _cells(texts[-1] if texts else None) | {cell: price for cell, price in prices.items() if price}
            or None
        )
    if parameter.pieces and f"{name}:rows" in sent:
        texts = [_sent_row(parameter, sent, n) for n in rows_in(sent, name)]
        texts = [parameter.joined.join(texts)] if parameter.joined and texts else texts
    elif parameter.many:
        texts = [each.strip() for text in texts for each in text.split(";") if each.strip()]
    if parameter.many:
        return [_value(parameter, each) for each in texts] or None
    if not texts:
        return None
    way = next((each for each in parameter.ways if each.key == texts[-1] and each.unit), None)
    if way is not None:
        number = number_in(next(iter(sent.get(f"{name}-by", ())), ""))
        return way.text(number if isinstance(number, int) else way.start)
    return _value(parameter, texts[-1])


def _sent_row(parameter: Parameter, sent: Sent, n: int) -> str:
    found = [sent.get(f"{parameter.name}.{n}.{piece.name}", [""])[-1] for piece in parameter.pieces]
    numbers = [
        int(bool(text)) if piece.tick else read if isinstance(read := number_in(text), int) else piece.least
        for piece, text in zip(parameter.pieces, found, strict=True)
    ]
    return _text(parameter, numbers)


def _value(parameter: Parameter, text: str) -> Any:
    if parameter.kind == "number":
        return number_in(text)
    if parameter.kind == "fraction":
        try:
            return float(text)
        except ValueError:
            return text
    return text


def regrown(asked: Question, values: dict[str, Any], sent: Sent) -> dict[str, Any]:
    """The values with a row more (``more=NAME``) or less (``less=NAME.N``)."""
    for verb in ("more", "less"):
        for wanted in sent.get(verb, ()):
            name, _, n = wanted.partition(".")
            found = next((each for each in asked.parameters if each.name == name and each.pieces), None)
            if found is not None:
                values = values | {name: _regrown(found, values.get(name), int(n) if n.isdecimal() else -1)}
    return {name: value for name, value in values.items() if value not in ([], "")}


def _regrown(parameter: Parameter, value: Any, without: int) -> Any:
    sign = parameter.joined
    texts = list(value or ()) if parameter.many else [value] if value else []
    rows = (
        [each for text in texts for each in str(text).split(sign)] if sign else [str(each) for each in texts]
    )
    if without < 0:
        rows.append(_text(parameter, [piece.start for piece in parameter.pieces]))
    elif without < len(rows):
        del rows[without]
    if sign:
        rows = [sign.join(rows)] if rows else []
    return [_value(parameter, each) for each in rows] if parameter.many else next(iter(rows), "")


def link_of(asked: Question, values: Mapping[str, Any]) -> str:
    """The shortest address that asks the same."""
    query: dict[str, Any] = {}
    for each in asked.parameters:
        value = values.get(each.name)
        if value is None or (value == each.default and not each.required):
            continue
        if isinstance(value, Mapping):
            value = "; ".join(f"{cell} = {price}" for cell, price in value.items())
        query[each.name] = "yes" if value is True else value
    return urlencode(query, doseq=True, safe=":@,")
