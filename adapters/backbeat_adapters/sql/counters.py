"""Tables of counters: a second file on SQLite, UNLOGGED on PostgreSQL (LIMIT-2)."""

from __future__ import annotations

from sqlalchemy import DDL, Table, event
from sqlalchemy.schema import SchemaItem

from backbeat_adapters.sql.engine.schema import counters_metadata, table


def counter_table(name: str, *items: SchemaItem) -> Table:
    """A table whose rows may be lost in a crash and which puts no load on the money file."""
    made = table(name, *items, in_metadata=counters_metadata)
    unlogged = DDL(f"ALTER TABLE {name} SET UNLOGGED")  # type: ignore[no-untyped-call]
    event.listen(made, "after_create", unlogged.execute_if(dialect="postgresql"))
    return made
