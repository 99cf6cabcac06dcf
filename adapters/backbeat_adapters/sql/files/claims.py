"""Which tracks the rows of a month name: added up as files come and go, never joined row by row.

Both tables hold sums of `report_rows` and nothing of their own. A file adds its rows and takes away
those that it replaces, so what it costs depends on the file alone (decision 0182). They come and go
with the change that brings the rows (decision 0185).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    PrimaryKeyConstraint,
    Select,
    Subquery,
    Table,
    and_,
    func,
    literal,
    or_,
    select,
    tuple_,
)

from backbeat.platforms.kinds import Kind, Role
from backbeat_adapters.sql.engine.schema import Big, Nanos
from backbeat_adapters.sql.files.pieces import Work
from backbeat_adapters.sql.files.temporary import (
    analyze,
    dialect_of,
    empty,
    temporary_table,
)
from backbeat_adapters.sql.files.versions import Change
from backbeat_adapters.sql.track_claims import asset_tracks, video_claims

_KEYS = {
    of: [column.name for column in of.primary_key if column.name != "came_with"]
    for of in (video_claims, asset_tracks)
}

_DIFFERENCES = {
    of: temporary_table(
        f"{of.name}_differences",
        *(Column(name, of.c[name].type, nullable=False) for name in key),
        Column("rows", Big, nullable=False),
        Column("nanos", Nanos, nullable=False),
        PrimaryKeyConstraint(*key),
        sqlite_with_rowid=False,
    )
    for of, key in _KEYS.items()
}
"""What a change adds to each line of the tables, or takes from it."""


def lay(change: Change, kind: Kind, *, come: Select[Any], go: Select[Any]) -> list[Work]:
    """Beside the books: what is claimed once rows of the kind have come, and others have gone."""
    connection = change.pieces.connection
    for of, differences in _DIFFERENCES.items():
        empty(connection, differences)
        _add(connection, of, kind, come.subquery("come"), sign=1)
        _add(connection, of, kind, go.subquery("go"), sign=-1)
        analyze(connection, differences)
        _lay(change, of)
    return [work(of) for of in _DIFFERENCES for work in (change.end, change.bring)]


def _add(connection: Connection, of: Table, kind: Kind, rows: Subquery, *, sign: int) -> None:
    differences, row = _DIFFERENCES[of], rows.c
    key = [row[name] for name in _KEYS[of]]
    nanos = func.sum(row.revenue_nanos) if kind.role is Role.RECORD else literal(0)
    sums = select(*key, sign * func.count(), sign * nanos).where(_tells(of, rows))
    names = [column.name for column in differences.c]
    added = dialect_of(connection).insert(differences)
    added = added.from_select(names, sums.group_by(*key).order_by(*key))
    there, more = differences.c, added.excluded
    connection.execute(
        added.on_conflict_do_update(
            index_elements=_KEYS[of],
            set_={"rows": there.rows + more.rows, "nanos": there.nanos + more.nanos},
        )
    )


def _tells(of: Table, rows: Subquery) -> ColumnElement[bool]:
    """Which rows tell something for the table."""
    row = rows.c
    if of is asset_tracks:
        return and_(row.asset != "", row.isrc != "")
    return and_(row.video != "", or_(row.asset != "", row.isrc != ""))


def _lay(change: Change, of: Table) -> None:
    """The lines that differ go, and come again with other sums while there is a row that says so."""
    differences = _DIFFERENCES[of]
    key = [differences.c[name] for name in _KEYS[of]]
    lines = [of.c[name] for name in _KEYS[of]]
    # No join: SQLite would walk over the lines of all months.
    change.choose(of, tuple_(*lines).in_(select(*key)))
    same = and_(*(line == each for line, each in zip(lines, key, strict=True)))
    rows = func.coalesce(of.c.rows, 0) + differences.c.rows
    nanos = func.coalesce(of.c.nanos, 0) + differences.c.nanos
    joined = differences.outerjoin(of, same)
    change.lay(of, select(*key, rows, nanos).select_from(joined).where(rows > 0).order_by(*key))
