"""Bringing a store up to date with Alembic, at every start and by one process at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from .errors import StoreTooNew
from .examining import version_of

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0009"
"""The newest migration; a test holds that it is."""

_LOCK = 0x61676F6E


def upgrade(connection: Connection) -> None:
    """Run the migrations that this store has not seen, inside the connection's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    found = version_of(connection)
    if found == HEAD:
        return
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    to_come(found)
    command.upgrade(config, "head")


def to_come(found: str | None) -> list[str]:
    """The migrations that a store of a version has not seen, in words; `StoreTooNew` if that version is not known."""
    from alembic.script import ScriptDirectory

    known = {each.revision: each for each in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found is not None and found not in known:
        raise StoreTooNew(
            "This database was made by a newer Agonist.", accepted=f"a database of version {HEAD} or older"
        )
    return [f"{name}: {known[name].doc}" for name in sorted(known) if name > (found or "")]


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
