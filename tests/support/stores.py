"""Empty SQLite stores that are up to date already: to run the migrations takes longer than most tests do.

That a server makes its store itself is tested in tests/cli and tests/table.
"""

import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine

from agonist.table.upgrade import upgrade

__all__ = ["empty_store"]


def empty_store(file: Path) -> str:
    """The URL of a store in this file, which is made unless it is there."""
    if not file.exists():
        file.write_bytes(_migrated())
    return f"sqlite:///{file}"


@cache
def _migrated() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "empty.db")
        engine = create_engine(f"sqlite:///{file}")
        with engine.connect() as connection:
            upgrade(connection)
            connection.commit()
        engine.dispose()
        return file.read_bytes()
