"""Looking after a server on its machine: `agonist admin …`. Nothing of this is on the web.

It works while the server runs, which notices within a second.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
from cyclopts import App
from rich.console import Console
from rich.table import Table

from agonist.kernel import AgonistError
from agonist.table import Service
from agonist.table.limits import MEANINGS
from agonist.table.steward import Holding, gm_of, holdings, running_at
from agonist.web import Settings
from agonist.web.settings import OpenTo

from .configuration import PLACES, chosen, config_file, read_config
from .deploying import FILES, deployed
from .serving import database_file

T = TypeVar("T")

app = App(name="admin", help="Look after the tables of a server, on its machine, while it runs.")


@app.command
def tables(*, unused: int = 0, json: bool = False, database: str | None = None) -> int:
    """List all tables, the largest first: size, age, last use, contests.

    Parameters
    ----------
    unused
        Only those where nothing happened for so many days.
    json
        One JSON object a line.
    database
        The database, as for `agonist serve`.
    """
    found = _unused(_work(_holdings, database), unused)
    if json:
        print(*(msgspec.json.encode(each).decode() for each in found), sep="\n")
        return 0
    _show(found)
    return 0


@app.command
def end(table: str, *, reason: str = "", database: str | None = None) -> int:
    """End all contests that run at a table; they can be read and forked, not played on.

    Parameters
    ----------
    table
        Its id, as `agonist admin tables` shows it.
    reason
        What people read about it.
    database
        The database, as for `agonist serve`.
    """

    async def work(service: Service) -> int:
        gm = await service.house.store.read(partial(gm_of, table=table))
        running = await service.house.store.read(partial(running_at, table=table))
        for contest in running:
            await service.acts.end(gm, contest, reason=reason or "Ended by who runs this server.")
        return len(running)

    print(f"{_contests(_work(work, database))} ended.")
    return 0


@app.command
def export(table: str, file: Path, *, database: str | None = None) -> int:
    """Write a table with its characters and finished contests into a file, which every Agonist can import.

    Parameters
    ----------
    table
        Its id, as `agonist admin tables` shows it.
    file
        The file to write.
    database
        The database, as for `agonist serve`.
    """

    async def work(service: Service) -> bytes:
        gm = await service.house.store.read(partial(gm_of, table=table))
        return msgspec.json.encode(await service.exchange.export(gm))

    data = _work(work, database)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(data)
    print(f"{len(data)} bytes are in {file}. Contests that still run are not in it.")
    return 0


@app.command
def delete(*table: str, yes: bool = False, database: str | None = None) -> int:
    """Delete tables with everything that was played there.

    Parameters
    ----------
    table
        Their ids, as `agonist admin tables` shows them.
    yes
        Do it; without this they are only shown.
    database
        The database, as for `agonist serve`.
    """
    there = {each.id: each for each in _work(_holdings, database)}
    if missing := [each for each in table if each not in there]:
        raise AgonistError(
            f"There is no table {missing[0]}.", accepted="an id that agonist admin tables shows"
        )
    return _delete([there[each] for each in table], yes, database)


@app.command
def prune(days: int, *, yes: bool = False, database: str | None = None) -> int:
    """Delete the tables where nothing happened for so many days.

    Parameters
    ----------
    days
        At least 1.
    yes
        Do it; without this they are only shown.
    database
        The database, as for `agonist serve`.
    """
    if days < 1:
        raise AgonistError(f"{days} is too few days.", accepted="1 or more")
    return _delete(_unused(_work(_holdings, database), days), yes, database)


@app.command
def rename(table: str, name: str, *, database: str | None = None) -> int:
    """Give a table another name.

    Parameters
    ----------
    table
        Its id, as `agonist admin tables` shows it.
    name
        What it is called from now on.
    database
        The database, as for `agonist serve`.
    """

    async def work(service: Service) -> None:
        gm = await service.house.store.read(partial(gm_of, table=table))
        await service.people.change_table(gm, name=name)

    _work(work, database)
    print(f"{table} is called {name}.")
    return 0


@app.command
def limits() -> int:
    """Show every limit with its value, and which of them agonist.toml or the environment has changed."""
    now, usual = chosen().limits, Settings().limits
    shown = _grid("limit", "value", "of what")
    for name, meaning in MEANINGS.items():
        value = getattr(now, name)
        shown.add_row(
            name, shown_limit(value) + (" (changed)" if value != getattr(usual, name) else ""), meaning
        )
    Console(highlight=False).print(shown)
    return 0


@app.command
def file(name: str = "", *, host: str = "example.org", config: Path | None = None) -> int:
    """Print a file for the programs around a server, made for its settings; without a name, which there are.

    Parameters
    ----------
    name
        Such as Caddyfile, nginx.conf, alerts.yml or dashboard.json.
    host
        The name by which the server is reached.
    config
        Another file of settings.
    """
    if not name:
        shown = _grid("file", "for")
        for each, what in FILES.items():
            shown.add_row(each, what)
        Console(highlight=False).print(shown)
        return 0
    settings = chosen(config=config)
    base = f"/{settings.base_path.strip('/')}".rstrip("/")
    print(deployed(name, settings.ports, name=host, base=base, program=sys.argv[0]), end="")
    return 0


@app.command(name="open-to")
def open_to(who: OpenTo, *, word: str = "", config: Path | None = None) -> int:
    """Say who may open tables: everybody, who knows a word, or nobody. Tables that are there go on.

    It is written into agonist.toml, and counts when the server is started anew.

    Parameters
    ----------
    who
        everybody, word or nobody.
    word
        The word, where there is one.
    config
        Another file of settings.
    """
    if (who == "word") != bool(word):
        raise AgonistError("That does not fit together.", accepted="open-to word --word WORD, or no word")
    file = config_file(config) or PLACES[0]
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    top, section, rest = text.partition("\n[") if not text.startswith("[") else ("", "", text)
    for key, value in (("open_to", who), ("word", word)):
        kept = [line for line in top.splitlines(keepends=True) if not re.match(rf"\s*{key}\s*=", line)]
        top = "".join([f"{key} = {msgspec.json.encode(value).decode()}\n", *kept])
    part = file.with_name(f"{file.name}.part")
    part.touch(0o600)
    part.write_text(top + section + rest, encoding="utf-8")
    read_config(part)
    if file.exists():
        part.chmod(file.stat().st_mode)
    part.replace(file)
    print(f"{file}: tables are opened by {'who knows the word' if word else who}. Start the server anew.")
    return 0


def shown_limit(value: float | tuple[float, float]) -> str:
    """A limit's value in words."""
    return f"{value[0]:g}, then {value[1]:g} a second" if isinstance(value, tuple) else f"{value:,}"


