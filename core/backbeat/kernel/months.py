"""Calendar months and business days, in the portal's time zone (`business_tz`, DAY-1)."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from attrs import field, frozen
from attrs.validators import ge, le

_TEXT = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)


@frozen(order=True)
class Month:
    """A calendar month; it sorts by time and prints as `yyyy-MM`."""

    year: int = field(validator=[ge(1), le(9999)])
    month: int = field(validator=[ge(1), le(12)])

    @classmethod
    def parse(cls, text: str) -> Month:
        """Read `yyyy-MM`; anything else raises ValueError, including the ends of the calendar.

        So every month that somebody names has one before and one after it.
        """
        match = _TEXT.fullmatch(text)
        if match is None or match[1] in {"0000", "0001", "9999"}:
            raise ValueError(f"not a month (yyyy-MM): {text!r}")
        return cls(int(match[1]), int(match[2]))

    @staticmethod
    def of(day: date) -> Month:
        return _known(day.year, day.month)

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}"

    def __contains__(self, day: date) -> bool:
        return Month.of(day) == self

    @property
    def first(self) -> date:
        return date(self.year, self.month, 1)

    @property
    def last(self) -> date:
        return date(self.year, self.month, monthrange(self.year, self.month)[1])

    @property
    def days(self) -> Iterator[date]:
        return days_between(self.first, self.last)

    def plus(self, months: int) -> Month:
        """The month that many months later (or earlier, if negative)."""
        return _at(self._index + months)

    @property
    def _index(self) -> int:
        """How many months came before it since the year 0."""
        return self.year * 12 + self.month - 1

    @property
    def next(self) -> Month:
        return self.plus(1)

    @property
    def previous(self) -> Month:
        return self.plus(-1)

    def day(self, number: int) -> date:
        """Its `number`th day, limited to the last; -1 is the last day."""
        return (
            self.last if number == -1 else date(self.year, self.month, min(number, self.last.day))
        )


_known = lru_cache(maxsize=1_000)(Month)
"""Many days name few months."""


def _at(index: int) -> Month:
    return _known(index // 12, index % 12 + 1)


def months_after(day: date, months: int) -> date:
    """The same day of a later month, limited to that month's end (DAY-10: 31 Aug + 6 = 28 Feb)."""
    return Month.of(day).plus(months).day(day.day)


def days_between(first: date, last: date) -> Iterator[date]:
    """Every day from `first` to `last`, both included; empty when they are reversed."""
    return (first + timedelta(n) for n in range((last - first).days + 1))


def months_between(first: Month, last: Month) -> Iterator[Month]:
    """Every month from `first` to `last`, both included; empty when they are reversed."""
    return map(_at, range(first._index, last._index + 1))
