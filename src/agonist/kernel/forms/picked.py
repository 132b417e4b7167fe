"""What a choice answers, told apart: the one place that knows how it is written."""

from __future__ import annotations

from typing import NamedTuple

from .base import Answer

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
