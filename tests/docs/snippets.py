"""The examples of a Markdown page, and how each kind is run.

- ``python`` blocks run one after the other in one namespace a page; those with ``>>>`` are doctests.
- ``console`` blocks are commands after ``$ `` with the output that they must give, in a directory of the page's own
  that holds the studies of ``examples`` in a folder of that name, and its game;
  ``...`` in the output stands for anything. A command with ``make`` is only planned (``make --dry-run``).
- ``json`` blocks must be JSON.
- ``<!-- shown, not run: why -->`` on the line before a block says that it is only shown.
"""

import contextlib
import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from tests.cli.terminals import called

ROOT = Path(__file__).resolve().parents[2]
LIKE_THE_PAGE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

BLOCK = re.compile(
    r"(?:^<!-- (?P<shown>shown, not run: .+?) -->\n)?"
    r"^(?P<fence>`{3,})(?P<language>[^`\n]*)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """One fenced block of a page."""

    place: str
    line: int
    language: str
    text: str
    shown: str


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page that have a language, in order."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("text")) + 1
        if found["language"]:
            yield Block(f"{page.name}:{line}", line, found["language"], found["text"], found["shown"] or "")


def run_page(page: Path, workplace: Path) -> int:
    """Run every example of a page and return how many there were; an assertion fails where one does not hold."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    shutil.copy(ROOT / "examples" / "standoff.py", workplace)
    (workplace / "examples").mkdir()
    for study in (ROOT / "examples").glob("*.toml"):
        shutil.copy(study, workplace / "examples")
    with contextlib.chdir(workplace), mock.patch.dict(os.environ, _surroundings()):
        return sum(_run(block, namespace, workplace) for block in blocks(page) if not block.shown)


def _run(block: Block, namespace: dict[str, Any], workplace: Path) -> bool:
    """Run one example; False if its kind is none that runs."""
    match block.language:
        case "python":
            _run_python(block, namespace)
        case "console":
            _run_console(block, workplace)
        case "json":
            json.loads(block.text)
        case _:
            return False
    return True


def _run_python(block: Block, namespace: dict[str, Any]) -> None:
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, block.place, "exec"), namespace)
        return
    example = doctest.DocTestParser().get_doctest(block.text, namespace, block.place, block.place, block.line)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=LIKE_THE_PAGE, verbose=False)
    failed = runner.run(example, out=told.append, clear_globs=False).failed
    namespace.update(example.globs)
    assert not failed, "".join(told)


def _run_console(block: Block, workplace: Path) -> None:
    for command, expected in _commands(block.text):
        if re.match(r"(?:sudo )?make\b", command):
            plan(command)
            continue
        told = _shell(command, workplace)
        output = told.stdout + told.stderr
        fine = told.returncode in (0, 1, 3) or "agonist: " in expected
        assert fine, f"{block.place}: {command} ended with {told.returncode}\n{output}"
        fits = doctest.OutputChecker().check_output(expected, output, LIKE_THE_PAGE)
        assert fits or not expected, (
            f"{block.place}: {command}\n--- the page says\n{expected}--- but\n{output}"
        )


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command, its further lines after a backslash included, and the output that the page shows."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = re.sub(r"\\\n\s*", "", part).partition("\n")
        yield command.partition("  # ")[0], output


def _surroundings() -> dict[str, str]:
    """The command is found, the screen has 80 columns, and the examples can be imported."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": programs, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}


PLAIN = re.compile(r"""agonist (?:[^|<>&;$`*"]|"[^"$`]*")+""")


def _shell(command: str, workplace: Path) -> subprocess.CompletedProcess[str]:
    """Run a command; one of ours alone within this process, which need not load everything each time."""
    if PLAIN.fullmatch(command):
        return called(*shlex.split(command)[1:])
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=workplace,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def plan(command: str) -> None:
    """A target that make knows; it is not made."""
    words = shlex.split(command.removeprefix("sudo "))
    planned = subprocess.run(
        [words[0], "--dry-run", *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert planned.returncode == 0, f"{command}: {planned.stderr}"
