"""The entries of a transcript that count: all that led to where the contest is now, without what was undone."""

from __future__ import annotations

import msgspec

from .transcript import Answered, Chanced, Overridden

__all__ = ["Done", "History"]


class Done(msgspec.Struct, frozen=True, gc=False):
    """An entry that counts, with the number of its roll (−1: none) and of lines in the log before it."""

    entry: Answered | Chanced | Overridden
    roll: int
    lines: int


class History:
    """What counts, in order."""

    def __init__(self) -> None:
        self.done: list[Done] = []

    def add(self, entry: Answered | Chanced | Overridden, roll: int, lines: int) -> None:
        self.done.append(Done(entry, roll, lines))

    def points(self) -> list[int]:
        """The request numbers that can be gone back to: where somebody decided, typed a roll or corrected."""
        entries = (done.entry for done in self.done)
        return sorted({e.at for e in entries if not isinstance(e, Chanced) or e.source == "typed"})

    def before(self, to: int, *, now: int) -> int:
        """How many entries stand before request number `to`.

        A correction made while that request was open stays, unless the request is the one open now.
        """
        for n, done in enumerate(self.done):
            if done.entry.at >= to and (to == now or not isinstance(done.entry, Overridden)):
                return n
        return len(self.done)

    def drop(self, keep: int) -> list[Done]:
        """Forget all but the first `keep` entries; return the others."""
        self.done, dropped = self.done[:keep], self.done[keep:]
        return dropped

    def first_since(self, at: int) -> Done | None:
        """The first entry at request number `at` or later."""
        first = None
        for done in reversed(self.done):
            if done.entry.at < at:
                break
            first = done
        return first
