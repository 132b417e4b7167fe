"""Running a server: `agonist serve`."""

from __future__ import annotations

import os
import sys

__all__ = ["serve"]


def serve(
    *,
    database: str | None = None,
    host: str | None = None,
    port: int | None = None,
    workers: int | None = None,
    base_path: str | None = None,
    proxies: str | None = None,
    log_level: str | None = None,
) -> int:
    """Run a server for tables until it is told to stop; it then finishes what is under way.

    Every option can also be given in the environment, for example AGONIST_DATABASE or AGONIST_PORT.

    Parameters
    ----------
    database
        Where tables are kept: sqlite:///agonist.db (the default) or postgresql://user@host/name.
    host
        The address to listen at; 0.0.0.0 for every address of this machine. By default 127.0.0.1.
    port
        The port to listen at, by default 8000.
    workers
        How many processes to run; more than one needs PostgreSQL.
    base_path
        Where the server lives behind a proxy, for example /agonist.
    proxies
        The proxies whose headers are believed: addresses separated by commas, or * for any.
    log_level
        What is logged from which weight on: debug, info, warning, error.
    """
    import uvicorn

    from agonist.table import Refused
    from agonist.web import Settings

    given = {
        "database": database,
        "host": host,
        "port": port,
        "workers": workers,
        "base_path": base_path,
        "proxies": proxies,
        "log_level": log_level,
    }
    settings = Settings.from_environment(
        os.environ
        | {f"AGONIST_{key.upper()}": str(value) for key, value in given.items() if value is not None}
    )
    if settings.database.startswith("postgres"):
        import asyncpg  # noqa: F401  without it, say so before anything starts

    elif settings.workers > 1:
        raise Refused(
            "Several processes need PostgreSQL.", accepted="--workers 1, or --database postgresql://…"
        )
    os.environ |= settings.to_environment()
    print(
        f"Agonist at http://{settings.host}:{settings.port}{settings.base_path}/", file=sys.stderr, flush=True
    )
    uvicorn.run(
        "agonist.web.app:served_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        backlog=1024,
    )
    return 0
