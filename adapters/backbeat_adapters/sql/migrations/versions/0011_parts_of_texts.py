"""Operators find accounts and channels by a part of their names, on PostgreSQL by index."""

from alembic import op

from backbeat_adapters.sql.engine import grams

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    grams.install(op.get_bind())
