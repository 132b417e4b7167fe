"""Deeds: what a person can do now, as a few named things, each complete with its usual details.

A deed is a struct: its class is the thing done, its fields are the details. A question offers deeds (`offered`,
gathered by `deeds`), and what comes back is read as one of them (`done`): no rule takes an answer apart by hand. On the
wire a deed is what a `Choice` answers: its key, or ``{"pick": key, "with": details}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from agonist.kernel import Answer, Choice, Field, Fields, Form, Option

__all__ = ["Deed", "Detail", "Picked", "deeds", "done", "picked"]


class Detail(msgspec.Struct, frozen=True):
    """What a detail is called where it is asked for, and its form where that is always the same."""

    label: str
    form: Form | None = None


class Deed(msgspec.Struct, frozen=True):
    """One thing that can be done. A subclass names its `key` and `label`, the `rule` that allows it, and its details as
    fields: ``bid: Annotated[int, Detail("Bid")]``. The type of a detail that is one of several deeds is their union.

    A deed with a single detail that has no label is that detail alone on the wire.
    """

    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    @classmethod
    def offered(
        cls, *, label: str = "", help: str = "", unavailable: str = "", rule: str = "", **forms: Form
    ) -> Option:
        """This deed as an option: with a form for each detail that has none of its own. One that is not to be asked
        for is left out, and has its default."""
        then = None if unavailable and not forms else cls._then(forms)
        return Option(
            cls.key,
            label or cls.label,
            unavailable=unavailable,
            help=help,
            rule=rule or cls.rule,
            then=then,
        )

    @classmethod
    def _then(cls, forms: dict[str, Form]) -> Form | None:
        details = _details(cls)
        if unknown := forms.keys() - details.keys():
            raise TypeError(f"{cls.__name__} has no detail {min(unknown)!r}")
        asked = {name: forms.get(name) or told.form for name, told in details.items()}
        if _alone(cls):
            return next(iter(asked.values()))
        parts = [Field(name, details[name].label, form) for name, form in asked.items() if form is not None]
        return Fields(tuple(parts)) if parts else None

    @classmethod
    def made(cls, more: Answer) -> Self:
        """This deed with the details of an answer."""
        kinds = _kinds(cls)
        if not kinds or more is None:
            return cls()
        given = {next(iter(kinds)): more} if _alone(cls) else more
        return cls(
            **{name: done(value, *kinds[name]) if kinds[name] else value for name, value in given.items()}
        )

    def answer(self) -> Answer:
        """This deed as it is answered."""
        details = {name: _answered(getattr(self, name)) for name in self.__struct_fields__}
        if not details:
            return self.key
        return {"pick": self.key, "with": next(iter(details.values())) if _alone(type(self)) else details}


D = TypeVar("D", bound=Deed)


def deeds(options: Sequence[Option | None], usual: str = "") -> Choice:
    """Deeds to choose from; those that are None are not offered. The `usual` one is taken unless another is chosen."""
    return Choice(tuple(option for option in options if option is not None), usual)


def done(answer: Answer, *kinds: type[D]) -> D:
    """The deed that an answer tells."""
    chosen = picked(answer)
    kind: type[D] = _by_key(kinds)[chosen.key]
    return kind.made(chosen.more)


class Picked(NamedTuple):
    """What was chosen of options that are no deeds, such as people, and what more was asked for with it."""

    key: str
    more: Answer = None


def picked(answer: Answer) -> Picked:
    """The option that an answer chooses."""
    return Picked(answer["pick"], answer.get("with")) if isinstance(answer, dict) else Picked(answer)


@cache
def _by_key(kinds: tuple[type[D], ...]) -> dict[str, type[D]]:
    return {each.key: each for each in kinds}


@cache
def _details(kind: type[Deed]) -> dict[str, Detail]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: _told(hints[name]) for name in kind.__struct_fields__}


def _told(hint: Any) -> Detail:
    marks = get_args(hint) if get_origin(hint) is Annotated else ()
    return next((each for each in marks if isinstance(each, Detail)), Detail(""))


@cache
def _kinds(kind: type[Deed]) -> dict[str, tuple[type[Deed], ...]]:
    """The deeds that each detail may be; none where it is a plain value."""
    hints = get_type_hints(kind)
    return {name: _deeds_in(hints[name]) for name in kind.__struct_fields__}


def _deeds_in(hint: Any) -> tuple[type[Deed], ...]:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return tuple(each for each in parts if isinstance(each, type) and issubclass(each, Deed))


@cache
def _alone(kind: type[Deed]) -> bool:
    details = list(_details(kind).values())
    return len(details) == 1 and not details[0].label


def _answered(value: Any) -> Answer:
    return value.answer() if isinstance(value, Deed) else value
