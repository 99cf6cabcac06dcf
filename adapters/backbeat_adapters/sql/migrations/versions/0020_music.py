"""The music: marks of tracks, tags, what a search looks through, rankings, favourites, plays."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0020"
down_revision = "0006"


def upgrade() -> None:
    op.add_column(
        "tracks",
        sa.Column("prioritized", schema.Flag(), nullable=False, server_default=sa.false()),
    )
    op.add_column("tracks", sa.Column("partner", sa.Text(), nullable=True))
    op.create_table(
        "track_tags",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("code", schema.CODE, nullable=False),
        sa.Column("words", schema.Json(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "code", name=op.f("pk_track_tags")),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )


def downgrade() -> None:
    op.drop_table("track_tags")
    op.drop_column("tracks", "partner")
    op.drop_column("tracks", "prioritized")
