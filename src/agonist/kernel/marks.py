"""Marks: who sees what of a state, read from the types of its fields once a type, and what it derives from them.

Closed by default: a field, or what a state derives, is shown only if it carries a `Shown` mark whose condition holds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints, overload

import msgspec

from .requests import GM
from .state import is_plain

T = TypeVar("T")


class Derived(Generic[T]):
    """Read like a property; views have it under its name, for those whom its mark lets see it."""

    def __init__(self, made: Callable[[Any], T], mark: Any) -> None:
        self.made = made
        self.mark = mark
        self.__doc__ = made.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> Derived[T]: ...
    @overload
    def __get__(self, owner: object, kind: type[Any]) -> T: ...
    def __get__(self, owner: object | None, kind: type[Any]) -> Derived[T] | T:
        return self if owner is None else self.made(owner)


def derived(mark: Any) -> Callable[[Callable[[Any], T]], Derived[T]]:
    """Show what a method works out: ``@derived(OPEN)``, with any mark that a field can have."""
    return lambda made: Derived(made, mark)


def all_derived(kind: type[Any]) -> dict[str, Derived[Any]]:
    """What a type derives, its bases' first."""
    return {
        name: each
        for base in reversed(kind.__mro__)
        for name, each in vars(base).items()
        if isinstance(each, Derived)
    }


class Viewer:
    """Who looks, and at which state.

    Viewers who look at the same state while it stands may share what they see alike of it (`shared`).
    """

    __slots__ = ("gm", "seat", "shared", "state")

    def __init__(self, seat: str, state: Any, shared: dict[Any, Any] | None = None) -> None:
        self.seat = seat
        self.state = state
        self.shared = shared
        self.gm = seat == GM


Condition = Callable[[Viewer, Any], bool]
"""Whether a viewer sees what a struct has in a field."""


class Shown(msgspec.Struct, frozen=True):
    """Opens a field: ``Annotated[int, Shown(...)]``.

    `when(viewer, owner)` decides who sees it (everybody if not given), where the owner is the struct that has the
    field; `show(value)` says what is shown instead of the value; `whole` shows a struct with all its fields.
    """

    when: Condition | None = None
    show: Callable[[Any], Any] | None = None
    whole: bool = False


def _owner(viewer: Viewer, owner: Any) -> bool:
    return viewer.gm or owner.seat == viewer.seat


OPEN = Shown()
"""Everybody sees it."""
FOR_GM = Shown(when=lambda viewer, _: viewer.gm)
"""Only the game master sees it."""
FOR_OWNER = Shown(when=_owner)
"""The game master sees it, and the seat that the struct's `seat` names."""


def is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


@cache
def marks_of(kind: type[msgspec.Struct]) -> dict[str, tuple[Shown, bool]]:
    """The marked fields of a type, and whether their values are shown as they are."""
    marked = {name: mark_of(kind, name, Shown) for name in (*kind.__struct_fields__, *all_derived(kind))}
    return {
        name: (mark, mark.show is None and is_plain(hints_of(kind)[name]))
        for name, mark in marked.items()
        if mark is not None
    }


@cache
def alike(kind: type[msgspec.Struct]) -> bool:
    """Whether all to whom the same fields of such a struct are open see the same in them."""
    return all(
        plain or mark.show is not None or mark.whole or _same_for_all(hints_of(kind)[name])
        for name, (mark, plain) in marks_of(kind).items()
    )


@cache
def wholly_open(kind: type[msgspec.Struct]) -> bool:
    """Whether everybody sees every field of such a struct, and of all that is in it, as it is."""
    config = kind.__struct_config__
    marks, hints = marks_of(kind), hints_of(kind)
    as_written = (
        not all_derived(kind)
        and not config.omit_defaults
        and config.tag is None
        and kind.__struct_encode_fields__ == kind.__struct_fields__
    )
    return as_written and all(
        name in marks
        and (marks[name][0].when, marks[name][0].show) == (None, None)
        and (marks[name][0].whole or shown_as_it_is(hints[name]))
        for name in kind.__struct_fields__
    )


def shown_as_it_is(hint: Any) -> bool:
    """Whether values of a type are shown to everybody as they are; pairs and sets are shown as lists."""
    return _throughout(hint, wholly_open, (list, dict))


def _same_for_all(hint: Any) -> bool:
    """Whether values of a type look the same to everybody."""
    return _throughout(hint, _hides_nothing, (list, dict, tuple, set, frozenset))


def _hides_nothing(kind: type[msgspec.Struct]) -> bool:
    return all(mark.when is None for mark, _ in marks_of(kind).values()) and alike(kind)


def _throughout(hint: Any, holds: Callable[[type[msgspec.Struct]], bool], within: tuple[type, ...]) -> bool:
    """Whether a type is plain, or a struct for which something holds, or made of such ones within these types."""
    if is_struct(hint):
        return not hint.__subclasses__() and holds(hint)
    inside = get_args(hint)[:1] if get_origin(hint) is Annotated else get_args(hint)
    if get_origin(hint) in (Annotated, Union, UnionType, *within):
        return all(each is Ellipsis or _throughout(each, holds, within) for each in inside)
    return is_plain(hint)


@cache
def mark_of(kind: type[msgspec.Struct], field: str, mark: type[Any]) -> Any:
    """The mark of the given class on a field's type, or None."""
    hint = hints_of(kind)[field]
    if get_origin(hint) is not Annotated:
        return None
    return next((each for each in get_args(hint)[1:] if isinstance(each, mark)), None)


@cache
def hints_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True) | {
        name: Annotated[_returned(each), _as_data(each)] for name, each in all_derived(kind).items()
    }


def _as_data(derived: Derived[Any]) -> Shown:
    """The mark of what is derived: made for this look and gone after it, it cannot be shared by its id."""
    mark: Shown = derived.mark
    returned = _returned(derived)
    if is_plain(returned) or mark.show is not None:
        return mark
    is_data = get_origin(returned) in (list, dict) and all(map(is_plain, get_args(returned)))
    return msgspec.structs.replace(mark, show=as_made if is_data else msgspec.to_builtins)


def as_made(value: Any) -> Any:
    """What is derived and made of plain values is data already."""
    return value


def _returned(derived: Derived[Any]) -> Any:
    return get_type_hints(derived.made, include_extras=True)["return"]
