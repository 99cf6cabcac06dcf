"""The confirmed days of a month's videos are found by its channels' days, without an index of their own."""

from alembic import op

revision = "0037"
down_revision = "0036"

_NAME = "ix_confirmed_days_day"


def upgrade() -> None:
    op.drop_index(_NAME, "confirmed_days")


def downgrade() -> None:
    op.create_index(_NAME, "confirmed_days", ["day"])
