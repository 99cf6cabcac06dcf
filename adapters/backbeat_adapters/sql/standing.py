"""Which rows count: what a file changes is written in pieces but becomes visible all at once
(FILE-23).

Every report row and every roll-up says which change it came with and, if a change removes it, which
one it goes with. Only one change is under way at a time. Until it is shown, the rows that came with
it do not count; from then on, those that go with it do not count, until they are deleted.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Any

from attrs import define, field
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Table,
    and_,
    or_,
    select,
    true,
)
from sqlalchemy.schema import SchemaItem

from backbeat_adapters.sql.engine.reading import row_of
from backbeat_adapters.sql.engine.schema import CODE, Big, Choice, Day, MonthText, table


class Act(StrEnum):
    INGEST = "ingest"
    UNDO = "undo"
    RELEASE = "release"


class ChangeState(StrEnum):
    """How far a change has come. `SETTLED`: nothing is left to be removed."""

    ARRIVING = "arriving"
    SHOWN = "shown"
    SETTLED = "settled"


report_changes = table(
    "report_changes",
    Column("number", Big, primary_key=True, autoincrement=False),
    Column("act", Choice(Act), nullable=False),
    Column("file", Big),
    Column("state", Choice(ChangeState), nullable=False),
)
"""The newest change of report rows and no other; at most one row."""

report_change_days = table(
    "report_change_days",
    Column("month", MonthText, nullable=False),
    Column("day_of_month", Big, nullable=False),
    Column("channel", CODE, nullable=False),
    Column("day", Day),
    PrimaryKeyConstraint("month", "day_of_month", "channel"),
    sqlite_with_rowid=False,
)
"""The days of the rows of the change under way, by which they are found if it is abandoned."""


def version_columns() -> list[SchemaItem]:
    """The columns that say with which change a row came, and with which it goes."""
    return [
        Column("came_with", Big, nullable=False, server_default="0"),
        Column("goes_with", Big),
    ]


def index_of_going(of: Table) -> None:
    """An index of the few rows that go; it is empty most of the time."""
    goes = of.c.goes_with.is_not(None)
    Index(f"ix_{of.name}_going", of.c.goes_with, sqlite_where=goes, postgresql_where=goes)


def change_under_way(connection: Connection) -> Any:
    """The change that is not settled, if there is one."""
    return row_of(connection, _UNDER_WAY)


_UNDER_WAY = select(report_changes).where(report_changes.c.state != ChangeState.SETTLED)


_UNKNOWN = object()
_SOURCES = 64
"""Tables, and aliases of them that are made for one statement."""


@define
class Standing:
    """Which rows count, for the queries of one transaction.

    If a transaction sees one moment, the change under way is looked up once; mostly there is none,
    and then no condition is put on the rows. Otherwise each statement looks it up itself.
    """

    connection: Connection
    _change: Any = field(default=_UNKNOWN, init=False)

    def of(self, source: Any) -> ColumnElement[bool]:
        """The condition that rows of the table, or of its alias, count."""
        if not self._sees_one_moment():
            return _asked(source)
        if self._change is _UNKNOWN:
            self._change = change_under_way(self.connection)
        return _known(self._change, source)

    def _sees_one_moment(self) -> bool:
        if self.connection.dialect.name == "sqlite":
            return True
        options = self.connection.get_execution_options()
        return options.get("isolation_level") == "REPEATABLE READ"


@lru_cache(maxsize=_SOURCES)
def _known(change: Any, source: Any) -> ColumnElement[bool]:
    """The same condition for the same change, so that statements with it can be kept."""
    if change is None:
        return true()
    if change.state is ChangeState.ARRIVING:
        came: ColumnElement[bool] = source.c.came_with != change.number
        return came
    stays: ColumnElement[bool] = source.c.goes_with.is_(None)
    return stays


@lru_cache(maxsize=_SOURCES)
def _asked(source: Any) -> ColumnElement[bool]:
    change, row = report_changes.c, source.c
    arriving, shown = (
        select(change.number).where(change.state == state).scalar_subquery()
        for state in (ChangeState.ARRIVING, ChangeState.SHOWN)
    )
    return and_(
        row.came_with.is_distinct_from(arriving),
        or_(row.goes_with.is_(None), row.goes_with.is_distinct_from(shown)),
    )
