"""Where turns began: places to go back to without playing a contest from its first request."""

from __future__ import annotations

import msgspec

from .course import TurnStart

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
