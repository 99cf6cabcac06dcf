"""When the second factor of an account goes."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("totp_ends_at", schema.Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("accounts", "totp_ends_at")
