"""Bringing a store up to date with Alembic, at every start and by one process at a time."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from .errors import StoreTooNew

__all__ = ["HEAD", "upgrade"]

HEAD = "0007"
"""The newest migration; a test holds that it is."""

_LOCK = 0x61676F6E


def upgrade(connection: Connection) -> None:
    """Run the migrations that this store has not seen, inside the connection's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    found = _version(connection)
    if found == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreTooNew(
            "This database was made by a newer Agonist.", accepted=f"a database of version {HEAD} or older"
        )
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version
