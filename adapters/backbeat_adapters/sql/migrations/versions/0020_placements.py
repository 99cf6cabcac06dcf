"""Under whom an account stood on which day."""

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "placements",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("manager", sa.Text(), nullable=False),
        sa.Column("from_day", schema.Day(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_placements_account_accounts")
        ),
        sa.ForeignKeyConstraint(
            ["manager"], ["accounts.id"], name=op.f("fk_placements_manager_accounts")
        ),
        sa.PrimaryKeyConstraint("account", "from_day", name=op.f("pk_placements")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_placements_manager"), "placements", ["manager"])
    _keep_present_places()


def downgrade() -> None:
    op.drop_index(op.f("ix_placements_manager"), "placements")
    op.drop_table("placements")


def _keep_present_places() -> None:
    """Nobody could be moved so far: everybody has stood where it stands since it was made."""
    accounts = sa.table(
        "accounts",
        sa.column("id", sa.Text()),
        sa.column("manager", sa.Text()),
        sa.column("created_at", schema.Instant()),
    )
    placements = sa.table(
        "placements",
        sa.column("account", sa.Text()),
        sa.column("manager", sa.Text()),
        sa.column("from_day", schema.Day()),
    )
    connection = op.get_bind()
    rows = connection.execute(
        sa.select(accounts.c.id, accounts.c.manager, accounts.c.created_at).where(
            accounts.c.manager.is_not(None)
        )
    )
    while some := rows.fetchmany(10_000):
        kept = [
            {"account": id_, "manager": manager, "from_day": created_at.date()}
            for id_, manager, created_at in some
        ]
        connection.execute(sa.insert(placements), kept)
