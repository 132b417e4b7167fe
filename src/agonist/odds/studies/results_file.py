"""Keeping results: one line a cell, added and made durable as soon as it is worked out, and never changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from ..refusal import refuse


class Results:
    """The cells that are done, by key, and a file to add to."""

    def __init__(self, file: BinaryIO, done: dict[str, dict[str, Any]]) -> None:
        self._file = file
        self.done = done

    def add(self, key: str, numbers: dict[str, Any]) -> None:
        """Keep a cell; it is on the disk when this returns."""
        line = json.dumps({"key": key, "numbers": numbers}, ensure_ascii=False)
        self._file.write(line.encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.done[key] = numbers


@contextmanager
def results_in(directory: Path) -> Iterator[Results]:
    """The results kept in a directory. A line that was cut off when a run was killed is taken away again."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "cells.jsonl"
    with path.open("a+b") as file:
        _alone(file, path)
        file.seek(0)
        done: dict[str, dict[str, Any]] = {}
        sound = 0
        for line in file:
            if not line.endswith(b"\n"):
                break
            kept = json.loads(line)
            done[kept["key"]] = kept["numbers"]
            sound += len(line)
        file.truncate(sound)
        file.seek(0, os.SEEK_END)
        yield Results(file, done)


def _alone(file: BinaryIO, path: Path) -> None:
    """Nobody else may add to the same file at the same time."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        refuse(f"This study is running already: {path} is in use.")
