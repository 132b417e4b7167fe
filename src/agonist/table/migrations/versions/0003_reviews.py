"""Reviews of contests that are over, and pages of them that a game master has made public."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("contest_id", sa.String(length=16), nullable=False),
        sa.Column("review", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_reviews_contest_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("contest_id", name=op.f("pk_reviews")),
    )
    op.create_table(
        "shares",
        sa.Column("contest_id", sa.String(length=16), nullable=False),
        sa.Column("link", sa.String(length=64), nullable=False),
        sa.Column("page", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_shares_contest_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("contest_id", name=op.f("pk_shares")),
    )
    op.create_index(op.f("ix_shares_link"), "shares", ["link"])


def downgrade() -> None:
    op.drop_table("shares")
    op.drop_table("reviews")
