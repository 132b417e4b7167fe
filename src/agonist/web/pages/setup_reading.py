"""Reading a set-up from what a page sends: nothing that was typed is lost on the way."""

from __future__ import annotations

from typing import Any

from msgspec import inspect as types

from .answers import Sent, number_in, parts_under, rows_in
from .setup_parts import bare

__all__ = ["read"]


def read(info: types.Type, sent: Sent, name: str) -> Any:
    """The value of this type that stands under a name, as plain data; the game refuses what does not fit."""
    info, _, optional = bare(info)
    text = sent.get(name, [""])[-1] if name in sent else ""
    match info:
        case types.BoolType():
            return None if optional and not text else text == "yes"
        case types.StructType() if optional:
            return next((read(info, sent, f"{name}.{n}") for n in rows_in(sent, name)), None)
        case types.IntType() | types.FloatType():
            return None if optional and not text.strip() else number_in(text)
        case types.LiteralType(values=values):
            return (
                None if optional and not text else next((each for each in values if str(each) == text), text)
            )
        case types.EnumType(cls=cls):
            return next((each.value for each in cls if str(each.value) == text), text)
        case types.StructType(fields=fields):
            there = [field for field in fields if _sent_at_all(sent, f"{name}.{field.encode_name}")]
            return {
                field.encode_name: read(field.type, sent, f"{name}.{field.encode_name}") for field in there
            }
        case types.TupleType(item_types=kinds):
            return [read(kind, sent, f"{name}.{n}") for n, kind in enumerate(kinds)]
        case (
            types.VarTupleType(item_type=item)
            | types.ListType(item_type=item)
            | types.SetType(item_type=item)
        ):
            return _rows(item, sent, name, optional=optional)
        case types.DictType(key_type=key, value_type=value):
            pairs = [
                (read(key, sent, f"{name}.{n}.key"), read(value, sent, f"{name}.{n}.value"))
                for n in rows_in(sent, name)
            ]
            return dict(pairs)
        case types.UnionType():
            return _either(text, optional=optional)
    return None if optional and not text else text


def _sent_at_all(sent: Sent, name: str) -> bool:
    return name in sent or f"{name}:list" in sent or bool(parts_under(sent, name))


def _rows(item: types.Type, sent: Sent, name: str, *, optional: bool) -> Any:
    inside, _, _ = bare(item)
    if isinstance(inside, types.StrType | types.IntType):
        texts = [each.strip() for text in sent.get(name, ()) for each in text.split(",") if each.strip()]
        values = [number_in(each) for each in texts] if isinstance(inside, types.IntType) else texts
        return values or (None if optional else [])
    return [read(item, sent, f"{name}.{n}") for n in rows_in(sent, name)]


def _either(text: str, *, optional: bool) -> Any:
    return None if optional and not text.strip() else number_in(text)
