"""Report files and their rows in memory, the stage beside them, and the figures made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from attrs import define, evolve, field

from backbeat.figures.model import NOTHING, Figures, RecordFigure
from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.catalogue import MemoryTracks
from backbeat.platforms.kinds import Kind, Role
from backbeat.platforms.model import Platform
from backbeat.report_files import rules
from backbeat.report_files.model import (
    Changes,
    Grouping,
    Released,
    ReportFile,
    ReportRow,
    RowOrigin,
    Rows,
    RowsPage,
    RowSum,
    RowVersion,
    Shown,
    SuspenseReason,
    UnmatchedLine,
)

if TYPE_CHECKING:
    from backbeat.memory.books import MemoryBooks, MemoryTransactions


class RowKey(NamedTuple):
    """What makes a row one and the same (FILE-8); `day` is 0 where the kind has none."""

    month: Month
    day: int
    platform: Platform
    kind: Kind
    owner: str
    key: bytes


class StagedRow(NamedTuple):
    """A row on its way in, and why it will wait in suspense, if it will."""

    row: ReportRow
    reason: SuspenseReason | None


class KeptRow(NamedTuple):
    file: ReportId
    kind: Kind
    row: ReportRow
    reason: SuspenseReason | None

    @property
    def is_booked(self) -> bool:
        """Whether it counts: neither in suspense nor kept for comparison only."""
        return self.reason is None and self.kind.role is not Role.CHECK

    def same_as(self, other: KeptRow) -> bool:
        """Whether both say the same, whatever file and line they came from."""
        return self.reason is other.reason and _content(self.row) == _content(other.row)


def _content(row: ReportRow) -> ReportRow:
    return row._replace(line=0, title="", dust=Decimal(0))


@define(eq=False)
class MemoryReports:
    """Keeps files and rows in dicts."""

    tracks: MemoryTracks
    _files: dict[ReportId, ReportFile] = field(factory=dict, init=False)
    _rows: dict[RowKey, KeptRow] = field(factory=dict, init=False)
    _replaced: dict[ReportId, dict[RowKey, KeptRow]] = field(factory=dict, init=False)

    @property
    def rows(self) -> Iterable[KeptRow]:
        return self._rows.values()

    @property
    def files(self) -> Iterable[ReportFile]:
        """Every file, undone ones too, the oldest first."""
        return self._files.values()

    def next_id(self) -> ReportId:
        return ReportId(str(len(self._files) + 1))

    def add(self, file: ReportFile) -> None:
        self._files[file.id] = file

    def get(self, report: ReportId) -> ReportFile | None:
        return self._files.get(report)

    def named(self, name: str) -> Sequence[ReportFile]:
        return [file for file in reversed(self._files.values()) if file.name == name]

    def by_digest(self, sha256: str) -> ReportFile | None:
        same = [file for file in self._live() if file.sha256 == sha256]
        return same[-1] if same else None

    def page(self, request: PageRequest) -> Page[ReportFile]:
        return request.of(list(reversed(self._files.values())))

    def owners(self, platform: Platform, kinds: Collection[Kind]) -> Sequence[str]:
        files = [file for file in self._live() if file.platform is platform]
        return sorted({file.owner for file in files if file.kind in kinds})

    def later(self, file: ReportFile) -> ReportFile | None:
        later = [
            other
            for other in self._live()
            if int(other.id) > int(file.id)
            and (other.platform, other.kind, other.owner) == (file.platform, file.kind, file.owner)
            and _meet(file, other)
        ]
        return later[-1] if later else None

    def undo(self, file: ReportFile) -> None:
        for key in [key for key, kept in self._rows.items() if kept.file == file.id]:
            del self._rows[key]
        self._rows.update(self._replaced.pop(file.id, {}))
        self._files[file.id] = file

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[ReportId]:
        """The month's files of these kinds that are not undone."""
        return frozenset(
            file.id
            for file in self._live()
            if file.kind in kinds and _covers(file, month.first, month.last)
        )

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        """The month's files of these kinds can't be undone any more."""
        for id_ in self.files_of(month, kinds):
            self._files[id_] = evolve(self._files[id_], settled=True)

    def unmatched(
        self, report: ReportId | None = None, month: Month | None = None
    ) -> Sequence[UnmatchedLine]:
        lines: dict[tuple[SuspenseReason, str, Kind, Month], list[ReportRow]] = defaultdict(list)
        for file, kind, row, reason in self._rows.values():
            if reason is None or report not in (None, file) or month not in (None, row.month):
                continue
            name = row.channel if reason is SuspenseReason.UNKNOWN_CHANNEL else row.isrc
            lines[reason, name, kind, row.month].append(row)
        found = [
            UnmatchedLine(
                *name,
                rows=len(rows),
                views=sum(row.figures.views for row in rows),
                nanos=sum(row.figures.revenue_nanos for row in rows),
            )
            for name, rows in lines.items()
        ]
        return sorted(found, key=lambda line: (-abs(line.nanos), -line.views, line.name, line.kind))

    def dust(self) -> Decimal:
        return rules.added(*(file.dust for file in self._live()))

    def release(
        self, channels: Collection[PlatformChannelId], tracks: Collection[Isrc]
    ) -> Released:
        count = nanos = 0
        for key, kept in list(self._rows.items()):
            if not _waits_for(kept, channels, tracks):
                continue
            reason = self._still(kept)
            self._rows[key] = kept._replace(reason=reason)
            if reason is None:
                count += 1
                nanos += kept.row.figures.revenue_nanos
        return Released(count, nanos)

    def shown(
        self,
        by: Grouping,
        *,
        report: ReportId | None = None,
        month: Month | None = None,
        kind: Kind | None = None,
    ) -> Sequence[Shown]:
        codes = self.codes_by_video() if by is Grouping.ISRC else {}
        lines: dict[tuple[Kind, str], list[Figures]] = defaultdict(list)
        for kept in self._rows.values():
            if report not in (None, kept.file) or month not in (None, kept.row.month):
                continue
            if kind in (None, kept.kind):
                lines[kept.kind, _name(kept.row, by, codes)].append(kept.row.figures)
        return [
            Shown(key[0], key[1], len(lines[key]), added(lines[key]))
            for key in sorted(lines, key=lambda line: (line[0].value, line[1]))
        ]

    def spans_of(self, report: ReportId) -> Sequence[tuple[PlatformChannelId, date, date]]:
        days: dict[PlatformChannelId, list[date]] = defaultdict(list)
        for kept in self._rows.values():
            if kept.file == report and kept.is_booked and kept.row.day is not None:
                days[kept.row.channel].append(kept.row.day)
        return [(channel, min(found), max(found)) for channel, found in sorted(days.items())]

    def rows_of(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        video: VideoId | None = None,
    ) -> Iterator[RowOrigin]:
        for row in self._booked(self._rows.values(), month, channel, kinds):
            if video in (None, row.video):
                yield row

    def _booked(
        self,
        rows: Iterable[KeptRow],
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
    ) -> Iterator[RowOrigin]:
        """Those that are booked for a channel and month, in order of file and line."""
        found = [
            kept
            for kept in rows
            if kept.is_booked
            and (kept.row.month, kept.row.channel) == (month, channel)
            and kept.kind in kinds
        ]
        for kept in sorted(found, key=lambda kept: (int(kept.file), kept.row.line)):
            yield _origin(kept, self._files[kept.file].name)

    def _rows_then(self, last_file: int) -> Iterator[KeptRow]:
        """The rows as they were when that file was the newest."""
        gone = (rows.values() for by, rows in self._replaced.items() if int(by) > last_file)
        for kept in chain(self._rows.values(), *gone):
            if int(kept.file) <= last_file:
                yield kept

    def rows_page(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        page: PageRequest,
        *,
        last_file: int,
    ) -> RowsPage:
        found = [
            row
            for row in self._booked(self._rows_then(last_file), month, channel, kinds)
            if row.nanos
            and (row.day is None or any(first <= row.day < until for first, until in days))
        ]
        before: dict[tuple[date | None, VideoId, Kind], int] = defaultdict(int)
        for row in found[: page.offset]:
            video = VideoId("") if row.day else row.video
            before[row.day, video, row.kind] += row.nanos
        sums = tuple(RowSum(*key, nanos) for key, nanos in before.items())
        return RowsPage(page.of(found), sums)

    def figures_then(
        self, month: Month, channel: PlatformChannelId, kinds: Collection[Kind], last_file: int
    ) -> Sequence[RecordFigure] | None:
        if all(int(file) <= last_file for file in self.files_of(month, kinds)):
            return None
        found: dict[tuple[VideoId, Kind, date | None], int] = defaultdict(int)
        for row in self._booked(self._rows_then(last_file), month, channel, kinds):
            found[row.video, row.kind, row.day] += row.nanos
        figures = [
            RecordFigure(month, kind, channel, video, day, 0, nanos)
            for (video, kind, day), nanos in found.items()
        ]
        return sorted(figures, key=lambda figure: figure.video)

    def versions(self, file: ReportFile, line: int) -> Sequence[RowVersion]:
        kept = [(key, row) for rows in self._replaced.values() for key, row in rows.items()]
        return self._versions(
            {
                key
                for key, row in (*kept, *self._rows.items())
                if (row.file, row.row.line) == (file.id, line)
            }
        )

    def versions_of(self, file: ReportFile, row: ReportRow) -> Sequence[RowVersion]:
        return self._versions({_key(file, row)})

    def _versions(self, found: set[RowKey]) -> Sequence[RowVersion]:
        versions = [
            self._version(rows[key], by)
            for by, rows in sorted(self._replaced.items(), key=lambda item: int(item[0]))
            for key in found & rows.keys()
        ]
        return versions + [self._version(self._rows[key]) for key in found & self._rows.keys()]

    def _version(self, kept: KeptRow, replaced_by: ReportId | None = None) -> RowVersion:
        origin = _origin(kept, self._files[kept.file].name)
        return RowVersion(origin, kept.reason, replaced_by)

    def summary(self, month: Month) -> Mapping[str, int]:
        found: dict[str, int] = defaultdict(int)
        for kept in sorted(self._rows.values(), key=lambda kept: kept.row.line):
            if kept.kind.is_summary and kept.row.month == month:
                found[kept.row.adjustment] += kept.row.figures.revenue_nanos
        return dict(found)

    def codes_by_video(self) -> Mapping[VideoId, list[Isrc]]:
        """The track codes that rows name for each video, by themselves or by their assets."""
        codes: dict[VideoId, set[Isrc]] = defaultdict(set)
        assets: dict[str, set[Isrc]] = defaultdict(set)
        for kept in self._rows.values():
            row = kept.row
            if row.isrc and row.video:
                codes[row.video].add(Isrc(row.isrc))
            elif row.isrc and row.asset:
                assets[row.asset].add(Isrc(row.isrc))
        for kept in self._rows.values():
            if kept.row.video and kept.row.asset in assets:
                codes[kept.row.video] |= assets[kept.row.asset]
        return {video: sorted(found) for video, found in codes.items()}

    def compare(self, file: ReportFile, staged: Sequence[StagedRow]) -> Changes:
        """What `merge` would do."""
        return _Merge.of(self, file, staged).changes

    def merge(self, file: ReportFile, staged: Sequence[StagedRow]) -> Changes:
        merge = _Merge.of(self, file, staged)
        before = {key: self._rows[key] for key in (*merge.changed, *merge.removed)}
        self._replaced[file.id] = before
        for key in merge.removed:
            del self._rows[key]
        self._rows.update(merge.added)
        self._rows.update(merge.changed)
        return merge.changes

    def kept(self, key: RowKey) -> KeptRow | None:
        """The row under a key."""
        return self._rows.get(key)

    def keys_of(self, file: ReportFile) -> Iterator[RowKey]:
        """The keys of all rows of the file's platform, kind and owner that lie in its period."""
        if file.first is None or file.last is None:
            return
        for key, kept in self._rows.items():
            row = kept.row
            first, last = row.day or row.month.first, row.day or row.month.last
            same = key[2:5] == (file.platform, file.kind, file.owner)
            if same and file.first <= first and last <= file.last:
                yield key

    def is_told_by_platform(self, video: VideoId, day: date) -> bool:
        """Whether a booked row of the platform's own figures tells of the video's day."""
        return any(
            kept.kind.daily and kept.is_booked and (kept.row.video, kept.row.day) == (video, day)
            for kept in self._rows.values()
        )

    def _still(self, kept: KeptRow) -> SuspenseReason | None:
        isrc = Isrc(kept.row.isrc)
        if isrc and not self.tracks.known([isrc]):
            return SuspenseReason.UNKNOWN_TRACK
        return None

    def _live(self) -> Iterator[ReportFile]:
        return (file for file in self._files.values() if file.undone_at is None)


