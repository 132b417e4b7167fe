"""The curve of a contest as a picture of its own: SVG without script, the same in files and on pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from .model import Estimate, Review, Side

COLOURS = ("#8a3324", "#2f5d62", "#b8860b", "#4b4e8c", "#5f7a3d", "#7b4b6e")
_MARKS = {"inaccuracy": "#d9a441", "mistake": "#c9702b", "blunder": "#a32b2b", "turning": "#8a5a00"}
_BLOCKS = "▁▂▃▄▅▆▇█"


def spark(curve: Sequence[Estimate], most: int = 60) -> str:
    """A curve in one line of text.

    >>> spark([Estimate(0.0), Estimate(0.5), Estimate(1.0)])
    '▁▅█'
    """
    apart = max(1, -(-len(curve) // most))
    return "".join(_BLOCKS[min(7, int(each.value * 8))] for each in curve[(len(curve) - 1) % apart :: apart])


def marks_of(found: Review) -> list[tuple[int, str]]:
    """The moments to mark on a curve: graded decisions by their grade, and where it turned."""
    marks: list[tuple[int, str]] = [
        (n, moment.judged.grade)
        for n, moment in enumerate(found.moments)
        if moment.judged is not None and moment.judged.grade
    ]
    return marks if found.turning is None else [*marks, (found.turning, "turning")]


def svg_curve(found: Review, width: int = 640, height: int = 220, *, at: int | None = None) -> str:
    """The curves of all sides, with marks; `at` is a moment to point out."""
    sides = found.sides[:2] if len(found.sides) == 2 else found.sides
    drawn = sides[-1:] if len(sides) == 2 else sides
    count = max(1, len(found.moments))

    def x(n: int) -> float:
        return round(8 + (width - 16) * n / count, 1)

    def y(value: float) -> float:
        return round(8 + (height - 16) * (1 - value), 1)

    parts = [_frame(found, width, height, y(0.5))]
    for n, side in enumerate(drawn):
        parts += _side(side, n % len(COLOURS), x, y)
    first = drawn[0] if drawn else None
    for n, kind in marks_of(found) if first else []:
        where = f'cx="{x(n + 1)}" cy="{y(first.curve[n + 1].value)}"' if first else ""
        look = (
            f'fill="{_MARKS[kind]}"'
            if kind != "turning"
            else f'fill="none" stroke="{_MARKS[kind]}" stroke-width="2"'
        )
        size = 4 if kind != "turning" else 7
        parts.append(
            f'<circle class="mark {kind}" {where} r="{size}" {look}><title>{escape(kind)}</title></circle>'
        )
    if at is not None:
        now = f'x1="{x(at)}" x2="{x(at)}" y1="4" y2="{height - 4}"'
        parts.append(f'<line class="now" {now} stroke="#8a5a00" stroke-width="2"/>')
    return "".join([*parts, "</svg>"])


def _frame(found: Review, width: int, height: int, middle: float) -> str:
    told = "; ".join(
        f"{side.name} from {side.curve[0].value:.0%} to {side.curve[-1].value:.0%}" for side in found.sides
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="review-curve" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{escape(f'The {found.aim}, moment by moment: {told}.')}</title>"
        f'<line class="half" x1="8" x2="{width - 8}" y1="{middle}" y2="{middle}" stroke="#999" '
        'stroke-dasharray="4 4" stroke-width="1"/>'
    )


def _side(side: Side, number: int, across: Callable[[int], float], up: Callable[[float], float]) -> list[str]:
    """A side's band of twice its error either way, and its line."""
    colour = COLOURS[number]
    above = [f"{across(n)},{up(min(1.0, each.value + 2 * each.error))}" for n, each in enumerate(side.curve)]
    below = [f"{across(n)},{up(max(0.0, each.value - 2 * each.error))}" for n, each in enumerate(side.curve)]
    line = " ".join(f"{across(n)},{up(each.value)}" for n, each in enumerate(side.curve))
    band = " ".join([*above, *reversed(below)])
    title = f"<title>{escape(side.name)}</title>"
    return [
        f'<polygon class="band s{number}" points="{band}" fill="{colour}" fill-opacity="0.15"/>',
        f'<polyline class="way s{number}" points="{line}" fill="none" stroke="{colour}" stroke-width="2">',
        f"{title}</polyline>",
    ]
