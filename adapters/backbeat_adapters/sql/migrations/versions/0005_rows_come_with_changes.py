"""Report rows and roll-ups say which change they came with, and with which they go.

What is there stands: it came with none. The way back is the backup that `backbeat db upgrade` makes
before.
"""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0005"
down_revision = "0004"

_KEYS = {
    "report_rows": ["month", "day_of_month", "platform", "kind", "owner", "key"],
    "country_days": ["channel", "day", "video", "country"],
    "video_days": ["channel", "day", "video"],
    "channel_days": ["channel", "day"],
    "record_figures": ["month", "channel", "video", "kind", "day_of_month"],
    "video_claims": ["month", "video", "asset", "isrc"],
    "asset_tracks": ["month", "asset", "isrc"],
}
_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}
_CODE = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    for table, key in _KEYS.items():
        _add_versions(table, [*key, "came_with"])
    op.create_table(
        "report_changes",
        sa.Column("number", schema.Big(), autoincrement=False, nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("file", schema.Big(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_report_changes")),
        sqlite_strict=True,
    )
    op.create_table(
        "report_change_days",
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("day_of_month", schema.Big(), nullable=False),
        sa.Column("channel", _CODE, nullable=False),
        sa.Column("day", schema.Day(), nullable=True),
        sa.PrimaryKeyConstraint(
            "month", "day_of_month", "channel", name=op.f("pk_report_change_days")
        ),
        **_BY_KEY,
    )


def _add_versions(table: str, key: list[str]) -> None:
    versions: list[sa.Column[int]] = [
        sa.Column("came_with", schema.Big(), nullable=False, server_default="0"),
        sa.Column("goes_with", schema.Big(), nullable=True),
    ]
    for column in versions:
        op.add_column(table, column)
    names = [each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)]
    # SQLite makes the table anew for it, by its key, whose columns come first.
    order = (*key, *(name for name in names if name not in key))
    with op.batch_alter_table(table, table_kwargs=_BY_KEY, partial_reordering=[order]) as batch:
        batch.drop_constraint(f"pk_{table}", type_="primary")
        batch.create_primary_key(f"pk_{table}", key)
    goes = sa.text("goes_with IS NOT NULL")
    op.create_index(
        f"ix_{table}_going", table, ["goes_with"], sqlite_where=goes, postgresql_where=goes
    )
