"""Running a server: `agonist serve`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from agonist.web import Settings

FAILED = 3
"""The exit status of a server that could not start."""


def serve(
    *,
    database: str | None = None,
    host: str | None = None,
    port: int | None = None,
    workers: int | None = None,
    base_path: str | None = None,
    proxies: str | None = None,
    log_level: Literal["debug", "info", "warning", "error"] | None = None,
    log_format: Literal["people", "json"] | None = None,
    config: Path | None = None,
) -> int:
    """Run a server for tables until it is told to stop; it then finishes what is under way.

    Every option can also be given in the environment, for example AGONIST_DATABASE or AGONIST_PORT, or in a file
    agonist.toml, here or in /etc/agonist.

    Parameters
    ----------
    database
        Where tables are kept: sqlite:///agonist.db (the default) or postgresql://user@host/name.
    host
        The address to listen at; 0.0.0.0 lets phones in the same network in. By default 127.0.0.1, this machine alone.
    port
        The port to listen at, by default 8000.
    workers
        How many processes to run; more than one needs PostgreSQL.
    base_path
        Where the server lives behind a proxy, for example /agonist.
    proxies
        The proxies whose headers are believed: addresses separated by commas, or * for any.
    log_level
        What is logged from which weight on; for people by default only what went wrong, else every request.
    log_format
        How it is logged: in words for people, which is usual in a terminal, or one JSON object a line.
    config
        Another file of settings.
    """
    from .serving import check_database, check_port

    settings = _settings(
        config,
        {
            "database": database,
            "host": host,
            "port": port,
            "workers": workers,
            "base_path": base_path,
            "proxies": proxies,
            "log_level": log_level,
            "log_format": log_format,
        },
    )
    for each in dict.fromkeys((settings.port, *settings.ports)):
        check_port(settings.host, each)
    check_database(settings.database)
    os.environ |= settings.to_environment()
    return _run(settings)


def _settings(config: Path | None, given: dict[str, object]) -> Settings:
    """What was chosen, with logs that suit whoever reads them where nothing is said of those."""
    import msgspec

    from agonist.table import Refused

    from .configuration import chosen, config_file, read_config

    settings = chosen(given, config)
    file = config_file(config)
    said = {key for key, each in given.items() if each is not None} | set(read_config(file) if file else ())
    said |= {key.removeprefix("AGONIST_").lower() for key in os.environ if key.startswith("AGONIST_")}
    if "log_format" not in said and sys.stderr.isatty():
        settings = msgspec.structs.replace(settings, log_format="people")
    if "log_level" not in said and settings.log_format == "people":
        settings = msgspec.structs.replace(settings, log_level="warning")
    if settings.database.startswith("postgres"):
        import asyncpg  # noqa: F401  without it, say so before anything starts

    elif settings.workers > 1:
        raise Refused(
            "Several processes need PostgreSQL.", accepted="--workers 1, or --database postgresql://…"
        )
    path = settings.base_path.strip("/")
    return msgspec.structs.replace(settings, base_path=f"/{path}" if path else "")


def _run(settings: Settings) -> int:
    import uvicorn

    from .worker_processes import run_workers

    how: dict[str, Any] = {
        "factory": True,
        "http": "agonist.web.wire:Wire",
        "ws": "none",
        "host": settings.host,
        "port": settings.port,
        "proxy_headers": settings.proxies not in ("", "*"),  # any proxy: the frame believes the last one
        "forwarded_allow_ips": settings.proxies or None,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "timeout_keep_alive": 75,  # longer than proxies keep theirs: who closes first may lose a request
        "timeout_graceful_shutdown": 10,
        "backlog": 1024,
    }
    application = "agonist.web.app:served_app"
    if settings.workers > 1:
        _announce(settings, settings.port)
        own = settings.ports if settings.worker_ports else ()
        return 0 if run_workers(application, settings.workers, how, own) else FAILED

    class Announced(uvicorn.Server):
        """Says where it is when it is there."""

        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and not self.should_exit:
                _announce(settings, int(self.servers[0].sockets[0].getsockname()[1]))

    server = Announced(uvicorn.Config(application, **how))
    with suppress(KeyboardInterrupt):
        server.run()
    if settings.log_format == "people" and server.started:
        print("Stopped. The tables are kept.", file=sys.stderr)
    return 0 if server.started else FAILED


def _announce(settings: Settings, port: int) -> None:
    """Where to open the pages, and for people what else they want to know then."""
    from agonist.web.reachable import EVERYWHERE

    from .serving import address, database_file

    place = address(settings.host, port, settings.base_path)
    if settings.log_format != "people":
        print(f"Agonist at {place}", file=sys.stderr, flush=True)
        return
    lines = [f"Agonist is ready. Open it in a browser: {place}"]
    if settings.host in EVERYWHERE:
        lines.append("Phones and laptops in the same network open the same address.")
    else:
        lines.append("For phones in your network start it with --host 0.0.0.0.")
    where = "PostgreSQL"
    if settings.database.startswith("sqlite"):
        where = str(database_file(settings.database).absolute())
    lines.append(f"Tables are kept in {where}. Ctrl-C stops the server.")
    print("\n".join(lines), file=sys.stderr, flush=True)
