"""Queries over the report files' rows, in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from attrs import frozen

from backbeat.figures.model import Figures
from backbeat.figures.tracks import MonthTracks, shares
from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.memory.kept_rows import KeptRow, KeptRows, RowKey, added, key_of
from backbeat.memory.report_files import MemoryReports
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.report_files.model import (
    Counting,
    DayRows,
    Grouping,
    ReportFile,
    ReportRow,
    RowOrigin,
    RowsPage,
    RowVersion,
    Shown,
    SumsBehind,
    SuspenseReason,
)
from backbeat.report_files.sums import page_of, sums_of


@frozen
class MemoryReportRows:
    """Fulfils `ReportRows`."""

    reports: MemoryReports
    kept: KeptRows

    def shown(
        self,
        by: Grouping,
        *,
        report: ReportId | None = None,
        month: Month | None = None,
        kind: Kind | None = None,
    ) -> Sequence[Shown]:
        tracks = self.kept.tracks() if by is Grouping.ISRC else {}
        lines: dict[tuple[Kind, str], list[Figures]] = defaultdict(list)
        for kept in self.kept:
            if report not in (None, kept.file) or month not in (None, kept.row.month):
                continue
            if kind in (None, kept.kind):
                for name, figures in _named(kept.row, by, tracks).items():
                    lines[kept.kind, name].append(figures)
        return [
            Shown(key[0], key[1], len(lines[key]), added(lines[key]))
            for key in sorted(lines, key=lambda line: (line[0].value, line[1]))
        ]

    def by_day(self, month: Month) -> Sequence[DayRows]:
        found: dict[tuple[int, Platform, Kind, str, SuspenseReason | None], list[Figures]] = (
            defaultdict(list)
        )
        for key, kept in self.kept.current.items():
            if key.month == month:
                name = (key.day, key.platform, key.kind, key.owner, kept.reason)
                found[name].append(kept.row.figures)
        return [
            DayRows(*name, len(found[name]), figures.views, figures.revenue_nanos)
            for name in sorted(found, key=_order)
            for figures in (added(found[name]),)
        ]

    def spans_of(self, report: ReportId) -> Sequence[tuple[PlatformChannelId, date, date]]:
        days: dict[PlatformChannelId, list[date]] = defaultdict(list)
        for kept in self.kept:
            if kept.file == report and kept.is_booked and kept.row.day is not None:
                days[kept.row.channel].append(kept.row.day)
        return [(channel, min(found), max(found)) for channel, found in sorted(days.items())]

    def of(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        video: VideoId | None = None,
    ) -> Iterator[RowOrigin]:
        for row in self._booked(self.kept, month, channel, kinds):
            if video in (None, row.video):
                yield row

    def page(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        page: PageRequest,
        *,
        last_file: int,
        counting: Counting | None = None,
    ) -> RowsPage:
        return page_of(self._then(month, channel, kinds, days, last_file), page, counting)

    def sums_behind(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        *,
        last_file: int,
        counting: Counting | None = None,
    ) -> SumsBehind:
        return sums_of(self._then(month, channel, kinds, days, last_file), days, counting)

    def _then(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        last_file: int,
    ) -> list[RowOrigin]:
        """The rows with money on these days or without a day, as they were with that file."""
        return [
            row
            for row in self._booked(self.kept.then(last_file), month, channel, kinds)
            if row.nanos
            and (row.day is None or any(first <= row.day < until for first, until in days))
        ]

    def versions(self, file: ReportFile, line: int) -> Sequence[RowVersion]:
        kept = [(key, row) for rows in self.kept.replaced.values() for key, row in rows.items()]
        return self._versions(
            {
                key
                for key, row in (*kept, *self.kept.current.items())
                if (row.file, row.row.line) == (file.id, line)
            }
        )

    def versions_of(self, file: ReportFile, row: ReportRow) -> Sequence[RowVersion]:
        return self._versions({key_of(file, row)})

    def _versions(self, found: set[RowKey]) -> Sequence[RowVersion]:
        versions = [
            self._version(rows[key], by)
            for by, rows in sorted(self.kept.replaced.items(), key=lambda item: int(item[0]))
            for key in found & rows.keys()
        ]
        return versions + [
            self._version(self.kept.current[key]) for key in found & self.kept.current.keys()
        ]

    def _version(self, kept: KeptRow, replaced_by: ReportId | None = None) -> RowVersion:
        origin = _origin(kept, self.reports.name_of(kept.file))
        return RowVersion(origin, kept.reason, replaced_by)

    def summary(self, month: Month) -> Mapping[str, int]:
        found: dict[str, int] = defaultdict(int)
        for kept in sorted(self.kept, key=lambda kept: kept.row.line):
            if kept.kind.is_summary and kept.row.month == month:
                found[kept.row.adjustment] += kept.row.figures.revenue_nanos
        return dict(found)

    def _booked(
        self,
        rows: Iterable[KeptRow],
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
    ) -> Iterator[RowOrigin]:
        """The rows booked for a channel and month, in order of file and line."""
        found = [
            kept
            for kept in rows
            if kept.is_booked
            and (kept.row.month, kept.row.channel) == (month, channel)
            and kept.kind in kinds
        ]
        for kept in sorted(found, key=lambda kept: (int(kept.file), kept.row.line)):
            yield _origin(kept, self.reports.name_of(kept.file))


def _order(
    name: tuple[int, Platform, Kind, str, SuspenseReason | None],
) -> tuple[int, str, str, str, str]:
    day, platform, kind, owner, reason = name
    return day, platform.name, kind.value, owner, reason or ""


def _named(
    row: ReportRow, by: Grouping, tracks: Mapping[Month, MonthTracks]
) -> Mapping[str, Figures]:
    """The row's figures under each name by which they are added up."""
    match by:
        case Grouping.CHANNEL:
            return {row.channel: row.figures}
        case Grouping.VIDEO:
            return {row.video: row.figures}
        case Grouping.DAY:
            return {row.day.isoformat() if row.day is not None else "": row.figures}
        case Grouping.COUNTRY:
            return {row.country: row.figures}
    carried = tracks.get(row.month, MonthTracks()).of_row(row.isrc, row.asset, row.video)
    divided: dict[str, Figures] = dict(shares(row.figures, carried).items())
    return divided or {"": row.figures}


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
        asset=row.asset,
    )
