"""Errors for people: one line that says what is wrong and what would be right. A traceback is for who asks for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TextIO

if TYPE_CHECKING:
    from cyclopts import CycloptsError

REFUSED, BROKEN, INTERRUPTED = 2, 70, 130

EXTRAS = {
    "altair": "charts",
    "asyncpg": "postgres",
    "dask": "cluster",
    "distributed": "cluster",
    "gymnasium": "envs",
    "httpx2": "mcp",
    "icepool": "dice",
    "mcp": "mcp",
    "mcp_types": "mcp",
    "pettingzoo": "envs",
    "pyarrow": "parquet",
    "vl_convert": "charts",
}
"""The modules that only some need, and the optional part of the package that brings each."""


@contextmanager
def told_to_people(asked: str = "", *, words: Sequence[str] = (), traceback: bool = False) -> Iterator[None]:
    """Run the command that was asked for; let no traceback reach a person who did not ask for one."""
    try:
        yield
    except Exception as problem:
        if traceback:
            raise
        _tell(problem, asked, words)
    except KeyboardInterrupt:
        if traceback:
            raise
        print(file=sys.stderr)
        sys.exit(INTERRUPTED)


def _tell(problem: Exception, asked: str, words: Sequence[str]) -> NoReturn:
    from cyclopts import CycloptsError

    from agonist.kernel import AgonistError  # loaded for who needs it: a quick question should be quick

    match problem:
        case CycloptsError():
            wrong = _after_dashes(problem, words) or _too_many(problem, asked) or problem
            _say(f"{wrong} For more: {' '.join(['agonist', *asked.split(), '--help'])}", REFUSED)
        case BrokenPipeError():
            _leave_quietly()
        case AgonistError():
            _say(str(problem), REFUSED)
        case ModuleNotFoundError(name=str(name)) if name.partition(".")[0] in EXTRAS:
            missing = name.partition(".")[0]
            _say(
                f"This needs {missing}, which is not installed: pip install 'agonist[{EXTRAS[missing]}]'",
                REFUSED,
            )
        case OSError(filename=str(name), strerror=str(why)):
            _say(f"{name}: {why}.", REFUSED)
    kind = type(problem).__name__
    _say(
        f"Something went wrong that should not: {kind}: {problem}\n"
        "Run the same with --traceback to see where, and please report it; agonist doctor checks the installation.",
        BROKEN,
    )


def _too_many(problem: CycloptsError, asked: str) -> str:
    """Words that a command has no place for, such as a part of it that there is not."""
    from cyclopts import UnusedCliTokensError

    if not isinstance(problem, UnusedCliTokensError) or not problem.unused_tokens:
        return ""
    parts = [name for name in problem.app or () if not name.startswith("-")]
    accepted = f" Accepted: {', '.join(parts)}." if parts else ""
    return f"{asked or 'agonist'} takes no {problem.unused_tokens[0]!r} there.{accepted}"


def _after_dashes(problem: CycloptsError, words: Sequence[str]) -> str:
    """An option that exists, but stands where every word is a value."""
    from cyclopts import UnknownOptionError

    if not isinstance(problem, UnknownOptionError) or "--" not in words:
        return ""
    option = problem.token.keyword or problem.token.value
    if option not in words[words.index("--") :]:
        return ""
    return f"{option} stands after --, where every word is a value: put it before."


def _say(words: str, status: int) -> NoReturn:
    print(fitted(f"agonist: {words}", sys.stderr), file=sys.stderr)
    sys.exit(status)


def fitted(words: str, stream: TextIO) -> str:
    """As wide as the terminal and broken between words, what is indented more so; in a file each line stays whole."""
    if not stream.isatty():
        return words
    from shutil import get_terminal_size
    from textwrap import TextWrapper

    wrapper = TextWrapper(get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)
    lines = []
    for line in words.splitlines():
        wrapper.subsequent_indent = " " * 4 if line.startswith(" ") else ""
        lines.append(wrapper.fill(line))
    return "\n".join(lines)


def _leave_quietly() -> NoReturn:
    """Whoever read our output has gone, for example `head`: that is no error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)
