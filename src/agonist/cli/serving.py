"""What a server needs before it starts, looked at in time to say what would be right; and where to find it then."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote, urlsplit

from agonist.kernel import AgonistError

_SQLITE = b"SQLite format 3\x00"


def check_port(host: str, port: int) -> None:
    """Refuse a port that cannot be listened at."""
    if not 0 <= port <= 65_535:
        raise AgonistError(f"{port} is no port.", accepted="--port with a number up to 65535")
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = found[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except OSError as problem:
        raise _refused(host, port, problem) from None


def _refused(host: str, port: int, problem: OSError) -> AgonistError:
    match problem.errno:
        case errno.EADDRINUSE:
            return AgonistError(
                f"Port {port} is in use, perhaps by another Agonist.",
                accepted=f"another one, such as --port {port + 1 if port < 65_535 else 8000}",
            )
        case errno.EACCES:
            return AgonistError(
                f"Port {port} is only for root.", accepted="one above 1023, such as --port 8000"
            )
    return AgonistError(
        f"{host!r} is no address of this machine.",
        accepted="--host 127.0.0.1, or --host 0.0.0.0 for the whole network",
    )


def check_database(url: str) -> None:
    """Open the database once, as the server will, and say in words for people why that fails."""
    from agonist.table import StoreUnavailable, open_store
    from agonist.table.alone import alone_with

    async def opened() -> None:
        async with open_store(url):
            pass

    kind, separator, rest = url.partition("://")
    if not separator or kind.partition("+")[0] not in ("sqlite", "postgresql", "postgres"):
        raise AgonistError(
            f"{url!r} is no database.", accepted="sqlite:///agonist.db or postgresql://user@host/name"
        )
    try:
        with alone_with(url):
            asyncio.run(opened())
    except StoreUnavailable as problem:
        if kind.startswith("sqlite"):
            raise _bad_file(database_file(url)) from None
        place = rest.rpartition("@")[2]
        cause = str(problem.__cause__ or "").strip().splitlines()
        raise AgonistError(
            f"PostgreSQL at {place} does not answer{': ' + cause[0] if cause else ''}.",
            accepted="a server that runs, with a database that this user may use",
        ) from None


def database_file(url: str) -> Path:
    """The file of an SQLite database."""
    return Path(url.partition("://")[2].removeprefix("/"))


def _bad_file(file: Path) -> AgonistError:
    other = "another place: --database sqlite:////full/path/agonist.db"
    if not file.parent.is_dir():
        return AgonistError(
            f"There is no directory {file.parent} for the tables.", accepted=f"make it, or {other}"
        )
    if not file.is_file() or not os.access(file, os.W_OK):
        return AgonistError(f"{file.absolute()} cannot be written.", accepted=other)
    if not _is_sqlite(file):
        return AgonistError(f"{file} is no database of Agonist.", accepted=other)
    return AgonistError(f"{file} cannot be used: it is damaged, or another program holds it.", accepted=other)


def _is_sqlite(file: Path) -> bool:
    with file.open("rb") as start:
        return not file.stat().st_size or start.read(len(_SQLITE)) == _SQLITE


def database_state(url: str) -> tuple[bool, str, str]:
    """Whether a server could use this database, what it is, and what to do if not. Nothing is made or changed."""
    from agonist.table.upgrade import HEAD

    if not url.startswith("sqlite"):
        return _reached(url)
    file = database_file(url)
    place = file.absolute().parent
    if not file.exists():
        good = place.is_dir() and os.access(place, os.W_OK)
        return good, f"would be made in {place}", "go to a directory that you may write in, or use --database"
    refused = _bad_file(file)
    if not file.is_file() or not os.access(file, os.W_OK) or not _is_sqlite(file):
        return False, refused.message, refused.accepted
    if cut_short(file):
        return (
            False,
            f"{file}-wal ends in the middle of something: what was written last may be lost",
            "look whether the last acts are there; restore the backup if they are not",
        )
    with closing(sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True)) as database:
        try:
            version = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        except (sqlite3.Error, TypeError):
            version = ""
    if version > HEAD:
        return False, f"{file} was made by a newer Agonist", "pip install --upgrade agonist"
    state = (
        "" if version == HEAD else "; it is brought up to date when a server starts (agonist backup first)"
    )
    return True, f"{file.absolute()}{state}", ""


def cut_short(file: Path) -> bool:
    """Whether the log that SQLite writes ahead of a database was cut: it then leaves out the end without a word.

    After its header of 32 bytes it has frames of 24 bytes and a page each.
    """
    log = file.with_name(f"{file.name}-wal")
    if not log.is_file() or not log.stat().st_size:
        return False
    with log.open("rb") as start:
        header = start.read(32)
    page = int.from_bytes(header[8:12], "big")
    return len(header) < 32 or page < 512 or (log.stat().st_size - 32) % (24 + page) != 0


def _reached(url: str) -> tuple[bool, str, str]:
    place = urlsplit(url)
    host, port = place.hostname or "127.0.0.1", place.port or 5432
    try:
        with socket.create_connection((host, port), 3):
            return True, f"PostgreSQL at {host}:{port}", ""
    except OSError as problem:
        found = f"PostgreSQL at {host}:{port} does not answer: {problem.strerror or problem}"
        return False, found, "start it, or put AGONIST_DATABASE right"


def address(host: str, port: int, base_path: str) -> str:
    """Where to open the pages: for a server that listens everywhere the address in the network, if there is one."""
    from agonist.web.reachable import EVERYWHERE, network_addresses

    if host in EVERYWHERE:
        host = next(iter(network_addresses()), "127.0.0.1")
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{base_path}/"
