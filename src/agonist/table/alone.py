"""Alone with a file: a server on SQLite is the only one, because it remembers what another would change.

Backups and restores do not count: they read, or add what no server knows yet.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url

from .errors import StoreInUse


@contextmanager
def alone_with(url: str) -> Iterator[None]:
    """Be the only server of a database while inside; `StoreInUse` if there is one. A process that dies lets go."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite" or place.database in (None, "", ":memory:"):
        yield
        return
    file = Path(f"{place.database}.lock")
    try:
        held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield  # the place cannot be written; opening the database says so better
        return
    try:
        _lock(held, str(place.database))
        yield
    finally:
        os.close(held)


def _lock(held: int, database: str) -> None:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise StoreInUse(
            f"Another server uses {database}.",
            accepted="stop it first, take another --database, or PostgreSQL for several servers",
        ) from None
