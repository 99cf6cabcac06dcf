"""An operator's layout of a report file: what each column is, and how its cells are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal

from attrs import field, frozen

from backbeat.fx.model import FxRate
from backbeat.kernel.money import Currency
from backbeat.platforms.kinds import Kind, Role, Sort
from backbeat.platforms.layout_kinds import layout_kind
from backbeat.platforms.layouts import Layout, column_name
from backbeat.platforms.model import Platform
from backbeat.report_files.layouts.dates import DateForm
from backbeat.report_files.layouts.numbers import NumberForm

READ = (
    *("day", "month", "channel", "video", "country", "isrc", "adjustment", "title"),
    *("views", "engaged_views", "premium_views", "watch_minutes", "watch_seconds", "revenue"),
)
"""What a column of a layout can mean for a row, in the order in which rows are shown."""
DIMENSIONS = ("channel", "video", "isrc", "country", "adjustment", "currency")
"""What distinguishes rows besides the day: such columns belong to the key."""
_IDS = {"channel": "channel_id", "video": "video_id", "isrc": "isrc"}
"""Key columns that enter a key as ids, by the names that the open format gives them."""


@frozen
class MarkedRows:
    """Rows that a layout does not count as figures: those with one of the words in the column."""

    column: str
    words: frozenset[str]


@frozen
class ReportLayout:
    """Columns go by their names in the file; where there are several, one of them is there."""

    name: str
    platform: Platform
    role: Role
    sort: Sort | None
    columns: Mapping[str, Sequence[str]]
    key: Sequence[str]
    currency: Currency | None = None
    """The currency of every amount; None if a column gives it, or there are no amounts."""
    channel: str = ""
    """The channel of every row, if no column gives it."""
    date: DateForm | None = None
    number: NumberForm = field(factory=NumberForm)
    ignored: Sequence[str] = ()
    """Columns that are not read."""
    skip: Sequence[MarkedRows] = ()
    total: MarkedRows | None = None
    delimiter: str | None = None
    sheet: str | None = None

    @property
    def kind(self) -> Kind:
        """The kind of its files, which says by its name what it is."""
        views = "views" in self.columns
        return layout_kind(self.name, self.platform.name, self.role, self.sort, views=views)

    @property
    def needed(self) -> Iterator[Sequence[str]]:
        """What a header has to have: one of each of these."""
        yield from self.columns.values()
        marked = [*self.skip, *([self.total] if self.total else [])]
        told = {column_name(name) for names in self.columns.values() for name in names}
        for column in (*self.key, *(rows.column for rows in marked)):
            if column_name(column) not in told:
                told.add(column_name(column))
                yield (column,)

    @property
    def key_words(self) -> Sequence[str]:
        """The key columns that enter the key as words: all but those of ids."""
        ids = {column_name(name) for of in _IDS for name in self.columns.get(of, ())}
        return [column for column in self.key if column_name(column) not in ids]

    def problems(self, header: Sequence[str]) -> list[str]:
        """Why a header with these names, in the form of `column_name`, cannot be read with it."""
        found = []
        for names in self.needed:
            there = [name for name in names if header.count(column_name(name))]
            if not there:
                found.append(f"no column {' or '.join(map(repr, names))}")
            elif len(there) > 1:
                found.append(f"both {' and '.join(map(repr, there))}: one of them is meant")
            elif header.count(column_name(there[0])) > 1:
                found.append(f"two columns {there[0]!r}")
        return found

    def unread(self, header: Sequence[str]) -> list[str]:
        """The columns of a header, as written in the file, that are neither read nor ignored."""
        known = {column_name(name) for names in self.needed for name in names}
        known |= set(map(column_name, self.ignored))
        return [cell.strip() for cell in header if cell.strip() and column_name(cell) not in known]

    def is_exactly(self, header: Sequence[str]) -> bool:
        """Whether a header with these names is exactly this layout's: no column more, none less."""
        ignored = set(map(column_name, self.ignored))
        return not self.problems(header) and not self.unread(header) and ignored <= set(header)

    def canonical(self) -> Layout:
        """The layout of its rows after their cells were rewritten in our own form."""
        named = self.columns.keys() | ({"channel"} if self.channel else set())
        fields = [name for name in READ if name in named]
        ids = [_IDS[of] for of in _IDS if of in self.columns]
        words = [key_word(number) for number in range(len(self.key_words))]
        return Layout(
            kind=self.kind,
            needs=frozenset(fields),
            columns={name: (name,) for name in fields},
            key=(*ids, *words),
        )


def key_word(number: int) -> str:
    """The name of a canonical column that is only part of the key."""
    return f"key_{number}"


@frozen
class StoredLayout:
    """A version of a layout as it was added; it never changes. `text` is its file."""

    layout: ReportLayout
    version: int
    text: str
    added_at: datetime
    added_by: str

    @property
    def name(self) -> str:
        return self.layout.name

    @property
    def kind(self) -> Kind:
        return self.layout.kind


@frozen
class LayoutRate:
    """The rate at which amounts of a day were converted, stored with the file (LAYOUT-8)."""

    day: date
    rate: FxRate


@frozen
class LayoutUse:
    """Which version of a layout a file was read with, and the result."""

    name: str
    version: int
    skipped: int = 0
    """Rows that the layout does not count as figures, without its total row."""
    amounts: Mapping[Currency, Decimal] = field(factory=dict)
    """The file's exact totals in its own currencies."""
    rates: Sequence[LayoutRate] = ()


@frozen
class LayoutChoice:
    """With which layouts a file may be read: the stored ones, or the one that somebody `chose`.

    One of a platform's own kinds can be chosen too, if a layout has the same header.
    """

    layouts: Sequence[StoredLayout] = ()
    chosen: StoredLayout | Kind | None = None
