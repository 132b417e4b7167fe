"""Reading an answer from what a page sends, by the form it was drawn from. The form itself checks it afterwards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from agonist.kernel import Answer, Choice, Dealt, Fields, Form, Many, Number, Rolled, Several, Split, Text
from agonist.table import Refused

__all__ = ["Sent", "answer_from", "fields_of", "number_in", "parts_under", "rows_in", "sent_from"]

Sent = Mapping[str, Sequence[str]]
"""What a page sends: texts by name."""

_MOST_ROWS = 200
_LONGEST_NAME = 300
_MOST_FIELDS = 3_000
"""Several times as many as the largest set-up; drawing them all again takes time that others wait."""


class SentFields(dict[str, list[str]]):
    """The fields of a form that remember what stands under which name, however many they are."""

    @cached_property
    def under(self) -> dict[str, set[str]]:
        """The next part of the names below a name: of ``a.1.b`` and ``a.2`` below ``a``, 1 and 2."""
        found: dict[str, set[str]] = {}
        for name in self:
            parts = name.split(".")
            for n in range(1, len(parts)):
                found.setdefault(".".join(parts[:n]), set()).add(parts[n])
        return found


def sent_from(data: Any) -> Sent:
    """The fields of a form as they were sent, in their order, files and names that no form of ours has left out."""
    found = SentFields()
    items = list(data.multi_items())
    if len(items) > _MOST_FIELDS:
        raise Refused(f"This form has {len(items)} fields.", accepted=f"up to {_MOST_FIELDS}")
    for name, value in items:
        if isinstance(value, str) and len(name) <= _LONGEST_NAME:
            found.setdefault(name, []).append(value)
    return found


def parts_under(sent: Sent, name: str) -> Collection[str]:
    """The next part of the names below a name."""
    fields = sent if isinstance(sent, SentFields) else SentFields({each: [] for each in sent})
    return fields.under.get(name, ())


async def fields_of(request: Any) -> dict[str, str]:
    """The fields of a simple form, each once."""
    return {name: values[-1] for name, values in sent_from(await request.form()).items()}


def answer_from(form: Form, sent: Sent, name: str = "a") -> Answer:
    """The answer that stands under a name; what cannot be read is left as it is, for the form to refuse."""
    match form:
        case Choice():
            return _choice(form, sent, name)
        case Number():
            return number_in(_first(sent, name))
        case Several():
            return list(sent.get(name, ()))
        case Text():
            return _first(sent, name).replace("\r\n", "\n")
        case Fields(fields=fields):
            return {field.key: answer_from(field.form, sent, f"{name}.{field.key}") for field in fields}
        case Many(of=of):
            return [answer_from(of, sent, f"{name}.{n}") for n in rows_in(sent, name)]
        case Split(options=options, each=each):
            shares = {option.key: _first(sent, f"{name}.{option.key}") for option in options}
            return {
                key: number_in(share)
                for key, share in shares.items()
                if share not in ("", "0") or (share and not each)
            }
        case Rolled(sides=sides):
            return [number_in(_first(sent, f"{name}.{n}")) for n in range(len(sides))]
        case Dealt(count=count):
            return [_first(sent, f"{name}.{n}") for n in range(count)]
    return _first(sent, name)


def number_in(text: str) -> int | str:
    """A whole number, or the text if it is none."""
    clean = text.strip().replace("−", "-")
    digits = clean[1:] if clean[:1] in ("-", "+") else clean
    return int(clean) if digits.isdecimal() and len(digits) < 12 else text


def rows_in(sent: Sent, name: str) -> list[int]:
    """The numbers of the rows of a list that were sent."""
    heads = parts_under(sent, name)
    return sorted(int(head) for head in heads if head.isdecimal() and len(head) < 6)[:_MOST_ROWS]


def _choice(form: Choice, sent: Sent, name: str) -> Answer:
    key = _first(sent, name)
    then = next((option.then for option in form.options if option.key == key), None)
    return key if then is None else {"pick": key, "with": answer_from(then, sent, f"{name}.{key}")}


def _first(sent: Sent, name: str) -> str:
    return next(iter(sent.get(name, ())), "")
