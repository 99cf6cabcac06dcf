"""Notifications say what they lead to, in place of the address where it stood."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema

_KINDS = MappingProxyType(
    {
        "/dashboard": "dashboard",
        "/manage-channel": "channels",
        "/withdrawal/report": "earnings",
        "/withdrawal/list": "withdrawals",
        "/withdrawal/info": "payment_info",
    }
)
_ENTRIES = "/withdrawal/"


def upgrade(connection: sa.Connection) -> None:
    """Read every address that notifications had; one that names no page of ours leads nowhere."""
    op.add_column("notification", sa.Column("target", schema.Json(), nullable=True))
    table = sa.table(
        "notification", sa.column("link", sa.Text()), sa.column("target", schema.Json())
    )
    links = connection.execute(sa.select(table.c.link).distinct().where(table.c.link.is_not(None)))
    targets = [{"at": link, "now": _target(link)} for link in links.scalars()]
    if known := [each for each in targets if each["now"] is not None]:
        write = (
            sa.update(table)
            .where(table.c.link == sa.bindparam("at"))
            .values(target=sa.bindparam("now", type_=schema.Json()))
        )
        connection.execute(write, known)
    with op.batch_alter_table("notification", table_kwargs={"sqlite_strict": True}) as batch:
        batch.drop_column("link")


def _target(link: str) -> Mapping[str, str] | None:
    if link in _KINDS:
        return {"kind": _KINDS[link]}
    page, _, entry = link.removeprefix(_ENTRIES).partition("#")
    parts = page.split("/")
    if not link.startswith(_ENTRIES) or len(parts) != 2 or not entry:
        return None
    return {"kind": "entry", "type": parts[0], "date": parts[1], "entry": entry}
