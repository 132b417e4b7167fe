"""Running a study: what is not done yet is worked out, and the tables and charts are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..workers import workers
from .report import write_report
from .results_file import results_in
from .study import Study
from .working import work_out

__all__ = ["Progress", "run_study"]

Progress = Callable[[int, int], None]
"""Told after every cell how many are done, and of how many."""


def run_study(
    study: Study,
    directory: Path,
    *,
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Work out what is missing, write tables, charts and a report into the directory, and return the rows.

    It can be stopped at any time, by a signal or a power failure, and run again: cells that are done are kept.
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
            with workers(1 if len(waiting) == 1 and not cluster else processes, cluster) as work:
                found = work(work_out, ((cell.key, cell.work) for cell in waiting))
                for cell, numbers in zip(waiting, found, strict=True):
                    results.add(cell.key, numbers)
                    done += 1
                    if progress:
                        progress(done, len(cells))
        rows = [{**_plain(cell.values), **results.done[cell.key]} for cell in cells]
    write_report(study, rows, directory)
    return rows


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Swept values as a table can hold them."""
    return {
        name: value if isinstance(value, int | float | str) else str(value) for name, value in values.items()
    }
