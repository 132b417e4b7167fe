"""A request that waits for an answer of a seat."""

from __future__ import annotations

import msgspec

from .forms import Choice, Form, Option
from .requests import Ask, Chance

__all__ = ["Pending"]


class Pending(msgspec.Struct, frozen=True):
    """Part `slot` of request number `at`, waiting for its seat. An answer names its `id`, never used twice.

    With `either` the seat may let the dice fall here or type in what real ones showed.
    """

    id: str
    at: int
    slot: int
    seat: str
    request: Ask | Chance
    either: bool = False

    def form(self) -> Form:
        """The legal answers, as they are now."""
        if isinstance(self.request, Ask):
            return self.request.legal()
        real = self.request.form()
        if not self.either:
            return real
        return Choice((Option("sealed", "Roll here"), Option("typed", "Type what was rolled", then=real)))
