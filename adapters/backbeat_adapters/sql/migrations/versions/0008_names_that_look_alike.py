"""What nicknames look like, and one key for an address however its domain is written."""

import sqlalchemy as sa
from alembic import op

from backbeat.accounts.lookalikes import shape
from backbeat.accounts.rules import email_key
from backbeat_adapters.sql.migrations.refusals import MigrationRefused

revision = "0008"
down_revision = "0007"

_ACCOUNTS = sa.table(
    "accounts",
    *(sa.column(name, sa.Text()) for name in ("id", "email", "email_key", "name", "name_shape")),
)


def upgrade() -> None:
    op.add_column("accounts", sa.Column("name_shape", sa.Text(), nullable=True))
    _write_shapes(op.get_bind())
    _write_keys(op.get_bind())
    with op.batch_alter_table("accounts") as accounts:
        accounts.alter_column("name_shape", existing_type=sa.Text(), nullable=False)
    op.create_index(op.f("ix_accounts_name_shape"), "accounts", ["name_shape"])


def downgrade() -> None:
    op.drop_index(op.f("ix_accounts_name_shape"), "accounts")
    op.drop_column("accounts", "name_shape")


def _write_shapes(connection: sa.Connection) -> None:
    rows = connection.execute(sa.select(_ACCOUNTS.c.id, _ACCOUNTS.c.name)).all()
    change = (
        sa.update(_ACCOUNTS)
        .where(_ACCOUNTS.c.id == sa.bindparam("of"))
        .values(name_shape=sa.bindparam("to"))
    )
    if rows:
        connection.execute(change, [{"of": row.id, "to": shape(row.name)} for row in rows])


def _write_keys(connection: sa.Connection) -> None:
    """Few addresses have a key of another kind: those with a domain in ASCII form."""
    rows = connection.execute(
        sa.select(_ACCOUNTS.c.id, _ACCOUNTS.c.email, _ACCOUNTS.c.email_key)
    ).all()
    for row in rows:
        key = email_key(row.email)
        if row.email.startswith("erased:") or key == row.email_key:
            continue
        other = connection.execute(
            sa.select(_ACCOUNTS.c.id).where(_ACCOUNTS.c.email_key == key)
        ).scalar()
        if other is not None:
            raise MigrationRefused(
                f"accounts {other} and {row.id} have one mailbox, written in two ways: nothing was"
                " changed. With the version before, let one of them take another address"
            )
        connection.execute(
            sa.update(_ACCOUNTS).where(_ACCOUNTS.c.id == row.id).values(email_key=key)
        )
