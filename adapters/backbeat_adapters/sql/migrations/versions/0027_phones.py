"""Phone numbers of accounts, and the codes that are sent to them."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "phones",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("number_mark", sa.Text(), nullable=False),
        sa.Column("verified_at", schema.Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_phones_account_accounts")
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_phones")),
        sa.UniqueConstraint("number_mark", name=op.f("uq_phones_number_mark")),
        sqlite_strict=True,
    )
    op.create_table(
        "phone_codes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("number_mark", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("sent_at", schema.Instant(), nullable=False),
        sa.Column("expires_at", schema.Instant(), nullable=False),
        sa.Column("tries", schema.Big(), nullable=False),
        sa.Column("used_at", schema.Instant(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_phone_codes_account_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phone_codes")),
        sqlite_strict=True,
    )
    with op.batch_alter_table("phone_codes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_phone_codes_account"), ["account"], unique=False)
        batch_op.create_index("ix_phone_codes_expires_at", ["expires_at"], unique=False)
        batch_op.create_index(
            "ix_phone_codes_number_mark", ["number_mark", "sent_at"], unique=False
        )


def downgrade() -> None:
    op.drop_table("phone_codes")
    op.drop_table("phones")
