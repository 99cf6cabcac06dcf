"""What changed by which days of networks are added up: written with the change itself, and removed
when its days were added up again (DASH-23).

Rows are only added and removed, so nobody who records a change waits for anybody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Column, Connection, Insert, Select, Text, insert

from backbeat.kernel.ids import AccountId
from backbeat_adapters.sql.engine.schema import Big, Day, table

network_changes = table(
    "network_changes",
    Column("number", Big, primary_key=True),
    Column("account", Text),
    Column("first", Day, nullable=False),
    Column("last", Day),
)
"""Days of one account's channels, or of all where `account` is null; without `last` all that follow."""

_COLUMNS = ("account", "first", "last")
_ADD = insert(network_changes)


def record_changes(
    connection: Connection, changes: Iterable[tuple[AccountId | None, date, date | None]]
) -> None:
    """Record which days of whom change in this transaction."""
    rows = [dict(zip(_COLUMNS, change, strict=True)) for change in changes]
    if rows:
        connection.execute(_ADD, rows)


def changes_from(rows: Select[tuple[str | None, date, date | None]]) -> Insert:
    """The statement that records what a query finds."""
    return _ADD.from_select(_COLUMNS, rows)
