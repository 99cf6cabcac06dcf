"""Channels, videos, files and their rows say which platform they are of.

What was there before is YouTube's, whose ids stand as they are: a key of another platform begins
with its mark. A row's key begins with its platform within the day.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

_BEFORE = "youtube"
_STRICT = {"sqlite_strict": True}
_BY_KEY = {"sqlite_strict": True, "sqlite_with_rowid": False}
_TABLES = {
    "channels": _STRICT,
    "videos": _BY_KEY,
    "report_files": _STRICT,
    "report_rows": _BY_KEY,
    "replaced_rows": _BY_KEY,
}
_DAY = ["month", "day_of_month"]
_KEYS = {
    "report_rows": [*_DAY, "platform", "kind", "owner", "key"],
    "replaced_rows": ["replaced_by", *_DAY, "platform", "kind", "owner", "key"],
}


def upgrade(connection: sa.Connection) -> None:
    """Add the column everywhere, and make it part of the keys of rows."""
    for table, options in _TABLES.items():
        platform = sa.Column("platform", sa.Text(), nullable=False, server_default=_BEFORE)
        op.add_column(table, platform)
        # SQLite makes the table anew for it, which has to be what it was: strict, and by its key,
        # whose columns come first: else `PRAGMA integrity_check` sees nulls where none are.
        order = [_keys_first(connection, table)] if table in _KEYS else None
        with op.batch_alter_table(table, table_kwargs=options, partial_reordering=order) as batch:
            batch.alter_column("platform", server_default=None)
            if table in _KEYS:
                batch.drop_constraint(f"pk_{table}", type_="primary")
                batch.create_primary_key(f"pk_{table}", _KEYS[table])


def _keys_first(connection: sa.Connection, table: str) -> tuple[str, ...]:
    names = [column["name"] for column in sa.inspect(connection).get_columns(table)]
    return (*_KEYS[table], *(name for name in names if name not in _KEYS[table]))
