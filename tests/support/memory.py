"""Temporary files in memory: stores wait for the disk at every commit, and that was most of what many tests took.

No test is about the machine losing power, which is all that waiting for the disk is for.
"""

import os
import shutil
import tempfile
from multiprocessing.util import Finalize
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 2**30
"""How many bytes must be free there: the tests use a tenth."""


def write_into_memory() -> None:
    """Let this process and all that it starts keep temporary files there until it ends, if that is possible."""
    if not _usable():
        return
    folder = Path(tempfile.mkdtemp(prefix="agonist-tests-", dir=MEMORY))
    folder.chmod(0o755)  # PostgreSQL may run as another user
    os.environ["TMPDIR"], tempfile.tempdir = str(folder), None
    # Processes clear up there themselves when they end; then nothing is left but this.
    Finalize(None, shutil.rmtree, (folder, True), exitpriority=-1_000)


def _usable() -> bool:
    """Not if somebody has chosen a place already, nor where programs may not be run or there is little room."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return False
    there = os.statvfs(MEMORY)
    return there.f_bavail * there.f_frsize > ROOM and not there.f_flag & os.ST_NOEXEC
