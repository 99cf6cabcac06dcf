"""Invitations with their terms, and what they brought."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

from backbeat.kernel.months import months_after
from backbeat_adapters.sql.engine import schema

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("friend", sa.Text(), nullable=False),
        sa.Column("inviter", sa.Text(), nullable=False),
        sa.Column("joined_on", schema.Day(), nullable=False),
        sa.Column("window_months", schema.Big(), nullable=False),
        sa.Column("ends_on", schema.Day(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("held_for", sa.Text(), nullable=True),
        sa.Column("is_open", schema.Flag(), nullable=False),
        sa.ForeignKeyConstraint(
            ["friend"], ["accounts.id"], name=op.f("fk_invitations_friend_accounts")
        ),
        sa.ForeignKeyConstraint(
            ["inviter"], ["accounts.id"], name=op.f("fk_invitations_inviter_accounts")
        ),
        sa.PrimaryKeyConstraint("friend", name=op.f("pk_invitations")),
        sqlite_strict=True,
    )
    op.create_index("ix_invitations_inviter", "invitations", ["inviter", "joined_on", "friend"])
    op.create_index("ix_invitations_open", "invitations", ["inviter", "is_open", "friend"])
    op.create_index("ix_invitations_ends_on", "invitations", ["ends_on", "inviter"])
    op.create_index("ix_invitations_state", "invitations", ["state", "joined_on", "friend"])
    op.create_table(
        "referral_rewards",
        sa.Column("inviter", sa.Text(), nullable=False),
        sa.Column("friend", sa.Text(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("number", schema.Big(), nullable=False),
        sa.Column("last_day", schema.Day(), nullable=False),
        sa.Column("rate", schema.Rate(), nullable=False),
        sa.Column("base", schema.Micros(), nullable=False),
        sa.Column("due", schema.Micros(), nullable=False),
        sa.Column("amount", schema.Micros(), nullable=False),
        sa.Column("posted_on", schema.Day(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint(
            "inviter", "friend", "month", "number", name=op.f("pk_referral_rewards")
        ),
        sqlite_strict=True,
    )
    schema.make_append_only(op.get_bind(), "referral_rewards")
    _keep_earlier_sign_ups()


def downgrade() -> None:
    op.drop_table("referral_rewards")
    op.drop_table("invitations")


def _keep_earlier_sign_ups() -> None:
    """Sign-ups with a code get the terms that the setting had by default: nothing else is known."""
    accounts = sa.table(
        "accounts",
        sa.column("id", sa.Text()),
        sa.column("invited_by", sa.Text()),
        sa.column("created_at", schema.Instant()),
    )
    rows = op.get_bind().execute(
        sa.select(accounts.c.id, accounts.c.invited_by, accounts.c.created_at).where(
            accounts.c.invited_by.is_not(None)
        )
    )
    kept = [
        {
            "friend": id_,
            "inviter": inviter,
            "joined_on": created_at.date(),
            "window_months": 3,
            "ends_on": months_after(created_at.date(), 3) - timedelta(1),
            "state": "counting",
            "is_open": True,
        }
        for id_, inviter, created_at in rows
    ]
    invitations = sa.table(
        "invitations",
        *(sa.column(name, sa.Text()) for name in ("friend", "inviter", "state")),
        *(sa.column(name, schema.Day()) for name in ("joined_on", "ends_on")),
        sa.column("window_months", schema.Big()),
        sa.column("is_open", schema.Flag()),
    )
    if kept:
        op.bulk_insert(invitations, kept)
