"""The answers to a form that are worth comparing: all of them where they are few, else a spread of them."""

from __future__ import annotations

import itertools
import math

from agonist.kernel import (
    AgonistError,
    Answer,
    Choice,
    Fields,
    Form,
    Many,
    Number,
    Option,
    Several,
    Split,
)
from agonist.kernel.forms import follow, picked

_NUMBERS = 6
"""How many of a range of numbers are tried."""


def candidates(form: Form, most: int, around: Answer = None) -> list[Answer]:
    """Up to `most` legal answers, the default among them; of an answer of many parts those that differ in one part from
    the one that they should be `around`, or else from the default.

    >>> candidates(Number(1, 40, 3), 5)
    [3, 4, 11, 19, 40]
    """
    every = _every(form, most)
    found = _spread(form, around) if every is None else every
    chosen = [form.fallback()]
    for answer in found:
        if answer not in chosen:
            chosen.append(answer)
    if len(chosen) <= most:
        return chosen
    step = (len(chosen) - 1) / (most - 1)
    return [chosen[round(n * step)] for n in range(most)]


def _every(form: Form, most: int) -> list[Answer] | None:
    """All legal answers, or None if there are more than `most`."""
    match form:
        case Choice(options=options):
            ways = [_every_pick(each, most) for each in options if not each.unavailable]
            if any(way is None for way in ways):
                return None
            found = [answer for way in ways for answer in way or ()]
        case Fields(fields=fields):
            parts = [_every(each.form, most) for each in fields]
            if any(part is None for part in parts) or math.prod(len(part or ()) for part in parts) > most:
                return None
            keys = [each.key for each in fields]
            found = [
                dict(zip(keys, each, strict=True)) for each in itertools.product(*(p or () for p in parts))
            ]
        case Many(of=of) if _every(of, most) is None:
            return None
        case _:
            found = list(itertools.islice(form.answers(), most + 1))
    return found if len(found) <= most else None


def _spread(form: Form, around: Answer) -> list[Answer]:
    match form:
        case Choice():
            there = [option for option in form.options if not option.unavailable]
            return [answer for option in there for answer in _picked(option, around)]
        case Number(least=least, most=most):
            return _numbers(least, most)
        case Fields():
            return _one_part_changed(form, around)
        case Split():
            return _splits(form)
        case Several():
            return list(itertools.islice(form.answers(), 2 * len(form.options)))
    return [form.fallback()]


def _every_pick(option: Option, most: int) -> list[Answer] | None:
    if option.then is None:
        return [option.key]
    every = _every(option.then, most)
    return None if every is None else [follow(option.key, more) for more in every]


def _picked(option: Option, around: Answer) -> list[Answer]:
    if option.then is None:
        return [option.key]
    before = picked(around)
    own = before.more if before.key == option.key else None
    return [follow(option.key, more) for more in candidates(option.then, 4 * _NUMBERS, own)]


def _numbers(least: int, most: int) -> list[int]:
    """Low numbers closer together than high ones, as stakes are felt."""
    reach = most - least
    return sorted({least + round(reach * (n / (_NUMBERS - 1)) ** 1.5) for n in range(_NUMBERS)})


def _one_part_changed(form: Fields, around: Answer) -> list[Answer]:
    """An answer, and every one that differs from it in one part."""
    usual = form.parts(form.fallback() if around is None else around)
    return [form.whole(usual)] + [
        form.whole({**usual, field.key: part})
        for field in form.fields
        for part in candidates(field.form, 2 * _NUMBERS, usual.get(field.key))
        if part != usual.get(field.key)
    ]


def _splits(form: Split) -> list[Answer]:
    """All on one, at several sizes; and shared out evenly among all."""
    keys = [option.key for option in form.options if not option.unavailable]
    found: list[Answer] = [form.fallback()]
    if form.parts is None or form.parts >= 1:
        found += [{key: total} for key in keys for total in _numbers(max(form.least, form.each), form.most)]
    if len(keys) > 1 and form.most >= len(keys) * max(1, form.each):
        share, rest = divmod(form.most, len(keys))
        found.append({key: share + (n < rest) for n, key in enumerate(keys)})
    return [answer for answer in found if legal(form, answer)]


def legal(form: Form, answer: Answer) -> bool:
    """Whether a form takes an answer."""
    try:
        form.check(answer)
    except AgonistError:
        return False
    return True
