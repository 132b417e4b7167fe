"""The course of a contest: the numbers that a game wants charted, turn by turn, as one seat may know them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec

from agonist.kernel import ONLOOKER, Referee, Rewound, Viewer, game, see, unplayed
from agonist.table import Seat, Service

__all__ = ["Chart", "ChartLine", "chart_of", "gauges_of"]

Point = tuple[int, dict[str, float]]

_MOST_KEPT = 64
_WIDTH, _HEIGHT = 100.0, 40.0


class ChartLine(msgspec.Struct, frozen=True):
    """One number's way through the contest."""

    name: str
    points: str
    last: float


class Chart(msgspec.Struct, frozen=True):
    """A small chart; `zero` is where 0 lies if the numbers cross it, `words` tells it to who cannot see it."""

    lines: list[ChartLine]
    zero: float | None
    words: str


class _Course:
    """A contest played again beside the real one, entry by entry; of every moment only the numbers stay."""

    def __init__(self, transcript: Any) -> None:
        self.taken = 0
        self.twin: Referee[Any] = unplayed(Referee, game(transcript.game), transcript, None)
        self.points: dict[str, list[Point]] = {seat: [] for seat in (*self.twin.seats, ONLOOKER)}
        self._note(-1)

    def catch_up(self, entries: list[Any]) -> None:
        for entry in entries[self.taken :]:
            at = self.twin.at
            self.twin.take(entry)
            self.taken += 1
            if isinstance(entry, Rewound):
                for seat, points in self.points.items():
                    self.points[seat] = [each for each in points if each[0] < entry.to]
            elif self.twin.at != at:
                self._note(at)

    def _note(self, at: int) -> None:
        state, kind = self.twin.state, self.twin.kind
        for seat, points in self.points.items():
            gauges = kind.gauges(see(state, Viewer(seat, state)))
            same = bool(points) and points[-1][1] == gauges
            points.append((at, points[-1][1] if same else gauges))


_kept: OrderedDict[str, _Course] = OrderedDict()


async def gauges_of(service: Service, who: Seat, contest: str, seat: str) -> list[Point]:
    """The gauges after every request so far, from what the seat sees of each moment."""
    async with service.house.hall.hold(contest) as live:
        if live.info.table != who.table:
            return []
        referee, seen_as = live.referee, live.seen_as(who, seat)
        entries = referee.transcript.entries[: live.stored]
        course = _kept.get(contest)
        if course is None or course.taken > len(entries):
            course = _kept[contest] = _Course(referee.transcript)
        course.catch_up(entries)
        _kept.move_to_end(contest)
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
        return list(course.points.get(seen_as, ()))


def chart_of(points: list[Point]) -> Chart | None:
    """The chart of these points, or None where there is nothing to see."""
    steps = [gauges for _, gauges in points]
    names = list(dict.fromkeys(name for gauges in steps for name in gauges))
    values = [value for gauges in steps for value in gauges.values()]
    if not values or len(steps) < 2:
        return None
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    span = high - low
    across = _WIDTH / max(1, len(steps) - 1)

    def height(value: float) -> float:
        return round(_HEIGHT - 2 - (value - low) / span * (_HEIGHT - 4), 2)

    lines = []
    for name in names:
        known = [(n, gauges[name]) for n, gauges in enumerate(steps) if name in gauges]
        way = " ".join(f"{round(n * across, 2)},{height(value)}" for n, value in known)
        lines.append(ChartLine(name, way, known[-1][1]))
    told = ", ".join(f"{line.name} at {line.last:g}" for line in lines)
    return Chart(lines, height(0) if low < 0 < high else None, f"The course so far: {told}.")
