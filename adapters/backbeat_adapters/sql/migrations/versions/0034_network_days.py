"""Days of networks, added up in advance."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0034"
down_revision = "0033"

_FIGURES = (
    "views",
    "engaged_views",
    "premium_views",
    "watch_millis",
    "rated_views",
    "rate_weight",
    "revenue_nanos",
    "ads_nanos",
    "premium_nanos",
    "own_nanos",
    "own_premium_nanos",
)


def upgrade() -> None:
    op.create_table(
        "network_changes",
        sa.Column("number", schema.Big(), nullable=False),
        sa.Column("account", sa.Text()),
        sa.Column("first", schema.Day(), nullable=False),
        sa.Column("last", schema.Day()),
        sa.PrimaryKeyConstraint("number", name="pk_network_changes"),
        sqlite_strict=True,
    )
    op.create_table(
        "network_days",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("day", schema.Day(), nullable=False),
        *(sa.Column(name, _whole(name), nullable=False) for name in _FIGURES),
        sa.Column("published", schema.Big(), nullable=False),
        sa.Column("title", sa.Text()),
        sa.PrimaryKeyConstraint("account", "day", name="pk_network_days"),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_network_days_account_accounts"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "network_roll_ups",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("first", schema.Day(), nullable=False),
        sa.Column("last", schema.Day(), nullable=False),
        sa.Column("operator_rate", schema.Rate(), nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_network_roll_ups"),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_network_roll_ups_account_accounts"
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "network_runs",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("last", schema.Big(), nullable=False),
        sa.PrimaryKeyConstraint("series", name="pk_network_runs"),
        sqlite_strict=True,
    )
    is_live = sa.text("deleted_at IS NULL")
    op.create_index(
        "ix_channels_held",
        "channels",
        ["holder", "status"],
        sqlite_where=is_live,
        postgresql_where=is_live,
    )


def _whole(name: str) -> schema.Big | schema.Nanos:
    return schema.Nanos() if name.endswith("_nanos") else schema.Big()


def downgrade() -> None:
    op.drop_index("ix_channels_held", "channels")
    for name in ("network_runs", "network_roll_ups", "network_days", "network_changes"):
        op.drop_table(name)
