"""Lines of payment summaries that were settled without a file, and on invoices."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "settled_lines",
        sa.Column("month", schema.MonthText(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("revision", schema.Big(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("amount", schema.Micros(), nullable=False),
        sa.Column("treatment", sa.Text(), nullable=False),
        sa.Column("sort", sa.Text(), nullable=True),
        sa.Column("day", schema.Day(), nullable=False),
        sa.Column("recorded_at", schema.Instant(), nullable=False),
        sa.Column("actor_kind", sa.Text(), nullable=False),
        sa.Column("actor_id", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("entries", schema.Big(), nullable=False),
        sa.PrimaryKeyConstraint("month", "key", "revision", name=op.f("pk_settled_lines")),
        info={"append_only": True},
        sqlite_strict=True,
    )
    schema.make_append_only(op.get_bind(), "settled_lines")
    op.add_column("invoice_lines", sa.Column("note", sa.Text(), nullable=True))
    op.add_column("withdrawal_uses", sa.Column("line", sa.Text(), nullable=True))
