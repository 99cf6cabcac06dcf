"""The steps to the final names and keys, in the order in which they are taken."""

from __future__ import annotations

from sqlalchemy import Connection

from backbeat_adapters.sql.migrations.final_keys import (
    keys,
    ledger,
    methods,
    names,
    notifications,
    platforms,
)


def take_all(connection: Connection) -> None:
    """Every step, in the transaction of the migration; refuses a ledger that does not hold."""
    ledger.require_whole_chain(connection)
    for step in (ledger, keys, methods, platforms, notifications, names):
        step.upgrade(connection)
