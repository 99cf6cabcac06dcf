"""Since when an account's payouts are locked; mails that wait lead to the page without a ticket."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

revision = "0016"
down_revision = "0015"

mails = sa.table("mails", sa.column("id"), sa.column("template"), sa.column("facts", schema.Json()))
changed = sa.and_(mails.c.template == "payment_info_changed", mails.c.facts.is_not(None))


def upgrade() -> None:
    op.add_column("accounts", sa.Column("payouts_locked_at", schema.Instant(), nullable=True))
    _tell(lambda facts: {**facts, "ticket": ""})


def downgrade() -> None:
    _tell(lambda facts: {name: fact for name, fact in facts.items() if name != "ticket"})
    op.drop_column("accounts", "payouts_locked_at")


def _tell(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    connection = op.get_bind()
    for id, facts in connection.execute(sa.select(mails.c.id, mails.c.facts).where(changed)).all():
        values = {"facts": change(facts)}
        connection.execute(sa.update(mails).where(mails.c.id == id).values(values))
