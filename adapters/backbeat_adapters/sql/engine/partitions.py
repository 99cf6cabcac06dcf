"""Tables kept by month: on PostgreSQL each month of them is a partition, a table of its own.

Whoever writes figures begins their months first (`open_months`). There is no partition for the
rest: with one, a month could be begun only while nobody reads.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from sqlalchemy import Connection, Table, text

from backbeat.kernel.months import Month

BY_MONTH = "by_month"
_BEGINNING = 0x6D6F_6E74_6873
"""The advisory lock of PostgreSQL under which months are begun."""
_NAME = re.compile(r"(?P<table>.+)_(?P<month>[0-9]{4}_[0-9]{2})", re.ASCII)
_PARTITIONS = text("""
    SELECT part.relname AS name, whole.relname AS of,
           pg_get_expr(part.relpartbound, part.oid) AS bounds
    FROM pg_inherits
    JOIN pg_class part ON part.oid = inhrelid
    JOIN pg_class whole ON whole.oid = inhparent
    WHERE part.relispartition AND part.relkind IN ('r', 'p', 'f')
      AND whole.relnamespace = current_schema()::regnamespace
""")
_TABLES = text("""
    SELECT relname, relkind = 'p' FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
""")


def by_month(target: Table) -> Table:
    """Keep the table by its column `month`, which is in its key."""
    target.info[BY_MONTH] = True
    return target


def is_in_months(connection: Connection, of: Table) -> bool:
    """Whether each of the table's months is a table of its own there."""
    return BY_MONTH in of.info and connection.dialect.name == "postgresql"


def partition(of: Table, month: Month) -> str:
    """The name of the partition that keeps the month."""
    return f"{of.name}_{month.year:04}_{month.month:02}"


def is_partition(name: str, tables: Collection[str]) -> bool:
    """Whether a table of that name keeps a month of one of these."""
    found = _NAME.fullmatch(name)
    return found is not None and found["table"] in tables


def months(connection: Connection, of: Table) -> set[Month]:
    found = (_NAME.fullmatch(name) for name in _parts(connection, of))
    return {Month.parse(each["month"].replace("_", "-")) for each in found if each}


def open_months(connection: Connection, tables: Iterable[Table], begun: Collection[Month]) -> None:
    """See that there is a place for these months. Nobody who reads or writes is kept waiting."""
    if connection.dialect.name == "sqlite":
        return
    wanted = {partition(of, month): (of, month) for of in tables for month in begun}
    if wanted.keys() <= _there(connection):
        return
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_BEGINNING})")
    for name in sorted(wanted.keys() - _there(connection)):
        of, month = wanted[name]
        # Made apart and attached: made in its place, it would lock the whole table.
        connection.exec_driver_sql(f"CREATE TABLE {name} (LIKE {of.name} INCLUDING ALL)")
        connection.exec_driver_sql(
            f"ALTER TABLE {of.name} ATTACH PARTITION {name} {_bounds(month)}"
        )


def faults(connection: Connection, tables: Collection[Table]) -> Iterator[str]:
    """What is not as `open_months` leaves it, one line each."""
    if connection.dialect.name == "sqlite":
        return
    there: dict[str, bool] = dict(connection.execute(_TABLES).all())
    begun: set[Month] = set().union(*(months(connection, of) for of in tables))
    for of in tables:
        if not there.get(of.name, True):
            yield f"{of.name} is not kept by month"
            continue
        expected = {partition(of, month): _bounds(month) for month in begun}
        parts = _parts(connection, of)
        called_so = {name for name in there if is_partition(name, {of.name})}
        for name in sorted((expected.keys() | called_so) - parts.keys()):
            yield f"{name} is {f'no part of {of.name}' if name in there else 'missing'}"
        for name, bounds in sorted(parts.items()):
            if expected.get(name) != bounds:
                yield f"{name} is no month of {of.name}: {bounds}"


def _there(connection: Connection) -> set[str]:
    return {row.name for row in connection.execute(_PARTITIONS)}


def _parts(connection: Connection, of: Table) -> Mapping[str, str]:
    """The bounds of a table's partitions, by their names."""
    found = connection.execute(_PARTITIONS)
    return {row.name: row.bounds for row in found if row.of == of.name}


def _bounds(month: Month) -> str:
    """Which rows are the month's, in PostgreSQL's words."""
    return f"FOR VALUES IN ('{month}')"
