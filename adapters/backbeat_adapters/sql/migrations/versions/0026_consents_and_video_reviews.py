"""Signed consents, and videos that operators look at once more."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0026"
down_revision = "0024"


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


def downgrade() -> None:
    op.drop_table("consents")
