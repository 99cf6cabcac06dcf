"""One line of a report into one row. The loop over lines is hot: what can be is worked out once."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from hashlib import blake2b
from typing import TypeVar

from attrs import frozen

from backbeat.ingestion.model import Reading, ReportRow
from backbeat.kernel.countries import parse_country
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.isrc import is_isrc, normalise_isrc
from backbeat.kernel.months import Month
from backbeat.videos.kinds import Kind, Role, Sort
from backbeat.videos.model import Figures
from backbeat_adapters.reports import values
from backbeat_adapters.reports.layouts import FIELDS, Layout
from backbeat_adapters.reports.tables import Table, column_name
from backbeat_adapters.reports.values import Malformed

KEY_BYTES = 16
BLANK = -1
"""The place of a column that is not there: every row gets a blank cell at its end."""

_OWN_RULES = frozenset({"video_id", "channel_id", "asset_id", "isrc"})
"""Dimensions that enter a key as ids; the words of the others are compared without case."""
_RENAMED = {"not_subscribed": "unsubscribed"}
"""Words that the platform changed over time and that mean the same."""
_WATCH_MINUTE = 60_000
_RATE_UNIT = 10_000
_TOTAL = "total"

_REMEMBERED = 16_384

T = TypeVar("T")


class _Remembered(dict[str, T]):
    """What texts were read as: the first so many of them, for a file may hold any number."""

    def __init__(self, read: Callable[[str], T]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, text: str) -> T:
        value = self.read(text)
        if len(self) < _REMEMBERED:
            self[text] = value
        return value


def cached(read: Callable[[str], T]) -> Callable[[str], T]:
    """The reader with a memory: days, channels, videos and small counts come again and again.

    A text seen before costs a look into a dictionary and no call of Python code.
    """
    return _Remembered(read).__getitem__


@frozen
class Places:
    """Where each field stands in a row, `BLANK` for what the file lacks."""

    day: int
    month: int
    channel: int
    video: int
    country: int
    isrc: int
    asset: int
    adjustment: int
    title: int
    views: int
    engaged_views: int
    premium_views: int
    watch_minutes: int
    watch_seconds: int
    rate: int
    revenue: int
    ads_revenue: int
    premium_revenue: int


@frozen
class RowReader:
    """Reads the rows of one file."""

    kind: Kind
    header: Sequence[str]
    at: Places
    key_words: Sequence[int]
    key_has_channel: bool
    salt: str
    month: Month | None
    is_own: bool
    is_record: bool
    nanos: Callable[[str], tuple[int, Decimal]]
    count: Callable[[str], int]
    dated: Callable[[str], tuple[date, Month]]
    named_month: Callable[[str], Month]
    channel_of: Callable[[str], PlatformChannelId]
    id_of: Callable[[str], str]
    country_of: Callable[[str], str]
    word_of: Callable[[str], str]

    @classmethod
    def of(cls, table: Table, reading: Reading, month: Month | None) -> RowReader:
        """The reader for a table; `month` is the file's, for rows that tell none."""
        layout: Layout = table.meaning
        names = [column_name(cell) for cell in table.header]
        place = {name: at for at, name in reversed(list(enumerate(names)))}
        places = layout.places(names)
        strict = _without_comma if table.decimal_comma else _as_it_is
        return cls(
            kind=layout.kind,
            header=[cell.strip() for cell in table.header],
            at=Places(**{name: places.get(name, BLANK) for name in FIELDS}),
            key_words=[place.get(name, BLANK) for name in layout.key if name not in _OWN_RULES],
            key_has_channel="channel_id" in layout.key,
            salt="ADJ" if reading.is_adjustment else "",
            month=month,
            is_own=layout.kind.is_own,
            is_record=layout.kind.role is Role.RECORD,
            nanos=strict(values.nanos),
            count=cached(strict(values.count)),
            dated=cached(_dated),
            named_month=cached(values.month),
            channel_of=cached(values.channel),
            id_of=cached(values.identifier),
            country_of=cached(parse_country),
            word_of=cached(_word),
        )

    def row(self, line: int, cells: list[str]) -> ReportRow | None:
        """The line as a row, None for a line that is none; raises Malformed."""
        if self.kind is Kind.PAYMENT_SUMMARY:
            return self._summary(line, cells)
        cells.append("")
        at = self.at
        day, month = self._when(cells)
        channel = self._channel(cells[at.channel])
        video = VideoId(self.id_of(cells[at.video]))
        asset = self.id_of(cells[at.asset])
        isrc = self._isrc(cells[at.isrc])
        parts = [self.salt, video, asset, isrc]
        if self.key_has_channel or not (video or asset):
            parts.append(channel)
        parts += [self.word_of(cells[place]) for place in self.key_words]
        key = blake2b("\x1f".join(parts).encode(), digest_size=KEY_BYTES).digest()
        country = self.country_of(cells[at.country])
        adjustment = values.title(cells[at.adjustment])
        title = values.title(cells[at.title])
        figures, dust = self._figures(cells)
        # Fields by name would take twice as long.
        return ReportRow(
            line, month, day, key, channel, video, country, isrc, asset, adjustment, title,
            figures, dust,
        )  # fmt: skip

    def problem(self, cells: list[str]) -> str:
        """Why a line is malformed, with the column's name. Slow; for lines that are."""
        padded = [*cells[: len(self.header)], ""]
        checks: list[tuple[int, Callable[[str], object]]] = [
            (self.at.channel, self._channel),
            (self.at.video, values.identifier),
            (self.at.asset, values.identifier),
            (self.at.isrc, self._isrc),
            (self.at.views, self.count),
            (self.at.engaged_views, self.count),
            (self.at.premium_views, self.count),
            (self.at.watch_minutes, lambda text: values.scaled(text, _WATCH_MINUTE)),
            (self.at.watch_seconds, lambda text: values.scaled(text, 1000)),
            (self.at.rate, lambda text: values.scaled(text, _RATE_UNIT)),
            (self.at.revenue, self.nanos),
            (self.at.ads_revenue, self.nanos),
            (self.at.premium_revenue, self.nanos),
        ]
        try:
            self._when(padded)
        except Malformed as problem:
            place = self.at.day if self.at.day != BLANK else self.at.month
            return f"{self.header[place]}: {problem}" if place != BLANK else str(problem)
        for place, read in checks:
            try:
                read(padded[place])
            except Malformed as problem:
                return f"{self.header[place]}: {problem}"
        return "can't be read"

    def _when(self, cells: list[str]) -> tuple[date | None, Month]:
        text = cells[self.at.day]
        if text:
            return self.dated(text)
        if self.at.month != BLANK:
            return None, self.named_month(cells[self.at.month])
        if self.at.day != BLANK and self.kind.is_daily:
            raise Malformed("no day")
        if self.month is None:
            raise Malformed("no day, and neither the file's name nor --month tells the month")
        return None, self.month

    def _isrc(self, text: str) -> str:
        if not text or not text.strip():
            return ""
        code = normalise_isrc(text)
        if self.is_own and not is_isrc(code):
            raise Malformed(f"not a track code: {values.shown(text)}")
        return values.title(code)[:64]

    def _channel(self, text: str) -> PlatformChannelId:
        channel = self.channel_of(text)
        if self.is_own and not channel:
            raise Malformed("no channel")
        return channel

    def _figures(self, cells: list[str]) -> tuple[Figures, Decimal]:
        at, count = self.at, self.count
        revenue, ads, premium, dust = self._money(cells)
        views = count(cells[at.views])
        rate = cells[at.rate]
        watched = (
            values.scaled(cells[at.watch_minutes], _WATCH_MINUTE)
            if at.watch_minutes != BLANK
            else values.scaled(cells[at.watch_seconds], 1000)
        )
        engaged, paying = count(cells[at.engaged_views]), count(cells[at.premium_views])
        rated = views if rate else 0
        weight = values.scaled(rate, _RATE_UNIT * views) if rated else 0
        figures = Figures(
            views, engaged, paying, watched, rated, weight, revenue, ads, premium
        )  # fmt: skip
        return figures, dust

    def _money(self, cells: list[str]) -> tuple[int, int, int, Decimal]:
        """Revenue, its part from ads, its part from subscriptions; and what was floored off."""
        at, nanos = self.at, self.nanos
        revenue, dust = nanos(cells[at.revenue])
        if self.is_record:
            sort = self.kind.sort
            return (
                revenue,
                revenue if sort is Sort.ADS else 0,
                revenue if sort is Sort.SUBSCRIPTION else 0,
                dust,
            )
        premium, premium_dust = nanos(cells[at.premium_revenue])
        if at.ads_revenue == BLANK:
            return revenue, revenue - premium if self.is_own else 0, premium, dust
        ads, ads_dust = nanos(cells[at.ads_revenue])
        if at.revenue == BLANK:
            return ads + premium, ads, premium, ads_dust + premium_dust
        return revenue, ads, premium, dust

    def _summary(self, line: int, cells: list[str]) -> ReportRow | None:
        name = values.title(html.unescape(cells[self.at.adjustment]).replace("\xa0", " "))
        if not name or name.casefold() == _TOTAL:
            return None
        if self.month is None:
            raise Malformed("neither the file's name nor --month tells the month")
        revenue, dust = self.nanos(cells[self.at.revenue])
        return ReportRow(
            line=line,
            month=self.month,
            day=None,
            key=blake2b(name.casefold().encode(), digest_size=KEY_BYTES).digest(),
            channel=PlatformChannelId(""),
            video=VideoId(""),
            country="ZZ",
            isrc="",
            asset="",
            adjustment=name,
            title="",
            figures=Figures(revenue_nanos=revenue),
            dust=dust,
        )


def _dated(text: str) -> tuple[date, Month]:
    day = values.day(text)
    return day, Month.of(day)


def _word(text: str) -> str:
    word = " ".join(text.casefold().split())
    return _RENAMED.get(word, word)


def _as_it_is(read: Callable[[str], T]) -> Callable[[str], T]:
    return read


def _without_comma(read: Callable[[str], T]) -> Callable[[str], T]:
    """Where cells are parted by semicolons, 1,234 may be a thousand or one and a bit."""

    def strictly(text: str) -> T:
        if "," in text:
            raise Malformed(f"a comma in a number: {values.shown(text)}; write a point")
        return read(text)

    return strictly
