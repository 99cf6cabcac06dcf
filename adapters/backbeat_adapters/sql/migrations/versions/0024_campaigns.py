"""Campaigns, and what takes part in them."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("track", sa.Text(), nullable=False),
        sa.Column("rate", schema.Micros(), nullable=False),
        sa.Column("budget", schema.Micros(), nullable=False),
        sa.Column("until", schema.Day(), nullable=False),
        sa.Column("created_at", schema.Instant(), nullable=False),
        sa.Column("view_target", schema.Big(), nullable=True),
        sa.Column("min_seconds", schema.Big(), nullable=False),
        sa.Column("opened_on", schema.Day(), nullable=True),
        sa.Column("ended_on", schema.Day(), nullable=True),
        sa.Column("target_reached_on", schema.Day(), nullable=True),
        sa.Column("goal_reached_on", schema.Day(), nullable=True),
        sa.Column("views", schema.Big(), nullable=False),
        sa.Column("counted_until", schema.Day(), nullable=True),
        sa.Column("is_settled", schema.Flag(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("campaigns", schema=None) as batch_op:
        batch_op.create_index("ix_campaigns_created_at", ["created_at", "id"], unique=False)
        batch_op.create_index("ix_campaigns_is_settled", ["is_settled", "id"], unique=False)

    op.create_table(
        "campaign_applications",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("applied_on", schema.Day(), nullable=False),
        sa.Column("applied_at", schema.Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign"], ["campaigns.id"], name=op.f("fk_campaign_applications_campaign_campaigns")
        ),
        sa.PrimaryKeyConstraint("campaign", "channel", name=op.f("pk_campaign_applications")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("campaign_applications", schema=None) as batch_op:
        batch_op.create_index(
            "ix_campaign_applications_account", ["account", "campaign"], unique=False
        )

    op.create_table(
        "campaign_bonuses",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column(
            "video", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("views", schema.Big(), nullable=False),
        sa.Column("rate", schema.Micros(), nullable=False),
        sa.Column("amount", schema.Micros(), nullable=False),
        sa.Column("posted_on", schema.Day(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign"], ["campaigns.id"], name=op.f("fk_campaign_bonuses_campaign_campaigns")
        ),
        sa.PrimaryKeyConstraint(
            "campaign", "month", "video", "account", name=op.f("pk_campaign_bonuses")
        ),
        info={"append_only": True},
        sqlite_strict=True,
    )
    op.create_table(
        "campaign_entries",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column(
            "video", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("thumbnail", sa.Text(), nullable=True),
        sa.Column("counts_from", schema.Day(), nullable=False),
        sa.Column("entered_at", schema.Instant(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("refused_code", schema.Big(), nullable=True),
        sa.Column("refused_reason", sa.Text(), nullable=True),
        sa.Column("views", schema.Big(), nullable=False),
        sa.Column("posted_views", schema.Big(), nullable=False),
        sa.Column("posted", schema.Micros(), nullable=False),
        sa.Column("posted_until", schema.Day(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign"], ["campaigns.id"], name=op.f("fk_campaign_entries_campaign_campaigns")
        ),
        sa.PrimaryKeyConstraint("campaign", "video", name=op.f("pk_campaign_entries")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("campaign_entries", schema=None) as batch_op:
        batch_op.create_index("ix_campaign_entries_account", ["account", "campaign"], unique=False)
        batch_op.create_index("ix_campaign_entries_channel", ["campaign", "channel"], unique=False)

    op.create_table(
        "campaign_files",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("number", schema.Big(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", schema.Big(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign"], ["campaigns.id"], name=op.f("fk_campaign_files_campaign_campaigns")
        ),
        sa.PrimaryKeyConstraint("campaign", "number", name=op.f("pk_campaign_files")),
        sqlite_strict=True,
    )
    schema.make_append_only(op.get_bind(), "campaign_bonuses")


def downgrade() -> None:
    for name in ("files", "entries", "bonuses", "applications"):
        op.drop_table(f"campaign_{name}")
    op.drop_table("campaigns")