@define
class _Merge:
    changes: Changes
    added: dict[RowKey, KeptRow] = field(factory=dict)
    changed: dict[RowKey, KeptRow] = field(factory=dict)
    removed: list[RowKey] = field(factory=list)

    @classmethod
    def of(cls, reports: MemoryReports, file: ReportFile, staged: Sequence[StagedRow]) -> _Merge:
        """Compare the staged rows with those kept."""
        merge = cls(Changes())
        folded = _folded(file, staged)
        booked = suspense = checked = suspended = unchanged = superseded = 0
        for key, new in folded.items():
            before = reports.kept(key)
            kept = new if before is None else _sticky(before, new)
            if before is None:
                merge.added[key] = kept
            elif before.same_as(kept):
                unchanged += 1
            else:
                merge.changed[key] = kept
            nanos = kept.row.figures.revenue_nanos
            if kept.reason is not None:
                suspended += 1
                suspense += nanos
            elif kept.is_booked:
                booked += nanos
                superseded += _is_superseded(reports, kept)
            else:
                checked += nanos
        if file.replaced:
            merge.removed = [key for key in reports.keys_of(file) if key not in folded]
        merge.changes = Changes(
            added=len(merge.added),
            changed=len(merge.changed),
            unchanged=unchanged,
            removed=len(merge.removed),
            duplicates=len(staged) - len(folded),
            suspended=suspended,
            superseded=superseded,
            booked_nanos=booked,
            suspense_nanos=suspense,
            checked_nanos=checked,
        )
        return merge


