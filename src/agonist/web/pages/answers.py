"""Reading an answer from what a page sends, by the form it was drawn from. The form itself checks it afterwards."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from agonist.kernel import forms
from agonist.table import Refused
from agonist.tabletop.offering import Offer, completed, offered

Sent = Mapping[str, Sequence[str]]
"""What a page sends: texts by name."""

_MOST_ROWS = 120
"""Rows of a whole form: several times as many as the largest set-up that comes with a game has."""
_LONGEST_LIST = 200
_LONGEST_NAME = 300
_MOST_FIELDS = 1_500


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
    items = list(data.items())
    if len(items) > _MOST_FIELDS:
        raise Refused(f"This form has {len(items)} fields.", accepted=f"up to {_MOST_FIELDS}")
    for name, value in items:
        if isinstance(value, str) and len(name) <= _LONGEST_NAME:
            found.setdefault(name, []).append(value)
    rows = sum(head.isdecimal() for heads in found.under.values() for head in heads)
    if rows > _MOST_ROWS:
        raise Refused(f"This form has {rows} rows.", accepted=f"up to {_MOST_ROWS}")
    return found


def parts_under(sent: Sent, name: str) -> Collection[str]:
    """The next part of the names below a name."""
    fields = sent if isinstance(sent, SentFields) else SentFields({each: [] for each in sent})
    return fields.under.get(name, ())


async def fields_of(request: Any) -> dict[str, str]:
    """The fields of a simple form, each once."""
    return {name: values[-1] for name, values in sent_from(await request.form()).items()}


def answer_from(form: forms.Form, sent: Sent, name: str = "a") -> forms.Answer:
    """The answer that stands under a name; what cannot be read is left as it is, for the form to refuse."""
    match form:
        case forms.Choice():
            return _choice(form, sent, name)
        case forms.Number(parts=parts):
            number = number_in(_last(sent, name))
            return number / parts if parts > 1 and isinstance(number, int) else number
        case forms.Several():
            return [key for key in sent.get(name, ()) if key]
        case forms.Flag():
            return _last(sent, name) == "yes"
        case forms.Text():
            return _last(sent, name).replace("\r\n", "\n")
        case forms.Written():
            return _written(form, sent, name)
        case forms.Maybe(of=of):
            return _maybe(of, sent, name)
        case forms.Fields() if text := _last(sent, name).strip():
            pairs = (each.partition("=") for each in text.split(";") if each.strip())
            return {key.strip(): value.strip() for key, _, value in pairs}
        case forms.Fields(fields=fields):
            there = [
                each for each in fields if not each.optional or _sent_at_all(sent, inside(name, each.key))
            ]
            return form.whole(
                {field.key: answer_from(field.form, sent, inside(name, field.key)) for field in there}
            )
        case forms.Many():
            return _many(form, sent, name)
        case forms.Pairs(key=key, value=value):
            rows = [f"{name}.{n}" for n in rows_in(sent, name)]
            return {
                answer_from(key, sent, f"{row}.key"): answer_from(value, sent, f"{row}.value") for row in rows
            }
        case forms.Split(options=options, each=each):
            shares = {option.key: _last(sent, f"{name}.{option.key}") for option in options}
            return {
                key: number_in(share)
                for key, share in shares.items()
                if share not in ("", "0") or (share and not each)
            }
        case forms.Rolled(sides=sides):
            return [number_in(_last(sent, f"{name}.{n}")) for n in range(len(sides))]
        case forms.Dealt(count=count):
            return [_last(sent, f"{name}.{n}") for n in range(count)]
    return _last(sent, name)


def answer_to(form: forms.Form, sent: Sent) -> forms.Answer:
    """The answer that a page sends to a question: one of its deeds, its details as they stand, or the whole form."""
    named = _last(sent, "deed")
    if not named:
        return answer_from(form, sent)
    found = offered(form)
    deed = found.deed(named) if found else None
    if found is None or deed is None:
        can = ", ".join(each.key for each in found.deeds) if found else ""
        raise Refused(f"{named!r} cannot be done here.", accepted=can or "the fields of the form")
    return answer_of(form, deed, sent)


def answer_of(form: forms.Form, deed: Offer, sent: Sent) -> forms.Answer:
    """A deed with the details that a page sends, and with what is usual where it sends none."""
    fields = SentFields({name: list(values) for name, values in sent.items()})
    fields |= {place: [key] for place, key in deed.steps}
    return completed(form, answer_from(form, fields), deed.answer)


def number_in(text: str) -> int | str:
    """A whole number, or the text if it is none."""
    clean = text.strip().replace("−", "-")
    digits = clean[1:] if clean[:1] in ("-", "+") else clean
    return int(clean) if digits.isdecimal() and len(digits) < 12 else text


def rows_in(sent: Sent, name: str) -> list[int]:
    """The numbers of the rows of a list that were sent."""
    heads = parts_under(sent, name)
    return sorted(int(head) for head in heads if head.isdecimal() and len(head) < 6)[:_LONGEST_LIST]


def inside(name: str, part: str) -> str:
    """The name of a part of what stands under a name."""
    return f"{name}.{part}" if name else part


def _sent_at_all(sent: Sent, name: str) -> bool:
    return name in sent or f"{name}:list" in sent or bool(parts_under(sent, name))


def _choice(form: forms.Choice, sent: Sent, name: str) -> forms.Answer:
    key = _last(sent, name)
    chosen = next((option for option in form.options if option.key == key), None)
    if chosen is None or chosen.then is None:
        return int(key) if chosen and form.whole else key
    return forms.follow(key, answer_from(chosen.then, sent, f"{name}.{key}"))


def _maybe(of: forms.Form, sent: Sent, name: str) -> forms.Answer:
    """What need not be there: a record is a list of one row at most, everything else may be left empty."""
    if isinstance(of, forms.Fields | forms.Pairs):
        return next((answer_from(of, sent, f"{name}.{n}") for n in rows_in(sent, name)), None)
    there = any(each.strip() for each in sent.get(name, ())) or parts_under(sent, name)
    return answer_from(of, sent, name) if there else None


def _many(form: forms.Many, sent: Sent, name: str) -> list[forms.Answer]:
    """Rows, or what a text or a link says: names divided by commas, everything else by semicolons."""
    rows = rows_in(sent, name)
    if rows or f"{name}:list" in sent:
        return [answer_from(form.of, sent, f"{name}.{n}") for n in rows]
    plain = isinstance(form.of, forms.Text) or (isinstance(form.of, forms.Number) and form.of.parts == 1)
    sign = form.joined or ("," if plain else ";")
    texts = [each.strip() for text in sent.get(name, ()) for each in text.split(sign)]
    return [_from_link(form.of, each) for each in texts if each][: form.most + 1]


def _from_link(form: forms.Form, text: str) -> forms.Answer:
    if isinstance(form, forms.Number) and form.parts > 1:
        try:
            number = float(text)
        except ValueError:
            return text
        return number if math.isfinite(number * form.parts) else text
    return number_in(text) if isinstance(form, forms.Number) else text


def _written(form: forms.Written, sent: Sent, name: str) -> forms.Answer:
    """A text as it was typed, or made of its pieces, or of the number that goes with a way to give it."""
    text = _last(sent, name).strip()
    if form.pieces and parts_under(sent, name):
        given = [(piece, _last(sent, f"{name}.{piece.key}")) for piece in form.pieces]
        return form.text([_piece(piece, each) for piece, each in given])
    way = next((each for each in form.ways if each.key == text and each.unit), None)
    if way is not None:
        number = number_in(_last(sent, f"{name}.by"))
        return way.text(number if isinstance(number, int) else way.start)
    return number_in(text) if form.whole else text


def _piece(piece: forms.Piece, text: str) -> int:
    number = number_in(text)
    return int(bool(text)) if piece.tick else number if isinstance(number, int) else piece.least


def _last(sent: Sent, name: str) -> str:
    return next(reversed(sent.get(name, ())), "")
