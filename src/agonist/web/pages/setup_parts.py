"""A set-up as parts of a page: drawn from the types that a game declares, filled with what was typed so far."""

from __future__ import annotations

import inspect
import re
from typing import Any

import msgspec
from msgspec import inspect as types

from .drawing import words

__all__ = ["Part", "bare", "blank", "info_of", "lists_in", "one_of", "parts_of", "unfold"]

_FEW = 4
"""A record of so few fields shows all of them; of more, those that are as usual are folded away."""


class Part(msgspec.Struct, kw_only=True):
    """One part of a form: a field, a record of fields, or a list of records.

    `kind` is text, number, tick, select, words (texts divided by commas), ticks (several of a menu), record, list or
    pairs. `type` names the record's type and those that it extends; the words after it come from the game.
    """

    kind: str
    name: str
    label: str
    help: str = ""
    value: Any = None
    options: list[tuple[str, str]] = []
    least: int | None = None
    most: int | None = None
    parts: list[Part] = []
    folded: bool = False
    optional: bool = False
    suggestions: list[str] = []
    type: tuple[str, ...] = ()
    one: str = ""
    rule: str = ""
    example: str = ""
    empty: str = ""
    names: str = ""
    sides: str = ""
    moves: bool = False
    beside: bool = False
    ticks: list[tuple[str, str, bool]] = []

    @property
    def gist(self) -> str:
        """What a record is called: its name, or the first thing that is written in it."""
        fields = self.parts
        named = [part for part in fields if part.name.rpartition(".")[2] == "name"]
        first = next(
            (part for part in named + fields if part.kind in ("text", "select") and part.value), None
        )
        return _shown(first) if first else ""

    @property
    def aside(self) -> str:
        """What stands beside a record's name while it is folded: its rating, its damage, its kind."""
        return next((_shown(part) for part in self.parts if part.beside), "")


def _shown(part: Part) -> str:
    value = "" if part.value is None else str(part.value)
    return dict(part.options).get(value, re.sub(r"^-(?=\d)", "−", value))


def info_of(kind: type[Any]) -> types.Type:
    """What there is to know about a type."""
    return types.type_info(kind)


def parts_of(info: types.Type, data: Any, name: str, label: str = "") -> Part:
    """The part that edits a value of this type."""
    info, told, optional = bare(info)
    part = (_maybe if optional else _part)(info, data, name, label or words(name.rpartition(".")[2]))
    part.help = told or part.help
    part.optional = optional
    if optional and part.kind == "select" and ("", "–") not in part.options:
        part.options = [("", "–"), *part.options]
    return part


def _maybe(info: types.Type, data: Any, name: str, label: str) -> Part:
    """The part for what need not be there: a record is a list of one at most, yes or no has a third answer."""
    if isinstance(info, types.StructType):
        inner = [] if data is None else [_record(info, data, f"{name}.0", label)]
        return Part(kind="list", name=name, label=label, parts=inner, value=info.cls.__name__, most=1)
    if isinstance(info, types.BoolType):
        value = "" if data is None else "yes" if data else "no"
        return Part(
            kind="select", name=name, label=label, value=value, options=[("yes", "Yes"), ("no", "No")]
        )
    return _part(info, data, name, label)


def _part(info: types.Type, data: Any, name: str, label: str) -> Part:
    match info:
        case types.BoolType():
            return Part(kind="tick", name=name, label=label, value=bool(data))
        case types.IntType() | types.FloatType():
            low = info.ge if info.ge is not None else None
            return Part(
                kind="number", name=name, label=label, value=data, least=_whole(low), most=_whole(info.le)
            )
        case types.LiteralType(values=values):
            options = [(str(each), _said(each)) for each in values]
            return Part(
                kind="select",
                name=name,
                label=label,
                value="" if data is None else str(data),
                options=options,
            )
        case types.EnumType(cls=cls):
            options = [(str(each.value), words(each.name.lower())) for each in cls]
            return Part(
                kind="select",
                name=name,
                label=label,
                value="" if data is None else str(data),
                options=options,
            )
        case types.StructType():
            return _record(info, data, name, label)
        case types.TupleType(item_types=kinds):
            items = list(data) if isinstance(data, list | tuple) else []
            items += [blank(kind) for kind in kinds[len(items) :]]
            inner = [
                parts_of(kind, items[n], f"{name}.{n}", f"{label} {n + 1}") for n, kind in enumerate(kinds)
            ]
            return Part(kind="record", name=name, label=label, parts=inner)
        case (
            types.VarTupleType(item_type=item)
            | types.ListType(item_type=item)
            | types.SetType(item_type=item)
        ):
            return _list(item, data, name, label)
        case types.DictType():
            return _pairs(info, data, name, label)
        case types.StrType(max_length=most):
            return Part(kind="text", name=name, label=label, value="" if data is None else data, most=most)
    return Part(kind="text", name=name, label=label, value="" if data is None else data)


def _said(value: Any) -> str:
    return (words(value) if isinstance(value, str) else str(value).replace("-", "−")) or "–"