@define
class MemoryStage:
    """Rows laid ready in a list."""

    transactions: MemoryTransactions
    _rows: list[StagedRow] = field(factory=list, init=False)
    _books: MemoryBooks | None = field(default=None, init=False)

    def add(self, rows: Rows, reasons: Sequence[SuspenseReason | None]) -> None:
        self._rows.extend(map(StagedRow, rows, reasons))

    @contextmanager
    def begin(self) -> Iterator[MemoryBooks]:
        with self.transactions.begin() as books:
            self._books = books
            yield books

    def compare(self, file: ReportFile) -> Changes:
        return self._open.reports.compare(file, self._rows)

    def merge(self, file: ReportFile) -> Changes:
        books = self._open
        changes = books.reports.merge(file, self._rows)
        for staged in self._rows:
            books.videos.named(staged.row)
        return changes

    @property
    def _open(self) -> MemoryBooks:
        if self._books is None:
            raise RuntimeError("the stage's books are not open")
        return self._books


@define
class MemoryStaging:
    transactions: MemoryTransactions

    @contextmanager
    def open(self) -> Iterator[MemoryStage]:
        yield MemoryStage(self.transactions)


def added(figures: Sequence[Figures]) -> Figures:
    return Figures(*map(sum, zip(*figures, strict=True))) if figures else NOTHING


