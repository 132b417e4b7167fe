"""Forms of several pieces: named parts, what need not be there, lists, objects by a key."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from .base import Answer, AnyForm, Form, within


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named part of a combined form.

    What is `optional` can be left out and then means the `default`; with `more` it is seldom needed, and folded away
    while it is as usual. `example` stands in an empty field, `beside` lets it stand beside the name of a folded row.
    """

    key: str
    label: str
    form: AnyForm
    help: str = ""
    rule: str = ""
    example: str = ""
    optional: bool = False
    default: Any = None
    more: bool = False
    beside: bool = False


_LEFT_OUT: Any = object()


class Fields(Form, frozen=True, tag="fields"):
    """Several parts at once, as an object with one entry a part; with `listed` as a list in their order."""

    fields: tuple[Field, ...]
    listed: bool = False

    def parts(self, answer: Answer) -> dict[str, Answer]:
        """What stands in an answer by part, right or not."""
        if self.listed and isinstance(answer, list | tuple):
            return {str(n): each for n, each in enumerate(answer)}
        return answer if isinstance(answer, dict) else {}

    def whole(self, parts: dict[str, Answer]) -> Answer:
        """The answer that parts make."""
        return list(parts.values()) if self.listed else parts

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, list | tuple if self.listed else dict):
            self.refuse("wrong-type", f"This is {self._kind()} of parts.", place)
        parts = self.parts(answer)
        if unknown := parts.keys() - {field.key for field in self.fields}:
            self.refuse("unknown-part", f"{min(map(str, unknown))!r} was not asked for.", place)
        for field in self.fields:
            if field.key not in parts and not field.optional:
                field.form.refuse("missing", f"{field.label} is missing.", self._at(place, field))
        there = [field for field in self.fields if field.key in parts]
        return self.whole(
            {field.key: field.form.check(parts[field.key], self._at(place, field)) for field in there}
        )

    def schema(self) -> dict[str, Any]:
        described = {field.key: _described(field) for field in self.fields}
        if self.listed:
            size = len(described)
            return {"type": "array", "prefixItems": [*described.values()], "minItems": size, "maxItems": size}
        return {
            "type": "object",
            "properties": described,
            "required": [field.key for field in self.fields if not field.optional],
            "additionalProperties": False,
        }

    def answers(self) -> Iterator[Answer]:
        ways = [[*([_LEFT_OUT] if field.optional else []), *field.form.answers()] for field in self.fields]
        for values in itertools.product(*ways):
            pairs = zip(self.fields, values, strict=True)
            yield self.whole({field.key: value for field, value in pairs if value is not _LEFT_OUT})

    def several(self) -> bool:
        return any(field.form.several() for field in self.fields)

    def sample(self, random: Random) -> Answer:
        there = [field for field in self.fields if not field.optional or random.random() < 0.5]
        return self.whole({field.key: field.form.sample(random) for field in there})

    def fallback(self) -> Answer:
        needed = [field for field in self.fields if not field.optional]
        return self.whole({field.key: field.form.fallback() for field in needed})

    def start(self) -> Answer:
        needed = [field for field in self.fields if not field.optional or field.form.needed()]
        return self.whole({field.key: field.form.start() for field in needed})

    def legal(self) -> str:
        return f"{self._kind()} with {', '.join(field.key for field in self.fields)}"

    def field(self, key: str) -> Field:
        """The part of that name."""
        return next(field for field in self.fields if field.key == key)

    def _kind(self) -> str:
        return "a list" if self.listed else "an object"

    def _at(self, place: str, field: Field) -> str:
        return within(place, int(field.key) if self.listed else field.key)


def _described(field: Field) -> dict[str, Any]:
    told = {"title": field.label, "description": field.help, "default": field.default}
    return field.form.schema() | {key: value for key, value in told.items() if value not in (None, "")}


