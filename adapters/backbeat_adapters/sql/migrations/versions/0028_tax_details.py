"""What accounts said for the tax office, sealed."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_table(
        "tax_details",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("is_proven", schema.Flag(), nullable=False),
        sa.Column("checked_at", schema.Instant(), nullable=False),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_tax_details")),
        sqlite_strict=True,
    )


def downgrade() -> None:
    op.drop_table("tax_details")
