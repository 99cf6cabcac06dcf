"""A report file's rows as read, and what happened to them. Money is whole nano-USD (MONEY-2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from attrs import field, frozen

from backbeat.figures.model import Figures
from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId, VideoId
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page
from backbeat.platforms.kinds import Kind, Role
from backbeat.platforms.model import Platform
from backbeat.report_files.layouts.model import LayoutUse, StoredLayout


class ReportRow(NamedTuple):
    """One line of a report, of whatever kind, in one form.

    `key` names the row among all rows of its kind, owner, month and day: a digest of every
    dimension column (FILE-8). `day` is None if the kind has none. `dust` is the part of the line's
    revenue below a nano-USD: it was floored off and is never negative.
    """

    line: int
    month: Month
    day: date | None
    key: bytes
    channel: PlatformChannelId
    video: VideoId
    country: str
    isrc: str
    asset: str
    adjustment: str
    title: str
    figures: Figures
    dust: Decimal = Decimal(0)


SPEAKING = ("isrc", "channel", "video", "asset", "country", "adjustment")
"""Lines of a file with the same key are one row, which takes its values from the line that sorts
last by these fields. Blanks sort first, and the order of lines makes no difference (FILE-8).
"""


class BadLine(NamedTuple):
    """A line that cannot be read, and why, in words for the operator."""

    line: int
    problem: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


@frozen
class Rows:
    """Rows of a report column by column, as files are read: one value per row in each.

    A column has the values of the field of `ReportRow` with the same name. `whens` are days, and
    months for rows that have no day; `figures` are the columns of `Figures`, in its order.
    """

    lines: Sequence[int]
    whens: Sequence[date | Month]
    keys: Sequence[bytes]
    channels: Sequence[PlatformChannelId]
    videos: Sequence[VideoId]
    countries: Sequence[str]
    isrcs: Sequence[str]
    assets: Sequence[str]
    adjustments: Sequence[str]
    titles: Sequence[str]
    figures: Sequence[Sequence[int]]
    dusts: Sequence[Decimal]

    @classmethod
    def of(cls, rows: Sequence[ReportRow]) -> Rows:
        """Columns made from single rows."""
        figures = list(zip(*(row.figures for row in rows), strict=True))
        return cls(
            lines=[row.line for row in rows],
            whens=[row.day or row.month for row in rows],
            keys=[row.key for row in rows],
            channels=[row.channel for row in rows],
            videos=[row.video for row in rows],
            countries=[row.country for row in rows],
            isrcs=[row.isrc for row in rows],
            assets=[row.asset for row in rows],
            adjustments=[row.adjustment for row in rows],
            titles=[row.title for row in rows],
            figures=figures or [()] * len(Figures._fields),
            dusts=[row.dust for row in rows],
        )

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[ReportRow]:
        """One row after the other."""
        for number, when in enumerate(self.whens):
            month, day = (when, None) if isinstance(when, Month) else (Month.of(when), when)
            yield ReportRow(
                line=self.lines[number],
                month=month,
                day=day,
                key=self.keys[number],
                channel=self.channels[number],
                video=self.videos[number],
                country=self.countries[number],
                isrc=self.isrcs[number],
                asset=self.assets[number],
                adjustment=self.adjustments[number],
                title=self.titles[number],
                figures=Figures(*(column[number] for column in self.figures)),
                dust=self.dusts[number],
            )

    @property
    def nanos(self) -> Sequence[int]:
        """The column of revenues, in nano-USD."""
        return self.figures[Figures._fields.index("revenue_nanos")]


class Block(NamedTuple):
    """Some lines of a report: the rows on them, and the lines that cannot be read."""

    rows: Rows
    bad: Sequence[BadLine]


class SuspenseReason(StrEnum):
    """Why a row is not booked (FILE-13)."""

    UNKNOWN_CHANNEL = "unknown_channel"
    """The row's channel is not registered, or was never verified."""
    UNKNOWN_TRACK = "unknown_track"
    """It names a track code that the catalogue lacks."""


ENCODINGS = ("utf-8", "utf-16", "cp949", "gb18030", "big5", "shift-jis", "cp1252", "latin-1")
"""The values of `--encoding`. Latin-1 can read any bytes, so it is never proposed (FILE-26)."""


COMPLETE, ENCODING = "--complete", "--encoding"
"""The options that answer questions."""


