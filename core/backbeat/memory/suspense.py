"""What of the report files waits, in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from decimal import Decimal

from attrs import frozen

from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.kernel.months import Month
from backbeat.memory.catalogue import MemoryTracks
from backbeat.memory.kept_rows import KeptRow, KeptRows
from backbeat.memory.report_files import MemoryReports
from backbeat.platforms.kinds import Kind
from backbeat.report_files import rules
from backbeat.report_files.model import Released, ReportRow, SuspenseReason, UnmatchedLine


@frozen
class MemorySuspense:
    """Fulfils `Suspense`."""

    reports: MemoryReports
    kept: KeptRows
    tracks: MemoryTracks

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

    def release(
        self, channels: Collection[PlatformChannelId], tracks: Collection[Isrc]
    ) -> Released:
        count = nanos = 0
        for key, kept in list(self.kept.current.items()):
            if not _waits_for(kept, channels, tracks):
                continue
            reason = self._still(kept)
            self.kept.current[key] = kept._replace(reason=reason)
            if reason is None:
                count += 1
                nanos += kept.row.figures.revenue_nanos
        return Released(count, nanos)

    def _still(self, kept: KeptRow) -> SuspenseReason | None:
        isrc = Isrc(kept.row.isrc)
        if isrc and not self.tracks.known([isrc]):
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
