"""The tables of the store. What was played is in `entries` alone, which only grows."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(column_0_label)s",
    }
)

_ID = String(16)


def _of(parent: str) -> ForeignKey:
    return ForeignKey(f"{parent}.id", ondelete="CASCADE")


tables = Table(
    "tables",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("odds", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("patience", Integer, nullable=False, server_default="8"),
    Column("heeds_gm", String(8), nullable=False, server_default="breath"),
    Column("screens", String(8), nullable=False, server_default="gm"),
)

seats = Table(
    "seats",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("table_id", _ID, _of("tables"), nullable=False, index=True),
    Column("name", String(200), nullable=False),
    Column("role", String(16), nullable=False),
    Column("contestants", LargeBinary, nullable=False),
    Column("invited", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("origin", String(64), nullable=True),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("seat_id", _ID, _of("seats"), primary_key=True, index=True),
    Column("kind", String(16), nullable=False),
    Column("created", Float, nullable=False),
)

doors = Table(
    "doors",
    metadata,
    Column("table_id", _ID, _of("tables"), primary_key=True),
    Column("code", _ID, nullable=False, unique=True),
    Column("knock", Boolean, nullable=False),
    Column("crowd", Boolean, nullable=False, server_default=false()),
)

televisions = Table(
    "televisions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("id", _ID, nullable=False, unique=True),
    Column("code", _ID, nullable=True, unique=True),
    Column("table_id", _ID, _of("tables"), nullable=True, index=True),
    Column("until", Float, nullable=False),
)

characters = Table(
    "characters",
    metadata,
    Column("table_id", _ID, _of("tables"), primary_key=True),
    Column("name", String(200), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("seat_id", _ID, nullable=True),
    Column("sheet", LargeBinary, nullable=True),
    Column("contest_id", _ID, nullable=True),
    Column("created", Float, nullable=False),
)

contests = Table(
    "contests",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("table_id", _ID, _of("tables"), nullable=False),
    Column("title", String(200), nullable=False),
    Column("game", String(64), nullable=False),
    Column("type", String(64), nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("controls", LargeBinary, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("summary", String(4000), nullable=False),
    Column("created", Float, nullable=False),
    Column("ended", Float, nullable=True),
    Column("owes", Integer, nullable=False, server_default="0"),
    Index("ix_contests_by_table", "table_id", "created", "id"),
)

seeds = Table(
    "seeds",
    metadata,
    Column("contest_id", _ID, _of("contests"), primary_key=True),
    Column("seed", LargeBinary, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("contest_id", _ID, _of("contests"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
    Column("seat_id", _ID, nullable=True),
    Column("written", Float, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("contest_id", _ID, _of("contests"), primary_key=True),
    Column("snapshot", LargeBinary, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("contest_id", _ID, _of("contests"), primary_key=True),
    Column("record", LargeBinary, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("contest_id", _ID, _of("contests"), primary_key=True),
    Column("review", LargeBinary, nullable=False),
)

shares = Table(
    "shares",
    metadata,
    Column("contest_id", _ID, _of("contests"), primary_key=True),
    Column("link", String(64), nullable=False, index=True),
    Column("page", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
)

hooks = Table(
    "hooks",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("table_id", _ID, _of("tables"), nullable=False, index=True),
    Column("url", String(1000), nullable=False),
    Column("shape", String(16), nullable=False),
    Column("secret", String(100), nullable=False),
    Column("base", String(300), nullable=False),
    Column("after", Integer, nullable=False),
    Column("again", Boolean, nullable=False),
    Column("gave_up", String(200), nullable=False, server_default=""),
    Column("created", Float, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("hook_id", _ID, _of("hooks"), primary_key=True),
    Column("what", String(100), primary_key=True),
    Column("contest_id", _ID, nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("sent", Integer, nullable=False, server_default="0"),
    Column("created", Float, nullable=False),
)

receipts = Table(
    "receipts",
    metadata,
    Column("scope", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("request", String(64), nullable=False),
    Column("result", LargeBinary, nullable=False),
    Column("created", Float, nullable=False, index=True),
)
