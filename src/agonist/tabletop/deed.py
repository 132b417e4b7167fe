"""Deeds: what a person can do now, as a few named things, each complete with its usual details.

A deed is a struct: its class is the thing done, its fields are the details. A question offers deeds (`offered`,
gathered by `deeds`), and what comes back is read as one of them (`done`): no rule takes an answer apart by hand. On the
wire a deed is what a `Choice` answers: its key, or ``{"pick": key, "with": details}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from agonist.kernel import Answer, Choice, Field, Fields, Form, Option
from agonist.kernel.forms import Picked, follow, picked


class Detail(msgspec.Struct, frozen=True):
    """What a detail is called where it is asked for, and its form where that is always the same."""

    label: str
    form: Form | None = None


class Deed(msgspec.Struct, frozen=True):
    """One thing that can be done. A subclass names its `key` and `label`, the `rule` that allows it, and its details as
    fields: ``bid: Annotated[int, Detail("Bid")]``. The type of a detail that is one of several deeds is their union,
    perhaps with a plain value among them.

    A detail that is called otherwise in answers is named so by `rename`, as of any struct. A deed with a single detail
    that has no label is that detail alone on the wire. `labels` are those of details that it calls otherwise than the
    deed it is a kind of.
    """

    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    labels: ClassVar[Mapping[str, str]] = {}
    opens: ClassVar[str] = ""
    """What it is called among the few deeds that its question opens with."""

    @classmethod
    def offered(
        cls,
        *,
        label: str = "",
        help: str = "",
        unavailable: str = "",
        rule: str = "",
        opens: str = "",
        **forms: Form | None,
    ) -> Option:
        """This deed as an option: with a form for each detail that has none of its own. One that is not to be asked
        for is left out or None, and has its default."""
        then = None if unavailable and not any(forms.values()) else cls._then(forms)
        return Option(
            cls.key,
            label or cls.label,
            unavailable=unavailable,
            help=help,
            rule=rule or cls.rule,
            then=then,
            deed=opens or cls.opens,
        )

    @classmethod
    def form(cls, **forms: Form | None) -> Form:
        """The details of this deed alone, where there is nothing else to do."""
        return cls._then(forms) or Fields(())

    @classmethod
    def _then(cls, forms: Mapping[str, Form | None]) -> Form | None:
        details = _details(cls)
        if unknown := forms.keys() - details.keys():
            raise TypeError(f"{cls.__name__} has no detail {min(unknown)!r}")
        asked = {name: forms.get(name) or told.form for name, told in details.items()}
        if _alone(cls):
            return next(iter(asked.values()))
        wire = _wire(cls)
        labels = {name: cls.labels.get(name, told.label) for name, told in details.items()}
        parts = [Field(wire[name], labels[name], form) for name, form in asked.items() if form is not None]
        return Fields(tuple(parts)) if parts else None

    @classmethod
    def made(cls, more: Answer) -> Self:
        """This deed with the details of an answer."""
        names, readers = _reading(cls)
        if more is None or not cls.__struct_fields__:
            return cls()
        given = {cls.__struct_fields__[0]: more} if _alone(cls) else more
        found = {names[wire]: value for wire, value in given.items()} if names else dict(given)
        for name, read in readers:
            if name in found:
                found[name] = read(found[name])
        return cls(**found)

    def answer(self) -> Answer:
        """This deed as it is answered."""
        details = self.details()
        if not details:
            return self.key
        return follow(self.key, next(iter(details.values())) if _alone(type(self)) else details)

    def details(self) -> dict[str, Answer]:
        """Its details as they are answered; one that is UNSET was not asked for."""
        found = {wire: getattr(self, name) for name, wire in _wire(type(self)).items()}
        return {wire: _answered(value) for wire, value in found.items() if value is not msgspec.UNSET}


D = TypeVar("D", bound=Deed)


def deeds(options: Sequence[Option | None], usual: str = "") -> Choice:
    """Deeds to choose from; those that are None are not offered. The `usual` one is taken unless another is chosen."""
    return Choice(tuple(option for option in options if option is not None), usual)


def options(names: Iterable[str]) -> tuple[Option, ...]:
    """People, or things, to choose from by their names."""
    return tuple([Option(name, name) for name in names])


def done(answer: Answer, *kinds: type[D]) -> D:
    """The deed that an answer tells; one that was not put as an answer is itself."""
    if isinstance(answer, kinds):
        return answer
    chosen = picked(answer)
    kind: type[D] = _by_key(kinds)[chosen.key]
    return kind.made(chosen.more)


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
def _reading(kind: type[Deed]) -> tuple[dict[str, str], list[tuple[str, Callable[[Answer], Any]]]]:
    """The details by what they are called in answers, if otherwise; and those that are deeds themselves, or something
    picked, with how they are read."""
    names = {wire: name for name, wire in _wire(kind).items()}
    readers = [(name, _reader(hint)) for name, hint in get_type_hints(kind).items() if name in names.values()]
    renamed = names if any(wire != name for wire, name in names.items()) else {}
    return renamed, [(name, read) for name, read in readers if read is not None]


def _reader(hint: Any) -> Callable[[Answer], Any] | None:
    if kinds := _deeds_in(hint):
        return lambda answer: _detail(answer, kinds)
    return picked if Picked in (hint, *get_args(hint)) else None


@cache
def _wire(kind: type[Deed]) -> dict[str, str]:
    """What each detail is called in an answer."""
    return dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))


def _deeds_in(hint: Any) -> tuple[type[Deed], ...]:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return tuple(each for each in parts if isinstance(each, type) and issubclass(each, Deed))


@cache
def _alone(kind: type[Deed]) -> bool:
    details = list(_details(kind).values())
    return len(details) == 1 and not details[0].label


def _detail(value: Answer, kinds: tuple[type[Deed], ...]) -> Any:
    told = isinstance(value, kinds) or picked(value).key in _by_key(kinds)
    return done(value, *kinds) if told else value


def _answered(value: Any) -> Answer:
    return value.answer() if isinstance(value, Deed | Picked) else value
