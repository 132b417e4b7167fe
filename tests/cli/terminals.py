"""Terminals for tests: the command run through a pipe, and a real pseudo-terminal with a person's keystrokes."""

import contextlib
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from unittest import mock

from agonist.cli import main

AGONIST = str(Path(sys.executable).with_name("agonist"))
ROOT = Path(__file__).resolve().parents[2]
SEED = "lamplight"


def piped(
    *words: str, answers: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command with answers on its standard input, 80 columns wide."""
    surroundings = os.environ | {"COLUMNS": "80", "PYTHONPATH": str(ROOT)} | (env or {})
    return subprocess.run(
        [AGONIST, *words],
        input=answers,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def called(*words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    """The same within this process, which is quicker."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch("sys.stdin", io.StringIO(answers)),
        mock.patch.dict(os.environ, {"COLUMNS": "80"}),
    ):
        try:
            main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


class Terminal:
    """The command at a terminal of a given size. `text` is all that it has written, without control codes."""

    def __init__(self, *words: str, state: Path, columns: int = 80, rows: int = 24, **env: str) -> None:
        self.raw = ""
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            surroundings = (
                os.environ
                | {"TERM": "xterm-256color", "XDG_DATA_HOME": str(state), "XDG_STATE_HOME": str(state)}
                | env
            )
            surroundings.pop("COLUMNS", None)
            os.execve(AGONIST, [AGONIST, *words], surroundings)
        self.resize(columns, rows)
        self.status: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._terminal)

    @property
    def text(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", self.raw)

    @property
    def page(self) -> str:
        """What was written since the screen was last cleared."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", self.raw.rpartition("\x1b[2J")[2])

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size; the system tells the command."""
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, line: str, *, enter: bool = True) -> None:
        os.write(self._terminal, (line + ("\n" if enter else "")).encode())

    def until(self, words: str, *, on_page: bool = True, seconds: float = 120) -> str:
        """Wait until the words stand on the page; returns the page."""
        end = time.monotonic() + seconds
        while words not in (self.page if on_page else self.text):
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{words!r} did not come:\n{self.page}")
        return self.page

    def answer(self, line: str, seconds: float = 120) -> bool:
        """Type a line and wait for the next prompt; False if the command has ended instead."""
        self.raw = ""
        self.type(line)
        end = time.monotonic() + seconds
        while not re.search(r"\n.*> $", self.page):
            if not self._read(end - time.monotonic()):
                return False
        return True

    def ended(self, seconds: float = 120, pressing: str = "") -> int:
        """Wait for the end; returns the exit status.

        A key that is pressed to end it is pressed again after a second, as people do: the line editor misses a
        control-C that comes just before it begins to wait.
        """
        end, again = time.monotonic() + seconds, 0.0
        while time.monotonic() < end:
            if pressing and time.monotonic() > again:
                self.type(pressing, enter=False)
                again = time.monotonic() + 1
            self._read(0.1)
            gone, status = os.waitpid(self._pid, os.WNOHANG)
            if gone:
                while self._read(0.1):
                    pass
                self.status = os.waitstatus_to_exitcode(status)
                return self.status
        raise AssertionError(f"it has not ended:\n{self.page}")

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], max(0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)
