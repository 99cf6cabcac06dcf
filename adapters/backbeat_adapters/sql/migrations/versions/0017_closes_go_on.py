"""How far a close has come, so that the next one can go on where it died."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("confirmed_versions", sa.Column("facts", sa.Text(), nullable=True))
    op.add_column("confirmed_versions", sa.Column("reached", schema.CODE, nullable=True))


def downgrade() -> None:
    op.drop_column("confirmed_versions", "reached")
    op.drop_column("confirmed_versions", "facts")
