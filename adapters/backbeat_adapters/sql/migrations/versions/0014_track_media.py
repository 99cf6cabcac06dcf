"""Previews and covers of tracks."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "track_media",
        sa.Column("isrc", schema.CODE, nullable=False),
        sa.Column("preview", sa.Text(), nullable=True),
        sa.Column("preview_bytes", schema.Big(), nullable=True),
        sa.Column("preview_milliseconds", schema.Big(), nullable=True),
        sa.Column("loudness", sa.Text(), nullable=True),
        sa.Column("peaks", schema.Json(), nullable=True),
        sa.Column("cover", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("isrc", name=op.f("pk_track_media")),
        sqlite_strict=True,
    )


def downgrade() -> None:
    op.drop_table("track_media")
