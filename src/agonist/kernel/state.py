"""The base of every game's state: structs with a cheap copy and a key of what the future depends on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin, get_type_hints

import msgspec


class Past:
    """Marks a field that the future does not depend on: ``Annotated[int, Past]`` stays out of the key."""


class State(msgspec.Struct):
    """A mutable part of a contest's state. Frozen structs and plain values inside are shared by copies."""

    def copy(self) -> Self:
        """A copy that shares nothing mutable with the original."""
        return _copied(self)  # type: ignore[no-any-return]

    def key(self) -> tuple[Any, ...]:
        """Equal for states with the same future."""
        return _key(self)  # type: ignore[no-any-return]


def _copied(value: Any) -> Any:
    return _copier(value.__class__)(value)


@cache
def _copier(kind: Any) -> Callable[[Any], Any]:
    """How values of a type are copied, written out once a type."""
    if kind is list:
        return lambda value: [_copier(each.__class__)(each) for each in value]
    if kind is dict:
        return lambda value: {key: _copier(each.__class__)(each) for key, each in value.items()}
    if kind is set:
        return set.copy
    if kind is tuple:
        return lambda value: tuple([_copier(each.__class__)(each) for each in value])
    if not issubclass(kind, msgspec.Struct) or kind.__struct_config__.frozen:
        return lambda value: value
    flat, deep = _open_fields(kind)
    hints = get_type_hints(kind)
    lines = ["def made(value):", " twin = value.__copy__()"]
    lines += [f" twin.{name} = value.{name}.copy()" for name in flat]
    for name in deep:
        listed = get_origin(hints[name]) is list
        made_of = f"[copier(each.__class__)(each) for each in value.{name}]"
        lines.append(f" twin.{name} = {made_of if listed else f'copied(value.{name})'}")
    names: dict[str, Any] = {"copied": _copied, "copier": _copier}
    exec("\n".join([*lines, " return twin"]), names)  # noqa: S102  from names of fields alone
    made: Callable[[Any], Any] = names["made"]
    return made


def _key(value: Any) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        return tuple([_key(each) for each in value])
    if kind is dict:
        return tuple([(key, _key(each)) for key, each in value.items()])
    if kind is set or kind is frozenset:
        return tuple(sorted(value))
    if isinstance(value, msgspec.Struct):
        fields, plain = _future(value.__class__)
        if plain:
            return (kind.__name__, *[getattr(value, name) for name in fields])
        return (kind.__name__, *[_key(getattr(value, name)) for name in fields])
    return value


@cache
def _open_fields(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a type that may hold something mutable: lists and dictionaries of plain values, and all others."""
    hints = get_type_hints(kind)
    names = [
        name for name in kind.__struct_fields__ if not is_plain(hints[name]) and not _is_frozen(hints[name])
    ]
    flat = {name for name in names if _is_flat(hints[name])}
    return tuple(name for name in names if name in flat), tuple(name for name in names if name not in flat)


def _is_flat(hint: Any) -> bool:
    return get_origin(hint) in (list, dict) and all(
        is_plain(part) or _is_frozen(part) for part in get_args(hint)
    )


def _is_frozen(kind: Any) -> bool:
    """Whether values of a type are shared by copies."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.frozen


@cache
def _future(kind: Any) -> tuple[tuple[str, ...], bool]:
    """The fields of a type that the future depends on, and whether all of them are plain."""
    hints = get_type_hints(kind, include_extras=True)
    fields = tuple(
        name
        for name in kind.__struct_fields__
        if not (get_origin(hints[name]) is Annotated and Past in get_args(hints[name]))
    )
    return fields, all(is_plain(hints[name]) for name in fields)


_PLAIN = frozenset({int, str, bool, float, NoneType, bytes})


def is_plain(hint: Any) -> bool:
    """Whether all values of a type are numbers, texts, flags or nothing."""
    if get_origin(hint) is Annotated:
        return is_plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return all(map(is_plain, get_args(hint)))
    return hint in _PLAIN or get_origin(hint) is Literal
