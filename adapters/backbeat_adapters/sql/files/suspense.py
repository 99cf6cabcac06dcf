"""What of the report files waits, in SQL: rows without a channel or a track, and dust."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal

from attrs import frozen
from sqlalchemy import ColumnElement, Connection, and_, case, func, literal, null, or_, select

from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.report_files import rules
from backbeat.report_files.model import (
    EVERYTHING,
    Releasable,
    Released,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
)
from backbeat_adapters.sql.figures import report_files, report_rows
from backbeat_adapters.sql.files import merging, waiting


@frozen
class SqlSuspense:
    """What waits, in one transaction; see the port."""

    connection: Connection

    def unmatched(self, of: SuspenseFilter = EVERYTHING) -> Sequence[UnmatchedLine]:
        return waiting.unmatched(self.connection, waiting.meant(of))

    def releasable(self, of: SuspenseFilter = EVERYTHING) -> Sequence[Releasable]:
        return waiting.releasable(self.connection, waiting.meant(of))

    def dust(self) -> Decimal:
        """What all files held below a nano-USD."""
        query = select(report_files.c.dust).where(report_files.c.undone_at.is_(None))
        return rules.added(*self.connection.execute(query).scalars())

    def release(
        self,
        channels: Collection[PlatformChannelId] | None,
        tracks: Collection[Isrc] | None,
        of: SuspenseFilter = EVERYTHING,
    ) -> Released:
        """Book the rows that wait for these channels and tracks, or for whatever is known now."""
        rows = report_rows.c
        waits = and_(waiting.meant(of), _waits_for(channels, tracks))
        free = waits & waiting.has_track(rows.isrc)
        sums = select(rows.file, func.count(), func.sum(rows.revenue_nanos)).where(free)
        by_file = {
            ReportId(str(file)): (count, int(nanos))
            for file, count, nanos in self.connection.execute(sums.group_by(rows.file))
        }
        kinds = list(self.connection.execute(select(rows.kind).where(free).distinct()).scalars())
        merging.touch(self.connection, select(*merging.spot(report_rows)).where(free))
        track = literal(SuspenseReason.UNKNOWN_TRACK, rows.reason.type)
        still = case((waiting.has_track(rows.isrc), null()), else_=track)
        self.connection.execute(report_rows.update().where(waits).values(reason=still))
        merging.make_figures(self.connection, kinds)
        return Released(
            sum(count for count, _ in by_file.values()),
            sum(nanos for _, nanos in by_file.values()),
            by_file,
        )


def _waits_for(
    channels: Collection[PlatformChannelId] | None, tracks: Collection[Isrc] | None
) -> ColumnElement[bool]:
    rows = report_rows.c
    known = waiting.is_verified(rows.channel) if channels is None else rows.channel.in_(channels)
    there = waiting.has_track(rows.isrc) if tracks is None else rows.isrc.in_(tracks)
    return or_(
        (rows.reason == SuspenseReason.UNKNOWN_CHANNEL) & known,
        (rows.reason == SuspenseReason.UNKNOWN_TRACK) & there,
    )
