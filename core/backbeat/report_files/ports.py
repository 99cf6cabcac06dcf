"""What reading report files needs: the files, the books, and a place to stage rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.channels.model import Channel
from backbeat.figures.ports import ConfirmedFigures, Statistics
from backbeat.fx.ports import RateRepository
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.notifications.ports import NotificationRepository
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.report_files.conversion import Conversion
from backbeat.report_files.layouts.model import LayoutChoice
from backbeat.report_files.layouts.ports import LayoutRepository
from backbeat.report_files.model import (
    EVERYTHING,
    Block,
    Changes,
    DayRows,
    Ending,
    Grouping,
    Progress,
    Reading,
    Releasable,
    Released,
    ReportFile,
    ReportRow,
    RowOrigin,
    Rows,
    RowsPage,
    RowVersion,
    Shown,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
    unwatched,
)

NO_LAYOUTS = LayoutChoice()


class OpenReport(Protocol):
    @property
    def reading(self) -> Reading:
        """Everything known before the rows are read."""

    @property
    def position(self) -> int | None:
        """How many of the file's bytes were read so far; None if unknown."""

    @property
    def ending(self) -> Ending:
        """The end of the file, once all blocks were read."""

    def blocks(
        self, platform: Platform, month: Month | None, conversion: Conversion | None = None
    ) -> Iterator[Block]:
        """Every line below the header, once, streamed in blocks.

        Ids are the platform's; `month` is the file's month for rows that give none; `conversion` is
        for files read with an operator's layout: without one, amounts stay as they are. Damage
        raises `UnreadableFile`.
        """


class ReportFiles(Protocol):
    def open(
        self, path: Path, choice: LayoutChoice = NO_LAYOUTS, encoding: str | None = None
    ) -> AbstractContextManager[OpenReport]:
        """Recognise a file, among the platforms' kinds and the layouts of the choice.

        `encoding`, one of `ENCODINGS`, is for a file that is neither UTF-8 nor UTF-16. Raises
        `UnreadableFile`, `EmptyFile`, `NoHeaderLine`, `UnknownReport`, `LayoutsFit`, and
        `LayoutLacks` if the chosen layout does not fit.
        """

    def digest(self, path: Path) -> str:
        """The digest of a file's bytes; raises `UnreadableFile`."""


class Reports(Protocol):
    def next_id(self) -> ReportId:
        """The id of the next file: reports are numbered, for people to name them."""

    def add(self, file: ReportFile) -> None:
        """Store the record of a file that is shown."""

    def get(self, report: ReportId) -> ReportFile | None: ...

    def named(self, name: str) -> Sequence[ReportFile]:
        """Every file with that name, including undone ones, the newest first."""

    def by_digest(self, sha256: str) -> ReportFile | None:
        """The newest file with these bytes that was not undone."""

    def page(self, request: PageRequest, platform: Platform | None = None) -> Page[ReportFile]:
        """Files, of one platform or of all, the newest first."""

    def owners(self, platform: Platform, kinds: Collection[Kind]) -> Sequence[str]:
        """The content owners of the platform's files of these kinds that were not undone, sorted."""

    def encoding_told(self, platform: Platform, owner: str) -> str | None:
        """The encoding given for the owner's newest file for which one was given."""

    def meeting(self, platform: Platform, first: date, last: date) -> Sequence[ReportFile]:
        """The platform's files that were not undone whose days meet these, the newest first."""

    def later(self, file: ReportFile) -> ReportFile | None:
        """The newest file of the same platform, kind and owner, ingested after this one, not undone, whose
        days meet this one's."""

    def keep_released(self, file: ReportFile) -> None:
        """Store how much of what the file brought has been released."""

    def undone(self, file: ReportFile) -> None: ...


class Suspense(Protocol):
    """The rows of files that are not booked yet."""

    def unmatched(self, of: SuspenseFilter = EVERYTHING) -> Sequence[UnmatchedLine]:
        """What waits in suspense, the largest sums first."""

    def releasable(self, of: SuspenseFilter = EVERYTHING) -> Sequence[Releasable]:
        """What would be booked if all of it were released now, by cause and name."""

    def dust(self) -> Decimal:
        """What all files contained below a nano-USD, in USD; this is in suspense too (FILE-15)."""


