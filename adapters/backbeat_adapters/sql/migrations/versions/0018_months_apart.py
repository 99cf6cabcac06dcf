"""On PostgreSQL the figures are kept by month: each month of a table is a partition of it.

Every row is copied, and the table that was there dropped once all are: it needs the room of the
largest table again, and disk for its indexes. Who reads goes on reading while rows are copied, who writes
waits; nobody gets at the tables from their renaming to the end of the transaction.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_TABLES = ("report_rows", "record_figures")


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _let_nobody_write()
        months = sorted({month for table in _TABLES for month in _months(table)})
        _make_anew(lambda table: _in_months(table, months))


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _let_nobody_write()
        _make_anew(_whole)


def _let_nobody_write() -> None:
    _run("SET LOCAL statement_timeout = 0")
    _run(f"LOCK TABLE {', '.join(_TABLES)} IN SHARE MODE")


def _make_anew(make: Callable[[str], None]) -> None:
    for table in _TABLES:
        make(table)
        _run(f"INSERT INTO {table}_anew SELECT * FROM {table}")  # noqa: S608
        # Afterwards: row by row it would take far longer.
        for statement in _keys(table):
            _run(statement)
    for table in _TABLES:
        _put_in_place(table)
        _run(f"ANALYZE {table}")


def _run(statement: str) -> sa.CursorResult[Any]:
    return op.get_bind().exec_driver_sql(statement)


def _months(table: str) -> Sequence[str]:
    return _run(f"SELECT DISTINCT month FROM {table}").scalars().all()  # noqa: S608


def _in_months(table: str, months: Sequence[str]) -> None:
    _run(f"CREATE TABLE {table}_anew (LIKE {table} INCLUDING DEFAULTS) PARTITION BY LIST (month)")
    for month in months:
        _run(
            f"CREATE TABLE {table}_{month.replace('-', '_')}"
            f" PARTITION OF {table}_anew FOR VALUES IN ('{month}')"
        )


def _whole(table: str) -> None:
    _run(f"CREATE TABLE {table}_anew (LIKE {table} INCLUDING DEFAULTS)")


def _keys(table: str) -> Iterator[str]:
    """The statements that give the table made anew what the other has: its key and its indexes."""
    key = sa.inspect(op.get_bind()).get_pk_constraint(table)
    columns = ", ".join(key["constrained_columns"])
    yield f"ALTER TABLE {table}_anew ADD CONSTRAINT {key['name']}_anew PRIMARY KEY ({columns})"
    for name, definition in _indexes(table).items():
        of = definition.partition(" USING ")[2]
        yield f"CREATE INDEX {name}_anew ON {table}_anew USING {of}"


def _put_in_place(table: str) -> None:
    names = {table: "TABLE", f"pk_{table}": "INDEX"}
    names |= dict.fromkeys(_indexes(table), "INDEX")
    _run(f"DROP TABLE {table}")
    for name, kind in names.items():
        _run(f"ALTER {kind} {name}_anew RENAME TO {name}")


def _indexes(table: str) -> dict[str, str]:
    """By their names how they are made, but the key's."""
    found = _run(
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"  # noqa: S608
        f" AND tablename = '{table}' AND indexname <> 'pk_{table}'"
    )
    return {row.indexname: row.indexdef for row in found}
