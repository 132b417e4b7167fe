"""The course of a contest as a small chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from agonist.kernel import GM
from agonist.review import Side
from agonist.review.telling import percent
from agonist.table import LiveCurve, Steps

_WIDTH, _HEIGHT = 100.0, 40.0
_MOST_STEPS = 500
_FEW = 6
"""How many lines a chart shows whether they move or not."""


class ChartLine(msgspec.Struct, frozen=True):
    """One number's way through the contest: in the colour of its side, and a pattern for the nth there."""

    name: str
    points: str
    last: float
    side: int = 0
    nth: int = 0


class Chart(msgspec.Struct, frozen=True):
    """A small chart, with a scale from zero.

    It goes from `low` to `high`. `zero` is where 0 lies if the numbers cross it, `words` tells it to who cannot see it.
    """

    lines: list[ChartLine]
    zero: float | None
    words: str
    low: float = 0
    high: float = 0


def _thinned(steps: Sequence[dict[str, float]]) -> Sequence[dict[str, float]]:
    """Of very many steps so many as a small chart can show, evenly, the last among them."""
    apart = max(1, -(-len(steps) // _MOST_STEPS))
    return steps[(len(steps) - 1) % apart :: apart]


@lru_cache(maxsize=1_000)
def chart_of(all_steps: Steps) -> Chart | None:
    """The chart of these numbers, step by step, or None where there is nothing to see."""
    steps = _thinned(all_steps.numbers)
    names = list(dict.fromkeys(name for gauges in steps for name in gauges))
    values = [value for gauges in steps for value in gauges.values()]
    if not values or len(steps) < 2:
        return None
    low, high = min(0, *values), max(0, *values)
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
    return Chart(lines, height(0) if low < 0 < high else None, f"The course so far: {told}.", low, high)


def coloured(chart: Chart | None, stands: Mapping[str, int]) -> Chart | None:
    """The chart with its lines in the colours of the sides that they stand on."""
    if chart is None:
        return None
    sides = dict(stands)
    on: Counter[int] = Counter()
    lines = []
    for line in chart.lines:
        side = sides.setdefault(line.name, max(sides.values(), default=-1) + 1)
        lines.append(msgspec.structs.replace(line, side=side, nth=on[side]))
        on[side] += 1
    return msgspec.structs.replace(chart, lines=lines)


def chances_drawn(curve: LiveCurve) -> Chart | None:
    """The chart of a curve that grows; where two stand against each other, the line of who looks is enough."""
    if not curve.sides:
        return None
    drawn = curve.sides if len(curve.sides) != 2 else [min(curve.sides, key=lambda side: _rank(side, curve))]
    told = "; ".join(f"{side.name} {percent(side.curve[-1])}" for side in curve.sides)
    return Chart([_way(side) for side in drawn], _HEIGHT / 2, f"The {curve.aim} so far: {told}.")


def _rank(side: Side, curve: LiveCurve) -> int:
    """Players look at themselves, the game master and onlookers at the players."""
    return 0 if curve.seen_as in side.seats and curve.seen_as != GM else 2 if GM in side.seats else 1


def _way(side: Side) -> ChartLine:
    values = [each.value for each in side.curve]
    values = values * 2 if len(values) == 1 else values
    across = _WIDTH / (len(values) - 1)
    points = (f"{round(n * across, 2)},{round(_HEIGHT * (1 - value), 2)}" for n, value in enumerate(values))
    return ChartLine(side.name, " ".join(points), side.curve[-1].value)


def moving(chart: Chart | None) -> Chart | None:
    """Of many lines those that have moved; a few can all be told apart."""
    if chart is None or len(chart.lines) <= _FEW:
        return chart
    moved = [
        line for line in chart.lines if len({each.partition(",")[2] for each in line.points.split()}) > 1
    ]
    return msgspec.structs.replace(chart, lines=moved)