def _record(info: types.StructType, data: Any, name: str, label: str) -> Part:
    given = data if isinstance(data, dict) else {}
    inner = []
    for field in info.fields:
        value = given.get(field.encode_name, _default(field))
        part = parts_of(field.type, value, f"{name}.{field.encode_name}", words(field.name))
        usual = not field.required and _same(value, _default(field)) and field.name != "name"
        part.folded = usual and len(info.fields) > _FEW
        inner.append(part)
    inner.sort(key=lambda part: part.name != f"{name}.name")
    kinds = tuple(each.__name__ for each in info.cls.__mro__)
    return Part(kind="record", name=name, label=label, help=_doc(info.cls), parts=inner, type=kinds)


def _list(item: types.Type, data: Any, name: str, label: str) -> Part:
    rows = list(data) if isinstance(data, list | tuple) else []
    inside, _, _ = bare(item)
    if isinstance(inside, types.StrType | types.IntType):
        return Part(
            kind="words", name=name, label=label, value=", ".join(map(str, rows)), help="Divided by commas."
        )
    inner = [parts_of(item, row, f"{name}.{n}", one_of(label)) for n, row in enumerate(rows)]
    _suggest(inner)
    kind = inside.cls.__name__ if isinstance(inside, types.StructType) else "thing"
    return Part(kind="list", name=name, label=label, parts=inner, value=kind)


def _pairs(info: types.DictType, data: Any, name: str, label: str) -> Part:
    rows = list(data.items()) if isinstance(data, dict) else []
    inner = []
    for n, (key, value) in enumerate(rows):
        first = parts_of(info.key_type, key, f"{name}.{n}.key", "Name")
        second = parts_of(info.value_type, value, f"{name}.{n}.value", "Value")
        inner.append(Part(kind="record", name=f"{name}.{n}", label=one_of(label), parts=[first, second]))
    return Part(kind="pairs", name=name, label=label, parts=inner, value="pair")


def _suggest(rows: list[Part]) -> None:
    """Texts that others of the list have already are offered as a menu: the same side, the same seat."""
    for column in zip(*(row.parts for row in rows if row.kind == "record"), strict=False):
        known = sorted({str(part.value) for part in column if part.kind == "text" and part.value})
        for part in column:
            if part.name.rpartition(".")[2] != "name":
                part.suggestions = known


def unfold(part: Part, place: str) -> list[str]:
    """Open everything on the way to a place, and name it."""
    if place != part.name and not place.startswith(f"{part.name}."):
        return []
    part.folded = False
    return [part.name, *(name for inner in part.parts for name in unfold(inner, place))]


def lists_in(part: Part, owner: str = "") -> list[tuple[str, str, str, int]]:
    """All lists of records within: the kind of their rows, their name, whose they are, and how long they are."""
    here = [(str(part.value), part.name, owner, len(part.parts))] if part.kind == "list" else []
    names = [str(each.value) for each in part.parts if each.name == f"{part.name}.name"]
    called = names[0] if names else owner
    return here + [each for inner in part.parts for each in lists_in(inner, called)]


def blank(info: types.Type) -> Any:
    """A value of this type to begin with, as data."""
    info, _, optional = bare(info)
    match info:
        case _ if optional:
            return None
        case types.BoolType():
            return False
        case types.IntType(ge=low):
            return _whole(low) or 0
        case types.LiteralType(values=values):
            return values[0]
        case types.StructType(fields=fields):
            return {field.encode_name: blank(field.type) for field in fields if field.required}
        case types.TupleType(item_types=kinds):
            return [blank(kind) for kind in kinds]
        case types.VarTupleType() | types.ListType() | types.SetType():
            return []
        case types.DictType():
            return {}
    return ""


def one_of(label: str) -> str:
    """What one of several is called: ``Abilities`` gives ``ability``."""
    low = label.lower()
    if low.endswith("ies"):
        return f"{low[:-3]}y"
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def bare(info: types.Type) -> tuple[types.Type, str, bool]:
    """The type without its wrapping: what it says of itself, and whether there may be none."""
    told, optional = "", False
    while True:
        if isinstance(info, types.Metadata):
            told = told or (info.extra_json_schema or {}).get("description", "")
            info = info.type
        elif isinstance(info, types.UnionType) and _may_be_none(info):
            left = tuple(each for each in info.types if not isinstance(each, types.NoneType))
            optional = True
            info = left[0] if len(left) == 1 else types.UnionType(left)
        else:
            return info, told, optional


def _may_be_none(info: types.UnionType) -> bool:
    return any(isinstance(each, types.NoneType) for each in info.types)


def _default(field: types.Field) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return blank(field.type)


def _same(one: Any, two: Any) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(two)


def _doc(cls: type[Any]) -> str:
    text = inspect.cleandoc(cls.__doc__ or "").split("\n\n")[0].replace("\n", " ").replace("`", "")
    return "" if text.startswith(cls.__name__ + "(") else text


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)
