"""Strangers: from where people came in by a door, until they are let in, and doors that are open to a whole room."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("origin", sa.String(length=64), nullable=True))
    op.add_column("doors", sa.Column("crowd", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("doors", "crowd")
    op.drop_column("seats", "origin")
