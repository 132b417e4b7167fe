"""Reading a set-up from what a page sends, and changing its lists: nothing that was typed is lost on the way."""

from __future__ import annotations

from typing import Any

from msgspec import inspect as types

from .answers import Sent, number_in, rows_in
from .setup_parts import bare, blank

__all__ = ["changed", "read"]


def read(info: types.Type, sent: Sent, name: str) -> Any:
    """The value of this type that stands under a name, as plain data; the game refuses what does not fit."""
    info, _, optional = bare(info)
    text = sent.get(name, [""])[-1] if name in sent else ""
    match info:
        case types.BoolType():
            return text == "yes"
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
    return any(key == name or key.startswith(f"{name}.") or key == f"{name}:list" for key in sent)


def _rows(item: types.Type, sent: Sent, name: str, *, optional: bool) -> Any:
    inside, _, _ = bare(item)
    if isinstance(inside, types.StrType | types.IntType):
        texts = [each.strip() for each in sent.get(name, [""])[-1].split(",") if each.strip()]
        values = [number_in(each) for each in texts] if isinstance(inside, types.IntType) else texts
        return values or (None if optional else [])
    return [read(item, sent, f"{name}.{n}") for n in rows_in(sent, name)]


def _either(text: str, *, optional: bool) -> Any:
    return None if optional and not text.strip() else number_in(text)


def changed(info: types.Type, data: Any, act: str, root: str) -> Any:
    """The data after a change to one of its lists: ``add:PATH``, ``remove:PATH``, ``up:PATH``, ``move:PATH:PATH``."""
    verb, _, rest = act.partition(":")
    if verb == "add":
        steps = _steps(rest, root)
        _add(info, data, steps)
    elif verb in ("remove", "up", "down"):
        rows, n = _place(data, _steps(rest, root))
        _shift(rows, n, verb)
    elif verb == "move":
        source, _, target = rest.partition(":")
        rows, n = _place(data, _steps(source, root))
        others, m = _place(data, _steps(target, root))
        if isinstance(rows, list) and isinstance(others, list) and n < len(rows):
            row = rows.pop(n)
            others.insert(m, row)
    return data


def _steps(path: str, root: str) -> list[str]:
    return path.removeprefix(root).strip(".").split(".")


def _add(info: types.Type, data: Any, steps: list[str]) -> None:
    place, kind = data, info
    for step in steps[:-1]:
        kind = _inner(kind, step)
        place = place[int(step)] if isinstance(place, list) else _value_of(place, step)
    kind = _inner(kind, steps[-1])
    inside, _, _ = bare(kind)
    if isinstance(place, list):
        place = place[int(steps[-1])]
        return
    if isinstance(inside, types.DictType):
        rows = place.setdefault(steps[-1], {})
        free = inside.key_type.values if isinstance(inside.key_type, types.LiteralType) else [""]
        rows.setdefault(next((key for key in free if key not in rows), ""), blank(inside.value_type))
    elif isinstance(inside, types.VarTupleType | types.ListType):
        place[steps[-1]] = [*(place.get(steps[-1]) or []), blank(inside.item_type)]


def _value_of(place: Any, step: str) -> Any:
    """A field of an object, or in a list of pairs the value of the pair of that number."""
    if step in place:
        return place[step]
    return list(place.values())[int(step)] if step.isdecimal() else place


def _inner(info: types.Type, step: str) -> types.Type:
    inside, _, _ = bare(info)
    match inside:
        case types.StructType(fields=fields):
            return next(field.type for field in fields if field.encode_name == step)
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            return item
        case types.DictType(value_type=value):
            return value if step.isdecimal() else inside
    return inside


def _place(data: Any, steps: list[str]) -> tuple[Any, int]:
    place = data
    for step in steps[:-1]:
        place = place[int(step)] if isinstance(place, list) else _value_of(place, step)
    return place, int(steps[-1])


def _shift(rows: Any, n: int, verb: str) -> None:
    if isinstance(rows, dict):
        if verb == "remove":
            del rows[list(rows)[n]]
        return
    if verb == "remove":
        del rows[n]
        return
    other = n - 1 if verb == "up" else n + 1
    if 0 <= other < len(rows):
        rows[n], rows[other] = rows[other], rows[n]
