"""Patience: how long somebody is waited for whose right it is to decide, and how the game master is."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("patience", sa.Integer(), nullable=False, server_default="8"))
    op.add_column(
        "tables", sa.Column("heeds_gm", sa.String(length=8), nullable=False, server_default="breath")
    )


def downgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("heeds_gm")
        batch.drop_column("patience")
