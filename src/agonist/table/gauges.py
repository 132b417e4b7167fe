"""The course of a contest: the numbers that its game wants charted, moment by moment, as one seat may know them."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import (
    ONLOOKER,
    Entry,
    Overridden,
    Play,
    Rewound,
    Transcript,
    Viewer,
    game,
    look,
)

__all__ = ["Gauges", "Moment"]


class Moment(msgspec.Struct, frozen=True):
    """The numbers after request number `at` was answered, by name; -1 is the beginning."""

    at: int
    gauges: dict[str, float]


class Gauges:
    """A contest played again beside the real one, entry by entry; of every moment only the numbers stay."""

    def __init__(self, transcript: Transcript) -> None:
        self._taken = 0
        self._twin: Play[Any] = Play.unplayed(game(transcript.game), transcript, None)
        self._moments: dict[str, list[Moment]] = {seat: [] for seat in (*self._twin.seats, ONLOOKER)}
        self._note(-1)

    @classmethod
    def of(cls, transcript: Transcript, entries: list[Entry]) -> Gauges:
        """The course of a contest up to these entries."""
        gauges = cls(transcript)
        gauges.catch_up(entries)
        return gauges

    def catch_up(self, entries: list[Entry]) -> None:
        """Go on to the last of these entries, which begin with all that were taken before."""
        for entry in self.news(entries):
            at = self._twin.at
            self._twin.take(entry)
            self._taken += 1
            if isinstance(entry, Rewound):
                self._note(self._drop(entry.to))
            elif isinstance(entry, Overridden):
                self._note(self._drop(at))
            elif self._twin.at != at:
                self._note(at)

    def news(self, entries: list[Entry]) -> list[Entry]:
        """Those of these entries that were not taken yet."""
        return entries[self._taken :]

    def seen_from(self, seat: str) -> list[Moment]:
        """The course as the seat may know it."""
        return list(self._moments[seat])

    def _drop(self, to: int) -> int:
        """Forget what comes after the last moment before a request, and that moment's numbers; say which it is."""
        last = -1
        for moments in self._moments.values():
            while moments and moments[-1].at >= to:
                moments.pop()
            last = moments.pop().at
        return last

    def _note(self, at: int) -> None:
        state, kind = self._twin.state, self._twin.kind
        for seat, moments in self._moments.items():
            gauges = kind.gauges(look(state, Viewer(seat, state)))
            if moments and moments[-1].gauges == gauges:
                gauges = moments[-1].gauges
            moments.append(Moment(at, gauges))
