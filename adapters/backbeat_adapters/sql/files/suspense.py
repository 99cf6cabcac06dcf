"""What of the report files waits, in SQL: rows without a channel or a track, and dust."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal

from attrs import frozen
from sqlalchemy import ColumnElement, Connection, case, exists, func, or_, select

from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.kernel.months import Month
from backbeat.report_files import rules
from backbeat.report_files.model import Released, SuspenseReason, UnmatchedLine
from backbeat_adapters.sql.catalogue import tracks
from backbeat_adapters.sql.figures import report_files, report_rows
from backbeat_adapters.sql.files import merging


@frozen
class SqlSuspense:
    """What waits, in one transaction; see the port."""

    connection: Connection

    def unmatched(
        self, report: ReportId | None = None, month: Month | None = None
    ) -> Sequence[UnmatchedLine]:
        rows = report_rows.c
        name = case((rows.reason == SuspenseReason.UNKNOWN_CHANNEL, rows.channel), else_=rows.isrc)
        query = select(
            rows.reason,
            name.label("name"),
            rows.kind,
            rows.month,
            func.count(),
            func.sum(rows.views),
            func.sum(rows.revenue_nanos),
        ).where(rows.reason.is_not(None))
        if report is not None:
            query = query.where(rows.file == int(report))
        if month is not None:
            query = query.where(rows.month == month)
        found = self.connection.execute(query.group_by(rows.reason, name, rows.kind, rows.month))
        lines = [UnmatchedLine(*row) for row in found]
        return sorted(lines, key=lambda line: (-abs(line.nanos), -line.views, line.name, line.kind))

    def dust(self) -> Decimal:
        """What all files held below a nano-USD."""
        query = select(report_files.c.dust).where(report_files.c.undone_at.is_(None))
        return rules.added(*self.connection.execute(query).scalars())

    def release(
        self, channels: Collection[PlatformChannelId], tracks_in: Collection[Isrc]
    ) -> Released:
        """Book the rows that wait for these channels and tracks."""
        rows = report_rows.c
        waits = _waits_for(channels, tracks_in)
        free = waits & _in_catalogue()
        sums = select(func.count(), func.coalesce(func.sum(rows.revenue_nanos), 0)).where(free)
        count, nanos = self.connection.execute(sums).one()
        kinds = list(self.connection.execute(select(rows.kind).where(free).distinct()).scalars())
        merging.touch(self.connection, select(*merging.spot(report_rows)).where(free))
        self.connection.execute(report_rows.update().where(free).values(reason=None))
        self.connection.execute(
            report_rows.update().where(waits).values(reason=SuspenseReason.UNKNOWN_TRACK)
        )
        merging.make_figures(self.connection, kinds)
        return Released(count, int(nanos))


def _waits_for(
    channels: Collection[PlatformChannelId], tracks_in: Collection[Isrc]
) -> ColumnElement[bool]:
    rows = report_rows.c
    return or_(
        (rows.reason == SuspenseReason.UNKNOWN_CHANNEL) & rows.channel.in_(channels),
        (rows.reason == SuspenseReason.UNKNOWN_TRACK) & rows.isrc.in_(tracks_in),
    )


def _in_catalogue() -> ColumnElement[bool]:
    """The rows whose track the catalogue has, or that name none."""
    isrc = report_rows.c.isrc
    return or_(isrc == "", exists(select(tracks.c.isrc).where(tracks.c.isrc == isrc)))
