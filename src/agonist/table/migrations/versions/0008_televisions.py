"""Televisions: screens that show a code of their own until somebody takes them to a table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "televisions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=True),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_televisions_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_televisions")),
        sa.UniqueConstraint("code"),
        sa.UniqueConstraint("id"),
    )
    op.create_index(op.f("ix_televisions_table_id"), "televisions", ["table_id"])
    op.add_column("tables", sa.Column("screens", sa.String(length=8), nullable=False, server_default="gm"))


def downgrade() -> None:
    op.drop_table("televisions")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("screens")
