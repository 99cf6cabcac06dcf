"""How fast a campaign goes: what the newest week of reports told."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column(
        "campaigns", sa.Column("week_views", schema.Big(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    op.drop_column("campaigns", "week_views")
