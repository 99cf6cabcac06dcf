"""What of the report files waits, in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from decimal import Decimal

from attrs import frozen

from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.kernel.months import Month
from backbeat.memory.catalogue import MemoryTracks
from backbeat.memory.kept_rows import KeptRow, KeptRows, RowKey
from backbeat.memory.report_files import MemoryReports
from backbeat.platforms.kinds import Kind
from backbeat.report_files import rules
from backbeat.report_files.model import Released, ReportRow, SuspenseReason, UnmatchedLine


@frozen
class MemorySuspense:
    """Fulfils `Suspense`."""

    reports: MemoryReports
    kept: KeptRows

    def unmatched(
        self, report: ReportId | None = None, month: Month | None = None
    ) -> Sequence[UnmatchedLine]:
        lines: dict[tuple[SuspenseReason, str, Kind, Month], list[ReportRow]] = defaultdict(list)
        for file, kind, row, reason in self.kept:
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
        return rules.added(*(file.dust for file in self.reports.live()))


def freed(
    rows: KeptRows,
    catalogue: MemoryTracks,
    channels: Collection[PlatformChannelId],
    tracks: Collection[Isrc],
) -> tuple[Released, dict[RowKey, KeptRow]]:
    """What is booked when rows no longer wait for these, and those rows as they are then."""
    changed = {
        key: kept._replace(reason=_still(kept, catalogue))
        for key, kept in rows.current.items()
        if _waits_for(kept, channels, tracks)
    }
    free = [kept.row.figures.revenue_nanos for kept in changed.values() if kept.reason is None]
    return Released(len(free), sum(free)), changed


def _still(kept: KeptRow, catalogue: MemoryTracks) -> SuspenseReason | None:
    isrc = Isrc(kept.row.isrc)
    if isrc and not catalogue.known([isrc]):
        return SuspenseReason.UNKNOWN_TRACK
    return None


def _waits_for(
    kept: KeptRow, channels: Collection[PlatformChannelId], tracks: Collection[Isrc]
) -> bool:
    match kept.reason:
        case SuspenseReason.UNKNOWN_CHANNEL:
            return kept.row.channel in channels
        case SuspenseReason.UNKNOWN_TRACK:
            return kept.row.isrc in tracks
    return False
