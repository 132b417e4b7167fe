"""Forms of one piece: a choice, a number, some of a set, a text."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from .base import Answer, Form, Option, within


class Choice(Form, frozen=True, tag="choice"):
    """One of several options.

    The answer is the option's key, or for an option that asks for more ``{"pick": key, "with": …}``.
    """

    options: tuple[Option, ...]
    default: str = ""

    def check(self, answer: Answer, place: str = "") -> Answer:
        if isinstance(answer, str):
            key, more = answer, None
        elif (
            isinstance(answer, dict)
            and isinstance(answer.get("pick"), str)
            and answer.keys() <= {"pick", "with"}
        ):
            key, more = answer["pick"], answer.get("with")
        else:
            self.refuse("wrong-type", "This is a choice of one option.", place)
        for option in self.options:
            if option.key == key:
                break
        else:
            self.refuse("not-an-option", f"{key!r} is not one of the options.", place)
        if option.unavailable:
            self.refuse("unavailable", f"{option.label} cannot be chosen: {option.unavailable}", place)
        if option.then is None:
            if more is not None:
                self.refuse("unknown-part", f"{option.label} asks for nothing more.", place)
            return key
        return {"pick": key, "with": option.then.check(more, within(place, key))}

    def schema(self) -> dict[str, Any]:
        plain = [option.key for option in self._open() if option.then is None]
        kinds: list[dict[str, Any]] = [{"enum": plain}] if plain else []
        kinds += [
            {
                "type": "object",
                "properties": {"pick": {"const": option.key}, "with": option.then.schema()},
                "required": ["pick", "with"],
                "additionalProperties": False,
            }
            for option in self._open()
            if option.then is not None
        ]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def answers(self) -> Iterator[Answer]:
        for option in self._open():
            if option.then is None:
                yield option.key
            else:
                for more in option.then.answers():
                    yield {"pick": option.key, "with": more}

    def several(self) -> bool:
        ways = self._open()
        return len(ways) > 1 or any(option.then is not None and option.then.several() for option in ways)

    def sample(self, random: Random) -> Answer:
        return self.pick(random.choice(self._open()).key, random)

    def fallback(self) -> Answer:
        keys = [option.key for option in self._open()]
        return self.pick(self.default if self.default in keys else keys[0])

    def pick(self, key: str, random: Random | None = None) -> Answer:
        """The answer that chooses `key`, with what it asks for at its default or at random."""
        then = next(option.then for option in self.options if option.key == key)
        if then is None:
            return key
        return {"pick": key, "with": then.sample(random) if random else then.fallback()}

    def legal(self) -> str:
        return "one of " + ", ".join(option.key for option in self._open())

    def _open(self) -> list[Option]:
        return [option for option in self.options if not option.unavailable]


class Number(Form, frozen=True, tag="number"):
    """A whole number from `least` to `most`; `why` explains the limits."""

    least: int
    most: int
    default: int | None = None
    why: str = ""

    def check(self, answer: Answer, place: str = "") -> Answer:
        if type(answer) is not int:
            self.refuse("wrong-type", "This is a whole number.", place)
        if not self.least <= answer <= self.most:
            self.refuse("out-of-range", f"{answer} is outside the limits.", place)
        return answer

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def answers(self) -> Iterator[Answer]:
        return iter(range(self.least, self.most + 1))

    def sample(self, random: Random) -> Answer:
        return random.randint(self.least, self.most)

    def fallback(self) -> Answer:
        return self.least if self.default is None else self.default

    def legal(self) -> str:
        reason = f" ({self.why})" if self.why else ""
        return f"a whole number from {self.least} to {self.most}{reason}"


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
        if len(set(answer)) != len(answer):
            self.refuse("not-an-option", "An option is named twice.", place)
        known = {option.key: option for option in self.options}
        for key in answer:
            if key not in known:
                self.refuse("not-an-option", f"{key!r} is not one of the options.", place)
            if known[key].unavailable:
                self.refuse("unavailable", f"{known[key].label}: {known[key].unavailable}", place)
        if not self.least <= len(answer) <= self._most():
            self.refuse("out-of-range", f"{len(answer)} were chosen.", place)
        return list(answer) if self.ordered else [key for key in known if key in answer]

    def schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": {"enum": self._keys()},
            "uniqueItems": True,
            "minItems": self.least,
            "maxItems": self._most(),
        }

    def answers(self) -> Iterator[Answer]:
        ways = itertools.permutations if self.ordered else itertools.combinations
        for count in range(self.least, self._most() + 1):
            yield from map(list, ways(self._keys(), count))

    def sample(self, random: Random) -> Answer:
        chosen = random.sample(self._keys(), random.randint(self.least, self._most()))
        return self.check(chosen)

    def fallback(self) -> Answer:
        return list(self.default) if self.default else next(self.answers())

    def legal(self) -> str:
        many = f"{self.least} to {self._most()}" if self.least != self._most() else str(self.least)
        return f"{many} of {', '.join(self._keys()) or 'nothing'}"

    def _keys(self) -> list[str]:
        return [option.key for option in self.options if not option.unavailable]

    def _most(self) -> int:
        return len(self._keys()) if self.most is None else min(self.most, len(self._keys()))


class Text(Form, frozen=True, tag="text"):
    """Free text of at most `most` characters."""

    most: int
    least: int = 0
    default: str = ""

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

    def legal(self) -> str:
        return (
            f"a text of {self.least} to {self.most} characters"
            if self.least
            else f"at most {self.most} characters"
        )


def yes_or_no(yes: str, no: str, *, default: bool = False, help: str = "") -> Choice:
    """A choice between doing a thing and leaving it; the answers are ``yes`` and ``no``."""
    return Choice(
        options=(Option("yes", yes, help=help), Option("no", no)), default="yes" if default else "no"
    )
