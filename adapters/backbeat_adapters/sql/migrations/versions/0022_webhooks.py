"""Webhooks of partners, what they are told, and how far the telling has come."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("kinds", schema.Json(), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("created_at", schema.Instant(), nullable=False),
        sa.Column("paused_at", schema.Instant(), nullable=True),
        sa.Column("taken_until", schema.Instant(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
        sqlite_strict=True,
    )
    op.create_table(
        "webhook_events",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", schema.Instant(), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("facts", schema.Json(), nullable=False),
        sa.Column("kept_at", schema.Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_events")),
        sqlite_strict=True,
    )
    op.create_index("ix_webhook_events_kept_at", "webhook_events", ["kept_at"])
    op.create_table(
        "webhook_deliveries",
        sa.Column("webhook", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("due_at", schema.Instant(), nullable=False),
        sa.Column("tries", schema.Big(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("ended_at", schema.Instant(), nullable=True),
        sa.PrimaryKeyConstraint("webhook", "event", name=op.f("pk_webhook_deliveries")),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_webhook_deliveries_due_at",
        "webhook_deliveries",
        ["webhook", "state", "due_at", "event"],
    )
    op.create_index("ix_webhook_deliveries_event", "webhook_deliveries", ["event"])


def downgrade() -> None:
    op.drop_table("webhook_deliveries")
    op.drop_table("webhook_events")
    op.drop_table("webhooks")