class Maybe(Form, frozen=True, tag="maybe"):
    """An answer that need not be there: null, or what the form says. `empty` is what leaving it out means."""

    of: AnyForm
    empty: str = ""

    def check(self, answer: Answer, place: str = "") -> Answer:
        return None if answer is None else self.of.check(answer, place)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "null"}, self.of.schema()]}

    def answers(self) -> Iterator[Answer]:
        return itertools.chain([None], self.of.answers())

    def sample(self, random: Random) -> Answer:
        return None if random.random() < 0.5 else self.of.sample(random)

    def legal(self) -> str:
        return f"nothing, or {self.of.legal()}"


class Many(Form, frozen=True, tag="many"):
    """A list of `least` to `most` answers to the same form; with `joined` one text of them, divided by that sign.

    `one` is what one of them is called; `sides` names the part of a row that says its side; with `moves` a row can go
    to another such list.
    """

    of: AnyForm
    most: int
    least: int = 0
    one: str = ""
    joined: str = ""
    sides: str = ""
    moves: bool = False

    def rows(self, answer: Answer) -> list[Answer]:
        """The rows that stand in an answer, right or not."""
        if self.joined and isinstance(answer, str):
            return [each.strip() for each in answer.split(self.joined)] if answer.strip() else []
        return list(answer) if isinstance(answer, list | tuple) else []

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, list | tuple) and not (self.joined and isinstance(answer, str)):
            self.refuse("wrong-type", "This is a list.", place)
        rows = self.rows(answer)
        checked = [self.of.check(each, within(place, n)) for n, each in enumerate(rows[: self.most])]
        if not self.least <= len(rows) <= self.most:
            self.refuse("out-of-range", f"The list has {len(rows)} entries.", place)
        return self._whole(checked)

    def schema(self) -> dict[str, Any]:
        if self.joined:
            return {"type": "string"}
        return {"type": "array", "items": self.of.schema(), "minItems": self.least, "maxItems": self.most}

    def answers(self) -> Iterator[Answer]:
        each = list(self.of.answers())
        for count in range(self.least, self.most + 1):
            yield from (self._whole(list(rows)) for rows in itertools.product(each, repeat=count))

    def several(self) -> bool:
        return self.most > self.least or (self.most > 0 and self.of.several())

    def sample(self, random: Random) -> Answer:
        return self._whole([self.of.sample(random) for _ in range(random.randint(self.least, self.most))])

    def fallback(self) -> Answer:
        return self._whole([self.of.fallback() for _ in range(self.least)])

    def start(self) -> Answer:
        return self._whole([self.of.start() for _ in range(self.least)])

    def needed(self) -> bool:
        return self.least > 0

    def legal(self) -> str:
        return f"a list of {self.least} to {self.most}, each {self.of.legal()}"

    def _whole(self, rows: list[Answer]) -> Answer:
        return self.joined.join(map(str, rows)) if self.joined else rows


class Pairs(Form, frozen=True, tag="pairs"):
    """Answers to the same form by a key, as an object with up to `most` entries; `one` is what one is called."""

    key: AnyForm
    value: AnyForm
    most: int
    one: str = ""

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, dict):
            self.refuse("wrong-type", "This is an object.", place)
        if len(answer) > self.most:
            self.refuse("out-of-range", f"The object has {len(answer)} entries.", place)
        return {
            self.key.check(key, place): self.value.check(value, within(place, str(key)))
            for key, value in answer.items()
        }

    def schema(self) -> dict[str, Any]:
        names, values = self.key.schema(), self.value.schema()
        return {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": values,
            "maxProperties": self.most,
        }

    def answers(self) -> Iterator[Answer]:
        values = list(self.value.answers())
        keys = list(self.key.answers())
        for count in range(min(self.most, len(keys)) + 1):
            for chosen in itertools.combinations(keys, count):
                for each in itertools.product(values, repeat=count):
                    yield dict(zip(chosen, each, strict=True))

    def sample(self, random: Random) -> Answer:
        keys = dict.fromkeys(self.key.sample(random) for _ in range(random.randint(0, min(self.most, 3))))
        return {key: self.value.sample(random) for key in keys}

    def legal(self) -> str:
        return f"an object of up to {self.most}: {self.key.legal()}, with {self.value.legal()}"