class ReportRows(Protocol):
    def shown(
        self,
        by: Grouping,
        *,
        report: ReportId | None = None,
        month: Month | None = None,
        kind: Kind | None = None,
    ) -> Sequence[Shown]:
        """Rows of a file or of a month added up, kind by kind, ordered by kind and name (FILE-19).

        Rows in suspense are included. By track, a row is divided among its tracks in its month
        (VIDEO-7, VIDEO-8) and counts as a row of each; rows without a known track are under a blank
        name.
        """

    def by_day(self, month: Month) -> Sequence[DayRows]:
        """All rows of a month added up by day, platform, kind, owner and cause, in that order."""

    def spans_of(self, report: ReportId) -> Sequence[tuple[PlatformChannelId, date, date]]:
        """The channels for which the file brought booked figures, each with first and last day."""

    def of(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        video: VideoId | None = None,
    ) -> Iterator[RowOrigin]:
        """The booked rows behind a channel's (or a video's) figures, in order of file and line."""

    def page(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        page: PageRequest,
        *,
        last_file: int,
    ) -> RowsPage:
        """A page of the booked rows with money that lie on these days or have none.

        Each span goes from its first day up to but not including its second. The rows are as they
        were when `last_file` was the newest file: changes by later files are ignored.
        """

    def versions(self, file: ReportFile, line: int) -> Sequence[RowVersion]:
        """Every version of the row that a file brought on that line, the oldest first.

        Empty if nothing is stored under the line: a header, a line that was added to an earlier
        one, or a row that was the same in an earlier file. For a removed row, the last version is
        the one that was removed.
        """

    def versions_of(self, file: ReportFile, row: ReportRow) -> Sequence[RowVersion]:
        """Every version of the row that has this row's key, the oldest first.

        This finds the row of a line under which nothing is stored: one that was the same in an
        earlier file, or that was added to an earlier line.
        """

    def summary(self, month: Month) -> Mapping[str, int]:
        """The lines of the month's payment summary: names and nano-USD."""


class Channels(Protocol):
    """Who earns on which channel; a part of the channels' repository."""

    def of_platform(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        """Every registration ever verified of these platform channels, deleted ones included."""


class Tracks(Protocol):
    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]: ...


class Books(Protocol):
    @property
    def layouts(self) -> LayoutRepository: ...

    @property
    def rates(self) -> RateRepository:
        """Exchange rates, for files in other currencies."""

    @property
    def reports(self) -> Reports: ...

    @property
    def suspense(self) -> Suspense: ...

    @property
    def report_rows(self) -> ReportRows: ...

    @property
    def confirmed(self) -> ConfirmedFigures: ...

    @property
    def statistics(self) -> Statistics:
        """The figures computed from the rows."""

    @property
    def channels(self) -> Channels: ...

    @property
    def tracks(self) -> Tracks: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def jobs(self) -> JobQueue: ...


class Stage(Protocol):
    """A place apart from the books where any number of rows are staged and written (FILE-23).

    Nobody sees what `merge`, `undo` and `release` write until it is shown, and however much it is,
    no writer waits for long.
    """

    def add(self, rows: Rows, reasons: Sequence[SuspenseReason | None]) -> None:
        """Stage rows, each with the reason why it will wait in suspense, if it will.

        Nobody else sees them, and no writer waits.
        """

    def compare(self, file: ReportFile) -> Changes:
        """What `merge` would do; nothing is stored."""

    def alone(self) -> AbstractContextManager[None]:
        """Let no other stage change rows until the block ends; a second one waits.

        What was written earlier and not shown, by this stage or by one that was killed, is removed
        again.
        """

    def merge(self, file: ReportFile) -> Changes:
        """Inside `alone`: write the staged rows, by their keys (FILE-9).

        Rows with a new key are added, rows that differ replace the earlier ones (which are kept for
        `undo`), and equal rows stay as they are, with the file from which they came. If the file is
        `replaced`, rows of its kind and owner from `first` to `last` that it does not have are
        removed. A row that waits in suspense keeps waiting, and one that is booked stays booked,
        unless its channel or track changed. Videos that are named are created, and every figure
        that depends on these rows is computed again.
        """

    def undo(self, file: ReportFile) -> None:
        """Inside `alone`: write every row and figure as it was before the file (FILE-11)."""

    def release(
        self,
        channels: Collection[PlatformChannelId] | None,
        tracks: Collection[Isrc] | None,
        of: SuspenseFilter = EVERYTHING,
    ) -> Released:
        """Inside `alone`: write the rows that wait for these channels and tracks as booked; None
        means all that are known now.

        A channel's row with a track that the catalogue lacks keeps waiting, for the track.
        """

    def show(self) -> AbstractContextManager[Books]:
        """Inside `alone`, once: open the books for writing. What is written in them, and everything
        written before, becomes visible together if the block ends without an exception; otherwise
        none of it ever does.
        """


class Staging(Protocol):
    def open(self, progress: Progress = unwatched) -> AbstractContextManager[Stage]:
        """A stage for one file, which is removed when the block ends; it reports its progress."""

    def sweep(self) -> None:
        """Remove what a killed stage has left, if no other is at work."""
