"""A request that waits for an answer of a seat."""

from __future__ import annotations

import msgspec

from .forms import Choice, Form, Option
from .requests import Ask, Chance
from .transcript import DiceMode


class Pending(msgspec.Struct, frozen=True):
    """Part `slot` of request number `at`, waiting for its seat. An answer names its `id`, never used twice.

    A `window` can be answered and need not. Dice that are made here, or may be, wait for the seat's word (`dice`).
    """

    id: str
    at: int
    slot: int
    seat: str
    request: Ask | Chance
    window: bool = False
    dice: DiceMode = "sealed"

    def form(self) -> Form:
        """The legal answers, as they are now."""
        if isinstance(self.request, Ask):
            return self.request.legal()
        real = self.request.form()
        if self.dice == "tap":
            return Choice((Option("sealed", type(self.request).__name__),))
        if self.dice == "either":
            return Choice((Option("sealed", "Roll here"), Option("typed", "Type what was rolled", then=real)))
        return real
