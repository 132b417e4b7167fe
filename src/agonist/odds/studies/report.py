"""What a study leaves: a table as CSV and Parquet, charts as SVG, and one HTML page with all of it."""

from __future__ import annotations

import csv
from html import escape
from pathlib import Path
from typing import Any

from ..charts import is_chance
from ..saying import worked_out_said
from .naming import said, said_value
from .study import Chart, Study

Row = dict[str, Any]

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222 }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd }}
td {{ white-space: nowrap }}
th {{ position: sticky; top: 0; background: #fff }}
.wide {{ overflow-x: auto }}
figure {{ margin: 2rem 0 }} svg {{ max-width: 100%; height: auto }}
</style></head><body>
<h1>{title}</h1>
<p>{what}</p>
{notes}
{charts}
<h2>All cells</h2>
<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>
{body}
</tbody></table></div>
</body></html>
"""


def write_report(study: Study, rows: list[Row], directory: Path) -> None:
    """Write all files into the directory; what an extra would be needed for is left out, and the page says so."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    _write_csv(rows, columns, directory / "table.csv")
    left_out = (
        []
        if _write_parquet(rows, columns, directory / "table.parquet")
        else ["pip install 'agonist[parquet]' adds a Parquet table."]
    )
    figures = _draw(study, rows, directory)
    if figures is None:
        left_out.append("pip install 'agonist[charts]' adds charts.")
    asked = study.question or f"{study.game} {study.type}, {study.contests} contests simulated in each cell"
    page = _PAGE.format(
        title=escape(study.title),
        what=escape(f"{len(rows)} cells: {asked}; {_fixed(study)}"),
        notes="".join(f"<p>{escape(note)}</p>" for note in (study.notes, *left_out) if note),
        charts="".join(f"<figure>{figure}</figure>" for figure in figures or ()),
        head="".join(f'<th title="{escape(name)}">{escape(said(study, name))}</th>' for name in columns),
        body="\n".join(_line(row, columns) for row in rows),
    )
    (directory / "report.html").write_text(page, encoding="utf-8")


def _fixed(study: Study) -> str:
    fixed = (f"{said(study, name)}: {said_value(study, name, value)}" for name, value in study.fixed.items())
    return "; ".join(fixed) or "nothing else fixed"


def _line(row: Row, columns: list[str]) -> str:
    return "<tr>" + "".join(f"<td>{_written(name, row.get(name, ''))}</td>" for name in columns) + "</tr>"


def _written(name: str, value: Any) -> str:
    if is_chance(name, [value]):
        return worked_out_said(value)
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))


def _write_csv(rows: list[Row], columns: list[str], file: Path) -> None:
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, columns, restval="")
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(rows: list[Row], columns: list[str], file: Path) -> bool:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return False
    table = pyarrow.table({name: _column([row.get(name) for row in rows]) for name in columns})
    parquet.write_table(table, file)
    return True


def _column(values: list[Any]) -> list[Any]:
    """A column of one type: numbers if all are, else text."""
    if all(value is None or isinstance(value, int | float) for value in values):
        return [None if value is None else float(value) for value in values]
    return [None if value is None else str(value) for value in values]


def _draw(study: Study, rows: list[Row], directory: Path) -> list[str] | None:
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        return None
    from ..charts import svg_of

    figures = []
    for number, wanted in enumerate(study.charts or _usual(study, rows), 1):
        svg = svg_of(_drawn(study, wanted, rows))
        (directory / f"chart-{number}.svg").write_text(svg, encoding="utf-8")
        figures.append(svg)
    return figures


def _drawn(study: Study, wanted: Chart, rows: list[Row]) -> Any:
    from ..charts import curves, heat_map

    lines = _lines(study, wanted)
    names = [name for name in (wanted.x, wanted.y, *lines, wanted.value) if name]
    told = {_safe(name): said(study, name) for name in names}
    slim = [{_safe(name): said_value(study, name, row.get(name, 0.0)) for name in names} for row in rows]
    x, value = _safe(wanted.x), _safe(wanted.value)
    if wanted.y:
        return heat_map(slim, x=x, y=_safe(wanted.y), value=value, title=wanted.title, names=told)
    colour = _safe(lines[0]) if lines else ""
    if len(lines) > 1:
        colour = "each line"
        told[colour] = ", ".join(told[_safe(name)] for name in lines)
        slim = [{**row, colour: ", ".join(str(row[_safe(name)]) for name in lines)} for row in slim]
    return curves(slim, x=x, y=value, colour=colour, title=wanted.title, names=told)


def _lines(study: Study, wanted: Chart) -> list[str]:
    """What tells the lines apart: all that is swept and not along the axis, so that each line is one setting."""
    others = [name for name in study.axes() if name not in (wanted.x, wanted.y, wanted.colour)]
    if wanted.y:
        return []
    return [wanted.colour, *others] if wanted.colour else others


def _safe(name: str) -> str:
    """A name without dots, which a chart would read as a path."""
    return name.replace(".", " ")


def _usual(study: Study, rows: list[Row]) -> list[Chart]:
    """The charts of a study that names none: a heat map over two axes, curves over one."""
    axes = list(study.axes())
    value = next((name for name in ("win", "success", "mean") if rows and name in rows[0]), "")
    if not value:
        return []
    if len(axes) == 1:
        return [Chart(x=axes[0], value=value)]
    return (
        [Chart(x=axes[0], y=axes[1], value=value)]
        if len(axes) == 2
        else [Chart(x=axes[0], value=value, colour=axes[1])]
    )
