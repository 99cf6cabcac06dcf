"""Notices, events, banners and their pictures."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "banners",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("titles", schema.Json(), nullable=False),
        sa.Column("picture", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("position", schema.Big(), nullable=False),
        sa.Column("publish_from", schema.Instant(), nullable=False),
        sa.Column("publish_until", schema.Day(), nullable=True),
        sa.Column("retired_at", schema.Instant(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_banners")),
        sqlite_strict=True,
    )
    op.create_table(
        "board_pictures",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("width", schema.Big(), nullable=False),
        sa.Column("height", schema.Big(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_board_pictures")),
        sqlite_strict=True,
    )
    op.create_table(
        "posts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("texts", schema.Json(), nullable=False),
        sa.Column("publish_from", schema.Instant(), nullable=False),
        sa.Column("publish_until", schema.Day(), nullable=True),
        sa.Column("pinned", schema.Flag(), nullable=False),
        sa.Column("about", sa.Text(), nullable=True),
        sa.Column("thumbnail", sa.Text(), nullable=True),
        sa.Column("retired_at", schema.Instant(), nullable=True),
        sa.Column("told_up_to", sa.Text(), nullable=True),
        sa.Column("told_everybody", schema.Flag(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_posts_kind"), "posts", ["kind", "publish_from", "id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_posts_kind"), "posts")
    op.drop_table("posts")
    op.drop_table("board_pictures")
    op.drop_table("banners")
