"""Bringing tables up to date: `agonist upgrade`."""

from __future__ import annotations

import asyncio

from agonist.kernel import AgonistError, games

from .configuration import chosen
from .serving import check_database, database_file


def upgrade(*, check: bool = False, database: str | None = None) -> int:
    """Bring a database up to date, as every server does when it starts.

    Parameters
    ----------
    check
        Only say what would happen, to the database and to the contests that run; nothing is changed. Ends with
        status 1 if a contest could not go on.
    database
        The database, as for `agonist serve`.
    """
    url = chosen({"database": database}).database
    if url.startswith("sqlite") and not database_file(url).exists():
        raise AgonistError(
            f"There are no tables in {database_file(url).absolute()}.",
            accepted="--database as for agonist serve",
        )
    status = _checked(url)
    if not check:
        check_database(url)
        print("It is up to date.")
        return 0
    return status


def _checked(url: str) -> int:
    from importlib.metadata import version

    from sqlalchemy import Connection

    from agonist.table.database import database_of
    from agonist.table.examining import Examined, examined, version_of
    from agonist.table.upgrade import HEAD, to_come

    def look(connection: Connection) -> tuple[str | None, list[Examined]]:
        return version_of(connection), list(examined(connection, running_only=True))

    async def work() -> tuple[str | None, list[Examined]]:
        store = database_of(url, 10)
        try:
            return await store.read(look)
        finally:
            await store.close()

    games()
    found, running = asyncio.run(work())
    steps = to_come(found)
    print(f"Agonist {version('agonist')}: the database is of version {found}, {HEAD} is the newest.")
    print(*(f"To come: {step}" for step in steps), sep="\n", end="\n" if steps else "")
    stuck = [each for each in running if each.problem]
    print(f"{len(running) - len(stuck)} of {len(running)} running contests go on.")
    for each in stuck:
        print(f"{each.id} ({each.title}) at table {each.table} does not: {each.problem}")
    if stuck:
        print("Finish these with the Agonist that they were begun with, or end them; their stories are kept.")
    return 1 if stuck else 0
