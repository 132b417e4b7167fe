"""The form of a type: what can be filled in is what the type says, called as the words beside the game call it.

A game brings words along in its ``setup.toml``. Each table there is a record, each key a field, with any of these:
`label`; `one`, what one of several is called, and `least`, how many there are at least; `help`; `rule`; `example`, what
an empty field shows; `empty`, what leaving it out means; `words` of its choices in their order; `names`, the path to
those who can be named; `seat`, for who plays; `sides`, the field of a row that says its side; `moves`, rows go to
another such list by a button too; `beside`, it stands beside the name of a folded row; `ticks`, the table of values to
tick; `shown`, never folded away.
A type can also bring its form along, as ``Meta(extra={"form": …})``; in the same place a field can have its `label`,
`rule` and `help`, and that it is `folded` away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect as types

from .base import Form, Option
from .combined import Field, Fields, Many, Maybe, Pairs
from .simple import ANY_LENGTH, ANY_NUMBER, Choice, Flag, Number, Several, Text
from .telling import one_of
from .written import Written

Words = Mapping[str, Mapping[str, Any]]

_MOST_ROWS = 200
_FEW = 4
"""A record of so few fields shows all of them; of more, those that are as usual are folded away."""


def form_of(kind: type[Any], words: Words | None = None) -> Form:
    """The form of a type's values, as plain data."""
    return _form(types.type_info(kind), {}, words or {})


def _form(info: types.Type, told: Mapping[str, Any], words: Words) -> Form:
    info, meta, optional = _bare(info)
    form = meta.get("form") or _plain(info, told, words)
    return Maybe(of=form, empty=told.get("empty", "")) if optional else form


def _plain(info: types.Type, told: Mapping[str, Any], words: Words) -> Form:
    match info:
        case types.BoolType():
            return Flag()
        case types.IntType(ge=low, le=high):
            return Number(int(-ANY_NUMBER if low is None else low), int(ANY_NUMBER if high is None else high))
        case types.LiteralType(values=values):
            return _choice({str(each): _said(each) for each in values}, values, told)
        case types.EnumType(cls=cls):
            values = tuple(each.value for each in cls)
            return _choice({str(each.value): _said(each.name.lower()) for each in cls}, values, told)
        case types.StructType():
            return _record(info, words)
        case types.VarTupleType(item_type=of) | types.ListType(item_type=of) | types.SetType(item_type=of):
            return _list(of, told, words)
        case types.TupleType(item_types=kinds):
            forms = [_form(kind, {}, words) for kind in kinds]
            one = told.get("one") or one_of(told.get("label", "part"))
            parts = tuple(Field(str(n), f"{one.capitalize()} {n + 1}", form) for n, form in enumerate(forms))
            return Fields(parts, listed=True)
        case types.DictType(key_type=key, value_type=value):
            return Pairs(_form(key, {}, words), _form(value, {}, words), _MOST_ROWS, told.get("one", ""))
        case types.StrType(min_length=low, max_length=high):
            names, seats, empty = told.get("names", ""), "seat" in told, told.get("empty", "")
            return Text(high or ANY_LENGTH, low or 0, names=names, seats=seats, empty=empty)
    return Written(".*", told.get("help") or "a number or a text", whole=True)


def _said(value: Any) -> str:
    words = value.replace("_", " ").replace("-", " ").strip() if isinstance(value, str) else str(value)
    return (words[:1].upper() + words[1:]).replace("-", "−") or "–"


def _choice(labels: dict[str, str], values: tuple[Any, ...], told: Mapping[str, Any]) -> Choice:
    worded = {key: text for key, text in told.get("words", {}).items() if key in labels}
    options = tuple(Option(key, text) for key, text in (worded | (labels | worded)).items())
    return Choice(options, whole=all(isinstance(each, int) for each in values))


def _record(info: types.StructType, words: Words) -> Fields:
    fields = [_field(info, field, words) for field in info.fields]
    return Fields(tuple(sorted(fields, key=lambda field: field.key != "name")))


def _field(record: types.StructType, field: types.Field, words: Words) -> Field:
    kinds = [each.__name__ for each in record.cls.__mro__]
    told: Mapping[str, Any] = next(
        (words[kind][field.name] for kind in kinds if field.name in words.get(kind, {})), {}
    )
    own = _bare(field.type)[1]
    told = {key: own[key] for key in ("label", "rule", "help", "folded") if key in own} | dict(told)
    form = _form(field.type, told, words)
    grouped = isinstance(form, Fields | Pairs) or (isinstance(form, Many) and isinstance(form.of, Fields))
    says = "" if grouped else own.get("description", "")
    seldom = not field.required and len(record.fields) > _FEW and field.name != "name"
    return Field(
        key=field.encode_name,
        label=told.get("label", _said(field.name)),
        form=form,
        help=told.get("help", says),
        rule=told.get("rule", ""),
        example=told.get("example", ""),
        optional=not field.required,
        default=_default(field),
        more=told.get("folded", False)
        or (seldom and not told.get("shown", False) and not told.get("least", 0)),
        beside=told.get("beside", False),
    )


def _default(field: types.Field) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    made = field.default_factory is not msgspec.NODEFAULT
    return msgspec.to_builtins(field.default_factory()) if made else None


def _list(of: types.Type, told: Mapping[str, Any], words: Words) -> Form:
    if "ticks" in told:
        copies = words.get("copies", {})
        texts = words[told["ticks"]].items()
        return Several(tuple(Option(key, text, times=copies.get(key, 1)) for key, text in texts))
    row = _form(of, {}, words)
    sides = told.get("sides", "")
    if sides and isinstance(row, Fields):
        replace = msgspec.structs.replace
        row = Fields(tuple(replace(each, more=each.more and each.key != sides) for each in row.fields))
    one = told.get("one") or one_of(told.get("label", ""))
    return Many(row, _MOST_ROWS, told.get("least", 0), one=one, sides=sides, moves=told.get("moves", False))


def _bare(info: types.Type) -> tuple[types.Type, dict[str, Any], bool]:
    """The type without its wrapping: what it says of itself, and whether there may be none."""
    told: dict[str, Any] = {}
    optional = False
    while True:
        if isinstance(info, types.Metadata):
            told = {**(info.extra_json_schema or {}), **(info.extra or {}), **told}
            info = info.type
        elif isinstance(info, types.UnionType) and any(
            isinstance(each, types.NoneType) for each in info.types
        ):
            left = tuple(each for each in info.types if not isinstance(each, types.NoneType))
            optional = True
            info = left[0] if len(left) == 1 else types.UnionType(left)
        else:
            return info, told, optional
