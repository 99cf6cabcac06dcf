"""What accounts said to their pay cards: news that they put away, and a day to be told on."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "payout_cards",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("put_away", sa.Text(), nullable=True),
        sa.Column("remind_on", schema.Day(), nullable=True),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_payout_cards")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_payout_cards_remind_on"), "payout_cards", ["remind_on"])


def downgrade() -> None:
    op.drop_index(op.f("ix_payout_cards_remind_on"), "payout_cards")
    op.drop_table("payout_cards")
