"""Taking part in events, and programs by term."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("post", sa.Text(), nullable=False),
        sa.Column("apply_from", schema.Day(), nullable=False),
        sa.Column("apply_until", schema.Day(), nullable=False),
        sa.Column("cancel_until", schema.Day(), nullable=False),
        sa.Column("places", schema.Big(), nullable=True),
        sa.Column("benefit", schema.Micros(), nullable=True),
        sa.Column("benefit_from", schema.Day(), nullable=True),
        sa.Column("benefit_until", schema.Day(), nullable=True),
        sa.Column("taken", schema.Big(), nullable=False),
        sa.Column(
            "told_up_to",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            nullable=True,
        ),
        sa.Column("told_everybody", schema.Flag(), nullable=False),
        sa.ForeignKeyConstraint(["post"], ["posts.id"], name=op.f("fk_events_post_posts")),
        sa.PrimaryKeyConstraint("post", name=op.f("pk_events")),
        sqlite_strict=True,
    )
    op.create_table(
        "event_participations",
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column(
            "account", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("channel", sa.Text(), nullable=True),
        sa.Column("applied_on", schema.Day(), nullable=False),
        sa.Column("applied_at", schema.Instant(), nullable=False),
        sa.Column("claimed_on", schema.Day(), nullable=True),
        sa.Column("entry", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["event"], ["events.post"], name=op.f("fk_event_participations_event_events")
        ),
        sa.PrimaryKeyConstraint("event", "account", name=op.f("pk_event_participations")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("event_participations", schema=None) as batch_op:
        batch_op.create_index(
            "ix_event_participations_applied_at", ["event", "applied_at", "account"], unique=False
        )

    op.create_table(
        "programs",
        sa.Column("post", sa.Text(), nullable=False),
        sa.Column("term", schema.Big(), nullable=False),
        sa.Column("apply_from", schema.Day(), nullable=False),
        sa.Column("apply_until", schema.Day(), nullable=False),
        sa.ForeignKeyConstraint(["post"], ["posts.id"], name=op.f("fk_programs_post_posts")),
        sa.PrimaryKeyConstraint("post", name=op.f("pk_programs")),
        sqlite_strict=True,
    )
    op.create_table(
        "program_applications",
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("term", schema.Big(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("applied_on", schema.Day(), nullable=False),
        sa.Column("applied_at", schema.Instant(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["program"], ["programs.post"], name=op.f("fk_program_applications_program_programs")
        ),
        sa.PrimaryKeyConstraint("program", "channel", "term", name=op.f("pk_program_applications")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("program_applications", schema=None) as batch_op:
        batch_op.create_index(
            "ix_program_applications_account", ["account", "program"], unique=False
        )
        batch_op.create_index(
            "ix_program_applications_applied_at", ["program", "applied_at", "channel"], unique=False
        )


def downgrade() -> None:
    for name in ("program_applications", "programs", "event_participations", "events"):
        op.drop_table(name)
