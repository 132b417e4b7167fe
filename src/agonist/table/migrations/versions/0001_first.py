"""The store as it was first: tables, seats, tokens, characters, contests and what was played."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "receipts",
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name=op.f("pk_receipts")),
    )
    op.create_index(op.f("ix_receipts_created"), "receipts", ["created"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("odds", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "characters",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("seat_id", sa.String(length=16), nullable=True),
        sa.Column("sheet", sa.LargeBinary(), nullable=True),
        sa.Column("contest_id", sa.String(length=16), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_characters_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "name", "version", name=op.f("pk_characters")),
    )
    op.create_table(
        "contests",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("type", sa.String(length=64), nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.Column("controls", sa.LargeBinary(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("summary", sa.String(length=4000), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_contests_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contests")),
    )
    op.create_index("ix_contests_by_table", "contests", ["table_id", "created", "id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("contestants", sa.LargeBinary(), nullable=False),
        sa.Column("invited", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_table_id"), "seats", ["table_id"], unique=False)
    op.create_table(
        "entries",
        sa.Column("contest_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("seat_id", sa.String(length=16), nullable=True),
        sa.Column("written", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_entries_contest_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("contest_id", "n", name=op.f("pk_entries")),
    )
    op.create_table(
        "seeds",
        sa.Column("contest_id", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_seeds_contest_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("contest_id", name=op.f("pk_seeds")),
    )
    op.create_table(
        "snapshots",
        sa.Column("contest_id", sa.String(length=16), nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_snapshots_contest_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("contest_id", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("seat_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name=op.f("fk_tokens_seat_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", "seat_id", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_seat_id"), "tokens", ["seat_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_tokens_seat_id"), table_name="tokens")
    op.drop_table("tokens")
    op.drop_table("snapshots")
    op.drop_table("seeds")
    op.drop_table("entries")
    op.drop_index(op.f("ix_seats_table_id"), table_name="seats")
    op.drop_table("seats")
    op.drop_index("ix_contests_by_table", table_name="contests")
    op.drop_table("contests")
    op.drop_table("characters")
    op.drop_table("tables")
    op.drop_index(op.f("ix_receipts_created"), table_name="receipts")
    op.drop_table("receipts")
