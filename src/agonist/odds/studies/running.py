"""Running a study: what is not done yet is worked out, and the tables and charts are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..workers import as_done, done_so_far
from .report import write_report
from .results_file import results_in
from .study import Cell, Study
from .working import work_out

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much: cells, or contests where a study simulates."""


def run_study(
    study: Study,
    directory: Path,
    *,
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    contests: Progress | None = None,
) -> list[dict[str, Any]]:
    """Work out what is missing, write tables, charts and a report into the directory, and return the rows.

    It can be stopped at any time, by a signal or a power failure, and run again: cells that are done are kept.
    `progress` is told after every cell, `contests` several times a second where there are some.
    """
    study.check()
    cells = list(study.cells())
    with results_in(directory) as results:
        missing = {cell.key: cell for cell in cells if cell.key not in results.done}
        done = len(cells) - len(missing)
        if progress:
            progress(done, len(cells))
        if missing:
            waiting = list(missing.values())
            glance = _watched(cells, waiting, contests)
            tasks = [(cell.key, cell.work) for cell in waiting]
            few = 1 if len(waiting) == 1 and not cluster else processes
            for number, numbers in as_done(few, cluster, work_out, tasks, glance):
                results.add(waiting[number].key, numbers)
                done += 1
                if progress:
                    progress(done, len(cells))
                glance()
        rows = [{**_plain(cell.values), **results.done[cell.key]} for cell in cells]
    write_report(study, rows, directory)
    return rows


def _watched(cells: list[Cell], waiting: list[Cell], contests: Progress | None) -> Callable[[], None]:
    """Tells how many contests of all have been played."""
    of, left = (sum(each.work.get("contests", 0) for each in some) for some in (cells, waiting))
    begun = done_so_far()

    def glance() -> None:
        if contests and of:
            contests(min(of, of - left + done_so_far() - begun), of)

    glance()
    return glance


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Swept values as a table can hold them."""
    return {
        name: value if isinstance(value, int | float | str) else str(value) for name, value in values.items()
    }
