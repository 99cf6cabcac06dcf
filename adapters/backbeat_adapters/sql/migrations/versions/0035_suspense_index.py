"""What waits in suspense is added up from an index alone."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"

_NAME = "ix_report_rows_suspense"
_BEFORE = ("channel", "isrc")
_NOW = (*_BEFORE, "reason", "kind", "month", "file", "views", "revenue_nanos")


def upgrade() -> None:
    _replace(_NOW)


def downgrade() -> None:
    _replace(_BEFORE)


def _replace(columns: Sequence[str]) -> None:
    waits = sa.text("reason IS NOT NULL")
    op.drop_index(_NAME, "report_rows")
    op.create_index(_NAME, "report_rows", columns, sqlite_where=waits, postgresql_where=waits)
