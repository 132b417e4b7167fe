"""Keeping tables safe: `agonist backup` and `agonist restore`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agonist.kernel import AgonistError

from .serving import database_file

__all__ = ["backup", "restore"]


def backup(file: Path, *, database: str | None = None) -> int:
    """Copy all tables into a file, as they are at this moment, while servers run.

    The file holds everything, secrets too: keep it as safe as the database.

    Parameters
    ----------
    file
        The file to write; one that is there is replaced when the new one is complete.
    database
        The database, as for `agonist serve`.
    """
    from agonist.table import backup as write
    from agonist.table import open_store

    url = _url(database)
    if url.startswith("sqlite") and not database_file(url).exists():
        raise AgonistError(
            f"There are no tables in {database_file(url).absolute()}.",
            accepted="the directory where the server runs, or --database as for agonist serve",
        )

    async def work() -> int:
        async with open_store(url) as store:
            return await write(store, file)

    count = asyncio.run(work())
    print(f"{count} {'table is' if count == 1 else 'tables are'} in {file}.")
    return 0


def restore(file: Path, *, database: str | None = None) -> int:
    """Put the tables of a backup into a database, while servers run. A table that is there is left as it is.

    Parameters
    ----------
    file
        A file that `agonist backup` wrote.
    database
        The database, as for `agonist serve`; it is made if it is not there.
    """
    from agonist.table import open_store
    from agonist.table import restore as read

    async def work() -> tuple[int, int]:
        async with open_store(_url(database)) as store:
            return await read(store, file)

    added, there = asyncio.run(work())
    print(f"{_tables(added)} added" + (f", {_tables(there)} there already." if there else "."))
    return 0


def _tables(count: int) -> str:
    return "1 table was" if count == 1 else f"{count} tables were"


def _url(database: str | None) -> str:
    from agonist.web import Settings

    return database or Settings.from_environment().database
