"""Inquiries and short links."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "inquiries",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("sent_at", schema.Instant(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=True),
        sa.Column("media_type", sa.Text(), nullable=True),
        sa.Column("size", schema.Big(), nullable=True),
        sa.Column("closed_at", schema.Instant(), nullable=True),
        sa.PrimaryKeyConstraint("account", "id", name=op.f("pk_inquiries")),
        sa.UniqueConstraint("id", name=op.f("uq_inquiries_id")),
        sqlite_strict=True,
    )
    op.create_index("ix_inquiries_sent_at", "inquiries", ["sent_at", "id"])
    op.create_table(
        "inquiry_files",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("inquiry", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("account", "inquiry", name=op.f("pk_inquiry_files")),
        sqlite_strict=True,
    )
    op.create_table(
        "short_links",
        sa.Column(
            "code", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_short_links")),
        sqlite_strict=True,
    )


def downgrade() -> None:
    op.drop_table("short_links")
    op.drop_table("inquiry_files")
    op.drop_index("ix_inquiries_sent_at", "inquiries")
    op.drop_table("inquiries")
