"""What of the report files waits, in SQL: rows without a channel or a track, and dust."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal

from attrs import Factory, field, frozen
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    exists,
    func,
    literal,
    null,
    or_,
    select,
)

from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.kernel.months import Month
from backbeat.report_files import rules
from backbeat.report_files.model import Released, SuspenseReason, UnmatchedLine
from backbeat_adapters.sql.catalogue import tracks
from backbeat_adapters.sql.figures import report_files, report_rows, told
from backbeat_adapters.sql.files import rollups
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.versions import start
from backbeat_adapters.sql.standing import Act, Standing


@frozen
class SqlSuspense:
    """What waits, in one transaction; see the port."""

    connection: Connection
    standing: Standing = field(
        init=False, default=Factory(lambda my: Standing(my.connection), takes_self=True)
    )

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
        ).where(rows.reason.is_not(None), self.standing.of(report_rows))
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


def waits_for(
    channels: Collection[PlatformChannelId], tracks_in: Collection[Isrc]
) -> ColumnElement[bool]:
    """The rows that wait for these channels or tracks."""
    rows = report_rows.c
    return or_(
        (rows.reason == SuspenseReason.UNKNOWN_CHANNEL) & rows.channel.in_(channels),
        (rows.reason == SuspenseReason.UNKNOWN_TRACK) & rows.isrc.in_(tracks_in),
    )


def in_catalogue() -> ColumnElement[bool]:
    """The rows whose track the catalogue has, or that name none."""
    isrc = report_rows.c.isrc
    return or_(isrc == "", exists(select(tracks.c.isrc).where(tracks.c.isrc == isrc)))


def release(
    pieces: Pieces, channels: Collection[PlatformChannelId], tracks_in: Collection[Isrc]
) -> Released:
    """Write the rows that wait for these channels and tracks as booked, where nobody sees it yet.

    A row whose track the catalogue lacks goes on waiting, for that.
    """
    rows = report_rows.c
    waits = and_(waits_for(channels, tracks_in), rows.goes_with.is_(None))
    free = and_(waits, in_catalogue())
    with pieces.beside() as connection:
        sums = select(func.count(), func.coalesce(func.sum(rows.revenue_nanos), 0)).where(free)
        count, nanos = connection.execute(sums).one()
        kinds = list(connection.execute(select(rows.kind).where(free).distinct()).scalars())
    if not count:
        return Released(0, 0)
    change = start(pieces, Act.RELEASE, None)
    with pieces.beside() as connection:
        change.choose(report_rows, waits)
        rollups.touch(connection, select(*rollups.spot(report_rows)).where(waits))
        reason = case((free, null()), else_=literal(SuspenseReason.UNKNOWN_TRACK, rows.reason.type))
        told_anew = [reason if column.name == "reason" else column for column in told(report_rows)]
        change.lay(report_rows, select(*told_anew).where(waits))
        days = rollups.keep_touched(change)
    pieces.write(days, change.end(report_rows), change.bring(report_rows))
    with pieces.beside():
        figures = rollups.lay(change, kinds)
    pieces.write(*figures)
    return Released(count, int(nanos))
