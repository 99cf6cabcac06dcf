"""Days and months as they are shown; the API's own dates stay ISO 8601 (DAY-2)."""

from __future__ import annotations

from datetime import date

from backbeat.kernel.months import Month


def format_date(day: date) -> str:
    """A day as yyyy/MM/dd. An instant has to be converted to the business time zone first."""
    return f"{day.year:04}/{day.month:02}/{day.day:02}"


def format_month(month: Month) -> str:
    return f"{month.year:04}/{month.month:02}"