class Doubt(StrEnum):
    """Why there is a question before a file is taken in (FILE-26)."""

    ENCODING = "encoding"
    """It is neither UTF-8 nor UTF-16, or not in the given encoding."""
    NOT_ENDED = "not_ended"
    """Its last line is not ended."""
    TOTAL_DIFFERS = "total_differs"
    """Its own total line states another sum than that of its rows."""
    TOTAL_MISSING = "total_missing"
    """It has no total line although such files have one."""
    FEWER_DAYS = "fewer_days"
    """Days lack rows that have rows in the months beside it."""
    ENDS_EARLY = "ends_early"
    """Its rows end days before those of another file of its month."""
    FEWER_ROWS = "fewer_rows"
    """It has fewer than half of the rows of the periods beside it, or fewer than it would replace.
    """
    LESS_THAN_STATED = "less_than_stated"
    """Its rows add up to less than the payment summary of its month says."""
    LESS_THAN_ANOTHER = "less_than_another"
    """Its rows add up to less than those of another file of its month about the same money."""
    SAME_AS_ANOTHER = "same_as_another"
    """The very same bytes are in already, for another month, owner or platform."""


class Question(NamedTuple):
    """A question about a file: the facts, and the option that answers it."""

    doubt: Doubt
    answer: str
    facts: Mapping[str, object]


@frozen
class BadByte:
    """The first byte of a file that its encoding cannot read (FILE-26).

    `offset` counts the unpacked bytes from 0, `line` and `column` count lines and characters from
    1. There are `count` such places, and `letters` non-ASCII letters that can be read; `fitting` are the encodings that can read every byte.
    """

    encoding: str
    byte: int
    offset: int
    line: int
    column: int
    count: int = 1
    letters: int = 0
    fitting: Sequence[str] = ()

    @property
    def question(self) -> Question:
        """The question about a file with such a byte."""
        facts = {
            "encoding": self.encoding,
            "byte": f"0x{self.byte:02X}",
            "offset": self.offset,
            "line": self.line,
            "column": self.column,
            "count": self.count,
            "letters": self.letters,
            "fitting": list(self.fitting),
        }
        return Question(Doubt.ENCODING, ENCODING, facts)


@frozen
class HeaderSought:
    """What was found where a header was expected: the likeliest line, its cells, and their names as
    columns.
    """

    text: str
    line: int = 1
    cells: Sequence[str] = ()
    names: Sequence[str] = ()
    bad_byte: BadByte | None = None


@frozen
class StatedTotal:
    """A file's own total line. `found` is the sum of the rows above it, if they are not added up in
    `currency` elsewhere.
    """

    line: int
    amount: Decimal
    found: Decimal | None = None
    currency: Currency = Currency.USD


@frozen
class Ending:
    """The end of a file: the last line, whether it is ended, and its total line if any."""

    line: int = 0
    text: str = ""
    is_ended: bool = True
    total: StatedTotal | None = None
    lacks_total: bool = False
    """Whether the layout says that there is a total line, but there is none."""
    blanks: Mapping[str, int] = field(factory=dict)
    """Blank cells where an amount belongs, counted by column; each is read as 0."""


@frozen
class Answers:
    """The operator's answers, given in advance, to possible questions about a file (FILE-26)."""

    complete: bool = False
    encoding: str | None = None


UNASKED = Answers()


@frozen
class Remarks:
    """What was noticed about a file besides its rows, stored with its record (FILE-19).

    `days` is the number of days with rows, up to `last_day`; none if rows have no day. `answered`
    are the doubts that `--complete` answered.
    """

    encoding: str | None = None
    """None for a workbook."""
    encoding_told: bool = False
    """Whether an operator gave it, for this file or for an earlier one of its owner."""
    unread: Sequence[str] = ()
    """Columns that nothing reads."""
    other_months: Mapping[str, int] = field(factory=dict)
    """Rows of other months than the file's, counted by month."""
    blanks: Mapping[str, int] = field(factory=dict)
    """Blank cells where an amount belongs, counted by column; each is read as 0."""
    days: int = 0
    last_day: date | None = None
    has_total: bool = False
    answered: Sequence[Doubt] = ()


@frozen
class Reading:
    """What is known about a file before its rows are read."""

    name: str
    sha256: str
    size: int
    kind: Kind
    is_adjustment: bool = False
    owner: str | None = None
    """The content owner in the file's name."""
    month: Month | None = None
    """The month in the file's name."""
    tells_month: bool = True
    """Whether rows give their month, in a day or month column."""
    encoding: str | None = None
    """The encoding in which its text is read; None for a workbook."""
    encoding_told: bool = False
    bad_byte: BadByte | None = None
    """The first byte that does not fit the encoding: then everything read is provisional."""
    unread: Sequence[str] = ()
    """Columns that nothing reads, as the header spells them."""
    above: Sequence[tuple[int, Sequence[str]]] = ()
    """The lines above the header, by number: titles, and anything that does not belong there."""
    layout: StoredLayout | None = None
    """The operator's layout with which it is read; None for a platform's own kind."""
    recognised: bool = True
    """Whether the header alone determines the layout; otherwise somebody named it."""


