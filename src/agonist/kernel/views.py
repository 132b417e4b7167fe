"""Views: what one seat may see of a contest. The only place where state, requests and log pass to a seat.

What is shown to whom say the marks of a state's fields (`marks.py`). `look` makes each field when it is looked at, for
who decides now; `see` makes all of them, for who gets them later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin

import msgspec

from .marks import (
    Condition,
    Shown,
    Viewer,
    alike,
    as_made,
    hints_of,
    is_struct,
    marks_of,
    shown_as_it_is,
    wholly_open,
)

Shower = Callable[[Any, Viewer], Any]
"""What a viewer is shown of a value."""


class Look(Mapping[str, Any]):
    """A struct as a viewer sees it, each field made when it is looked at; good for as long as the state stands."""

    __slots__ = ("_open", "_seen", "_value", "_viewer", "_ways")

    def __init__(self, value: msgspec.Struct, viewer: Viewer) -> None:
        self._value = value
        self._viewer = viewer
        self._open, self._ways = _looking(type(value))
        self._seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name in self._open:
            return getattr(self._value, name)
        seen = self._seen
        if name not in seen:
            when, shows = self._ways[name]
            if when is not None and not when(self._viewer, self._value):
                raise KeyError(name)
            value = getattr(self._value, name)
            seen[name] = value if shows is None else shows(value, self._viewer)
        return seen[name]

    def get(self, name: str, default: Any = None) -> Any:
        """As of any mapping, without raising and catching."""
        if name not in self._ways:
            return default
        when, _ = self._ways[name]
        return self[name] if when is None or when(self._viewer, self._value) else default

    def named(self, field: str, name: str) -> Look:
        """The first of that name in a list of structs, without a look at the others."""
        when, _ = self._ways[field]
        if when is None or when(self._viewer, self._value):
            for each in getattr(self._value, field):
                if each.name == name:
                    found = Look(each, self._viewer)
                    if "name" in found._open:
                        return found
        raise LookupError(name)

    def rows(self, field: str, *names: str) -> list[tuple[Any, ...]]:
        """Some fields of each in a list of structs, such as everybody sees as they are."""
        when, _ = self._ways[field]
        if when is not None and not when(self._viewer, self._value):
            raise KeyError(field)
        return _rows(self._value.__class__, field, names)(getattr(self._value, field))

    def packed(self, name: str) -> bytes:
        """A field as JSON: short to keep what was thought about it by, and read only if that is new."""
        when, shows = self._ways[name]
        if when is None and shows is _whole:
            return _pack(getattr(self._value, name))
        return _pack(self[name])

    def anew(self) -> None:
        """The state has changed: what was made of it is made again when it is looked at."""
        self._seen.clear()

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in _opened(self._value, self._viewer))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(see(self._value, self._viewer))


def look(value: Any, viewer: Viewer) -> Any:
    """The value with only what the viewer may see, made as it is looked at."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, msgspec.Struct):
        return Look(value, viewer)
    return _each(value, viewer, look)


