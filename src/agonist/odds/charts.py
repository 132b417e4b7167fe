"""Charts, drawn with Altair when they are asked for. The same specification serves notebooks, files and pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from .refusal import refuse

KINDS = (".svg", ".png", ".html")


def altair() -> Any:
    """Altair, or one line on what to install."""
    try:
        import altair as drawing
        import vl_convert  # noqa: F401
    except ImportError:
        refuse("Charts need Altair and vl-convert: install them with pip install 'agonist[charts]'.")
    return drawing


def bars(shares: Mapping[str, float], *, title: str = "", label: str = "") -> Any:
    """One bar for each possibility, as high as its chance."""
    alt = altair()
    rows = [
        {"what": name, "chance": chance}
        for name, chance in shares.items()
        if chance > 1e-9 or len(shares) < 12
    ]
    return (
        alt.Chart(alt.Data(values=rows), title=title, width=420, height=220)
        .mark_bar()
        .encode(
            x=alt.X(
                "what:N", sort=None, title=label or None, axis=alt.Axis(labelAngle=-40 if _long(rows) else 0)
            ),
            y=alt.Y("chance:Q", title="chance", axis=alt.Axis(format="%")),
            tooltip=["what:N", alt.Tooltip("chance:Q", format=".4%")],
        )
    )


LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#000000")
"""Colours that are told apart by everybody (Okabe and Ito); what has more lines is told apart by dashes and marks."""
WIDTHS = (6, 4.5, 3, 2, 2, 2, 2)
"""Earlier lines are broader, so that those under others are seen."""
SHAPES = ("circle", "square", "triangle-up", "cross", "diamond", "triangle-down", "triangle-left")
_NARROW = 26
"""How many letters stand beside each other over a legend."""
DASHES = ((1, 0), (8, 4), (2, 3), (10, 3, 2, 3), (5, 2), (1, 2), (12, 6))


def curves(
    rows: Sequence[Mapping[str, Any]],
    *,
    x: str,
    y: str,
    colour: str = "",
    title: str = "",
    names: Mapping[str, str] | None = None,
) -> Any:
    """A curve of one number over another, one for each value of a third; `names` are what axes are called."""
    alt = altair()
    told = names or {}
    across = alt.X(f"{x}:{_type(rows, x)}", sort=None, title=told.get(x, x))
    up = alt.Y(f"{y}:Q", scale=alt.Scale(zero=False), title=told.get(y, y), axis=_axis(alt, rows, y))
    tips = [alt.Tooltip(f"{name}:{_type(rows, name)}", title=told.get(name, name)) for name in rows[0]]
    base = alt.Chart(alt.Data(values=list(rows)), title=title, width=520, height=300)
    base = base.encode(x=across, y=up, tooltip=tips)
    if not colour:
        return base.mark_line(point=True, color=LINES[0], strokeWidth=2.5)
    order = list(dict.fromkeys(row[colour] for row in rows))
    legend = alt.Legend(symbolType="stroke", symbolSize=300, symbolStrokeWidth=4, titleLimit=0, labelLimit=0)

    def scale(values: Sequence[Any]) -> Any:
        return alt.Scale(domain=order, range=[values[n % len(values)] for n in range(len(order))])

    same: dict[str, Any] = {"sort": order, "title": wrap(told.get(colour, colour), _NARROW)}
    named = f"{colour}:N"
    dashes = [list(each) for each in DASHES]
    lines = base.mark_line().encode(
        color=alt.Color(named, scale=scale(LINES), legend=legend, **same),
        strokeDash=alt.StrokeDash(named, scale=scale(dashes), legend=None, sort=order),
        strokeWidth=alt.StrokeWidth(named, scale=scale(WIDTHS), legend=None, sort=order),
    )
    points = base.mark_point(size=60, filled=True, opacity=1).encode(
        color=alt.Color(named, scale=scale(LINES), legend=None, **same),
        shape=alt.Shape(named, scale=scale(SHAPES), legend=None, sort=order),
    )
    # With one scale for both layers the legend would show marks, broad as the lines, instead of lines.
    return (lines + points).resolve_scale(shape="independent").properties(padding=_ROOM)


def heat_map(
    rows: Sequence[Mapping[str, Any]],
    *,
    x: str,
    y: str,
    value: str,
    title: str = "",
    names: Mapping[str, str] | None = None,
) -> Any:
    """A field for each pair of numbers, coloured by a third; `names` are what axes are called."""
    alt = altair()
    told = names or {}
    legend = alt.Legend(format="%") if _is_chance(rows, value) else alt.Legend()
    return (
        alt.Chart(alt.Data(values=list(rows)), title=title, width=420, height=320)
        .properties(padding=_ROOM)
        .mark_rect()
        .encode(
            x=alt.X(f"{x}:O", sort=None, title=told.get(x, x)),
            y=alt.Y(f"{y}:O", sort=None, title=told.get(y, y)),
            color=alt.Color(
                f"{value}:Q", scale=alt.Scale(scheme="redblue"), title=told.get(value, value), legend=legend
            ),
            tooltip=[
                alt.Tooltip(f"{name}:{_type(rows, name)}", title=told.get(name, name)) for name in rows[0]
            ],
        )
    )


_ROOM = {"left": 30, "right": 40, "top": 10, "bottom": 10}
"""Around what has long labels, which are measured without the fonts that a page has."""


def columns(rows: Sequence[Mapping[str, Any]], *, x: str, y: str, names: Mapping[str, str]) -> Any:
    """A column for each, as high as its share."""
    alt = altair()
    chart = alt.Chart(alt.Data(values=list(rows)), width=420, height=200).mark_bar(color=LINES[0])
    return chart.encode(
        x=alt.X(f"{x}:O", title=names[x], axis=alt.Axis(labelAngle=0)),
        y=alt.Y(f"{y}:Q", title=names[y], axis=alt.Axis(format="%")),
    )


def rows(
    rows: Sequence[Mapping[str, Any]], *, x: str, y: str, names: Mapping[str, str], colour: str = ""
) -> Any:
    """A bar to the right or left for each, as long as its share; beside each other for each value of a third."""
    alt = altair()
    chart = alt.Chart(alt.Data(values=list(rows)), width=420, height=alt.Step(14 if colour else 24))
    chart = chart.properties(padding=_ROOM)
    marks = {
        "x": alt.X(f"{x}:Q", title=names[x], axis=alt.Axis(format="+%")),
        "y": alt.Y(f"{y}:N", title=names[y] or None, sort=None, axis=alt.Axis(labelLimit=320)),
    }
    if not colour:
        return chart.mark_bar(color=LINES[0]).encode(**marks)
    order = list(dict.fromkeys(row[colour] for row in rows))
    scale = alt.Scale(domain=order, range=[LINES[n % len(LINES)] for n in range(len(order))])
    marks["color"] = alt.Color(f"{colour}:N", title=names[colour], sort=order, scale=scale)
    marks["yOffset"] = alt.YOffset(f"{colour}:N", sort=order)
    return chart.mark_bar().encode(**marks)


def _axis(alt: Any, rows: Sequence[Mapping[str, Any]], name: str) -> Any:
    return alt.Axis(format="%") if _is_chance(rows, name) else alt.Axis()


_CHANCES = ("win", "tie", "lose", "success", "outcomes", "endless", "spent")


def is_chance(name: str, values: Sequence[Any]) -> bool:
    """Whether a column of these values holds chances."""
    return re.split("[ .]", name)[0] in _CHANCES and all(
        isinstance(value, int | float) and 0 <= value <= 1 for value in values
    )


def _is_chance(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    return is_chance(name, [row[name] for row in rows])


def svg_of(chart: Any) -> str:
    """A chart as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart.to_json()))


def html_of(chart: Any) -> str:
    """A chart as a page of its own that needs no network."""
    import vl_convert

    return str(vl_convert.vegalite_to_html(chart.to_json(), bundle=True))


def save(chart: Any, file: Path) -> None:
    """Write a chart; the file's ending says in which form."""
    import vl_convert

    if file.suffix not in KINDS:
        refuse(f"{file.name} has no ending that says how to draw it.", ", ".join(KINDS), "chart")
    try:
        if file.suffix == ".png":
            file.write_bytes(vl_convert.vegalite_to_png(chart.to_json(), scale=2))
        else:
            file.write_text(svg_of(chart) if file.suffix == ".svg" else html_of(chart), encoding="utf-8")
    except OSError as problem:
        refuse(
            f"{file} cannot be written: {problem.strerror}.", "a file in a directory that is there", "chart"
        )


def _type(rows: Sequence[Mapping[str, Any]], name: str) -> str:
    return "Q" if all(isinstance(row[name], int | float) for row in rows) else "N"


def _long(rows: Sequence[Mapping[str, Any]]) -> bool:
    return any(len(str(row["what"])) > 6 for row in rows)
