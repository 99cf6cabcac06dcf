"""Spans of days or months that a query may name."""

from __future__ import annotations

from datetime import date

from backbeat.kernel.errors import BadRange, FieldsMissing

LONGEST_SPAN = 400
"""The most days that one query may cover (DAY-3)."""


EARLIEST, LATEST = date(1970, 1, 1), date(2999, 12, 31)
"""The limits of the days that queries may name: each has days before and after it, as comparisons
need (DAY-11).
"""


def require_both(start: object, end: object) -> None:
    """Refuse one end without the other (code 4, DAY-4)."""
    if (start is None) != (end is None):
        raise FieldsMissing(fields={"start" if start is None else "end": "required"})


def require_span(first: date | None, last: date | None) -> None:
    """Refuse one end alone (4); reversed ends, more than 400 days and days that no report can have
    (2 `bad_range`)."""
    require_both(first, last)
    if not (first and last):
        return
    if not 0 <= (last - first).days < LONGEST_SPAN or first < EARLIEST or last > LATEST:
        raise BadRange()
