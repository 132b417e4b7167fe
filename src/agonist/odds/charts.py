"""Charts, drawn with Altair when they are asked for. The same specification serves notebooks, files and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .refusal import refuse

__all__ = ["bars", "curves", "heat_map", "html_of", "save", "svg_of"]

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


def curves(rows: Sequence[Mapping[str, Any]], *, x: str, y: str, colour: str = "", title: str = "") -> Any:
    """A curve of one number over another, one for each value of a third."""
    alt = altair()
    chart = alt.Chart(alt.Data(values=list(rows)), title=title, width=420, height=260).mark_line(point=True)
    marks = {
        "x": alt.X(f"{x}:{_type(rows, x)}", sort=None),
        "y": alt.Y(f"{y}:Q", scale=alt.Scale(zero=False)),
    }
    if colour:
        marks["color"] = alt.Color(f"{colour}:N", sort=None)
    return chart.encode(**marks, tooltip=[alt.Tooltip(f"{name}:{_type(rows, name)}") for name in rows[0]])


def heat_map(rows: Sequence[Mapping[str, Any]], *, x: str, y: str, value: str, title: str = "") -> Any:
    """A field for each pair of numbers, coloured by a third."""
    alt = altair()
    return (
        alt.Chart(alt.Data(values=list(rows)), title=title, width=420, height=320)
        .mark_rect()
        .encode(
            x=alt.X(f"{x}:O", sort=None),
            y=alt.Y(f"{y}:O", sort=None),
            color=alt.Color(f"{value}:Q", scale=alt.Scale(scheme="redblue")),
            tooltip=[alt.Tooltip(f"{name}:{_type(rows, name)}") for name in rows[0]],
        )
    )


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
