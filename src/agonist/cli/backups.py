"""Keeping tables safe: `agonist backup` and `agonist restore`."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from agonist.kernel import AgonistError

from .configuration import chosen
from .serving import database_file

_NAME = "agonist-%Y%m%dT%H%M%SZ.backup"


def backup(file: Path | None = None, *, drill: bool = False, database: str | None = None) -> int:
    """Copy all tables into a file, as they are at this moment, while servers run, and read it back.

    The file holds everything, secrets too: keep it as safe as the database. In a directory the newest backups are
    kept, as many as `keep` in agonist.toml says (14).

    Parameters
    ----------
    file
        The file to write, replaced when the new one is complete, or a directory; by default the directory that
        `backups` in agonist.toml names.
    drill
        Restore it into a database that is thrown away, and check every contest to its last die.
    database
        The database, as for `agonist serve`.
    """
    from agonist.table import backup as write
    from agonist.table import open_store
    from agonist.table.backup import backups_in

    settings = chosen({"database": database})
    place = file or (Path(settings.backups) if settings.backups else None)
    if place is None:
        raise AgonistError(
            "Where to?", accepted='agonist backup FILE, or backups = "/var/backups/agonist" in agonist.toml'
        )
    if settings.database.startswith("sqlite") and not database_file(settings.database).exists():
        raise AgonistError(
            f"There are no tables in {database_file(settings.database).absolute()}.",
            accepted="the directory where the server runs, or --database as for agonist serve",
        )
    kept = place if place.is_dir() or file is None else None
    target = place / time.strftime(_NAME, time.gmtime()) if kept else place

    async def work() -> int:
        async with open_store(settings.database) as store:
            return await write(store, target)

    count = asyncio.run(work())
    print(f"{count} {'table is' if count == 1 else 'tables are'} in {target}.")
    if drill and (status := _drilled(target)):
        if kept:
            target.rename(target.with_suffix(".bad"))
            print(f"It is called {target.with_suffix('.bad').name} now; those before it are kept.")
        return status
    if kept:
        for old in backups_in(kept)[: -settings.keep]:
            old.unlink()
    return 0


def restore(file: Path, *, table: str | None = None, drill: bool = False, database: str | None = None) -> int:
    """Put the tables of a backup into a database, while servers run. A table that is there is left as it is.

    Parameters
    ----------
    file
        A file that `agonist backup` wrote.
    table
        Put back this table alone, in the place of what is there: what was played since the backup is lost.
    drill
        Put them into a database that is thrown away, and check every contest to its last die.
    database
        The database, as for `agonist serve`; it is made if it is not there.
    """
    from agonist.table import open_store
    from agonist.table import restore as read
    from agonist.table.backup import restore_table

    if drill:
        return _drilled(file)
    settings = chosen({"database": database})

    async def work() -> str:
        async with open_store(settings.database) as store:
            if table is not None:
                there = await restore_table(store, file, table)
                return f"Table {table} is as it was in the backup{', and replaces what was there' * there}."
            added, there_already = await read(store, file)
            return f"{_tables(added)} added" + (
                f", {_tables(there_already)} there already." if there_already else "."
            )

    print(asyncio.run(work()))
    return 0


def _drilled(file: Path) -> int:
    from agonist.table.backup import drill

    found = asyncio.run(drill(file))
    broken = [each for each in found if each.problem and not each.outdated]
    outdated = [each for each in found if each.outdated]
    for each in broken:
        print(f"{each.id} ({each.title}) at table {each.table}: {each.problem}")
    good = len(found) - len(broken) - len(outdated)
    print(
        f"Drill: restored, and {good} of {len(found)} contests hold from their first link to their last die."
    )
    if outdated:
        print(
            f"{len(outdated)} are of rules that are not here any more: they are kept, and their stories told."
        )
    return 1 if broken else 0


def _tables(count: int) -> str:
    return "1 table was" if count == 1 else f"{count} tables were"
