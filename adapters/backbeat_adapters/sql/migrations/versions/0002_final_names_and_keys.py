"""Final names and keys. The way back is the backup that `backbeat db upgrade` makes before."""

from alembic import op

from backbeat_adapters.sql.migrations.final_keys import take_all

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    take_all(op.get_bind())
