"""What a close asks the databases is cheap."""

from __future__ import annotations

from typing import Any

from sqlalchemy import event
from tests.conftest import Database

from backbeat.kernel.months import Month
from backbeat.videos.kinds import RECORD_KINDS
from backbeat_adapters.sql.statistics import SqlStatistics

SEPTEMBER = Month(2025, 9)


def test_rows_that_wait_are_counted_by_their_own_index(sqlite_database: Database) -> None:
    """A close counts them twice, once while nobody else may write; a month has millions of others."""
    asked: list[tuple[str, Any]] = []

    def heard(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    with sqlite_database.engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", heard)
        assert SqlStatistics(connection).suspended(SEPTEMBER, RECORD_KINDS) == 0
        event.remove(connection, "before_cursor_execute", heard)
        statement, parameters = asked[-1]
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()

    assert [step.detail for step in plan] == [
        "SCAN report_rows USING INDEX ix_report_rows_suspense"
    ]
