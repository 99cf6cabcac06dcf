"""Sessions in which an operator looks at an account."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("viewed_by", sa.Text(), nullable=True))
    op.add_column("sessions", sa.Column("viewed_until", schema.Instant(), nullable=True))
    op.add_column("tickets", sa.Column("operator", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("tickets", "operator")
    op.drop_column("sessions", "viewed_until")
    op.drop_column("sessions", "viewed_by")
