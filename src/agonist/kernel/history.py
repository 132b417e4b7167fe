"""The entries of a transcript that count, without what was undone, and where turns began: places to go back to."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from .course import TurnStart
from .lanes import Where, apart
from .transcript import Answered, Chanced, Overridden


class Before(NamedTuple):
    """How many entries, lines of the log and undos lead to where the contest was before an entry that counts. One that
    an undo left standing counts from then on after what stands, and so there are fewer than stand before it."""

    entries: int
    lines: int
    undos: int


class Done(msgspec.Struct, frozen=True, gc=False):
    """An entry that counts: the number of its roll (−1: none), where its lines in the log and itself in the transcript
    stand, what leads to it, whether it was somebody's doing and not taken for granted, and beside what it went on."""

    entry: Answered | Chanced | Overridden
    roll: int
    lines: int
    index: int
    before: Before
    done_by_hand: bool
    where: tuple[Where, ...] = ()


class History:
    """What counts, in order."""

    def __init__(self) -> None:
        self.done: list[Done] = []
        self._firsts: dict[int, int] = {}
        """Where the first entry stands that was made at a request, by its number."""

    def add(self, done: Done) -> None:
        """One more counts."""
        self._firsts.setdefault(done.entry.at, len(self.done))
        self.done.append(done)

    def points(self) -> list[int]:
        """The request numbers that can be gone back to: where somebody decided, rolled or corrected."""
        return sorted({done.entry.at for done in self.done if done.done_by_hand})

    def is_point(self, to: int) -> bool:
        """Whether somebody did something at that request."""
        first = self._firsts.get(to, len(self.done))
        return any(done.done_by_hand and done.entry.at == to for done in self.done[first:])

    def before(self, to: int, *, now: Collection[int]) -> int:
        """How many entries stand before the first answer to request number `to`.

        A correction made while that request was open stays, unless the request is open `now`.
        """
        first = self._first_at(to, now)
        if to not in now:
            while first < len(self.done) and isinstance(self.done[first].entry, Overridden):
                first += 1
        return first

    def last_of(self, seats: Collection[str]) -> Answered | None:
        """The last answer that these seats gave themselves, nobody in their place."""
        every = (done.entry for done in reversed(self.done))
        return next((each for each in every if isinstance(each, Answered) and _own(each, seats)), None)

    def alone_since(self, to: int, seats: Collection[str], *, now: Collection[int]) -> bool:
        """Whether all that going back to a request would undo is answers of these seats, and what was taken for granted
        after them: no dice, nobody else's answer, no correction."""
        return all(
            isinstance(done.entry, Answered) and (bool(done.entry.granted) or _own(done.entry, seats))
            for done in self._since(self.before(to, now=now))[0]
        )

    def drop(self, keep: int) -> tuple[list[Done], list[Done]]:
        """Forget all but the first `keep` entries; return what depends on the first of the others, and the rest."""
        dropped, beside = self._since(keep)
        del self.done[keep:]
        self._firsts = {at: n for at, n in self._firsts.items() if n < keep}
        return dropped, beside

    def up_to(self, to: int, *, now: Collection[int]) -> list[Done]:
        """All entries without which request number `to` would not be open, and what went on beside them."""
        keep = self.before(to, now=now)
        return self.done[:keep] + self._since(keep)[1]

    def _since(self, keep: int) -> tuple[list[Done], list[Done]]:
        """What depends on the first of the entries after so many, and what went on beside it."""
        rest = self.done[keep:]
        dropped, beside = rest[:1], list[Done]()
        for done in rest[1:]:
            free = not isinstance(done.entry, Overridden) and all(
                apart(done.where, other.where) for other in dropped
            )
            (beside if free else dropped).append(done)
        return dropped, beside

    def _first_at(self, to: int, now: Collection[int]) -> int:
        """Where the first entry stands that was made at a request, or at a later one."""
        if to in self._firsts or to in now:
            return self._firsts.get(to, len(self.done))
        return next((n for n, done in enumerate(self.done) if done.entry.at > to), len(self.done))


def _own(answer: Answered, seats: Collection[str]) -> bool:
    """Whether one of these seats gave an answer itself."""
    return not answer.granted and not answer.by and answer.seat in seats


_MOST = 24
"""How many are kept."""


class TurnMark(msgspec.Struct, frozen=True):
    """The start of a turn, and how many entries counted then."""

    start: TurnStart
    done: int


class TurnMarks:
    """The turns of a contest so far; of many only some, the last ones among them."""

    def __init__(self) -> None:
        self._kept: list[TurnMark] = []

    @property
    def last(self) -> TurnMark:
        return self._kept[-1]

    def keep(self, start: TurnStart | None, done: int) -> None:
        """Remember where a turn began, once."""
        if start is None or (self._kept and self.last.start.at == start.at):
            return
        self._kept.append(TurnMark(start, done))
        if len(self._kept) > _MOST:
            half = _MOST // 2
            self._kept[:half] = self._kept[:half:2]

    def back_to(self, done: int) -> TurnMark | None:
        """The last turn that so many entries reach, forgotten with all that came after; None for the first request."""
        while self._kept and self.last.done > done:
            self._kept.pop()
        return self._kept.pop() if self._kept else None