def _folded(file: ReportFile, staged: Sequence[StagedRow]) -> dict[RowKey, KeptRow]:
    """The staged rows by key; lines with one key are added up under the first of them."""
    folded: dict[RowKey, KeptRow] = {}
    for row, reason in staged:
        key = _key(file, row)
        there = folded.get(key)
        if there is not None:
            figures = there.row.figures.plus(row.figures)
            folded[key] = there._replace(row=there.row._replace(figures=figures))
        else:
            folded[key] = KeptRow(file.id, file.kind, row, reason)
    return folded


def _sticky(before: KeptRow, new: KeptRow) -> KeptRow:
    """The new row; what was decided about the old one holds, unless channel or track changed."""
    same = (before.row.channel, before.row.isrc) == (new.row.channel, new.row.isrc)
    return new._replace(reason=before.reason) if same else new


def _key(file: ReportFile, row: ReportRow) -> RowKey:
    day = row.day.day if row.day is not None else 0
    return RowKey(row.month, day, file.platform, file.kind, file.owner, row.key)


def _is_superseded(reports: MemoryReports, kept: KeptRow) -> bool:
    row = kept.row
    return (
        kept.kind.is_open
        and kept.kind.is_daily
        and row.day is not None
        and reports.is_told_by_platform(row.video, row.day)
    )


def _meet(one: ReportFile, other: ReportFile) -> bool:
    if other.first is None or other.last is None:
        return False
    return _covers(one, other.first, other.last)


def _covers(file: ReportFile, first: date, last: date) -> bool:
    if file.first is None or file.last is None:
        return False
    return file.first <= last and first <= file.last


def _waits_for(
    kept: KeptRow, channels: Collection[PlatformChannelId], tracks: Collection[Isrc]
) -> bool:
    match kept.reason:
        case SuspenseReason.UNKNOWN_CHANNEL:
            return kept.row.channel in channels
        case SuspenseReason.UNKNOWN_TRACK:
            return kept.row.isrc in tracks
    return False


def _name(row: ReportRow, by: Grouping, codes: Mapping[VideoId, list[Isrc]]) -> str:
    match by:
        case Grouping.CHANNEL:
            return row.channel
        case Grouping.VIDEO:
            return row.video
        case Grouping.DAY:
            return row.day.isoformat() if row.day is not None else ""
        case Grouping.COUNTRY:
            return row.country
    return row.isrc or next(iter(codes.get(row.video, ())), "")


def _origin(kept: KeptRow, file: str) -> RowOrigin:
    row = kept.row
    return RowOrigin(
        report=kept.file,
        file=file,
        line=row.line,
        kind=kept.kind,
        month=row.month,
        day=row.day,
        channel=row.channel,
        video=row.video,
        isrc=Isrc(row.isrc) if row.isrc else None,
        country=row.country,
        adjustment=row.adjustment,
        nanos=row.figures.revenue_nanos,
    )
