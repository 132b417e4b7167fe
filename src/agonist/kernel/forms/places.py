"""Places in an answer, and what is done there: something else put in, rows added, removed and moved.

A place names fields and rows: ``teams[0].members[2].name``; the names on a page do the same with dots only, where what
need not be there is a list of one row at most, and an object by keys a list of pairs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .base import Answer, Form
from .combined import Fields, Many, Maybe, Pairs

_NOWHERE = (AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError)

Change = Callable[[Form, Any], Any]


def steps_to(place: str) -> list[str]:
    """The fields and rows on the way to a place.

    >>> steps_to("teams[0].members.2.name")
    ['teams', '0', 'members', '2', 'name']
    """
    return [step for step in re.split(r"[.\[\]]+", place) if step]


def edited(form: Form, data: Any, steps: list[str], change: Change) -> Any:
    """The data with a change made to what stands at the end of the way."""
    if not steps:
        return change(form, data)
    step, *rest = steps
    match form:
        case Maybe(of=of):
            return edited(of, data, rest if step.isdecimal() else steps, change)
        case Fields():
            field, parts = form.field(step), form.parts(data)
            return form.whole(
                {**parts, step: edited(field.form, parts.get(step, field.default), rest, change)}
            )
        case Many(of=of):
            rows = form.rows(data)
            rows[int(step)] = edited(of, rows[int(step)], rest, change)
            return rows
        case Pairs(value=value):
            key = list(data)[int(step)] if step.isdecimal() else step
            return {**data, key: edited(value, data[key], rest[rest[:1] == ["value"] :], change)}
    raise KeyError(step)


def form_at(form: Form, data: Any, steps: list[str]) -> tuple[list[str], Form, Any]:
    """The way, the form and the data at a place, or at the last part on the way to it that there is."""
    for length in range(len(steps), 0, -1):
        found: list[tuple[Form, Any]] = []
        try:
            edited(form, data, steps[:length], lambda form, data: found.append((form, data)))  # noqa: B023
        except _NOWHERE:
            continue
        return steps[:length], *found[0]
    return [], form, data


def changed(form: Form, data: Any, act: str, root: str = "") -> Any:
    """The data after ``add:LIST``, ``remove:ROW``, ``up:ROW``, ``down:ROW`` or ``move:ROW:ROW``."""
    verb, _, rest = act.partition(":")
    path, target = (
        steps_to(each.removeprefix(root)) for each in rest.split(":", 1) + [""][rest.count(":") :]
    )
    try:
        if verb == "add":
            return edited(form, data, path, _grown)
        *rows, n = path
        if verb == "move":
            _, _, row = form_at(form, data, path)
            return edited(
                form, edited(form, data, rows, _without(int(n))), target[:-1], _with(row, int(target[-1]))
            )
        does = {"remove": _without(int(n)), "up": _swapped(int(n), -1), "down": _swapped(int(n), 1)}
        return edited(form, data, rows, does[verb])
    except _NOWHERE:
        return data  # a path that leads nowhere


def _grown(form: Form, data: Any) -> Any:
    match form:
        case Maybe(of=Fields() as of):
            return of.start()
        case Many(of=of):
            return [*form.rows(data), of.start()]
        case Pairs(key=key, value=value):
            free = next((each for each in key.answers() if each not in data), "")
            return {**data, free: value.start()}
    raise TypeError


def _without(n: int) -> Change:
    def change(form: Form, data: Any) -> Any:
        if isinstance(form, Maybe):
            return None
        if isinstance(form, Pairs):
            return {key: value for m, (key, value) in enumerate(data.items()) if m != n}
        return [row for m, row in enumerate(_rows(form, data)) if m != n]

    return change


def _with(row: Answer, n: int) -> Change:
    return lambda form, data: [*_rows(form, data)[:n], row, *_rows(form, data)[n:]]


def _swapped(n: int, by: int) -> Change:
    def change(form: Form, data: Any) -> Any:
        rows = _rows(form, data)
        if 0 <= n + by < len(rows):
            rows[n], rows[n + by] = rows[n + by], rows[n]
        return rows

    return change


def _rows(form: Form, data: Any) -> list[Answer]:
    if not isinstance(form, Many):
        raise TypeError
    return form.rows(data)


def names_at(data: Any, path: list[str]) -> list[str]:
    """The names in the lists at a path, each once, in their order."""
    rows = [data]
    for step in path:
        rows = [
            each
            for row in rows
            if isinstance(row, dict)
            for each in row.get(step) or ()
            if isinstance(each, dict)
        ]
    return list(dict.fromkeys(str(row["name"]) for row in rows if row.get("name")))
