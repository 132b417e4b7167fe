"""Knobs: the numbers, tables and small rules of a game that a table may turn, by name.

A game declares them once, as a frozen struct of which every field is annotated by `knob` with its rule, its label and
its range; the default is the ruling's. The options of its contest types have a field ``knobs``, its states one that the
rules read, and nothing else need know of them: set-ups, pages, odds, studies and lists are made from the struct.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from agonist.kernel import (
    AnswerRefused,
    Choice,
    Event,
    Fields,
    Flag,
    Form,
    Number,
    SetupRefused,
    Shown,
)
from agonist.kernel.game import Checked


class Knobs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A game's knobs. As data only those that are turned are there."""


K = TypeVar("K", bound=Knobs)

HOUSE_RULES = Meta(
    extra={
        "label": "House rules",
        "help": "What your table plays differently; everybody sees it, and it is marked in the log.",
        "folded": True,
    }
)
"""On the field of options: ``knobs: Annotated[MyKnobs | UnsetType, HOUSE_RULES] = UNSET``."""


def knob(rule: str, label: str, least: int | None = None, most: int | None = None) -> Meta:
    """What a knob turns, by the rule's number, and between which numbers if it is one."""
    return Meta(ge=least, le=most, extra={"label": label, "rule": rule})


def house_rules(options: Any, kind: type[K]) -> K:
    """The knobs that options bring, or as the rules have them."""
    found: K | UnsetType = getattr(options, "knobs", UNSET)
    return kind() if found is UNSET else found


def turned(knobs: Knobs) -> dict[str, Any]:
    """What is not as in the rules, by name."""
    usual, data = type(knobs)(), msgspec.structs.asdict(knobs)
    return {name: value for name, value in data.items() if value != getattr(usual, name)}


TURNED = Shown(show=turned)
"""On the field of a state: everybody sees what is turned."""


class Knob(msgspec.Struct, frozen=True):
    """A knob as it is told: its name and label, its rule, what it may be, and what it is in the rules."""

    name: str
    label: str
    rule: str
    accepts: str
    default: Any


def knobs_of(kind: type[Knobs]) -> tuple[Knob, ...]:
    """The knobs of a game in the order in which it declares them."""
    return tuple(
        Knob(each.key, each.label, each.rule, _accepts(each.form), each.default)
        for each in _form(kind).fields
    )


@cache
def _form(kind: type[Knobs]) -> Fields:
    from agonist.kernel.forms.derived import form_of  # slow to import, and few tables turn anything

    form = form_of(kind)
    assert isinstance(form, Fields)
    return form


def knob_fields(kind: type[Knobs], names: Iterable[str]) -> Fields:
    """What some of the knobs ask for."""
    wanted = tuple(names)
    return Fields(tuple(each for each in _form(kind).fields if each.key in wanted))


def _accepts(form: Form) -> str:
    match form:
        case Choice():
            return ", ".join(each.key for each in form.options)
        case Flag():
            return "true, false"
        case Number(least, most):
            return f"{least} to {most}".replace("-", "−")
    return form.legal()


def knob_values(words: Iterable[str]) -> dict[str, Any]:
    """Values by name, from ``NAME=VALUE`` each.

    >>> knob_values(["critical=2", "parity=no", "success_failure=lose 2"])
    {'critical': 2, 'parity': False, 'success_failure': 'lose 2'}
    """
    return dict(map(_pair, words))


def knobs_from(kind: type[K], values: Mapping[str, Any]) -> K:
    """Knobs from their values by name, refused with what would be right."""
    data = dict(values)
    for name in data:
        if name not in kind.__struct_fields__:
            _refuse(f"There is no knob {name!r}.", ", ".join(kind.__struct_fields__), f"knobs.{name}")
    try:
        _form(kind).check(data, "knobs")
        return msgspec.convert(data, kind)
    except AnswerRefused as wrong:
        raise SetupRefused(wrong.message, accepted=wrong.accepted, place=wrong.place) from None


def _pair(word: str) -> tuple[str, Any]:
    name, sign, value = word.partition("=")
    if not sign or not name:
        _refuse(f"{word!r} turns no knob.", "NAME=VALUE, such as critical=2", "knobs")
    plain = value.strip().replace("−", "-")
    if plain.removeprefix("-").isdecimal():
        return name.strip(), int(plain)
    return name.strip(), {"true": True, "yes": True, "false": False, "no": False}.get(plain, plain)


def _refuse(message: str, accepted: str, place: str) -> NoReturn:
    raise SetupRefused(message, accepted=accepted, place=place)


class HouseRule(Event, frozen=True):
    """The first lines of the log: what this table plays differently."""

    label: str
    now: str
    usual: str

    def text(self) -> str:
        return f"House rule: {self.label} – {self.now} instead of {self.usual}."


class HouseRuled:
    """A contest type whose options bring knobs: the log begins with those that are turned."""

    def setup_from(self, data: Any, options: Any = None) -> Checked:
        """Knobs none of which is turned are as good as none."""
        found: Checked = super().setup_from(data, options)  # type: ignore[misc]
        knobs: Knobs | UnsetType = getattr(found.options, "knobs", UNSET)
        if knobs is UNSET or turned(knobs):
            return found
        return Checked(found.setup, msgspec.structs.replace(found.options, knobs=UNSET))

    def foreword(self, setup: Any, options: Any) -> tuple[Event, ...]:
        """A line for every knob that is turned."""
        knobs: Knobs | UnsetType = getattr(options, "knobs", UNSET)
        if knobs is UNSET:
            return ()
        found = turned(knobs)
        return tuple(
            HouseRule(each.label, _said(found[each.name]), _said(each.default), under=each.rule)
            for each in knobs_of(type(knobs))
            if each.name in found
        )


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)
