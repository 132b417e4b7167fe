"""Pool: by how much a contest's copy of what the table shares is behind what was spent elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("contests", sa.Column("owes", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("contests") as batch:
        batch.drop_column("owes")
