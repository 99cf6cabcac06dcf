"""Views of channels on hold, read once a day."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.add_column(
        "channels", sa.Column("readings", schema.Json(), nullable=False, server_default="[]")
    )
    op.create_index("ix_channels_status_read_at", "channels", ["status", "read_at"])
    op.drop_index("ix_channels_status", "channels")


def downgrade() -> None:
    op.create_index("ix_channels_status", "channels", ["status"])
    op.drop_index("ix_channels_status_read_at", "channels")
    op.drop_column("channels", "readings")