def see(value: Any, viewer: Viewer) -> Any:
    """The value as plain data, with only what the viewer may see."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, msgspec.Struct):
        whens, made, same = _maker(type(value))
        opened = tuple([when(viewer, value) for when in whens])
        if viewer.shared is None or not same:
            return made(value, viewer, opened)
        key = (id(value), opened)
        found = viewer.shared.get(key)
        if found is None:
            found = viewer.shared[key] = made(value, viewer, opened)
        return found
    return _each(value, viewer, see)


@cache
def _maker(kind: type[msgspec.Struct]) -> tuple[tuple[Condition, ...], Callable[..., dict[str, Any]], bool]:
    """How a struct's fields become data, written out once a type: on which conditions it depends, and what makes it.

    Who is meant by the fields of a type is often the same: a condition that opens several of them is asked once.
    """
    if wholly_open(kind):
        return (), lambda value, *_: msgspec.to_builtins(value), True
    marks = marks_of(kind)
    whens = tuple(dict.fromkeys(mark.when for mark, _ in marks.values() if mark.when is not None))
    names: dict[str, Any] = {}
    lines = ["def made(value, viewer, opened):", " found = {}"]
    for n, (name, (mark, plain)) in enumerate(marks.items()):
        names[f"show_{n}"] = None if plain else _shower(mark, hints_of(kind)[name], see)
        made = f"value.{name}" if plain else f"show_{n}(value.{name}, viewer)"
        only = "" if mark.when is None else f"if opened[{whens.index(mark.when)}]: "
        lines.append(f" {only}found[{name!r}] = {made}")
    exec("\n".join([*lines, " return found"]), names)  # noqa: S102  from names of fields alone
    return whens, names["made"], alike(kind)


def _shower(mark: Shown, hint: Any, seen: Shower) -> Shower:
    """What is shown of the values of a field; what is not open to everybody, as it is `seen`."""
    if mark.show is not None:
        shows = mark.show
        return lambda value, _: shows(value)
    if mark.whole or shown_as_it_is(hint):
        return _whole
    kind = get_args(hint)[0]
    if get_origin(kind) is list:
        one = Look if seen is look and is_struct(get_args(kind)[0]) else seen
        return lambda value, viewer: [one(each, viewer) for each in value]
    return seen


def _whole(value: Any, viewer: Viewer) -> Any:
    """A part of the state that everybody sees as it is: made once for viewers who share what they see."""
    if viewer.shared is None or not value:
        return msgspec.to_builtins(value)
    found = viewer.shared.get(id(value))
    if found is None:
        found = viewer.shared[id(value)] = msgspec.to_builtins(value)
    return found


def _opened(value: msgspec.Struct, viewer: Viewer) -> Iterator[tuple[str, tuple[Shown, bool]]]:
    """The fields of a struct that are open to the viewer."""
    for name, field in marks_of(type(value)).items():
        when = field[0].when
        if when is None or when(viewer, value):
            yield name, field


def _each(value: Any, viewer: Viewer, seen: Shower) -> Any:
    if isinstance(value, list | tuple):
        return [seen(each, viewer) for each in value]
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {key: seen(each, viewer) for key, each in value.items()}
    return value


def may_see(viewer: Viewer, way: Iterable[tuple[msgspec.Struct, str]]) -> bool:
    """Whether the viewer sees the value at the end of a way, as it is: a field of a struct in a field of a struct …"""
    for owner, field in way:
        mark, _ = marks_of(type(owner)).get(field, (None, False))
        if mark is None or mark.show is not None or not (mark.when is None or mark.when(viewer, owner)):
            return False
        if mark.whole:
            return True
    return True


@cache
def _looking(
    kind: type[msgspec.Struct],
) -> tuple[frozenset[str], dict[str, tuple[Condition | None, Shower | None]]]:
    """The fields of a type that everybody sees as they are; and for each that is marked, who sees it, and how."""
    marks, hints = marks_of(kind), hints_of(kind)
    opened = frozenset(name for name, (mark, plain) in marks.items() if plain and mark.when is None)
    ways = {
        name: (mark.when, None if plain or mark.show is as_made else _shower(mark, hints[name], look))
        for name, (mark, plain) in marks.items()
    }
    return opened, ways


@cache
def _rows(
    owner: type[msgspec.Struct], field: str, names: tuple[str, ...]
) -> Callable[[Any], list[tuple[Any, ...]]]:
    """How these fields of structs in a list are read, written out once: only where the list is shown as it is, and each
    of them is to everybody."""
    if marks_of(owner)[field][0].show is not None:
        raise KeyError(field)

    known: set[type[msgspec.Struct]] = set()

    def met(kind: type[msgspec.Struct]) -> bool:
        if hidden := set(names) - _looking(kind)[0]:
            raise KeyError(min(hidden))
        known.add(kind)
        return True

    scope: dict[str, Any] = {"known": known, "met": met}
    row = ", ".join(f"each.{name}" for name in names)
    which = "each.__class__ in known or met(each.__class__)"
    exec(f"def rows(found): return [({row},) for each in found if {which}]", scope)  # noqa: S102  from names of fields
    made: Callable[[Any], list[tuple[Any, ...]]] = scope["rows"]
    return made


_PLAIN = frozenset({int, str, bool, float, NoneType})
_pack = msgspec.json.Encoder(enc_hook=dict).encode
