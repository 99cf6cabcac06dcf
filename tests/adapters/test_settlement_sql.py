"""What a close asks the databases is cheap, and adds estimates up as the core would."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, insert
from tests.conftest import Database

from backbeat.figures.rules import in_spans
from backbeat.kernel.ids import PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.platforms.registry import RECORD_KINDS
from backbeat_adapters.sql.figures import FIGURES, SqlConfirmedFigures, SqlStatistics, video_days

SEPTEMBER = Month(2025, 9)
MINE, FOREIGN = PlatformChannelId("UCmine"), PlatformChannelId("UCforeign")


def test_rows_that_wait_are_counted_by_their_own_index(sqlite_database: Database) -> None:
    """A close counts them twice, once while nobody else may write; a month has millions of others."""
    asked: list[tuple[str, Any]] = []

    def heard(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    with sqlite_database.engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", heard)
        assert SqlConfirmedFigures(connection).suspended(SEPTEMBER, RECORD_KINDS) == 0
        event.remove(connection, "before_cursor_execute", heard)
        statement, parameters = asked[-1]
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()

    assert [step.detail for step in plan] == [
        "SCAN report_rows USING COVERING INDEX ix_report_rows_suspense"
    ]


@pytest.mark.parametrize(
    "starts", [[0], [0, 10], [0, 1, 29], [0, 14, 15, 20], list(range(30))], ids=len
)
def test_estimates_add_up_to_spans_as_the_core_adds_them(
    database: Database, starts: Sequence[int]
) -> None:
    """SETTLE-8: estimates below zero count as zero, day by day."""
    chance = Random("estimates")
    days = [SEPTEMBER.previous.last, *SEPTEMBER.days, SEPTEMBER.next.first]
    rows = [
        {"channel": channel, "video": video, "day": day}
        | {name: chance.choice([0, 1, 7, -5, 3 * 10**12, -(10**12)]) for name in FIGURES}
        for channel in (FOREIGN, MINE)
        for video in ("", "B", "a", "b", "ß", "~")
        for day in days
        if chance.random() < 0.4
    ]
    with database.engine.begin() as connection:
        connection.execute(insert(video_days), rows)
        statistics = SqlStatistics(connection)
        found = list(statistics.span_estimates(SEPTEMBER, MINE, starts))
        by_day = list(statistics.daily_estimates(SEPTEMBER, None, [MINE]))

    videos = groupby(by_day, key=lambda each: each.video)
    assert found == [span for _, of_video in videos for span in in_spans(of_video, starts)]
    assert len({span.video for span in found}) == 6
