"""The entries of a transcript that count: all that led to where the contest is now, without what was undone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

import msgspec

from .transcript import Answered, Chanced, Overridden

__all__ = ["Done", "History"]


class Done(msgspec.Struct, frozen=True, gc=False):
    """An entry that counts: the number of its roll (−1: none), of lines in the log, entries of the transcript and undos
    before it, and whether it was somebody's doing and not taken for granted."""

    entry: Answered | Chanced | Overridden
    roll: int
    lines: int
    index: int
    undos: int
    done_by_hand: bool


class History:
    """What counts, in order."""

    def __init__(self) -> None:
        self.done: list[Done] = []

    def points(self) -> list[int]:
        """The request numbers that can be gone back to: where somebody decided, rolled or corrected."""
        return sorted({done.entry.at for done in self.done if done.done_by_hand})

    def is_point(self, to: int) -> bool:
        """Whether somebody did something at that request."""
        for done in self.done[self._first_at(to) :]:
            if done.entry.at != to:
                return False
            if done.done_by_hand:
                return True
        return False

    def before(self, to: int, *, now: int) -> int:
        """How many entries stand before request number `to`.

        A correction made while that request was open stays, unless the request is the one open now.
        """
        first = self._first_at(to)
        if to != now:
            while first < len(self.done) and isinstance(self.done[first].entry, Overridden):
                first += 1
        return first

    def last_of(self, seats: Collection[str]) -> Answered | None:
        """The last answer that these seats gave themselves, nobody in their place."""
        every = (done.entry for done in reversed(self.done))
        return next((each for each in every if isinstance(each, Answered) and _own(each, seats)), None)

    def alone_since(self, to: int, seats: Collection[str], *, now: int) -> bool:
        """Whether all that going back to a request would undo is answers of these seats, and what was taken for granted
        after them: no dice, nobody else's answer, no correction."""
        return all(
            isinstance(done.entry, Answered) and (bool(done.entry.granted) or _own(done.entry, seats))
            for done in self.done[self.before(to, now=now) :]
        )

    def drop(self, keep: int) -> list[Done]:
        """Forget all but the first `keep` entries; return the others."""
        dropped = self.done[keep:]
        del self.done[keep:]
        return dropped

    def _first_at(self, to: int) -> int:
        return bisect_left(self.done, to, key=lambda done: done.entry.at)


def _own(answer: Answered, seats: Collection[str]) -> bool:
    """Whether one of these seats gave an answer itself."""
    return not answer.granted and not answer.by and answer.seat in seats
