"""Forms of one piece: a choice, yes or no, a number, some of a set, a text."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from .base import PICK, WITH, Answer, Form, Option, follow, picked, within

ANY_LENGTH = 10_000
ANY_NUMBER = 1_000_000
"""The limits of what has none of its own."""


class Choice(Form, frozen=True, tag="choice"):
    """One of several options.

    The answer is the option's key, or for an option that asks for more ``{"pick": key, "with": …}``. With `whole` the
    keys are whole numbers, and so is the answer.
    """

    options: tuple[Option, ...]
    default: str = ""
    whole: bool = False

    def check(self, answer: Answer, place: str = "") -> Answer:
        if isinstance(answer, str) or (self.whole and type(answer) is int):
            key, more = str(answer), None
        elif isinstance(answer, dict) and isinstance(answer.get(PICK), str) and answer.keys() <= {PICK, WITH}:
            key, more = picked(answer)
        else:
            self.refuse("wrong-type", "This is a choice of one option.", place)
        for option in self.options:
            if option.key == key:
                break
        else:
            missing = "Nothing is chosen yet." if not key else f"{key!r} is not one of the options."
            self.refuse("not-an-option", missing, place)
        if option.unavailable:
            self.refuse("unavailable", f"{option.label} cannot be chosen: {option.unavailable}", place)
        if option.then is None:
            if more is not None:
                self.refuse("unknown-part", f"{option.label} asks for nothing more.", place)
            return self._plain(option.key)
        return follow(option.key, option.then.check(more, within(place, key)))

    def schema(self) -> dict[str, Any]:
        plain = [self._plain(option.key) for option in self._open() if option.then is None]
        kinds: list[dict[str, Any]] = [{"enum": plain}] if plain else []
        kinds += [
            {
                "type": "object",
                "properties": {PICK: {"const": option.key}, WITH: option.then.schema()},
                "required": [PICK, WITH],
                "additionalProperties": False,
            }
            for option in self._open()
            if option.then is not None
        ]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def answers(self) -> Iterator[Answer]:
        for option in self._open():
            if option.then is None:
                yield self._plain(option.key)
            else:
                for more in option.then.answers():
                    yield follow(option.key, more)

    def several(self) -> bool:
        ways = self._open()
        return len(ways) > 1 or any(option.then is not None and option.then.several() for option in ways)

    def sample(self, random: Random) -> Answer:
        return self.pick(random.choice(self._open()).key, random)

    def fallback(self) -> Answer:
        first = None
        for option in self.options:
            if not option.unavailable:
                if not self.default or option.key == self.default:
                    return self._with(option)
                first = first or option
        assert first is not None, "a choice without an open option"
        return self._with(first)

    def pick(self, key: str, random: Random | None = None) -> Answer:
        """The answer that chooses `key`, with what it asks for at its default or at random."""
        return self._with({option.key: option for option in self.options}[key], random)

    def _with(self, option: Option, random: Random | None = None) -> Answer:
        if option.then is None:
            return self._plain(option.key)
        return follow(option.key, option.then.sample(random) if random else option.then.fallback())

    def legal(self) -> str:
        return "one of " + ", ".join(option.key for option in self._open())

    def _plain(self, key: str) -> Answer:
        return int(key) if self.whole else key

    def _open(self) -> list[Option]:
        return [option for option in self.options if not option.unavailable]


class Flag(Form, frozen=True, tag="flag"):
    """Yes or no, as true or false."""

    default: bool = False

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, bool):
            self.refuse("wrong-type", "This is yes or no.", place)
        return answer

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def answers(self) -> Iterator[Answer]:
        return iter((self.default, not self.default))

    def sample(self, random: Random) -> Answer:
        return random.random() < 0.5

    def legal(self) -> str:
        return "true or false"


class Number(Form, frozen=True, tag="number"):
    """A whole number from `least` to `most`; `why` explains the limits.

    With `parts` the number counts parts of one, and the answer is the number that they make: 25 of 100 are 0.25.
    """

    least: int
    most: int
    default: int | None = None
    why: str = ""
    parts: int = 1
    unit: str = ""

    def check(self, answer: Answer, place: str = "") -> Answer:
        if type(answer) is not int and (self.parts == 1 or not isinstance(answer, float | Fraction)):
            self.refuse("wrong-type", f"{answer!r} is no {self._kind()}.", place)
        if not self.least <= answer * self.parts <= self.most:
            self.refuse("out-of-range", f"{answer} is outside the limits.", place)
        return answer

    def schema(self) -> dict[str, Any]:
        kind = "integer" if self.parts == 1 else "number"
        return {"type": kind, "minimum": self._made(self.least), "maximum": self._made(self.most)}

    def answers(self) -> Iterator[Answer]:
        return (self._made(number) for number in range(self.least, self.most + 1))

    def sample(self, random: Random) -> Answer:
        return self._made(random.randint(self.least, self.most))

    def fallback(self) -> Answer:
        return self._made(self.least if self.default is None else self.default)

    def start(self) -> Answer:
        return self._made(max(self.least, min(self.most, 0)) if self.default is None else self.default)

    def legal(self) -> str:
        reason = f" ({self.why})" if self.why else ""
        return f"a {self._kind()}{self.limits(' from ')}{reason}"

    def limits(self, before: str = "") -> str:
        """From where to where, or nothing if there are no limits."""
        if self.most - self.least >= 2 * ANY_NUMBER:
            return ""
        return f"{before}{self.least // self.parts} to {self.most // self.parts}"

    def _kind(self) -> str:
        return "whole number" if self.parts == 1 else "number"

    def _made(self, number: int) -> int | float:
        return number if self.parts == 1 else number / self.parts


class Several(Form, frozen=True, tag="several"):
    """Some of a set, as a list of keys; with `ordered` the order matters, else it is made the options' own."""

    options: tuple[Option, ...]
    least: int = 0
    most: int | None = None
    ordered: bool = False
    default: tuple[str, ...] = ()

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, list | tuple) or not all(isinstance(key, str) for key in answer):
            self.refuse("wrong-type", "This is a list of options.", place)
        known = {option.key: option for option in self.options}
        for key in answer:
            if key not in known:
                self.refuse("not-an-option", f"{key!r} is not one of the options.", place)
            if known[key].unavailable:
                self.refuse("unavailable", f"{known[key].label}: {known[key].unavailable}", place)
            if answer.count(key) > known[key].times:
                self.refuse("not-an-option", f"{key!r} is named too often.", place)
        if not self.least <= len(answer) <= self._most():
            self.refuse("out-of-range", f"{len(answer)} were chosen.", place)
        return list(answer) if self.ordered else sorted(answer, key=list(known).index)

    def schema(self) -> dict[str, Any]:
        once = all(option.times == 1 for option in self.options)
        return {
            "type": "array",
            "items": {"enum": list(dict.fromkeys(self._keys()))},
            **({"uniqueItems": True} if once else {}),
            "minItems": self.least,
            "maxItems": self._most(),
        }

    def answers(self) -> Iterator[Answer]:
        ways = itertools.permutations if self.ordered else itertools.combinations
        for count in range(self.least, self._most() + 1):
            yield from map(list, dict.fromkeys(ways(self._keys(), count)))

    def sample(self, random: Random) -> Answer:
        chosen = random.sample(self._keys(), random.randint(self.least, self._most()))
        return self.check(chosen)

    def fallback(self) -> Answer:
        return list(self.default) or self._keys()[: self.least]

    def legal(self) -> str:
        many = f"{self.least} to {self._most()}" if self.least != self._most() else str(self.least)
        return f"{many} of {', '.join(dict.fromkeys(self._keys())) or 'nothing'}"

    def _keys(self) -> list[str]:
        """What can be chosen, each as often as it can."""
        return [option.key for option in self.options if not option.unavailable for _ in range(option.times)]

    def _most(self) -> int:
        return len(self._keys()) if self.most is None else min(self.most, len(self._keys()))


