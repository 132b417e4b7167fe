"""A total divided among options."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from .base import Answer, Form, Option


class Split(Form, frozen=True, tag="split"):
    """A total from `least` to `most`, divided among some of the options, at least `each` to every one named.

    The answer is an object from option key to its share; `parts` limits how many may be named.
    """

    options: tuple[Option, ...]
    least: int
    most: int
    each: int = 1
    parts: int | None = None
    why: str = ""
    default: dict[str, int] | None = None

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, dict) or not all(type(share) is int for share in answer.values()):
            self.refuse("wrong-type", "This is an object from option to whole number.", place)
        known = {option.key: option for option in self.options}
        for key, share in answer.items():
            if key not in known:
                self.refuse("not-an-option", f"{key!r} is not one of the options.", place)
            if known[key].unavailable:
                self.refuse("unavailable", f"{known[key].label}: {known[key].unavailable}", place)
            if share < self.each:
                self.refuse("out-of-range", f"{known[key].label} gets {share}.", place)
        if not 1 <= len(answer) <= self._parts():
            self.refuse("out-of-range", f"{len(answer)} were named.", place)
        if not self.least <= sum(answer.values()) <= self.most:
            self.refuse("wrong-total", f"The parts add up to {sum(answer.values())}.", place)
        return {key: answer[key] for key in known if key in answer}

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                key: {"type": "integer", "minimum": self.each, "maximum": self.most} for key in self._keys()
            },
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": self._parts(),
            "description": f"The values add up to a total of {self.least} to {self.most}.",
        }

    def answers(self) -> Iterator[Answer]:
        for count in range(1, self._parts() + 1):
            for keys in itertools.combinations(self._keys(), count):
                for total in range(max(self.least, count * self.each), self.most + 1):
                    for shares in _compositions(total, count, self.each):
                        yield dict(zip(keys, shares, strict=True))

    def sample(self, random: Random) -> Answer:
        most_parts = self._parts() if self.each == 0 else min(self._parts(), self.most // self.each)
        keys = self._keys()
        chosen = sorted(random.sample(keys, random.randint(1, most_parts)), key=keys.index)
        spare = random.randint(max(self.least, len(chosen) * self.each), self.most) - len(chosen) * self.each
        shares = [self.each] * len(chosen)
        for _ in range(spare):
            shares[random.randrange(len(chosen))] += 1
        return dict(zip(chosen, shares, strict=True))

    def fallback(self) -> Answer:
        return dict(self.default) if self.default else next(self.answers())

    def legal(self) -> str:
        total = f"{self.least} to {self.most}" if self.least != self.most else str(self.least)
        reason = f" ({self.why})" if self.why else ""
        return f"{total} in all{reason}, at least {self.each} each, among {', '.join(self._keys())}"

    def _keys(self) -> list[str]:
        return [option.key for option in self.options if not option.unavailable]

    def _parts(self) -> int:
        return len(self._keys()) if self.parts is None else min(self.parts, len(self._keys()))


def _compositions(total: int, count: int, least: int) -> Iterator[Sequence[int]]:
    """All ways to write `total` as `count` ordered parts of at least `least`."""
    if count == 1:
        yield (total,)
        return
    for first in range(least, total - least * (count - 1) + 1):
        for rest in _compositions(total - first, count - 1, least):
            yield (first, *rest)
