"""The waiting rows of report files, in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal

from attrs import frozen

from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.kernel.months import Month
from backbeat.memory.catalogue import MemoryTracks
from backbeat.memory.channels import MemoryChannels
from backbeat.memory.kept_rows import KeptRow, KeptRows, RowKey
from backbeat.memory.report_files import MemoryReports
from backbeat.platforms.kinds import Kind
from backbeat.report_files import rules
from backbeat.report_files.model import (
    EVERYTHING,
    Releasable,
    Released,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
)


@frozen
class MemorySuspense:
    """Fulfils `Suspense`."""

    reports: MemoryReports
    kept: KeptRows
    tracks: MemoryTracks
    channels: MemoryChannels

    def unmatched(self, of: SuspenseFilter = EVERYTHING) -> Sequence[UnmatchedLine]:
        lines: dict[tuple[SuspenseReason, str, Kind, Month], list[KeptRow]] = defaultdict(list)
        for kept in self._waiting(of):
            if kept.reason is not None:
                lines[kept.reason, _name(kept), kept.kind, kept.row.month].append(kept)
        found = []
        for name, rows in lines.items():
            free = [kept for kept in rows if self._is_free(kept)]
            found.append(
                UnmatchedLine(
                    *name,
                    rows=len(rows),
                    views=sum(kept.row.figures.views for kept in rows),
                    nanos=_nanos(rows),
                    is_known=self._is_known(rows[0]),
                    free_rows=len(free),
                    free_nanos=_nanos(free),
                )
            )
        return sorted(found, key=lambda line: (-abs(line.nanos), -line.views, line.name, line.kind))

    def releasable(self, of: SuspenseFilter = EVERYTHING) -> Sequence[Releasable]:
        lines: dict[tuple[SuspenseReason, str], list[KeptRow]] = defaultdict(list)
        for kept in self._waiting(of):
            if kept.reason is not None and self._is_free(kept):
                lines[kept.reason, _name(kept)].append(kept)
        return [
            Releasable(*name, rows=len(lines[name]), nanos=_nanos(lines[name]))
            for name in sorted(lines)
        ]

    def dust(self) -> Decimal:
        return rules.added(*(file.dust for file in self.reports.live()))

    def freed(
        self,
        channels: Collection[PlatformChannelId] | None,
        tracks: Collection[Isrc] | None,
        of: SuspenseFilter,
    ) -> tuple[Released, dict[RowKey, KeptRow]]:
        """What is booked when rows no longer wait for these names, and those rows as they are then."""
        wanted = {
            SuspenseReason.UNKNOWN_CHANNEL: channels,
            SuspenseReason.UNKNOWN_TRACK: tracks,
        }
        changed: dict[RowKey, KeptRow] = {}
        booked: dict[ReportId, list[KeptRow]] = defaultdict(list)
        for key, kept in self.kept.current.items():
            if kept.reason is None or not _is_meant(kept, of):
                continue
            names = wanted[kept.reason]
            if not (self._is_known(kept) if names is None else _name(kept) in names):
                continue
            has_track = self._has_track(kept)
            reason = None if has_track else SuspenseReason.UNKNOWN_TRACK
            changed[key] = kept._replace(reason=reason)
            if has_track:
                booked[kept.file].append(kept)
        by_file = {file: (len(rows), _nanos(rows)) for file, rows in booked.items()}
        return Released.of(by_file), changed

    def _waiting(self, of: SuspenseFilter) -> Iterator[KeptRow]:
        return (kept for kept in self.kept if kept.reason is not None and _is_meant(kept, of))

    def _is_known(self, kept: KeptRow) -> bool:
        """Whether what the row waits for exists by now."""
        if kept.reason is SuspenseReason.UNKNOWN_TRACK:
            return self._has_track(kept)
        return bool(self.channels.of_platform([kept.row.channel]))

    def _is_free(self, kept: KeptRow) -> bool:
        return self._is_known(kept) and self._has_track(kept)

    def _has_track(self, kept: KeptRow) -> bool:
        isrc = Isrc(kept.row.isrc)
        return not isrc or bool(self.tracks.known([isrc]))


def _name(kept: KeptRow) -> str:
    return kept.row.isrc if kept.reason is SuspenseReason.UNKNOWN_TRACK else kept.row.channel


def _is_meant(kept: KeptRow, of: SuspenseFilter) -> bool:
    return (
        of.report in (None, kept.file)
        and of.month in (None, kept.row.month)
        and (not of.channels or kept.row.channel in of.channels)
    )


def _nanos(rows: Sequence[KeptRow]) -> int:
    return sum(kept.row.figures.revenue_nanos for kept in rows)
