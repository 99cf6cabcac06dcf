"""Turns the lines of a report into rows. This is a hot path: whatever can be is worked out once per
file, or once per distinct text.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from hashlib import blake2b
from operator import add, sub
from typing import TypeVar

from attrs import field, frozen

from backbeat.kernel.countries import parse_country
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.isrc import is_isrc, normalise_isrc
from backbeat.kernel.months import Month
from backbeat.platforms.cells import NotAnId
from backbeat.platforms.kinds import Kind, Role, Sort
from backbeat.platforms.layouts import FIELDS, Layout, column_name
from backbeat.platforms.model import Platform
from backbeat.report_files.model import Reading, Rows, StatedTotal
from backbeat_adapters.report_files import values
from backbeat_adapters.report_files.tables import Line, Table
from backbeat_adapters.report_files.values import Malformed

KEY_BYTES = 16
BLANK = -1
"""The position of a missing column; its cells are blank."""

_OWN_RULES = frozenset({"video_id", "channel_id", "asset_id", "isrc"})
"""Dimensions that enter a key as ids; the words of the others are compared ignoring case."""
_RENAMED = {"not_subscribed": "unsubscribed"}
"""Words that mean the same but that the platform has changed over time."""
_WATCH_MINUTE = 60_000
_WATCH_SECOND = 1_000
_RATE_UNIT = 10_000
_LONGEST_NAME = 80
_DOLLARS = "USD"
_TOTAL_WORDS = (
    "total",
    "totals",
    "grand total",
    "sum",
    "합계",
    "총계",
    "총합계",
    "合计",
    "总计",
    "合計",
    "總計",
)
TOTALS = frozenset(
    spelt + colon
    for word in _TOTAL_WORDS
    for spelt in (word, word.upper(), word.capitalize(), word.title())
    for colon in ("", ":")
)
"""What the first cell of a file's own total line says."""
CURRENCY_COLUMNS = frozenset(
    {"currency", "currency_code", "local_currency", "payment_currency", "reporting_currency"}
)
"""Names of columns that say which currency the amounts of a line are in."""

_REMEMBERED = 32_768

K = TypeVar("K")
T = TypeVar("T")


class _Remembered(dict[K, T]):
    """Remembers how texts were read, a limited number at a time, because a file may contain any
    number.
    """

    def __init__(self, read: Callable[[K], T]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, text: K) -> T:
        value = self.read(text)
        if len(self) >= _REMEMBERED:
            self.clear()
        self[text] = value
        return value


def cached(read: Callable[[K], T]) -> Callable[[K], T]:
    """The reader with a cache: days, channels, videos and small counts recur.

    A text seen before costs a dictionary look-up and no call of Python code.
    """
    return _Remembered(read).__getitem__


@frozen
class Places:
    """The position of each field in a row; `BLANK` for those that the file lacks."""

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


def unread(table: Table) -> tuple[str, ...]:
    """The columns of a table that nothing reads, as its header spells them; blank ones left out."""
    layout: Layout = table.meaning
    names = [column_name(cell) for cell in table.header]
    used = {*layout.places(names).values(), _currency_in(names)}
    used |= {names.index(name) for name in layout.key if name in names}
    titles = [values.title(cell)[:_LONGEST_NAME] for cell in table.header]
    return tuple(title for at, title in enumerate(titles) if title and at not in used)


def _currency_in(names: Sequence[str]) -> int:
    return next((at for at, name in enumerate(names) if name in CURRENCY_COLUMNS), BLANK)


