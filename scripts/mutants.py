"""Mutants: `python scripts/mutants.py forge/single [tests …]` makes small changes in a room, a folder or a file, one
at a time, and tells which of them no test notices.

The work is done by cosmic-ray on a copy of the tree in .cache/mutants; without tests named, those of the room decide.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SESSIONS = ROOT / ".cache" / "mutants"
COPIED = ("src", "tests", "examples", "benchmarks", "scripts", "pyproject.toml")
KEPT = re.compile(
    r"ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|Div_Mul|FloorDiv_Mul|Mod_Mul|Pow_Mul|BitOr_BitAnd|BitAnd_BitOr)$"
    r"|ReplaceComparisonOperator_(Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt|Eq_NotEq|NotEq_Eq|Is_IsNot)$"
    r"|ReplaceComparisonOperator_(IsNot_Is|In_NotIn|NotIn_In)$"
    r"|(?!ReplaceBinaryOperator|ReplaceComparisonOperator)"
)
"""Of the many ways to change an operator those that a test should notice: the opposite, and one off."""

Span = tuple[tuple[int, int], tuple[int, int]]


def unread(source: str) -> list[Span]:
    """The places of a module in which a change means nothing to who runs it: annotations, and caches."""
    found: list[tuple[ast.expr, int]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found += [(node.returns, 0)] if node.returns else []
            found += [(each, 1) for each in node.decorator_list if "cache" in ast.unparse(each)]
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            found.append((node.annotation, 0))
    return [
        ((each.lineno, each.col_offset - sign), (each.end_lineno or each.lineno, each.end_col_offset or 0))
        for each, sign in found
    ]


def means_something(operator: str, start: tuple[int, int], spans: list[Span]) -> bool:
    """Whether a change is one of those that we make, in a place where it counts."""
    kept = KEPT.match(operator.removeprefix("core/")) is not None
    return kept and not any(first <= start < last for first, last in spans)


def copied(what: str) -> Path:
    """A fresh copy of all that the tests need."""
    where = SESSIONS / what.replace("/", "-").removesuffix(".py")
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, where / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, where / name)
    return where


def run(where: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(where / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, check=False)


def judged(where: Path, what: str, tests: list[str]) -> list[tuple[Any, Any]]:
    """Every mutant that was tried, with what became of it."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import WorkerOutcome, WorkResult

    test = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]
    began = time.monotonic()
    if (whole := run(where, *test)).returncode:
        raise SystemExit(f"The tests fail without any mutant.\n{whole.stdout[-2000:]}")
    (where / "mutants.toml").write_text(
        "[cosmic-ray]\n"
        f'module-path = "src/agonist/{what}"\n'
        f"timeout = {3 * (time.monotonic() - began) + 10:.0f}\n"
        "excluded-modules = []\n"
        f'test-command = "{" ".join(test)}"\n'
        '[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    tool, session = str(Path(sys.executable).with_name("cosmic-ray")), str(where / "session.sqlite")
    run(where, tool, "init", "mutants.toml", session).check_returncode()
    with use_db(session, WorkDB.Mode.open) as work:
        for item in work.work_items:
            (change,) = item.mutations
            spans = unread((where / change.module_path).read_text(encoding="utf-8"))
            if not means_something(change.operator_name, change.start_pos, spans):
                work.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))
        print(
            f"{len(list(work.pending_work_items))} mutants of {what} against {' '.join(tests)} …", flush=True
        )
    run(where, tool, "exec", "mutants.toml", session).check_returncode()
    with use_db(session, WorkDB.Mode.open) as work:
        tried = [(item, result) for item, result in work.completed_work_items if result.test_outcome]
        return [(item.mutations[0], result) for item, result in tried]


def main(arguments: list[str]) -> int:
    what, *tests = arguments or [""]
    if not what or not (ROOT / "src" / "agonist" / what).exists():
        print("Name a room, folder or file below src/agonist: make mutants T=kernel/history.py")
        return 2
    where = copied(what)
    found = judged(where, what, tests or [f"tests/{what.partition('/')[0]}"])
    live = [change for change, result in found if not result.is_killed]
    for change in sorted(live, key=lambda each: (str(each.module_path), each.start_pos)):
        line = (where / change.module_path).read_text(encoding="utf-8").splitlines()[change.start_pos[0] - 1]
        print(f"{change.module_path}:{change.start_pos[0]}  {change.operator_name[5:]}  {line.strip()}")
    print(f"{len(found)} mutants, {len(found) - len(live)} noticed, {len(live)} live.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
