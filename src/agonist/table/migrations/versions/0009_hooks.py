"""Hooks: addresses that are told of a table's contests, and what they are still to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hooks",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("url", sa.String(length=1000), nullable=False),
        sa.Column("shape", sa.String(length=16), nullable=False),
        sa.Column("secret", sa.String(length=100), nullable=False),
        sa.Column("base", sa.String(length=300), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.Column("gave_up", sa.String(length=200), nullable=False, server_default=""),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_hooks_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_hooks"),
    )
    op.create_index("ix_hooks_table_id", "hooks", ["table_id"])
    op.create_table(
        "outbox",
        sa.Column("hook_id", sa.String(length=16), nullable=False),
        sa.Column("what", sa.String(length=100), nullable=False),
        sa.Column("contest_id", sa.String(length=16), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("sent", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["hook_id"], ["hooks.id"], name="fk_outbox_hook_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hook_id", "what", name="pk_outbox"),
    )
    op.create_index("ix_outbox_contest_id", "outbox", ["contest_id"])
    op.create_index("ix_outbox_due", "outbox", ["due"])


def downgrade() -> None:
    op.drop_table("outbox")
    op.drop_table("hooks")
