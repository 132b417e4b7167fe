"""What every form can do, and the options that many are made of."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple, NoReturn

import msgspec

from ..errors import AnswerRefused

Answer = Any
"""A plain JSON value: text, whole number, list or object of these."""


class Form(msgspec.Struct, frozen=True, tag_field="form", omit_defaults=True, kw_only=True):
    """What may be answered. Subclasses are the kinds of form."""

    def check(self, answer: Answer, place: str = "") -> Answer:
        """Return the answer in its normal shape, or raise `AnswerRefused`."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON schema of the legal answers."""
        raise NotImplementedError

    def answers(self) -> Iterator[Answer]:
        """Every legal answer in turn; of free text only the default."""
        raise NotImplementedError

    def sample(self, random: Random) -> Answer:
        """A legal answer at random."""
        raise NotImplementedError

    def several(self) -> bool:
        """Whether there is more than one legal answer; what can be put in words can be put in many."""
        return len(list(itertools.islice(self.answers(), 2))) > 1

    def fallback(self) -> Answer:
        """The default answer if there is one, else the first legal one."""
        return next(self.answers())

    def start(self) -> Answer:
        """What an empty page begins with; somebody has still to fill it in."""
        return self.fallback()

    def needed(self) -> bool:
        """Whether an empty page begins with it even where it could be left out: rows that have to be filled in."""
        return False

    def legal(self) -> str:
        """The legal answers in words, for messages."""
        raise NotImplementedError

    def refuse(self, code: str, message: str, place: str) -> NoReturn:
        raise AnswerRefused(message, code=f"answer.{code}", accepted=self.legal(), place=place)


AnyForm = Form
"""A form as it is read from JSON: one of the kinds there are, which `forms` says as soon as it knows them all."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that can be chosen. `unavailable` says why it cannot be chosen now; `then` asks for more.

    `leaves` says what choosing it comes to, as named numbers, for whoever counts or draws; nobody has to read them out
    of the words. `times` is how often it can be chosen where several are. `deed` is what it is called among the few
    deeds that a question opens with; where any option of a question has such a name, those are the deeds.
    """

    key: str
    label: str
    unavailable: str = ""
    help: str = ""
    rule: str = ""
    then: AnyForm | None = None
    leaves: tuple[tuple[str, int], ...] = ()
    times: int = 1
    deed: str = ""


def within(place: str, part: str | int) -> str:
    """The place of a part of what stands at a place: a name, or the number of a row.

    >>> within(within("teams", 0), "name")
    'teams[0].name'
    """
    if isinstance(part, int):
        return f"{place}[{part}]"
    return f"{place}.{part}" if place else part


PICK, WITH = "pick", "with"


class Picked(NamedTuple):
    """The option that was chosen, and what more was asked for with it."""

    key: str
    more: Answer = None

    def answer(self) -> Answer:
        """As it is answered."""
        return self.key if self.more is None else follow(self.key, self.more)


def picked(answer: Answer) -> Picked:
    """The option that an answer chooses.

    >>> picked("wait"), picked({"pick": "bid", "with": 3}).more
    (Picked(key='wait', more=None), 3)
    """
    whole = (answer[PICK], answer.get(WITH)) if isinstance(answer, dict) else (answer, None)
    return tuple.__new__(Picked, whole)


def follow(key: str, more: Answer) -> Answer:
    """The answer that chooses an option that asks for more."""
    return {PICK: key, WITH: more}