class Text(Form, frozen=True, tag="text"):
    """Free text of at most `most` characters.

    As part of a larger form it can be a name that stands elsewhere in the answer, in the lists at the path `names`, or
    with `seats` the seat of who plays; `empty` is what leaving it out means then.
    """

    most: int
    least: int = 0
    default: str = ""
    names: str = ""
    seats: bool = False
    empty: str = ""

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, str):
            self.refuse("wrong-type", "This is a text.", place)
        text = "".join(c for c in answer if c in "\n\t" or c.isprintable()).strip()
        if not self.least <= len(text) <= self.most:
            self.refuse("out-of-range", f"The text has {len(text)} characters.", place)
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": self.least, "maxLength": self.most}

    def answers(self) -> Iterator[Answer]:
        yield self.fallback()

    def several(self) -> bool:
        return self.most > 0

    def sample(self, random: Random) -> Answer:
        size = random.randint(self.least, min(self.most, self.least + 12))
        return "".join(random.choices("abcdefgh", k=size))

    def fallback(self) -> Answer:
        return self.default if len(self.default) >= self.least else "-" * self.least

    def start(self) -> Answer:
        return self.default

    def legal(self) -> str:
        if self.most >= ANY_LENGTH:
            return f"a text of {self.least} characters or more" if self.least else "a text"
        least = f"{self.least} to " if self.least else "at most "
        return f"{'a text of ' if self.least else ''}{least}{self.most} characters"


def yes_or_no(yes: str, no: str, *, default: bool = False, help: str = "") -> Choice:
    """A choice between doing a thing and leaving it; the answers are ``yes`` and ``no``."""
    return Choice(
        options=(Option("yes", yes, help=help), Option("no", no)), default="yes" if default else "no"
    )
