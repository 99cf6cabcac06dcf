"""What closes confirmed is kept by channel and day too, made of the videos' days that stand."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "confirmed_channel_days",
        sa.Column("channel", schema.CODE, nullable=False),
        sa.Column("day", schema.Day(), nullable=False),
        sa.Column("version", schema.Big(), nullable=False),
        sa.Column("revenue_nanos", schema.Nanos(), nullable=False),
        sa.Column("premium_nanos", schema.Nanos(), nullable=False),
        sa.PrimaryKeyConstraint(
            "channel", "day", "version", name=op.f("pk_confirmed_channel_days")
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_confirmed_channel_days_day"), "confirmed_channel_days", ["day"])
    op.execute(
        "INSERT INTO confirmed_channel_days"
        " (channel, day, version, revenue_nanos, premium_nanos)"
        " SELECT channel, day, version, SUM(revenue_nanos), SUM(premium_nanos)"
        " FROM confirmed_days GROUP BY channel, day, version"
    )