class Phase(StrEnum):
    """What is being done with a file, for showing progress."""

    OPENING = "opening"
    READING = "reading"
    WAITING = "waiting for another report file"
    COMPARING = "comparing"
    WRITING = "writing"
    ADDING_UP = "adding up"
    SHOWING = "showing"
    TIDYING_UP = "tidying up"


class IntakeStep(NamedTuple):
    """The progress of a phase: bytes of the file while it is read, otherwise rows of the database.

    `of` is None if the total is unknown.
    """

    phase: Phase
    done: int = 0
    of: int | None = None


Progress = Callable[[IntakeStep], None]


def unwatched(_step: IntakeStep) -> None:
    """Used if nobody watches the progress."""


@frozen
class Changes:
    """What a file did, or would do, to the stored rows: counts of rows, and its money by outcome.

    `booked_nanos + suspense_nanos + checked_nanos` is the sum of the file's rows.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    duplicates: int = 0
    """Lines with the same key as another line of the file: they were added up."""
    suspended: int = 0
    superseded: int = 0
    """Our own daily rows that do not count, because the platform's figures exist (FILE-18)."""
    booked_nanos: int = 0
    suspense_nanos: int = 0
    checked_nanos: int = 0
    released: int = 0
    """Rows that it brought, that waited, and that an operator has released since."""
    released_nanos: int = 0

    @property
    def any(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@frozen
class ReportFile:
    """A file that was taken in. `first` and `last` are the days, or first days of months, that it
    covers.

    The money adds up exactly: the file's own total is `total`, and
    `booked_nanos + suspense_nanos + checked_nanos` nano-USD plus `dust` USD is the same (FILE-15).
    """

    id: ReportId
    name: str
    sha256: str
    size: int
    kind: Kind
    platform: Platform
    is_adjustment: bool
    owner: str
    first: date | None
    last: date | None
    rows: int
    before_start: int
    total: Decimal
    dust: Decimal
    ingested_at: datetime
    ingested_by: str
    replaced: bool = False
    changes: Changes = Changes()
    remarks: Remarks = Remarks()
    undone_at: datetime | None = None
    settled: bool = False
    layout: LayoutUse | None = None

    @property
    def role(self) -> Role:
        """What its figures may be used for."""
        return self.kind.role

    @property
    def stored(self) -> int:
        """Rows of the file that are stored, whether they were new or already there."""
        return self.changes.added + self.changes.changed + self.changes.unchanged


class Remedy(StrEnum):
    """What would release rows from suspense (FILE-14)."""

    RELEASE = "release"
    """Nothing stands in the way any more: an operator's act books them."""
    VERIFY_CHANNEL = "verify_channel"
    """Their channel has to be registered and verified first."""
    IMPORT_TRACK = "import_track"
    """The catalogue needs their track first."""
    NONE = "none"
    """They name no channel that could be verified."""


@frozen
class UnmatchedLine:
    """Rows of one kind and month that wait in suspense for one cause, with their totals.

    `is_known` says whether the channel is verified, or the track in the catalogue, by now;
    `free_rows` of these rows, with `free_nanos`, would be booked if they were released.
    """

    reason: SuspenseReason
    name: str
    """The platform channel id or the track code that was unknown."""
    kind: Kind
    month: Month
    rows: int
    views: int
    nanos: int
    is_known: bool = False
    free_rows: int = 0
    free_nanos: int = 0

    @property
    def remedy(self) -> Remedy:
        if not self.name:
            return Remedy.NONE
        if self.free_rows:
            return Remedy.RELEASE
        if self.reason is SuspenseReason.UNKNOWN_CHANNEL and not self.is_known:
            return Remedy.VERIFY_CHANNEL
        return Remedy.IMPORT_TRACK


@frozen
class Releasable:
    """Rows that wait for one channel or track and could be booked now, with their money."""

    reason: SuspenseReason
    name: str
    rows: int
    nanos: int


@frozen
class SuspenseFilter:
    """Which waiting rows are meant: those of one file, of one month, or of some channels."""

    report: ReportId | None = None
    month: Month | None = None
    channels: Collection[PlatformChannelId] = ()
    """All, if none is named."""


EVERYTHING = SuspenseFilter()


@frozen
class Outcome:
    """The result of taking in a file. `known` means that exactly this file was already in: nothing
    was read.
    """

    file: ReportFile
    known: bool = False
    dry_run: bool = False
    unmatched: Sequence[UnmatchedLine] = field(factory=tuple)
    reconciliation: Sequence[Reconciled] = field(factory=tuple)


@frozen
class Reconciled:
    """A line of a payment summary, compared with the files of its kinds (to half a cent per line).

    `found` is None for a line that no file explains; `settled` is what was posted for such a line
    nevertheless (SETTLE-25).
    """

    name: str
    stated: Decimal
    found: Decimal | None
    settled: Decimal | None = None
    is_deduction: bool = False
    """Whether it is not revenue but a deduction from all of it."""

    @property
    def difference(self) -> Decimal:
        """The stated amount minus what the files add up to and what was settled."""
        return self.stated - (self.found or Decimal(0)) - (self.settled or Decimal(0))

    @property
    def agrees(self) -> bool:
        """Whether they are the same when rounded to the cent; not defined for a deduction."""
        if self.is_deduction:
            return True
        is_told = self.found is not None or self.settled is not None
        return is_told and abs(self.difference) <= Decimal("0.005")

    @property
    def is_open(self) -> bool:
        """Whether it waits for a file, or for being settled without one."""
        return self.found is None and self.settled is None and not self.is_deduction


@frozen
class SummarySums:
    """The sums of a payment summary's lines.

    `left` is the part of the revenue that neither files nor settled lines explain.
    """

    revenue: Decimal
    deductions: Decimal
    left: Decimal

    @classmethod
    def of(cls, lines: Iterable[Reconciled]) -> SummarySums:
        every = list(lines)
        return cls(
            _sum(each.stated for each in every if not each.is_deduction),
            _sum(each.stated for each in every if each.is_deduction),
            _sum(each.difference for each in every if not each.is_deduction),
        )


def _sum(amounts: Iterable[Decimal]) -> Decimal:
    return sum(amounts, Decimal(0))


class Grouping(StrEnum):
    """By what `report show` adds up rows (FILE-19)."""

    CHANNEL = "channel"
    VIDEO = "video"
    DAY = "day"
    COUNTRY = "country"
    ISRC = "isrc"


@frozen
class Shown:
    """One line of `report show`: the rows of one kind that share a name, including those in
    suspense.
    """

    kind: Kind
    name: str
    rows: int
    figures: Figures


@frozen
class Released:
    """What an operator's act released from suspense: rows and money, in total and by file."""

    rows: int
    nanos: int
    by_file: Mapping[ReportId, tuple[int, int]] = field(factory=dict)

    @classmethod
    def of(cls, by_file: Mapping[ReportId, tuple[int, int]]) -> Released:
        """The sums of all files together."""
        return cls(
            sum(rows for rows, _ in by_file.values()),
            sum(nanos for _, nanos in by_file.values()),
            by_file,
        )


@frozen
class RowOrigin:
    """The place of an amount in a file, for tracing money back (TRACE-1, TRACE-2).

    Lines with the same key as another line of their file were added to the first of them (FILE-8).
    """

    report: ReportId
    file: str
    line: int
    kind: Kind
    month: Month
    day: date | None
    channel: PlatformChannelId
    video: VideoId
    isrc: Isrc | None
    country: str
    adjustment: str
    nanos: int
    asset: str = ""


Counting = Callable[[RowOrigin], int]
"""Which part of a row's money counts."""


@frozen
class RowVersion:
    """A row as one file had it: each file with different values makes a version (FILE-8).

    `reason` says why it waits in suspense; `replaced_by` is the file that changed or removed it, or
    None for the version that is in the books now.
    """

    origin: RowOrigin
    reason: SuspenseReason | None
    replaced_by: ReportId | None = None


class DayRows(NamedTuple):
    """The sums of the rows of a kind and owner on one day of a month, by the reason why they wait.

    `day_of_month` is 0 for rows without a day; `reason` is None for those that do not wait.
    """

    day_of_month: int
    platform: Platform
    kind: Kind
    owner: str
    reason: SuspenseReason | None
    rows: int
    views: int
    nanos: int


class RowSum(NamedTuple):
    """Sums of rows: of a day, or of one video and kind if the rows have no day."""

    day: date | None
    video: VideoId
    kind: Kind
    nanos: int


class VideoSum(NamedTuple):
    """The sums of a video's rows of one kind within one of the requested spans of days.

    `place` is the span's number; None for rows without a day.
    """

    video: VideoId
    kind: Kind
    place: int | None
    nanos: int


class DaySum(NamedTuple):
    """The sums of the rows of one day."""

    day: date
    nanos: int


@frozen
class SumsBehind:
    videos: Sequence[VideoSum]
    days: Sequence[DaySum]


@frozen
class RowsPage:
    """A page of rows in order of file and line, and the sums of the rows before it."""

    rows: Page[RowOrigin]
    before: tuple[RowSum, ...]
