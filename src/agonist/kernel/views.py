"""Views: what one seat may see of a contest. The only place where state, requests and log pass to a seat.

Closed by default: a field of a state is shown only if its type carries a `Shown` mark whose condition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from .requests import GM

__all__ = ["FOR_GM", "FOR_OWNER", "OPEN", "Shown", "Viewer", "see"]


class Viewer(msgspec.Struct, frozen=True):
    """Who looks, and at which state."""

    seat: str
    state: Any

    @property
    def gm(self) -> bool:
        return self.seat == GM


class Shown(msgspec.Struct, frozen=True):
    """Opens a field: ``Annotated[int, Shown(...)]``.

    `when(viewer, owner)` decides who sees it (everybody if not given), where the owner is the struct that has the
    field; `show(value)` says what is shown instead of the value; `whole` shows a struct with all its fields.
    """

    when: Callable[[Viewer, Any], bool] | None = None
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


def see(value: Any, viewer: Viewer) -> Any:
    """The value as plain data, with only what the viewer may see."""
    if isinstance(value, msgspec.Struct):
        seen = {}
        for name, mark in _marks(type(value)):
            if mark.when is None or mark.when(viewer, value):
                seen[name] = _shown(getattr(value, name), mark, viewer)
        return seen
    if isinstance(value, list | tuple):
        return [see(each, viewer) for each in value]
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {key: see(each, viewer) for key, each in value.items()}
    return value


def may_see(viewer: Viewer, way: Iterable[tuple[msgspec.Struct, str]]) -> bool:
    """Whether the viewer sees the value at the end of a way, as it is: a field of a struct in a field of a struct …"""
    for owner, field in way:
        mark = dict(_marks(type(owner))).get(field)
        if mark is None or mark.show is not None or not (mark.when is None or mark.when(viewer, owner)):
            return False
        if mark.whole:
            return True
    return True


def _shown(value: Any, mark: Shown, viewer: Viewer) -> Any:
    if mark.show is not None:
        return mark.show(value)
    return msgspec.to_builtins(value) if mark.whole else see(value, viewer)


@cache
def _marks(kind: type[msgspec.Struct]) -> tuple[tuple[str, Shown], ...]:
    return tuple(
        (name, mark) for name in kind.__struct_fields__ if (mark := mark_of(kind, name, Shown)) is not None
    )


@cache
def mark_of(kind: type[msgspec.Struct], field: str, mark: type[Any]) -> Any:
    """The mark of the given class on a field's type, or None."""
    hint = _hints(kind)[field]
    if get_origin(hint) is not Annotated:
        return None
    return next((each for each in get_args(hint)[1:] if isinstance(each, mark)), None)


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
