"""Which track a video carries becomes a fact of its month (decision 0182). The way back is the backup."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "asset_tracks",
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column(
            "asset", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column(
            "isrc", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("rows", schema.Big(), nullable=False),
        sa.Column("nanos", schema.Nanos(), nullable=False),
        sa.PrimaryKeyConstraint("month", "asset", "isrc", name=op.f("pk_asset_tracks")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "video_claims",
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column(
            "video", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column(
            "asset", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column(
            "isrc", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("rows", schema.Big(), nullable=False),
        sa.Column("nanos", schema.Nanos(), nullable=False),
        sa.PrimaryKeyConstraint("month", "video", "asset", "isrc", name=op.f("pk_video_claims")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("video_claims", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_video_claims_video_month"), ["video", "month"], unique=False
        )

    _add_up()
    with op.batch_alter_table("report_rows", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_report_rows_channel_month"))
        batch_op.create_index(
            batch_op.f("ix_report_rows_channel_month_day_of_month"),
            ["channel", "month", "day_of_month"],
            unique=False,
        )

    with op.batch_alter_table("video_tracks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_video_tracks_isrc"))

    op.drop_table("video_tracks")


_RECORDS = (
    "claim_raw",
    "video_raw",
    "red_music_rawdata_video",
    "red_rawdata_video",
    "shorts_ads_video_summary",
    "shorts_subscription_video_summary",
    "own_monthly",
    "tiktok_video_monthly",
)


def _add_up() -> None:
    """Both tables hold sums of the rows that are there."""
    rows = sa.table(
        "report_rows", *map(sa.column, ("month", "video", "asset", "isrc", "kind", "revenue_nanos"))
    )
    row = rows.c
    earned = sa.func.sum(sa.case((row.kind.in_(_RECORDS), row.revenue_nanos), else_=0))
    _fill(
        "video_claims",
        [row.month, row.video, row.asset, row.isrc],
        sa.and_(row.video != "", sa.or_(row.asset != "", row.isrc != "")),
        earned,
    )
    _fill(
        "asset_tracks",
        [row.month, row.asset, row.isrc],
        sa.and_(row.asset != "", row.isrc != ""),
        earned,
    )


def _fill(
    name: str,
    key: list[sa.ColumnClause[str]],
    which: sa.ColumnElement[bool],
    earned: sa.ColumnElement[int],
) -> None:
    names = [*(column.name for column in key), "rows", "nanos"]
    sums = sa.select(*key, sa.func.count(), earned).where(which).group_by(*key).order_by(*key)
    op.execute(sa.table(name, *map(sa.column, names)).insert().from_select(names, sums))
