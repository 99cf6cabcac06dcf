"""A channel's videos by the day on which they were published."""

from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.create_index("ix_videos_channel_published_on", "videos", ["channel", "published_on"])
    op.drop_index("ix_videos_channel", "videos")


def downgrade() -> None:
    op.create_index("ix_videos_channel", "videos", ["channel"])
    op.drop_index("ix_videos_channel_published_on", "videos")