def _work(work: Callable[[Service], Awaitable[T]], database: str | None) -> T:
    """Do something with the tables, beside the server that may run on them."""
    settings = chosen({"database": database})
    url = settings.database
    if url.startswith("sqlite") and not database_file(url).exists():
        raise AgonistError(
            f"There are no tables in {database_file(url).absolute()}.",
            accepted="--database as for agonist serve",
        )

    async def whole() -> T:
        async with Service.open(url, limits=settings.limits, beside=True) as service:
            return await work(service)

    return asyncio.run(whole())


async def _holdings(service: Service) -> list[Holding]:
    return await service.house.store.read(holdings)


def _unused(found: list[Holding], days: int) -> list[Holding]:
    before = datetime.now(UTC) - timedelta(days=days)
    return [each for each in found if each.used <= before]


def _delete(found: list[Holding], yes: bool, database: str | None) -> int:
    _show(found)
    if not yes:
        print("Nothing was deleted. With --yes all of these are, for ever.")
        return 0

    async def work(service: Service) -> None:
        for each in found:
            gm = await service.house.store.read(partial(gm_of, table=each.id))
            await service.people.delete_table(gm)

    _work(work, database)
    print(f"{'1 table was' if len(found) == 1 else f'{len(found)} tables were'} deleted.")
    return 0


def _show(found: Iterable[Holding]) -> None:
    shown = _grid("table", "name", "kB", "made", "last used", "contests", "running")
    for each in found:
        days = f"{each.created:%Y-%m-%d}", f"{each.used:%Y-%m-%d}"
        shown.add_row(
            each.id, each.name, f"{each.bytes / 1000:,.1f}", *days, str(each.contests), str(each.running)
        )
    Console(highlight=False).print(shown)


def _grid(*columns: str) -> Table:
    shown = Table(*columns, box=None, pad_edge=False, header_style="bold")
    shown.columns[0].no_wrap = True
    return shown


def _contests(count: int) -> str:
    return "1 contest is" if count == 1 else f"{count} contests are"
