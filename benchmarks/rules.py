"""The real rules: contests and requests a second, beside what they were at the start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BEFORE = "5867164"
"""The commit to compare with."""
PRESETS = (
    ("questworlds", "extended", "bridge", 20),
    ("questworlds", "group-extended", "boarding", 3),
    ("forge", "subjugate", "caravan-ambush", 2),
    ("deckahedron", "fight", "soldiers", 8),
    ("forge", "destruction", "duel-to-the-death", 4),
)
"""Each with how many contests make a piece: a tenth of a second or so, by the rules of before."""
PIECES, TIMES = 25, 3
"""How many pieces there are, with dice of their own, and how often each is played: its least time counts."""


@contextmanager
def sources_of(commit: str) -> Iterator[Path]:
    """The sources as they were, in a work tree that goes away again."""
    with tempfile.TemporaryDirectory(prefix="agonist-bench-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield installed(tree)
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def installed(tree: Path) -> Path:
    """The sources of a tree, with its own games beside them: where a game is has changed since."""
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
    about = tree / "src" / "agonist-0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: agonist\nVersion: 0\n")
    found = project["entry-points"]["agonist.games"].items()
    (about / "entry_points.txt").write_text(
        "\n".join(["[agonist.games]", *(f"{name} = {at}" for name, at in found)]) + "\n"
    )
    return tree / "src"


class Player:
    """A process that plays by the rules of some sources, a piece whenever it is told to."""

    def __init__(self, sources: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "_rules_contests.py")],
            env=os.environ | {"PYTHONPATH": str(sources)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def told(self, *what: Any) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def compared(
    now: Player, before: Player, name: str, type_name: str, preset: str, size: int
) -> dict[str, Any]:
    """Both play the same pieces in turn, so that whatever else the machine does is shared by them."""
    requests, before_requests = (each.told("prepare", name, type_name, preset) for each in (now, before))
    took, before_took = 0.0, 0.0
    for piece in range(PIECES):
        times = [[each.told(preset, piece * size, size) for each in (now, before)] for _ in range(TIMES)]
        took += min(mine for mine, _ in times)
        before_took += min(theirs for _, theirs in times)
    contests = PIECES * size
    return {
        "preset": preset,
        "contests_a_second": contests / took,
        "requests_a_contest": requests,
        "requests_a_second": requests * contests / took,
        "before_contests_a_second": contests / before_took,
        "before_requests_a_contest": before_requests,
        "times": before_took / took,
    }


def run() -> list[dict[str, object]]:
    figures: list[dict[str, object]] = []
    print(f"| preset | contests/s | requests each | requests/s | at {BEFORE} | requests each | times |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    with sources_of(BEFORE) as old:
        now, before = Player(HERE.parent / "src"), Player(old)
        for each in PRESETS:
            found = compared(now, before, *each)
            figures.append(found)
            print(
                f"| `{found['preset']}` | {found['contests_a_second']:,.0f} | {found['requests_a_contest']:,.0f} "
                f"| {found['requests_a_second']:,.0f} | {found['before_contests_a_second']:,.0f} "
                f"| {found['before_requests_a_contest']:,.0f} | {found['times']:.1f} × |",
                flush=True,
            )
        loop = max(now.told("calibrate") for _ in range(10))
        for player in (now, before):
            player.close()
    print(f"\nA loop that has nothing to do with the rules ran {loop:,.0f} times a second beside it.")
    return figures