@frozen
class RowReader:
    """Reads the rows of one file, column by column: each distinct text of a cell is read once."""

    kind: Kind
    header: Sequence[str]
    at: Places
    currency: int
    """The place of a column that says the currency of amounts."""
    key_words: Sequence[int]
    key_has_channel: bool
    salt: str
    when: Callable[[str], date | Month]
    channel: Callable[[str], PlatformChannelId]
    video: Callable[[str], VideoId]
    asset: Callable[[str], str]
    country: Callable[[str], str]
    isrc: Callable[[str], str]
    adjustment: Callable[[str], str]
    word: Callable[[str], str]
    count: Callable[[str], int]
    nanos: Callable[[str], tuple[int, Decimal]]
    key: Callable[[tuple[str | None, ...]], bytes]
    has_totals: bool = True
    """Whether a line may be the file's own total; a layout says this itself."""
    totals: list[StatedTotal] = field(factory=list)
    """The file's own total lines, as they are met."""
    blanks: Counter[str] = field(factory=Counter)
    """Blank cells of amounts by column, as they are met."""

    @classmethod
    def of(
        cls, table: Table, reading: Reading, platform: Platform, month: Month | None
    ) -> RowReader:
        """The reader for a table with a platform's ids; `month` is for rows that name none."""
        layout: Layout = table.meaning
        kind = layout.kind
        names = [column_name(cell) for cell in table.header]
        place = {name: at for at, name in reversed(list(enumerate(names)))}
        places = layout.places(names)
        at = Places(**{name: places.get(name, BLANK) for name in FIELDS})
        strict = _without_comma if table.decimal_comma else _as_it_is
        return cls(
            kind=kind,
            header=[cell.strip() for cell in table.header],
            at=at,
            currency=_currency_in(names),
            key_words=[place.get(name, BLANK) for name in layout.key if name not in _OWN_RULES],
            key_has_channel="channel_id" in layout.key,
            salt="ADJ" if reading.is_adjustment else "",
            when=cached(_when(kind, at, month)),
            channel=cached(_channels_of(platform, needed=kind.is_open)),
            video=cached(_videos_of(platform)),
            asset=cached(values.identifier),
            country=cached(parse_country),
            isrc=cached(_own_isrc if kind.is_open else _isrc),
            adjustment=cached(_summary_name if kind.is_summary else values.title),
            word=cached(_word),
            count=cached(strict(values.count)),
            nanos=strict(values.nanos),
            key=cached(_digest),
            has_totals=reading.layout is None,
        )

    def rows(self, lines: Sequence[Line]) -> Rows:
        """The rows on the lines; a line without cells is skipped. Raises Malformed if any line is
        bad.
        """
        numbers, cells = self._told(lines)
        some = _Cells(len(cells), [*zip(*cells, strict=True)] or [()] * len(self.header))
        at = self.at
        channels = some.read(at.channel, self.channel)
        videos = some.read(at.video, self.video)
        assets = some.read(at.asset, self.asset)
        isrcs = some.read(at.isrc, self.isrc)
        adjustments = some.read(at.adjustment, self.adjustment)
        keys = (
            [self.key((name.casefold(),)) for name in adjustments]
            if self.kind.is_summary
            else self._keys(some, videos, assets, isrcs, channels=channels)
        )
        for said in set(some.columns[self.currency]) if self.currency != BLANK else ():
            dollars(said)
        figures, dusts = self._figures(some)
        return Rows(
            lines=numbers,
            whens=some.read(at.day if at.month == BLANK else at.month, self.when),
            keys=keys,
            channels=channels,
            videos=videos,
            countries=some.read(at.country, self.country),
            isrcs=isrcs,
            assets=assets,
            adjustments=adjustments,
            titles=some.read(at.title, values.title),
            figures=figures,
            dusts=dusts,
        )

    def problem(self, cells: list[str]) -> str:
        """Why a line is malformed, with the column's name. Slow, so only for lines that are
        malformed.
        """
        width, at = len(self.header), self.at
        if len(cells) != width:
            return f"{len(cells)} columns where the header has {width}"
        checks: list[tuple[int, Callable[[str], object]]] = [
            (at.day if at.month == BLANK else at.month, self.when),
            (at.channel, self.channel),
            (at.video, self.video),
            (at.asset, self.asset),
            (at.isrc, self.isrc),
            (self.currency, dollars),
            (at.views, self.count),
            (at.engaged_views, self.count),
            (at.premium_views, self.count),
            (at.watch_minutes, _minutes),
            (at.watch_seconds, _seconds),
            (at.rate, lambda text: values.scaled(text, _RATE_UNIT)),
            (at.revenue, self.nanos),
            (at.ads_revenue, self.nanos),
            (at.premium_revenue, self.nanos),
        ]
        for place, read in checks:
            try:
                read("" if place == BLANK else cells[place])
            except Malformed as problem:
                return str(problem) if place == BLANK else f"{self.header[place]}: {problem}"
        return "can't be read"

    def _told(self, lines: Sequence[Line]) -> tuple[list[int], list[list[str]]]:
        """The numbers and cells of the lines that contain a row, each as wide as the header."""
        told = [
            line
            for line in lines
            if line[1] and (line[1][0] or any(cell.strip() for cell in line[1]))
        ]
        if self.has_totals and (
            self.kind.is_summary or not TOTALS.isdisjoint([cells[0] for _, cells in told])
        ):
            told = [line for line in told if not self._is_total(*line)]
        if self.kind.is_summary:
            told = [line for line in told if self._is_named(line[1])]
        numbers, rows = [number for number, _ in told], [cells for _, cells in told]
        width = len(self.header)
        if any(length != width for length in set(map(len, rows))):
            for cells in rows:
                if len(cells) < width or any(cell.strip() for cell in cells[width:]):
                    raise Malformed("not as many columns as the header has")
                del cells[width:]
        return numbers, rows

    def _is_total(self, number: int, cells: Sequence[str]) -> bool:
        """Whether a line is the file's own total, which is stored: it says so, and names no id."""
        said = next(filter(None, map(str.strip, cells)), "")
        at = self.at
        ids = {
            cells[place].strip()
            for place in (at.channel, at.video, at.asset, at.isrc)
            if 0 <= place < len(cells)
        }
        if said.casefold() not in TOTALS or ids - {"", said}:
            return False
        if at.revenue < len(cells) and cells[at.revenue].strip() not in ("", said):
            self.totals.append(StatedTotal(number, values.amount(cells[at.revenue])))
        return True

    def _is_named(self, cells: list[str]) -> bool:
        """Whether a line of a payment summary says what its amount is for."""
        place = self.at.adjustment
        return place >= len(cells) or self.adjustment(cells[place]) != ""

    def _keys(self, some: _Cells, *ids: Sequence[str], channels: Sequence[str]) -> list[bytes]:
        words = [some.read(place, self.word) for place in self.key_words]
        named: Sequence[str | None] = channels
        if not self.key_has_channel:
            # A row that names neither video nor asset is its channel's.
            named = [
                None if any(row) else channel
                for channel, *row in zip(channels, *ids[:2], strict=True)
            ]
        return list(map(self.key, zip(some.all(self.salt), *ids, named, *words, strict=True)))

    def _figures(self, some: _Cells) -> tuple[Sequence[Sequence[int]], Sequence[Decimal]]:
        at, count = self.at, self.count
        views = some.read(at.views, count)
        watched = (
            some.read(at.watch_minutes, _minutes)
            if at.watch_minutes != BLANK
            else some.read(at.watch_seconds, _seconds)
        )
        money, dusts = self._money(some)
        return (
            views,
            some.read(at.engaged_views, count),
            some.read(at.premium_views, count),
            watched,
            *self._rates(some, views),
            *money,
        ), dusts

    def _rates(self, some: _Cells, views: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
        """The views whose watch rate is known, and how much that rate weighs."""
        if self.at.rate == BLANK:
            return some.all(0), some.all(0)
        rates = some.columns[self.at.rate]
        rated = [number if rate else 0 for number, rate in zip(views, rates, strict=True)]
        weights = [
            values.scaled(rate, _RATE_UNIT * number) if number else 0
            for number, rate in zip(rated, rates, strict=True)
        ]
        return rated, weights

    def _money(self, some: _Cells) -> tuple[tuple[Sequence[int], ...], Sequence[Decimal]]:
        """Revenue, its part from ads, its part from subscriptions, and what was cut off in rounding
        down.
        """
        at, nothing = self.at, some.all(0)
        revenue, dusts = self._amounts(some, at.revenue)
        if self.kind.role is Role.RECORD:
            sort = self.kind.sort
            ads = revenue if sort is Sort.ADS else nothing
            return (revenue, ads, revenue if sort is Sort.SUBSCRIPTION else nothing), dusts
        premium, premium_dusts = self._amounts(some, at.premium_revenue)
        if at.ads_revenue == BLANK:
            ads = list(map(sub, revenue, premium)) if self.kind.is_open else nothing
            return (revenue, ads, premium), dusts
        ads, ads_dusts = self._amounts(some, at.ads_revenue)
        if at.revenue == BLANK:
            both = list(map(add, ads, premium))
            return (both, ads, premium), list(map(values.EXACT.add, ads_dusts, premium_dusts))
        return (revenue, ads, premium), dusts

    def _amounts(self, some: _Cells, place: int) -> tuple[Sequence[int], Sequence[Decimal]]:
        if place == BLANK or not some.count:
            return some.all(0), some.all(values.ZERO)
        texts = some.columns[place]
        nanos = values.all_nanos(texts)
        if nanos is not None:
            return nanos, some.all(values.ZERO)
        if blank := sum(not text.strip() for text in texts):
            self.blanks[self.header[place]] += blank
        pairs = list(map(self.nanos, texts))
        return [nanos for nanos, _ in pairs], [dust for _, dust in pairs]


@frozen
class _Cells:
    """Cells of some lines, by column. A column that the file lacks is blank."""

    count: int
    columns: Sequence[Sequence[str]]

    def read(self, place: int, read: Callable[[str], T]) -> Sequence[T]:
        if place == BLANK:
            return self.all(read("")) if self.count else ()
        return list(map(read, self.columns[place]))

    def all(self, value: T) -> Sequence[T]:
        """A column with the same cell everywhere."""
        return (value,) * self.count


def _when(kind: Kind, at: Places, month: Month | None) -> Callable[[str], date | Month]:
    """How the day of the file's rows is read, or their month if they have no day."""
    if at.month != BLANK:
        return values.month

    def read(text: str) -> date | Month:
        if text:
            return values.day(text)
        if at.day != BLANK and kind.is_daily:
            raise Malformed("no day")
        if month is None:
            raise Malformed("no day, and neither the file's name nor --month tells the month")
        return month

    return read


def _channels_of(platform: Platform, *, needed: bool) -> Callable[[str], PlatformChannelId]:
    """How a cell is read as a channel of the platform."""

    def read(text: str) -> PlatformChannelId:
        channel = _id(platform.ids.reported_channel, text)
        if needed and not channel:
            raise Malformed("no channel")
        return platform.channel_key(channel)

    return read


def _videos_of(platform: Platform) -> Callable[[str], VideoId]:
    return lambda text: platform.video_key(_id(platform.ids.reported_video, text))


def _id(read: Callable[[str], str], text: str) -> str:
    try:
        return read(text)
    except NotAnId as problem:
        raise Malformed(str(problem)) from None


def _isrc(text: str) -> str:
    return values.title(normalise_isrc(text))[:64] if text.strip() else ""


def dollars(text: str) -> str:
    """A cell that says the currency: US dollars, or nothing (FILE-2)."""
    said = text.strip()
    if said and said.upper() != _DOLLARS:
        raise Malformed(
            f"{values.shown(said)} where amounts are in {_DOLLARS}; nothing is converted"
        )
    return said


def _own_isrc(text: str) -> str:
    if text.strip() and not is_isrc(normalise_isrc(text)):
        raise Malformed(f"not a track code: {values.shown(text)}")
    return _isrc(text)


def _summary_name(text: str) -> str:
    return values.title(html.unescape(text).replace("\xa0", " "))


def _digest(parts: tuple[str | None, ...]) -> bytes:
    named = "\x1f".join(part for part in parts if part is not None)
    return blake2b(named.encode(), digest_size=KEY_BYTES).digest()


def _minutes(text: str) -> int:
    return values.scaled(text, _WATCH_MINUTE)


def _seconds(text: str) -> int:
    return values.scaled(text, _WATCH_SECOND)


def _word(text: str) -> str:
    word = " ".join(text.casefold().split())
    return _RENAMED.get(word, word)


def _as_it_is(read: Callable[[str], T]) -> Callable[[str], T]:
    return read


def _without_comma(read: Callable[[str], T]) -> Callable[[str], T]:
    """Where cells are separated by semicolons, 1,234 may mean a thousand or a little more than one."""

    def strictly(text: str) -> T:
        if "," in text:
            raise Malformed(f"a comma in a number: {values.shown(text)}; write a point")
        return read(text)

    return strictly
