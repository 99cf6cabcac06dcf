"""Days of closed months carry the confirmed money; `db upgrade` writes those of months closed before."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "confirmed_days",
        sa.Column("channel", schema.CODE, nullable=False),
        sa.Column("day", schema.Day(), nullable=False),
        sa.Column("video", schema.CODE, nullable=False),
        sa.Column("version", schema.Big(), nullable=False),
        sa.Column("revenue_nanos", schema.Nanos(), nullable=False),
        sa.Column("premium_nanos", schema.Nanos(), nullable=False),
        sa.PrimaryKeyConstraint(
            "channel", "day", "video", "version", name=op.f("pk_confirmed_days")
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_confirmed_days_day"), "confirmed_days", ["day"])
    op.create_table(
        "confirmed_months",
        sa.Column("month", schema.MonthText(), nullable=False),
        sa.Column("version", schema.Big(), nullable=False),
        sa.PrimaryKeyConstraint("month", name=op.f("pk_confirmed_months")),
        sqlite_strict=True,
    )
    op.create_table(
        "confirmed_versions",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("last", schema.Big(), nullable=False),
        sa.PrimaryKeyConstraint("series", name=op.f("pk_confirmed_versions")),
        sqlite_strict=True,
    )
