"""Temporary files in memory: stores wait for the disk at every commit, and that was most of what many tests took.

No test is about the machine losing power, which is all that waiting for the disk is for.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 2**30
"""How many bytes must be free there: the tests use a tenth."""


def write_into_memory() -> Callable[[], None]:
    """Let this process and all that it starts keep temporary files there, if that is possible; gives what undoes it."""
    if not _usable():
        return lambda: None
    before = os.environ.get("TMPDIR")
    folder = Path(tempfile.mkdtemp(prefix="agonist-tests-", dir=MEMORY))
    folder.chmod(0o755)  # PostgreSQL may run as another user
    _use(str(folder))

    def undo() -> None:
        _use(before)
        shutil.rmtree(folder, ignore_errors=True)

    return undo


def _usable() -> bool:
    """Not if somebody has chosen a place already, nor where programs may not be run or there is little room."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return False
    there = os.statvfs(MEMORY)
    return there.f_bavail * there.f_frsize > ROOM and not there.f_flag & os.ST_NOEXEC


def _use(folder: str | None) -> None:
    os.environ.pop("TMPDIR", None)
    if folder is not None:
        os.environ["TMPDIR"] = folder
    tempfile.tempdir = None
