"""Rows of a report, by column and one after the other."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from backbeat.figures.model import Figures
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.report_files.model import ReportRow, Rows

SEPTEMBER = Month(2025, 9)
ROW = ReportRow(
    line=2,
    month=SEPTEMBER,
    day=None,
    key=b"2",
    channel=PlatformChannelId("UC1"),
    video=VideoId("v1"),
    country="KR",
    isrc="KRA401900001",
    asset="a1",
    adjustment="",
    title="One take",
    figures=Figures(views=3, revenue_nanos=-5),
    dust=Decimal("0.25"),
)


def test_rows_given_one_by_one_come_back_as_they_were() -> None:
    rows = [ROW, ROW._replace(line=3, key=b"3", day=date(2025, 9, 7), figures=Figures())]

    assert list(Rows.of(rows)) == rows
    assert Rows.of(rows).nanos == (-5, 0)


def test_no_rows_are_columns_without_values() -> None:
    rows = Rows.of([])

    assert (list(rows), len(rows), list(rows.nanos)) == ([], 0, [])
