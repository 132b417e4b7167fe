"""Rows of a set-up's lists: added, removed and moved, in the data as it was typed so far.

A path names fields and rows, as the names on the page do: ``setup.teams.0.members.2``. What need not be there is a
list of one row at most, and a mapping is a list of pairs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import inspect as types

from .setup_parts import bare, blank

__all__ = ["changed"]


class _Place(NamedTuple):
    """Somewhere in the data, with the type of what is there."""

    data: Any
    info: types.Type

    def inside(self, step: str) -> _Place:
        """One step further: a field, a row of a list, a pair of a mapping, the one row of what need not be there."""
        kind, _, optional = bare(self.info)
        match kind:
            case types.StructType() if optional and step.isdecimal():
                return _Place(self.data, kind)
            case types.StructType(fields=fields):
                info = next(field.type for field in fields if field.encode_name == step)
                return _Place(self.data.get(step), info)
            case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
                return _Place(self.data[int(step)], item)
            case types.DictType(value_type=value) if step.isdecimal():
                return _Place(list(self.data.values())[int(step)], value)
        return self


def changed(info: types.Type, data: Any, act: str, root: str) -> Any:
    """The data after ``add:LIST``, ``remove:ROW``, ``up:ROW``, ``down:ROW`` or ``move:ROW:ROW``."""
    try:
        _change(_Place(data, info), act, root)
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError):
        return data  # a path that leads nowhere
    return data


def _change(whole: _Place, act: str, root: str) -> None:
    verb, _, rest = act.partition(":")
    path, _, target = rest.partition(":")
    steps = _steps(path, root)
    if verb == "add":
        _add(_reach(whole, steps[:-1]).data, steps[-1], _reach(whole, steps).info)
    elif verb == "remove":
        _remove(_reach(whole, steps[:-2]).data, steps[-2], _reach(whole, steps[:-1]), int(steps[-1]))
    elif verb in ("up", "down"):
        _swap(_reach(whole, steps[:-1]).data, int(steps[-1]), -1 if verb == "up" else 1)
    elif verb == "move":
        others = _steps(target, root)
        row = _reach(whole, steps[:-1]).data.pop(int(steps[-1]))
        _reach(whole, others[:-1]).data.insert(int(others[-1]), row)


def _steps(path: str, root: str) -> list[str]:
    return path.removeprefix(root).strip(".").split(".")


def _reach(place: _Place, steps: list[str]) -> _Place:
    for step in steps:
        place = place.inside(step) if step != "value" else place
    return place


def _add(owner: dict[str, Any], field: str, info: types.Type) -> None:
    kind, _, _ = bare(info)
    match kind:
        case types.DictType(key_type=key, value_type=value):
            rows = owner[field] = owner.get(field) or {}
            free = key.values if isinstance(key, types.LiteralType) else [""]
            rows.setdefault(next((each for each in free if each not in rows), ""), blank(value))
        case types.StructType():
            owner[field] = blank(kind)
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            owner[field] = [*(owner.get(field) or []), blank(item)]


def _remove(owner: dict[str, Any], field: str, place: _Place, n: int) -> None:
    kind, _, _ = bare(place.info)
    if isinstance(kind, types.StructType):
        owner[field] = None
    elif isinstance(kind, types.DictType):
        del place.data[list(place.data)[n]]
    else:
        del place.data[n]


def _swap(rows: list[Any], n: int, by: int) -> None:
    if 0 <= n + by < len(rows):
        rows[n], rows[n + by] = rows[n + by], rows[n]
