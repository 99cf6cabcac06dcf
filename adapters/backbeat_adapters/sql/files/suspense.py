"""What waits of the report files, in SQL: rows without a channel or a track, and dust."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal

from attrs import Factory, field, frozen
from sqlalchemy import ColumnElement, Connection, case, func, literal, null, or_, select

from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.platforms.kinds import Kind
from backbeat.report_files import rules
from backbeat.report_files.model import (
    EVERYTHING,
    IntakeStep,
    Phase,
    Releasable,
    Released,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
)
from backbeat_adapters.sql.figures import report_files, report_rows, told
from backbeat_adapters.sql.files import rollups, waiting
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.versions import choose, coming, is_chosen, start
from backbeat_adapters.sql.standing import Act, Standing


@frozen
class SqlSuspense:
    """What waits, within one transaction; see the port."""

    connection: Connection
    standing: Standing = field(
        init=False, default=Factory(lambda my: Standing(my.connection), takes_self=True)
    )

    def unmatched(self, of: SuspenseFilter = EVERYTHING) -> Sequence[UnmatchedLine]:
        return waiting.unmatched(self.standing, of)

    def releasable(self, of: SuspenseFilter = EVERYTHING) -> Sequence[Releasable]:
        return waiting.releasable(self.standing, of)

    def dust(self) -> Decimal:
        """The sum of all files' amounts below one nano-USD."""
        query = select(report_files.c.dust).where(report_files.c.undone_at.is_(None))
        return rules.added(*self.connection.execute(query).scalars())


def waits_for(
    channels: Collection[PlatformChannelId] | None, tracks: Collection[Isrc] | None
) -> ColumnElement[bool]:
    """The rows that wait for these channels or tracks, or for whatever is known now."""
    rows = report_rows.c
    known = waiting.is_verified(rows.channel) if channels is None else rows.channel.in_(channels)
    there = waiting.has_track(rows.isrc) if tracks is None else rows.isrc.in_(tracks)
    return or_(
        (rows.reason == SuspenseReason.UNKNOWN_CHANNEL) & known,
        (rows.reason == SuspenseReason.UNKNOWN_TRACK) & there,
    )


def release(
    pieces: Pieces,
    channels: Collection[PlatformChannelId] | None,
    tracks: Collection[Isrc] | None,
    of: SuspenseFilter = EVERYTHING,
) -> Released:
    """Write the rows that wait for these channels and tracks, or for whatever is known now, as
    booked, where nobody sees it yet.

    A row whose track the catalogue lacks goes on waiting, for that.
    """
    rows = report_rows.c
    waits = (waiting.meant(of), waits_for(channels, tracks), rows.goes_with.is_(None))
    free = waiting.has_track(rows.isrc)
    pieces.progress(IntakeStep(Phase.COMPARING))
    with pieces.beside() as connection:
        if connection.execute(select(rows.file).where(*waits, free).limit(1)).first() is None:
            return Released(0, 0)
        choose(pieces, report_rows, select(*report_rows.primary_key).where(*waits))
    change = start(pieces, Act.RELEASE, None)
    with pieces.beside() as connection:
        # Channels and catalogue may change at any time; from here on, what was chosen here counts.
        chosen = is_chosen(pieces, report_rows)
        rollups.touch(connection, select(*rollups.spot(report_rows)).where(chosen))
        reason = case((free, null()), else_=literal(SuspenseReason.UNKNOWN_TRACK, rows.reason.type))
        told_anew = [reason if column.name == "reason" else column for column in told(report_rows)]
        change.lay(report_rows, select(*told_anew).where(chosen))
        days = rollups.keep_touched(change)
        kinds, released = _laid(connection)
    pieces.write(days, change.end(report_rows), change.bring(report_rows))
    pieces.progress(IntakeStep(Phase.ADDING_UP))
    with pieces.beside():
        figures = rollups.lay(change, kinds)
    pieces.write(*figures, phase=Phase.ADDING_UP)
    return released


def _laid(connection: Connection) -> tuple[Collection[Kind], Released]:
    """The kinds and sums of those staged rows that are booked."""
    rows = coming[report_rows].c
    key = (rows.file, rows.kind)
    sums = select(*key, func.count(), func.sum(rows.revenue_nanos)).where(rows.reason.is_(None))
    by_file: dict[ReportId, tuple[int, int]] = {}
    kinds = set()
    for file, kind, count, nanos in connection.execute(sums.group_by(*key)):
        by_file[ReportId(str(file))] = (count, int(nanos))
        kinds.add(kind)
    return kinds, Released.of(by_file)
