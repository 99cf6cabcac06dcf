"""Signed consents, and videos that operators look at once more."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.create_table(
        "consents",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("signed_at", schema.Instant(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consents")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("consents", schema=None) as batch_op:
        batch_op.create_index("ix_consents_account", ["account", "signed_at", "id"], unique=False)

    op.create_table(
        "video_reviews",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column(
            "video", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("asked_at", schema.Instant(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("decided_at", schema.Instant(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_video_reviews")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("video_reviews", schema=None) as batch_op:
        batch_op.create_index(
            "ix_video_reviews_account", ["account", "asked_at", "id"], unique=False
        )
        batch_op.create_index("ix_video_reviews_asked_at", ["asked_at", "id"], unique=False)
        batch_op.create_index(
            "uq_video_reviews_waiting",
            ["video"],
            unique=True,
            sqlite_where=sa.text("decided_at IS NULL"),
            postgresql_where=sa.text("decided_at IS NULL"),
        )


def downgrade() -> None:
    op.drop_table("video_reviews")
    op.drop_table("consents")
