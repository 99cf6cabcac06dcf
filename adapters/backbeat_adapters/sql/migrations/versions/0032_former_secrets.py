"""The secret that a webhook had before, while it signs beside the newest."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.add_column("webhooks", sa.Column("former_secret", sa.Text, nullable=True))
    op.add_column("webhooks", sa.Column("former_until", schema.Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("webhooks", "former_until")
    op.drop_column("webhooks", "former_secret")
