"""Final names and keys. The way back is the backup that `backbeat db upgrade` makes before."""

from backbeat_adapters.sql.migrations.final_keys import methods, names, notifications

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    methods.upgrade()
    notifications.upgrade()
    names.upgrade()
