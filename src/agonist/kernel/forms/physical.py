"""Forms for what real dice and cards showed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from .base import Answer, Form, Option


class Rolled(Form, frozen=True, tag="rolled"):
    """What real dice showed: one number a die, in the order of `sides`."""

    sides: tuple[int, ...]

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, list | tuple) or not all(type(face) is int for face in answer):
            self.refuse("wrong-type", "This is a list with one whole number for each die.", place)
        if len(answer) != len(self.sides):
            self.refuse("out-of-range", f"{len(answer)} dice were given.", place)
        for face, sides in zip(answer, self.sides, strict=True):
            if not 1 <= face <= sides:
                self.refuse("out-of-range", f"A d{sides} cannot show {face}.", place)
        return list(answer)

    def schema(self) -> dict[str, Any]:
        faces = [{"type": "integer", "minimum": 1, "maximum": sides} for sides in self.sides]
        return {"type": "array", "prefixItems": faces, "minItems": len(faces), "maxItems": len(faces)}

    def answers(self) -> Iterator[Answer]:
        return map(list, itertools.product(*(range(1, sides + 1) for sides in self.sides)))

    def sample(self, random: Random) -> Answer:
        return [random.randint(1, sides) for sides in self.sides]

    def legal(self) -> str:
        kinds = itertools.groupby(self.sides)
        return "what was rolled on " + " and ".join(f"{len(list(dice))}d{sides}" for sides, dice in kinds)


class Dealt(Form, frozen=True, tag="dealt"):
    """What real cards showed: `count` cards of the pile, in the order in which they came.

    `names` say what people call the cards.
    """

    pile: tuple[str, ...]
    count: int
    names: dict[str, str] = {}

    def options(self) -> list[Option]:
        """The different cards of the pile, with what people call them."""
        return [Option(card, self.names.get(card, card)) for card in sorted(set(self.pile))]

    def check(self, answer: Answer, place: str = "") -> Answer:
        if not isinstance(answer, list | tuple) or not all(isinstance(card, str) for card in answer):
            self.refuse("wrong-type", "This is a list of cards.", place)
        if len(answer) != self.count:
            self.refuse("out-of-range", f"{len(answer)} cards were given.", place)
        left = list(self.pile)
        for card in answer:
            if card not in left:
                self.refuse("not-an-option", f"{card!r} is not in the pile.", place)
            left.remove(card)
        return list(answer)

    def schema(self) -> dict[str, Any]:
        cards = {"enum": sorted(set(self.pile))}
        return {"type": "array", "items": cards, "minItems": self.count, "maxItems": self.count}

    def answers(self) -> Iterator[Answer]:
        return map(list, dict.fromkeys(itertools.permutations(self.pile, self.count)))

    def sample(self, random: Random) -> Answer:
        return random.sample(self.pile, self.count)

    def legal(self) -> str:
        return f"{self.count} of {', '.join(sorted(set(self.pile)))}"
