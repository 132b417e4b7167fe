"""The real rules: contests and requests a second, beside what they were at the start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
BEFORE = "5867164"
"""The commit to compare with."""
ROUNDS, SECONDS = 3, 1.0

Rates = dict[str, dict[str, float]]


@contextmanager
def sources_of(commit: str) -> Iterator[Path]:
    """The sources as they were, in a work tree that goes away again."""
    with tempfile.TemporaryDirectory(prefix="agonist-bench-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree / "src"
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def played(sources: Path) -> Rates:
    """Every preset for a while, by the rules of those sources."""
    command = [sys.executable, str(HERE / "_rules_contests.py"), str(SECONDS)]
    done = subprocess.run(
        command,
        env=os.environ | {"PYTHONPATH": str(sources)},
        check=True,
        capture_output=True,
        text=True,
    )
    found: Rates = json.loads(done.stdout)
    return found


def best(rounds: list[Rates], preset: str) -> dict[str, float]:
    """The round in which the preset went best, against the loop that was timed beside it."""
    return max(
        (each[preset] for each in rounds), key=lambda one: one["contests_a_second"] / one["loops_a_second"]
    )


def compared(now: dict[str, float], before: dict[str, float]) -> dict[str, float]:
    """Both, and how many times more contests a second there are, on a machine as quick as the other."""
    ratio = now["contests_a_second"] / before["contests_a_second"]
    return {
        **now,
        "before_contests_a_second": before["contests_a_second"],
        "before_requests_a_contest": before["requests_a_contest"],
        "times": ratio * before["loops_a_second"] / now["loops_a_second"],
    }


def run() -> list[dict[str, object]]:
    with sources_of(BEFORE) as old:
        rounds = [(played(HERE.parent / "src"), played(old)) for _ in range(ROUNDS)]
    figures: list[dict[str, object]] = []
    print(f"| preset | contests/s | requests each | requests/s | at {BEFORE} | requests each | times |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for preset in rounds[0][0]:
        found = compared(
            best([now for now, _ in rounds], preset), best([before for _, before in rounds], preset)
        )
        figures.append({"preset": preset, **found})
        print(
            f"| `{preset}` | {found['contests_a_second']:,.0f} | {found['requests_a_contest']:,.0f} "
            f"| {found['requests_a_second']:,.0f} | {found['before_contests_a_second']:,.0f} "
            f"| {found['before_requests_a_contest']:,.0f} | {found['times']:.1f} × |",
            flush=True,
        )
    loop = max(each["loops_a_second"] for now, _ in rounds for each in now.values())
    print(f"\nThe calibrating loop ran {loop:,.0f} times a second; `times` allows for its differences.")
    return figures
