"""What a state works out from its fields by a rule, and shows like one of them.

So that boards, bots and advice read what the rules say instead of working it out once more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

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
