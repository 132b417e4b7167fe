"""Asking for many settings at once: `agonist study`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path


def study(file: Path, /, *, out: Path | None = None, processes: int | None = None, cluster: str = "") -> int:
    """Run a study, or go on with one that was stopped. It leaves tables, charts and a report.

    Example: agonist study underdogs.toml --out underdogs

    Parameters
    ----------
    file
        The study, in TOML or JSON; the documentation has an example.
    out
        Where results go; by default a directory beside the file, called like it with ".results".
    processes
        How many processes to use; all cores by default.
    cluster
        The address of a Dask scheduler to use instead.
    """
    from agonist.odds.studies import load_study, run_study

    from .simulate import progress_bar

    directory = out or file.with_suffix(".results")
    done = of = 0

    def count(now: int, most: int) -> None:
        nonlocal done, of
        done, of = now, most
        if not wanted.simulates:
            show(now, most)

    try:
        wanted = load_study(file)
        with progress_bar("contests" if wanted.simulates else "cells") as show:
            rows = run_study(
                wanted, directory, processes=processes, cluster=cluster, progress=count, contests=show
            )
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print(f"Stopped with {done} of {of} cells done. Run it again to go on.", file=sys.stderr)
        return 130
    print(f"{wanted.title}: {len(rows)} cells. See {directory / 'report.html'}.")
    return 0
